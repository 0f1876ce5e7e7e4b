// What the aircraft did that was moved last, and the same for another one. Commands are compared as they came over the
// wire and taken from choices on offer, so this needs to know nothing of any game. No DOM, no server.

import { alike, kinship, regrown, valueAt, withChange } from '../wire/pointer.js';
import { legal } from './decision.js';
import { able } from './layout.js';
import { aircraftOf, sideOf, stepOf } from './record.js';
import { shotsOf } from './shots.js';
/** @import { AnyChoice, Command, Deed, Reason, State } from './record.js' */

/** The menu of the present position that is about no trial. @param {State} state */
export const baseMenu = ({ base, seq }) => (base.seq === seq ? base.menu : null);

/** Choices that open a trial of one aircraft. @param {State} state */
export function openers(state) {
  return legal(baseMenu(state)).flatMap((c) =>
    c.aircraft !== null && c.target === null && 'draft' in c.say ? [{ aircraft: c.aircraft, draft: c.say.draft }] : [],
  );
}

/** The opening that has most in common with a command. @param {ReturnType<typeof openers>} all @param {Command} of */
function nearest(all, of) {
  const kin = all.map((o) => kinship(o.draft, of));
  const most = Math.max(...kin);
  const found = all.filter((_, n) => kin[n] === most);
  // Where two aircraft have as much in common with it, nobody knows whose it is.
  return found.every((o) => o.aircraft === found[0].aircraft) ? (found[0] ?? null) : null;
}

/**
 * What a choice does, if it gives just this command.
 * @param {AnyChoice} c @param {Command} command @returns {Deed | null}
 */
function deedOfChoice(c, command) {
  if ('command' in c.say)
    return !alike(c.say.command, command)
      ? null
      : c.target === null
        ? { kind: 'choice', label: c.label, value: null }
        : { kind: 'shot' };
  if (!('range' in c.say)) return null;
  const [half, { field }] = c.say.range;
  const value = valueAt(command, field);
  if (typeof value !== 'number' || !alike(withChange(half, field, () => value), command)) return null;
  return { kind: 'choice', label: c.label, value };
}

/**
 * Whose a command is at the present position, and what it does; nothing where it is about no aircraft.
 * @param {State} state
 * @param {Command} command
 */
export function deedOf(state, command) {
  const when = stepOf(state.view);
  for (const c of legal(baseMenu(state))) {
    const deed = c.aircraft === null ? null : deedOfChoice(c, command);
    if (!deed || c.aircraft === null) continue;
    const held = deed.kind === 'choice' && shotsOf(baseMenu(state)).some((s) => s.aircraft === c.aircraft);
    const from = aircraftOf(state, c.aircraft)?.pose ?? null;
    return { aircraft: c.aircraft, when, from, deed: held ? { ...deed, kind: /** @type {const} */ ('hold') } : deed };
  }
  const all = openers(state);
  const opened = all.find((o) => alike(o.draft, state.stack[0])) ?? nearest(all, command);
  if (!opened) return null;
  const { aircraft, draft } = opened;
  const from = aircraftOf(state, aircraft)?.pose ?? null;
  return { aircraft, when, from, deed: /** @type {Deed} */ ({ kind: 'trial', from: draft, command }) };
}

/** Remembers what was done. @param {State} state @param {ReturnType<typeof deedOf>} done */
export function remember(state, done) {
  if (!done) return;
  const { aircraft, when, from, deed } = done;
  state.acted = { when, ids: [...(state.acted.when === when ? state.acted.ids : []), aircraft] };
  if (state.order?.on) return;
  const { lead } = state;
  const before = lead?.aircraft === aircraft && lead.when === when ? lead : { deeds: [], from };
  const to = aircraftOf(state, aircraft)?.pose ?? null;
  state.lead = { aircraft, when, deeds: [...before.deeds, deed], from: before.from, to, told: [] };
}

/** Aircraft that have done what they could in this step of the turn. @param {State} state */
export function spent(state) {
  const { when, ids } = state.acted;
  const left = able(baseMenu(state));
  return when === stepOf(state.view) && sideOf(state) ? ids.filter((id) => !left.includes(id)) : [];
}

/**
 * Aircraft that could do the same as the one that was moved last: of its group, or all. Only in the same step of the
 * same turn.
 * @param {State} state
 * @param {'group' | 'all'} scope
 */
export function followers(state, scope) {
  const { lead } = state;
  if (!lead || lead.when !== stepOf(state.view)) return [];
  const group = aircraftOf(state, lead.aircraft)?.group;
  const fits = (/** @type {number} */ id) => {
    const a = aircraftOf(state, id);
    if (id === lead.aircraft || lead.told.includes(id)) return false;
    return a?.side === sideOf(state) && (scope === 'all' || a?.group === group);
  };
  return able(baseMenu(state)).filter(fits);
}

/** Aircraft of a group that could still do something besides one of them. @param {State} state @param {number} id */
export function comrades(state, id) {
  const group = aircraftOf(state, id)?.group;
  return able(baseMenu(state)).filter((other) => other !== id && aircraftOf(state, other)?.group === group);
}

/**
 * The command by which another aircraft does the same; or why it cannot. Nothing where it is not asked for that.
 * @param {State} state
 * @param {Exclude<Deed, { kind: 'shot' }>} deed
 * @param {number} id
 * @returns {{ command: Command } | { reasons: Reason[] } | null}
 */
export function sameFor(state, deed, id) {
  if (deed.kind === 'trial') {
    const own = openers(state).filter((o) => o.aircraft === id);
    const from = own.toSorted((a, b) => kinship(b.draft, deed.from) - kinship(a.draft, deed.from))[0];
    return from ? { command: regrown(deed.command, deed.from, from.draft) } : null;
  }
  const named = (baseMenu(state)?.choices ?? []).filter((c) => c.aircraft === id && c.label === deed.label);
  const choice = named.find((c) => !c.barred.length) ?? named[0];
  if (!choice) return null;
  if (choice.barred.length) return { reasons: choice.barred };
  if ('command' in choice.say) return { command: choice.say.command };
  if (!('range' in choice.say) || deed.value === null) return null;
  const [half, { field, min, max, unit }] = choice.say.range;
  const { value } = deed;
  if (value >= min && value <= max) return { command: withChange(half, field, () => value) };
  const allowed = min === max ? `only ${min}` : `${min} to ${max}`;
  return { reasons: [{ why: `${choice.label} ${value} ${unit}: ${allowed} can be chosen`, rule: choice.rule }] };
}

// The decision panel: what is asked, what may be chosen and what not and why, trial, undo and commit.

import { h, fill, find, percent, refill, thousandths } from '../lib/dom.js';
import { chances } from './forecast.js';
import { chip } from '../screens/rules.js';
import { calculation, sentence } from './log.js';
import { poseText } from '../board/geo.js';
import { mustered } from './muster.js';
/** @import { View, Card, Aircraft, Menu, Choice, MayTakeBack, Odds, Side } from '../wire/types.js' */

/** @typedef {Menu<any>} AnyMenu */
/** @typedef {Choice<any>} AnyChoice */
/**
 * @typedef {{ view: View, cards: Record<string, Card>, menu: AnyMenu | null, armed: { choice: AnyChoice } | null,
 *   ranging: { label: string, value: number } | null, selected: number | null, stackDepth: number, busy: boolean, grid: import('../board/geo.js').Grid | null, waiting: string,
 *   refusal: { rule?: string, why: string }[] | null, odds: Odds | null, coach: Set<string>, takeBack: MayTakeBack | null, asked: Side | null, names: Partial<Record<Side, string>> }} PanelState
 */
/**
 * @typedef {{ choose: (c: AnyChoice) => void, hover: (c: AnyChoice | null) => void, commit: () => void, undo: () => void, trial: () => void,
 *   range: (c: AnyChoice, value: number) => void, select: (id: number | null) => void, cancel: () => void }} PanelActions
 */

/** More choices than this are first sorted by aircraft. */
const MANY = 9;
/** Whether the panel is a sheet at the bottom and has little room; the style sheet says so. */
const inSheet = () => getComputedStyle(find('#main')).getPropertyValue('--sheet') === '1';
/** More buttons than this are drawn small. */
const DENSE = 15;

/**
 * The choices to show now, and those aircraft that have choices of their own when there are too many to show at once.
 * @param {PanelState} state
 */
export function layout(state) {
  const elsewhere = mustered(state.menu);
  // What ends the game has a menu of its own: it has no key, and is never under the pointer of the last click.
  const choices = (state.menu?.choices ?? []).filter((c) => !elsewhere.has(c) && !c.quit);
  if (state.menu?.draft) return { shown: choices, fleet: [] };
  const fleet = [...new Set(choices.map((c) => c.aircraft).filter((id) => id !== null))];
  const own = choices.filter((c) => c.aircraft === state.selected && c.aircraft !== null);
  const general = choices.filter((c) => c.aircraft === null);
  const single = choices.length === fleet.length + general.length;
  if (fleet.length < 2 || choices.length <= MANY || single) return { shown: choices, fleet: [] };
  return { shown: [...own, ...general], fleet };
}

/** Aircraft that have something to choose. @param {AnyMenu | null | undefined} menu @returns {number[]} */
export function able(menu) {
  return [...new Set((menu?.choices ?? []).flatMap((c) => (c.aircraft !== null && !c.barred.length ? [c.aircraft] : [])))];
}

/** The aircraft that the decision is about, where it is about one only. @param {AnyMenu | null | undefined} menu */
export function sole(menu) {
  if (!menu?.owed) return null;
  const ids = new Set(menu.choices.filter((c) => !c.quit).map((c) => c.aircraft));
  return ids.size === 1 ? [...ids][0] : null;
}

/**
 * The key of each choice shown: its own, or the next free digit for a legal one.
 * @param {AnyChoice[]} shown
 * @returns {Map<AnyChoice, string>}
 */
export function choiceKeys(shown) {
  const keys = new Map();
  const used = new Set();
  for (const c of shown) {
    const own = c.key?.toUpperCase();
    if (own && !used.has(own)) {
      keys.set(c, own);
      used.add(own);
    }
  }
  let digit = 1;
  for (const c of shown) {
    if (keys.has(c) || c.barred.length || digit > 9) continue;
    keys.set(c, String(digit++));
  }
  return keys;
}

/**
 * Whether there is something to commit.
 * @param {PanelState} state
 */
export function committable(state) {
  if (state.busy || !state.menu) return false;
  return !!state.armed || !!state.ranging || (!!state.menu.draft && state.menu.draft.barred.length === 0);
}

/**
 * @param {HTMLElement} node
 * @param {PanelState} state
 * @param {PanelActions} act
 */
export function showPanel(node, state, act) {
  refill(node, () => fill(node, ...content(state, act)), '.commit:not([aria-disabled=true])', 'h2');
}

/** @param {PanelState} state @param {PanelActions} act */
function content(state, act) {
  const { view, menu } = state;
  if (view.outcome) return over(state);
  if (!menu || !menu.owed) {
    return [h('h2', { tabindex: '-1' }, state.waiting || 'Waiting'), h('p', { class: 'muted' }, 'You may look around, read the log and open cards.'),
      refusals(state), menu ? anytime(state, act) : null, menu?.draft && [reasons([], menu.draft), row(state, act)],
      !menu?.draft && state.takeBack && [h('div', { class: 'row' }, undoButton(state, act)), whyNot(state)]];
  }
  const draft = menu.draft;
  const id = draft?.aircraft ?? state.armed?.choice.aircraft ?? sole(menu);
  const a = view.aircraft.find((b) => b.id === id);
  const { shown, fleet } = layout(state);
  const keys = choiceKeys(shown);
  return [
    h('h2', { tabindex: '-1' }, a ? [`${a.name} · ${state.cards[a.card]?.name ?? a.card} `, h('small', null, condition(a, state))] : 'Your decision'),
    h('p', { class: 'prompt' }, menu.prompt, ' ', chip(menu.rule)),
    draft && !menu.muster && draft.of > 0 && pips(draft.spent, draft.of),
    fleet.length > 0 && fleetRow(fleet, state, act),
    buttons(shown, keys, state, act),
    rangeRow(state, act),
    reasons(shown, state.armed ? null : draft),
    refusals(state),
    oddsBox(state.odds, view),
    row(state, act),
  ];
}

/** @param {Aircraft} a @param {PanelState} state */
function condition(a, state) {
  const pose = state.menu?.draft?.pose ?? a.pose;
  return pose && state.grid ? poseText(state.grid, pose) : a.status;
}

/** @param {number} spent @param {number} of */
function pips(spent, of) {
  const label = `${spent} of ${of} spent`;
  if (of > 40) return h('p', { class: 'pips-text' }, label);
  return h('div', { class: 'pips', role: 'img', 'aria-label': label }, Array.from({ length: of }, (_, n) => h('i', { class: n < spent ? 'used' : '' })));
}

/** @param {(number | null)[]} fleet @param {PanelState} state @param {PanelActions} act */
function fleetRow(fleet, state, act) {
  return h('div', { class: 'fleet', role: 'group', 'aria-label': 'Aircraft' }, fleet.map((id) => {
    const a = state.view.aircraft.find((b) => b.id === id);
    const legal = state.menu?.choices.some((c) => c.aircraft === id && !c.barred.length);
    return h('button', {
      class: `fleet-item ${a?.side ?? ''}${id === state.selected ? ' on' : ''}${legal ? '' : ' idle'}`, 'data-key': `fleet-${id}`,
      'aria-pressed': String(id === state.selected), onclick: () => act.select(id === state.selected ? null : id),
    }, a?.name ?? String(id));
  }));
}

/** Where keys lie under the left hand; choices that have them are laid out the same way. */
const KEYBOARD = ['Q', 'W', 'E', 'A', 'S', 'D', 'Z', 'X', 'C'];

/**
 * Choices in rows of three as their keys lie on a keyboard, others in the gaps and behind; in their own order where fewer than four have
 * such keys.
 * @param {AnyChoice[]} shown
 * @returns {(AnyChoice | null)[]}
 */
export function asOnKeyboard(shown) {
  const placed = KEYBOARD.map((k) => shown.find((c) => c.key?.toUpperCase() === k) ?? null);
  if (placed.filter(Boolean).length < 4) return shown;
  const others = shown.filter((c) => !placed.includes(c));
  const filled = placed.map((c) => c ?? others.shift() ?? null);
  while (filled[filled.length - 1] === null) filled.pop();
  return [...filled, ...others];
}

/** Whether a choice is about nothing on the board and has no key: drawn smaller where there are others. @param {AnyChoice} c */
const aside = (c) => c.aircraft === null && c.target === null && c.pose === null && c.key === null;

/** Places to choose from that are better picked on the board than from a list. @param {AnyChoice[]} shown */
export function places(shown) {
  const all = shown.filter((c) => c.pose !== null && c.target === null && c.key === null);
  return all.length > MANY ? all : [];
}

/** @param {AnyChoice[]} shown @param {Map<AnyChoice, string>} keys @param {PanelState} state @param {PanelActions} act @returns {import('../lib/dom.js').Children} */
function buttons(shown, keys, state, act) {
  const onBoard = places(shown);
  if (onBoard.length) {
    const rest = shown.filter((c) => !onBoard.includes(c) || c === state.armed?.choice);
    const where = state.menu?.draft?.free.length ? 'Point anywhere in the shaded part of the board.' : `Pick one of ${onBoard.length} places on the board.`;
    return [h('p', { class: 'muted' }, where), buttons(rest, keys, state, act),
      h('details', null, h('summary', null, state.menu?.draft?.free.length ? 'Some of them as a list' : 'All of them'), grid(onBoard, keys, state, act))];
  }
  return grid(shown, keys, state, act);
}

/** @param {AnyChoice[]} shown @param {Map<AnyChoice, string>} keys @param {PanelState} state @param {PanelActions} act @returns {import('../lib/dom.js').Children} */
function grid(shown, keys, state, act) {
  const dense = shown.length > DENSE;
  const long = !dense && shown.filter((c) => c.label.length > 15 || c.note.length > 22).length * 2 > shown.length;
  const main = shown.some((c) => !c.barred.length && !aside(c));
  const nodes = asOnKeyboard(shown).map((c) => {
    if (!c) return h('span', { class: 'gap' });
    const n = shown.indexOf(c);
    const name = c.label;
    const barred = c.barred.length > 0;
    const armed = state.armed?.choice === c || state.ranging?.label === c.label;
    const key = barred ? undefined : keys.get(c);
    return h('button', {
      class: `choice${name.length > (long ? 32 : 15) ? ' wordy' : ''}${main && aside(c) ? ' minor' : ''}${barred ? ' no' : ''}${armed ? ' armed' : ''}${state.coach.has(name) ? ' coach' : ''}`,
      'data-key': `choice-${n}-${name}`, 'data-label': name, 'aria-disabled': barred ? 'true' : null, 'aria-pressed': armed ? 'true' : null,
      'aria-describedby': barred ? `why-${n}` : null,
      onclick: () => act.choose(c), onmouseenter: () => act.hover(c), onmouseleave: () => act.hover(null), onfocus: () => act.hover(c),
    }, name, !dense && h('small', null, barred ? 'not now' : c.note, key && h('kbd', null, c.note && ' · ', key), !barred && !c.note && !key && ' '));
  });
  return nodes.length > 0 && h('div', { class: `choices${long ? ' long' : ''}${dense ? ' dense' : ''}`, role: 'group', 'aria-label': 'Choices' }, nodes);
}

/** @param {AnyChoice[]} shown @param {{ barred: { rule: string, why: string }[] } | null} draft */
function reasons(shown, draft) {
  const lines = shown.flatMap((c, n) => (c.barred.length ? [h('li', { id: `why-${n}` }, h('b', null, c.label), ': ', c.barred.map((b) => [b.why, ' ', chip(b.rule), ' ']))] : []));
  const now = draft?.barred.length
    ? h('p', { class: 'not-yet' }, 'Not complete: ', draft.barred.map((b) => [b.why, ' ', chip(b.rule), ' ']))
    : null;
  if (!lines.length) return now;
  const list = h('ul', { class: 'why' }, lines);
  return [now, lines.length > 3 || inSheet() ? h('details', { class: 'why-more' }, h('summary', null, `Why ${lines.length === 1 ? 'one choice is' : `${lines.length} choices are`} greyed`), list) : list];
}

/** @param {PanelState} state */
function refusals(state) {
  if (!state.refusal) return null;
  return h('div', { class: 'refusal' }, state.refusal.map((r) => h('p', null, r.why, ' ', r.rule && chip(r.rule))));
}

/** @param {PanelState} state @param {PanelActions} act */
function rangeRow(state, act) {
  const { ranging } = state;
  const choice = ranging && state.menu?.choices.find((c) => c.label === ranging.label);
  if (!choice || !('range' in choice.say)) return null;
  const [, range] = choice.say.range;
  const { value } = ranging;
  const out = h('output', null, `${value} ${range.unit}`);
  return h('label', { class: 'range' }, h('span', null, ranging.label), ' ',
    h('input', {
      type: 'range', min: range.min, max: range.max, value, 'data-key': 'range', 'aria-valuetext': `${value} ${range.unit}`,
      oninput: (/** @type {Event} */ e) => {
        const now = Number(/** @type {HTMLInputElement} */ (e.target).value);
        out.textContent = `${now} ${range.unit}`;
        act.range(choice, now);
      },
    }), ' ', out);
}

/** @param {Odds | null} odds @param {View} view */
export function oddsBox(odds, view) {
  if (!odds) return null;
  return h('div', { class: 'odds' },
    h('p', { class: 'odds-line' }, chances(odds), ' · ', h('b', null, thousandths(Number(odds.expected_milli))), ' damage expected · ',
      h('b', null, percent(odds.kill.ppm)), ' kill'),
    odds.text && h('p', { class: 'muted' }, sentence(odds.text, view.aircraft)),
    odds.calculations.map(calculation));
}

/** @param {PanelState} state @param {PanelActions} act */
function row(state, act) {
  const ready = committable(state);
  const trial = !!state.menu?.draft && state.menu.draft.path.length > 1;
  return [h('div', { class: 'row' }, undoButton(state, act),
    trial && h('button', { 'data-key': 'trial', class: 'trial', onclick: act.trial }, 'Trial run'),
    h('button', {
      'data-key': 'commit', class: `go commit${state.coach.has('commit') ? ' coach' : ''}`, 'aria-disabled': ready ? null : 'true', onclick: act.commit,
    }, 'Commit ', h('kbd', null, '⏎'))), whyNot(state)];
}

/** Whether there is a trial step or a choice to undo; otherwise it is the last command that would be taken back. @param {PanelState} state */
const trying = (state) => !!state.armed || state.stackDepth > 0;

/** @param {PanelState} state @param {PanelActions} act */
function undoButton(state, act) {
  const { takeBack } = state;
  const no = !trying(state) && (!takeBack || takeBack.may === 'no' || state.asked !== null);
  const label = trying(state) ? 'Undo' : takeBack?.may === 'ask' ? 'Ask to take back' : 'Take back';
  return h('button', { 'data-key': 'undo', class: 'undo', 'aria-disabled': no ? 'true' : null, 'aria-describedby': no && takeBack?.why ? 'why-no-undo' : null, title: no ? takeBack?.why : null, onclick: act.undo },
    label, ' ', h('kbd', null, '⌫'));
}

/** Why the last command may not be taken back. @param {PanelState} state */
function whyNot(state) {
  if (trying(state) || state.takeBack?.may !== 'no' || !state.takeBack.why) return null;
  return h('p', { class: 'muted no-undo', id: 'why-no-undo' }, state.takeBack.why);
}

/** What may be said although nothing is asked. @param {PanelState} state @param {PanelActions} act */
function anytime(state, act) {
  const choices = layout(state).shown;
  if (!choices.length) return null;
  return h('details', { class: 'anytime' }, h('summary', null, 'At any time'), buttons(choices, new Map(), state, act),
    state.armed && h('div', { class: 'row' }, h('button', { 'data-key': 'commit', class: 'go commit', onclick: act.commit }, 'Commit ', h('kbd', null, '⏎'))));
}

/** @param {PanelState} state */
function over(state) {
  const { outcome, seat } = state.view;
  if (!outcome) return [];
  const mine = seat === outcome.winner;
  const name = (/** @type {Side} */ s) => state.names[s] ?? side(s);
  const title = !outcome.winner ? 'A draw' : seat === 'observer' || seat === 'referee' ? `Victory for ${name(outcome.winner)}` : mine ? 'You win' : 'You lose';
  return [refusals(state), h('div', { class: `outcome ${outcome.winner ?? 'draw'}` }, h('h2', { tabindex: '-1' }, title), h('p', null, outcome.text, ' ', chip(outcome.rule)),
    outcome.points.some((p) => p !== 0) && h('p', { class: 'points' }, `Points: ${name('allies')} ${outcome.points[0]}, ${name('axis')} ${outcome.points[1]}`))];
}

/** @param {string} s */
export const side = (s) => (s === 'allies' ? 'Allies' : s === 'axis' ? 'Axis' : s);

// A decision from its question to its end: choices, trial steps, what is armed. Each function changes the record and
// says, where the server has to be asked, what comes next. No DOM, no server.

import { alike, withChange } from '../wire/pointer.js';
import { sideOf } from './record.js';
/** @import { AnyChoice, AnyMenu, Command, Goal, State } from './record.js' */

/** Whether the choices of the present trial step are there and nothing is on its way. @param {State} state */
export const settled = (state) => !state.busy && !!state.menu && state.menuOf === state.stack.at(-1);

/** The number being chosen, while its trial step is the present one. @param {State} state */
export const ranging = ({ ranged, stack }) => (ranged && ranged.draft === stack.at(-1) ? ranged : null);

/** Whether there is something to commit. @param {State} state */
export function committable(state) {
  if (state.busy || !state.menu) return false;
  return !!state.armed || !!state.volley || !!ranging(state) || state.menu.draft?.barred.length === 0;
}

/** How many trial steps were taken by the player, and not by themselves. @param {State} state */
const tried = ({ stack, opened }) => stack.length - (stack.length > 0 && stack[0] === opened ? 1 : 0);

/** What may be said. @param {AnyMenu | null | undefined} menu */
export const legal = (menu) => (menu?.choices ?? []).filter((c) => !c.quit && !c.barred.length);

/** The choice that is the only thing left to do: one press gives it. @param {State} state */
export function onlyThing({ menu }) {
  const [only, other] = legal(menu);
  return only && !other && menu?.owed && 'command' in only.say ? only : null;
}

/**
 * The shots that would stay unfired if what is armed were given: a choice that is about no aircraft passes over all.
 * Where shots are first put together, it says so itself.
 * @param {State} state
 */
export function unfired({ menu, armed }) {
  if (!armed || armed.aircraft !== null || armed.target !== null || armed.quit) return [];
  return legal(menu).filter((c) => c.target !== null && 'command' in c.say);
}

/** Warns once of shots that would stay unfired; answers whether it did. @param {State} state */
export function warn(state) {
  if (state.warned === state.armed || !unfired(state).length) return false;
  state.warned = state.armed;
  return true;
}

/**
 * Whether there is a trial step or a choice to undo; otherwise it is the last command that would be taken back.
 * @param {State} state
 */
export const trying = (state) => !!state.armed || !!state.volley || tried(state) > 0;

/**
 * What a question may be about; its answer is worth nothing once that is past.
 * @typedef {'decision' | 'position' | 'trial'} About
 */

/** The present one of what a question is about. @param {State} state @param {About} about @returns {unknown[]} */
export function present(state, about) {
  if (about === 'decision') return [state.decision];
  return about === 'position' ? [state.seq] : [state.seq, state.stack.at(-1)];
}

/**
 * Whether what a question was about is over.
 * @param {State} state
 * @param {About} about
 * @param {unknown[]} then what was present when it was asked
 */
export const past = (state, about, then) => present(state, about).some((now, n) => now !== then[n]);

/**
 * The table offers choices. What was armed stays armed as the new menu has it; the selection follows the trial; what
 * was said of the menu before goes with it.
 * @param {State} state @param {AnyMenu | null} menu @param {Command} [draft] the trial step that it is about
 */
export function offer(state, menu, draft) {
  const before = state.menu;
  state.menu = menu;
  state.menuOf = draft;
  for (const c of menu?.choices ?? []) state.offered.add(c);
  if (draft === undefined) learnQuits(state, menu);
  if (draft === undefined) state.base = { seq: state.seq, menu };
  const { armed } = state;
  if (armed && menu && !menu.choices.includes(armed)) {
    state.armed = menu.choices.find((c) => !c.barred.length && alike(c.say, armed.say)) ?? null;
  }
  const trial = menu?.draft;
  if (trial?.aircraft != null) state.selected = trial.aircraft;
  // Ends that were asked for without a trial are more than those that a trial leaves.
  const known = state.ends.seq === state.seq && state.ends.aircraft === trial?.aircraft && state.ends.plans.length > 0;
  if (trial?.plans.length && !known) {
    state.ends = { seq: state.seq, aircraft: trial.aircraft, plans: trial.plans };
  }
  if (menu === before) return;
  if (state.hoverChoice && !menu?.choices.includes(state.hoverChoice)) state.hoverChoice = null;
  state.chooser = null;
  state.glance = null;
  state.placing = { lifted: null, offer: null };
}

/** @param {State} state @param {AnyMenu | null} menu one that is about no trial */
export function learnQuits(state, menu) {
  state.quits = { seq: state.seq, offered: menu?.choices.filter((c) => c.quit && !c.barred.length) ?? [] };
}

/** What was being decided is over: nothing of it is kept, armed or waiting. @param {State} state */
export function over(state) {
  state.decision++;
  state.waiting.drop();
  state.offered = new WeakSet();
  state.stack = [];
  state.armed = null;
  state.menu = null;
  state.menuOf = undefined;
  state.course = null;
  state.opened = undefined;
  state.volley = null;
  state.warned = null;
  state.hint = null;
  state.moves = { kind: null, way: null };
  state.placing = { lifted: null, offer: null };
  lookAway(state);
}

/** What was said of something on the screen says nothing of what comes next. @param {State} state */
export function lookAway(state) {
  state.hoverChoice = null;
  state.odds = null;
  state.chooser = null;
  state.glance = null;
  state.tip = null;
}

/**
 * Whether something that a player does may wait for the choices of the present decision. While a command is on its way
 * what was decided is over, and nothing more belongs to it.
 * @param {State} state
 */
export const mayWait = (state) => !state.busy && !state.order?.on && !!sideOf(state) && !state.view?.outcome;

/**
 * What follows from a choice: `ask` the table about the new trial step (`rest`: once the number rests), `commit`, or
 * `again`: take the same step once more when its choices are there.
 * @typedef {'ask' | 'rest' | 'commit' | 'again' | null} Next
 */

/** @param {State} state @param {AnyChoice} choice one of a menu that was on the screen @returns {Next} */
export function choose(state, choice) {
  if (!state.offered.has(choice) || state.busy || state.order?.on) return null;
  if (!settled(state) || !state.menu?.choices.includes(choice)) return 'draft' in choice.say ? 'again' : null;
  state.refusal = null;
  if (choice.target === null) state.odds = null;
  if (choice.barred.length) {
    state.refusal = choice.barred;
    return null;
  }
  if ('draft' in choice.say) {
    push(state, choice.say.draft);
    return 'ask';
  }
  if ('range' in choice.say) {
    const { min, max, dial } = choice.say.range[1];
    if (ranging(state)?.label === choice.label) return 'commit';
    const turned = dial ? (dial.left ? dial.from - dial.pose.heading : dial.pose.heading - dial.from) : min;
    return range(state, choice, Math.min(max, Math.max(min, dial ? ((turned % 360) + 360) % 360 : min)));
  }
  const last = state.armed === choice || onlyThing(state) === choice;
  state.armed = choice;
  state.tray = [];
  return last ? 'commit' : null;
}

/** The step that a second click on a choice means now. @param {State} state @param {AnyChoice} choice */
export function stepAgain({ menu }, choice) {
  return (
    menu?.choices.find(
      (c) => c.label === choice.label && c.aircraft === choice.aircraft && !c.barred.length && 'draft' in c.say,
    ) ?? null
  );
}

/**
 * Takes a command as the next trial step.
 * @param {State} state
 * @param {Command} command
 * @param {Omit<Goal, 'draft'>} [goal] where it leads
 */
export function push(state, command, goal) {
  state.refusal = null;
  state.armed = null;
  // Whoever goes on has seen the dice; they stand in the log.
  state.tray = [];
  state.stack = [...state.stack, command];
  state.goal = goal ? { ...goal, draft: command } : null;
}

/** Arms a whole command that is on no button. @param {State} state @param {Command} command @param {string} label */
export function arm(state, command, label) {
  const known = state.menu?.choices.find((c) => 'command' in c.say && alike(c.say.command, command));
  const rule = state.menu?.rule ?? '';
  state.armed = known ?? {
    label,
    note: '',
    say: { command },
    barred: [],
    aircraft: null,
    target: null,
    pose: null,
    rule,
    key: null,
    quit: null,
  };
  state.tray = [];
}

/**
 * Sets the number of a choice, as a trial.
 * @param {State} state
 * @param {AnyChoice} choice
 * @param {number} value
 * @returns {Next}
 */
export function range(state, choice, value) {
  if (!('range' in choice.say) || !state.offered.has(choice) || state.busy) return null;
  const [command, { field }] = choice.say.range;
  const now = ranging(state);
  if (now?.label === choice.label && now.value === value) return null;
  // Another number of the same aircraft takes the place of the one before.
  const again = !!now && now.aircraft === choice.aircraft;
  if (again) backTo(state, state.stack.length - 1);
  const draft = withChange(command, field, () => value);
  push(state, draft);
  state.ranged = { label: choice.label, aircraft: choice.aircraft, value, draft };
  return again ? 'rest' : 'ask';
}

/** The command that is armed or drafted, and where it leads; nothing where there is none. @param {State} state */
export function command(state) {
  const say = state.armed?.say;
  if (say) return 'command' in say ? { command: say.command, goal: null } : null;
  const goal = state.goal && state.goal.draft === state.stack.at(-1) ? state.goal : null;
  // While a number is still being asked about, the trial is newer than the answer.
  const now = ranging(state);
  if (now) return { command: now.draft, goal };
  const draft = state.menu?.draft;
  return draft && !draft.barred.length ? { command: draft.command, goal } : null;
}

/**
 * Undoes the last thing tried: input that waits, the armed choice, or the last trial step (`ask` for its choices).
 * `take-back` where nothing is tried: then it is the last command that is meant.
 * @param {State} state @returns {'ask' | 'take-back' | null}
 */
export function undo(state) {
  if (state.busy || state.waiting.pop()) return null;
  state.refusal = null;
  if (state.armed) {
    state.armed = null;
    return null;
  }
  if (state.volley) {
    state.volley = null;
    return null;
  }
  if (!tried(state)) return 'take-back';
  backTo(state, state.stack.length - 1);
  return 'ask';
}

/** Goes back to an earlier trial step, of which there were so many. @param {State} state @param {number} depth */
export function backTo(state, depth) {
  state.stack = state.stack.slice(0, depth);
}

/** Drops all trial steps. @param {State} state */
export function cancel(state) {
  state.waiting.drop();
  state.volley = null;
  state.stack = [];
  state.armed = null;
}

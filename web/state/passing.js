// Decisions that leave nothing to choose. No DOM, no server.

import { onlyThing, settled, trying } from './decision.js';
/** @import { AnyChoice, State } from './record.js' */

/** So many of what was passed last are told of. */
const TOLD = 3;

/**
 * The choice that may be passed by itself: the only one there is, which neither fires nor ends the game. What was taken
 * back is not passed again, or nobody could take back anything before it.
 * @param {State} state
 */
export function forced(state) {
  const only = onlyThing(state);
  if (!only || only.target !== null || state.menu?.draft || state.menu?.muster) return null;
  if (!settled(state) || trying(state) || state.order?.on || state.coach) return null;
  if (state.undone === state.seq || state.view?.outcome || state.handing || state.connection !== 'open') return null;
  return only;
}

/** Notes that a choice is passed. @param {State} state @param {AnyChoice} choice */
export function notePassed(state, choice) {
  const { lines, labels } = state.passed;
  state.passed = { lines: new Set([...lines, state.line + 1]), labels: [...labels, choice.label].slice(-TOLD) };
}

/** Nothing is passed by itself at the present position. @param {State} state */
export function leave(state) {
  state.undone = state.seq;
}

/** The player has done something: what was passed before is past. @param {State} state */
export function forgetPassed(state) {
  if (state.passed.labels.length) state.passed = { ...state.passed, labels: [] };
}

/** Whether the last command was passed by itself. @param {State} state */
export const wasPassed = ({ passed, line }) => passed.lines.has(line);

// Decisions that leave nothing to choose. No DOM, no server.

import { onlyThing, settled, trying } from './decision.js';
import { aircraftOf, sideOf } from './record.js';
/** @import { LogEntry } from '../wire/types.js' */
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

/**
 * The line of the log about a choice that is passed.
 * @param {State} state @param {AnyChoice} choice @returns {LogEntry}
 */
function lineOf(state, { aircraft, label, rule }) {
  const name = aircraftOf(state, aircraft)?.name;
  const text = name ? `Passed: nothing else to do for ${name} (${label})` : `Passed: nothing to choose but ${label}`;
  const about = { side: sideOf(state), actor: null, target: null };
  return {
    seq: -1,
    line: state.line + 1,
    kind: 'decision',
    text,
    rules: [rule],
    ...about,
    dice: [],
    path: [],
    calculation: null,
  };
}

/** Lines of the log that still stand: what was taken back since then is not passed any more. @param {State} state */
const standing = ({ passed, line }) => passed.lines.filter((e) => e.line <= line);

/** Notes that a choice is passed. @param {State} state @param {AnyChoice} choice */
export function notePassed(state, choice) {
  const lines = [...standing(state), lineOf(state, choice)];
  state.passed = { lines, labels: [...state.passed.labels, choice.label].slice(-TOLD) };
}

/** The log and the lines about what was passed, each behind what came of it. @param {State} state */
export function logOf(state) {
  const { log, passed } = state;
  const last = known.get(log);
  if (last?.passed === passed) return last.whole;
  const quiet = standing(state);
  let whole = log;
  for (const e of quiet) {
    const at = whole.findLastIndex((other) => other.line <= e.line);
    whole = whole.toSpliced(at + 1, 0, e);
  }
  known.set(log, { passed, whole });
  return whole;
}

/** What a log was last put together to; the same log is asked for in every frame. */
const known = /** @type {WeakMap<LogEntry[], { passed: State['passed'], whole: LogEntry[] }>} */ (new WeakMap());

/** Whether a line of the log is about something that was passed. @param {LogEntry} e */
export const isPassed = (e) => e.seq < 0;

/** Nothing is passed by itself at the present position. @param {State} state */
export function leave(state) {
  state.undone = state.seq;
}

/** The player has done something: what was passed before is past. @param {State} state */
export function forgetPassed(state) {
  if (state.passed.labels.length) state.passed = { lines: standing(state), labels: [] };
}

/** Whether the last command was passed by itself. @param {State} state */
export const wasPassed = ({ passed, line }) => passed.lines.some((e) => e.line === line);

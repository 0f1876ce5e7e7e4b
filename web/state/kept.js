// What this browser keeps of a table, so that a reload changes nothing: the trial steps, what was passed by itself, and
// who sat down last.

import { keep, read } from '../lib/storage.js';
import { ranging } from './decision.js';
import { PUT_BACK, ofAnotherHistory } from './position.js';
/** @import { LogEntry, Side } from '../wire/types.js' */
/** @import { Command, State } from './record.js' */

/**
 * @typedef {{ seq: number, mark?: string, stack: Command[], armed?: string,
 *   ranged: { label: string, aircraft: number | null, value: number } | null }} Trial
 */

/** @param {State} state */
const trialKey = ({ id, seat }) => `tallyho:draft:${id}:${seat}`;

/** @param {State} state */
const seatKey = ({ id }) => `tallyho:seat:${id}`;

/**
 * The trial steps that belong to the present position. Those of a history that the table no longer has are dropped, and
 * the player is told.
 * @param {State} state
 */
export function keptTrial(state) {
  const kept = read(trialKey(state), /** @type {Trial | null} */ (null));
  if (!kept || !ofAnotherHistory(state, kept)) return kept?.seq === state.seq ? kept : null;
  keep(trialKey(state), null);
  state.refusal = PUT_BACK;
  return null;
}

/** Keeps the trial as it is now. @param {State} state */
export function keepTrial(state) {
  const { seq, mark, stack, armed } = state;
  const now = ranging(state);
  const ranged = now && { label: now.label, aircraft: now.aircraft, value: now.value };
  keep(trialKey(state), stack.length || armed ? { seq, mark, stack, armed: armed?.label, ranged } : null);
}

/** @param {State} state */
const passedKey = ({ id, seat }) => `tallyho:passed:${id}:${seat}`;

/** Lines of the log about what was passed by itself. @param {State} state @returns {LogEntry[]} */
export const keptPassed = (state) => read(passedKey(state), []);

/** @param {State} state */
export const keepPassed = (state) => keep(passedKey(state), state.passed.lines);

/** Whether this browser keeps anything at all; some do not. @param {State} state */
export function keepsAnything(state) {
  const key = `${seatKey(state)}:kept`;
  keep(key, true);
  const kept = read(key, false);
  keep(key, null);
  return kept;
}

/** The side that sat down last. @param {State} state */
export const keptSeat = (state) => read(seatKey(state), /** @type {Side | null} */ (null));

/** @param {State} state @param {Side | null} side */
export const keepSeat = (state, side) => keep(seatKey(state), side);

// A computer pilot that flies for the player, all aircraft or some: for the rest of a turn, or until the seat is taken
// back.

import { able } from './layout.js';
import { baseMenu } from './lead.js';
import { aircraftOf, sideOf } from './record.js';
/** @import { Relieved, Side, Until } from '../wire/types.js' */
/** @import { Play } from './play.js' */
/** @import { State } from './record.js' */

/** The pilot that flies for a side now. @param {State} state @param {Side | null} [side] */
export function reliefOf(state, side = sideOf(state)) {
  const relief = (side && state.table?.sides[side]?.relief) ?? null;
  return relief && (relief.turn === null || relief.turn === state.view?.phase.turn) ? relief : null;
}

/** The pilot that flies a whole side now. @param {State} state @param {Side | null} [side] */
export function wholeRelief(state, side = sideOf(state)) {
  const relief = reliefOf(state, side);
  return relief && !relief.aircraft.length ? relief : null;
}

/**
 * Whether the present decision is the computer pilot's: it flies the whole side, or one of its aircraft is asked and it
 * has not yet left the decision to the player.
 * @param {State} state
 */
export function relieved(state) {
  const relief = reliefOf(state);
  if (!relief?.aircraft.length) return !!relief;
  return relief.waits !== state.seq && able(baseMenu(state)).some((id) => relief.aircraft.includes(id));
}

/** The aircraft of a group that still fly. @param {State} state @param {number | null | undefined} id one of them */
export function groupOf(state, id) {
  const one = aircraftOf(state, id);
  if (!one || one.side !== sideOf(state)) return [];
  return (state.view?.aircraft ?? []).filter((a) => a.flying && a.side === one.side && a.group === one.group);
}

/** Somebody has a pilot fly for a side, or has taken its seat back. @param {State} state @param {Relieved} now */
export function learnRelief(state, { side, relief }) {
  const { table } = state;
  const info = table?.sides[side];
  if (table && info) state.table = { ...table, sides: { ...table.sides, [side]: { ...info, relief } } };
}

/**
 * Has a pilot fly for the player, or takes the seat back.
 * @param {Play} play
 * @param {Until | null} until
 * @param {{ level?: string, aircraft?: number[] }} [how] which pilot, and the only aircraft that it flies
 */
export async function relieve(play, until, how = {}) {
  const { state, socket } = play;
  if (!sideOf(state)) return;
  if (until && (state.stack.length || state.armed || state.volley)) await play.cancel();
  try {
    learnRelief(state, await socket.call('relieve', { seat: state.seat, ...(until ? { until, ...how } : {}) }));
  } catch (e) {
    play.report(e);
  }
  play.ears.changed();
}

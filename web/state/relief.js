// A computer pilot that flies for the player: for the rest of a turn, or until the seat is taken back.

import { sideOf } from './record.js';
/** @import { Relieved, Side, Until } from '../wire/types.js' */
/** @import { Play } from './play.js' */
/** @import { State } from './record.js' */

/** The pilot that flies for a side now. @param {State} state @param {Side | null} [side] */
export function reliefOf(state, side = sideOf(state)) {
  const relief = (side && state.table?.sides[side]?.relief) ?? null;
  return relief && (relief.turn === null || relief.turn === state.view?.phase.turn) ? relief : null;
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
 */
export async function relieve(play, until) {
  const { state, socket } = play;
  if (!sideOf(state)) return;
  if (until && (state.stack.length || state.armed || state.volley)) await play.cancel();
  try {
    learnRelief(state, await socket.call('relieve', { seat: state.seat, ...(until ? { until } : {}) }));
  } catch (e) {
    play.report(e);
  }
  play.ears.changed();
}

// A drawing as the board takes it.

/** @import { Aircraft, Board, Drawing, Drawn, View } from '../wire/types.js' */

/** How far an aircraft is turned at once. @param {Board} board */
export const turnStep = (board) => (board.kind === 'open' ? 15 : 60);

/**
 * A drawing as the board takes it.
 * @param {string} game @param {string} title @param {Drawing} drawing
 * @returns {View}
 */
export function asView(game, title, { board, scenery, aircraft, markers, level_feet }) {
  return {
    game, title, seat: 'referee', board, scenery, markers,
    phase: { turn: 1, turns: null, step: 0, steps: [] },
    aircraft: aircraft.map(asAircraft),
    to_act: [], score: [], outcome: null, level_feet,
    altitudes: aircraft.some((a) => a.pose?.altitude != null),
  };
}

/** @param {Drawn} a @returns {Aircraft} */
function asAircraft({ id, name, card, side, pose }) {
  return {
    id, name, card, side, pose,
    group: '', role: '', status: pose ? 'flying' : 'not placed', flying: pose !== null,
    gauges: [], tags: [], trail: [], energy: null,
  };
}

// What part of the board is in the picture: the aircraft, the places within reach, and the area in which one sets up.

import { R } from './geo.js';
import { project } from './stand.js';
/** @import { Board } from './board.js' */
/** @import { Point } from './geo.js' */

/**
 * So near to the edge of the picture nothing counts as in it, in pixels; what is only brought into sight may be nearer.
 */
const EDGE = 30;
const REVEALED = 20;
/** The fight is framed anew once it can be seen this many times larger. */
const SHRUNK = 1.35;

/**
 * Whether a point is in the picture and not too close to its edge.
 * @param {Board} board
 * @param {Point} point
 * @param {number} edge
 */
function inSight({ camera }, point, edge) {
  const p = camera.toHost(point);
  const { width, height } = camera.room;
  return p.x >= edge && p.y >= edge && p.x <= width - edge && p.y <= height - edge;
}

/**
 * Whether all places within reach lie beyond the picture.
 * @param {Board} board
 * @param {Point[]} spots
 * @param {number} [edge]
 */
const beyond = (board, spots, edge = EDGE) => spots.length > 0 && !spots.some((p) => inSight(board, p, edge));

/** Brings one of the places within reach into sight, if none is. @param {Board} board */
export function revealReach(board) {
  const spots = board.reachable();
  if (beyond(board, spots, REVEALED)) board.camera.reveal(spots[Math.floor(spots.length / 2)]);
}

/** How much of the board something takes up. @typedef {import('./labels.js').Frame} Extent */

/**
 * Whether the picture no longer suits the fight: an aircraft has left it, all places within reach lie beyond it, or the
 * fight has become so small that it could be seen much larger.
 * @param {Board} board
 */
export function misframed(board) {
  const area = setUpArea(board);
  if (area.length) return area.some((p) => !inSight(board, p, 0));
  const flying = board.flying();
  if (beyond(board, board.reachable()) || flying.some((p) => !inSight(board, p, EDGE))) return true;
  if (!flying.length || !board.framed) return false;
  const { camera } = board;
  return camera.scaleFor(around(board, flying)) > SHRUNK * camera.scaleFor(board.framed);
}

/**
 * Shows where the aircraft are, and the places within reach where all of them lie far off. Whoever sets up looks at the
 * area in which they may, wherever the enemy stands.
 * @param {Board} board
 */
export function framePlay(board) {
  const reachable = board.reachable();
  const area = setUpArea(board);
  const flying = area.length ? area : board.flying();
  frame(board, flying.length ? flying : reachable);
  board.framed = flying.length ? around(board, flying) : null;
  if (beyond(board, reachable)) frame(board, [...flying, ...reachable]);
  board.camera.touched = false;
}

/** The corners of the area in which this seat sets up; nothing once that is over. @param {Board} board */
function setUpArea({ view, grid, way }) {
  const own = view?.markers.filter((m) => m.kind === 'area' && m.side === view.seat) ?? [];
  return grid ? own.map((m) => project(way, grid.centre(m.at))) : [];
}

/** @param {Board} board @param {Point[]} spots */
function frame(board, spots) {
  if (spots.length) board.camera.frame(around(board, spots));
  else board.camera.fit();
}

/** What some points take up, with room around them. @param {Board} board @param {Point[]} spots @returns {Extent} */
function around({ camera }, spots) {
  const xs = spots.map((p) => p.x);
  const ys = spots.map((p) => p.y);
  const room = Math.min(R * 5, camera.room.width / 4);
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
}

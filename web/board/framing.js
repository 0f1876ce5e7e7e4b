// What part of the board is in the picture: the aircraft, and the places within reach.

import { R } from './geo.js';
/** @import { Board } from './board.js' */
/** @import { Point } from './geo.js' */

/**
 * So near to the edge of the picture nothing counts as in it, in pixels; what is only brought into sight may be nearer.
 */
const EDGE = 30;
const REVEALED = 20;

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

/** Whether an aircraft has left the picture, or all places within reach lie beyond it. @param {Board} board */
export function astray(board) {
  return beyond(board, board.reachable()) || board.flying().some((p) => !inSight(board, p, EDGE));
}

/** Shows where the aircraft are, and the places within reach where all of them lie far off. @param {Board} board */
export function framePlay(board) {
  const reachable = board.reachable();
  const flying = board.flying();
  frame(board, flying.length ? flying : reachable);
  if (beyond(board, reachable)) frame(board, [...flying, ...reachable]);
  board.camera.touched = false;
}

/** @param {Board} board @param {Point[]} spots */
function frame({ camera }, spots) {
  if (spots.length === 0) return camera.fit();
  const xs = spots.map((p) => p.x);
  const ys = spots.map((p) => p.y);
  const room = Math.min(R * 5, camera.room.width / 4);
  const box = { x: Math.min(...xs) - room, y: Math.min(...ys) - room, width: 0, height: 0 };
  box.width = Math.max(...xs) + room - box.x;
  box.height = Math.max(...ys) + room - box.y;
  camera.frame(box);
}

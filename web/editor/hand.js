// Aircraft and what else lies on the map, put by hand: dragged over the board by mouse or finger, and dropped on it
// from the list of types.

import { R } from '../board/geo.js';
import { unproject } from '../board/stand.js';
/** @import { Aircraft, At, Marker } from '../wire/types.js' */
/** @import { Board } from '../board/board.js' */

/** Pointer travel from which a press is a drag. */
const DRAG_PX = 6;

/** What a hand can hold. @typedef {Aircraft | Marker} Thing */
/**
 * What is done by hand. A drop brings what was dragged from outside. `free` is whether the hand holds nothing that a
 * press puts down; `under` tells what lies at a place below the aircraft.
 * @typedef {{ free: () => boolean, under: (at: At | null) => Thing | null, pick: (thing: Thing) => void,
 *   drag: (thing: Thing, at: At | null) => void, put: (thing: Thing, at: At | null) => void,
 *   drop: (at: At) => void, turn: (by: 1 | -1) => boolean }} Hand
 */

/** The place under a pointer. @param {Board} board @param {MouseEvent} e */
function under(board, e) {
  const p = board.camera.toWorld(/** @type {PointerEvent} */ (e));
  return { p, at: board.grid?.at(unproject(board.way, p)) ?? null };
}

/** @param {Board} board @param {{ x: number, y: number }} p */
function planeAt(board, p) {
  const near = (board.view?.aircraft ?? [])
    .filter((a) => a.flying && a.pose)
    .map((a) => ({ a, q: board.place(a) }))
    .map(({ a, q }) => ({ a, far: Math.hypot(q.x - p.x, q.y - p.y) }))
    .sort((a, b) => a.far - b.far)[0];
  return near && near.far < R * 0.8 ? near.a : null;
}

/** Lets things on the board be moved by hand. @param {Board} board @param {Hand} on */
export function byHand(board, on) {
  const { host } = board;
  /** @type {{ id: number, thing: Thing, x: number, y: number, moved: boolean } | null} */
  let held = null;
  const press = (/** @type {PointerEvent} */ e) => {
    if (e.button !== 0 || held || !board.world.contains(/** @type {Node} */ (e.target))) return;
    if (!on.free()) return;
    const { p, at } = under(board, e);
    const thing = planeAt(board, p) ?? on.under(at);
    if (!thing) return;
    // Whoever takes something in hand does not move the map.
    e.stopImmediatePropagation();
    host.setPointerCapture(e.pointerId);
    held = { id: e.pointerId, thing, x: e.clientX, y: e.clientY, moved: false };
  };
  const move = (/** @type {PointerEvent} */ e) => {
    if (held?.id !== e.pointerId) return;
    held.moved ||= Math.hypot(e.clientX - held.x, e.clientY - held.y) > DRAG_PX;
    if (held.moved) on.drag(held.thing, under(board, e).at);
  };
  const lift = (/** @type {PointerEvent} */ e) => {
    if (held?.id !== e.pointerId) return;
    const { thing, moved } = held;
    held = null;
    if (moved) on.put(thing, e.type === 'pointerup' ? under(board, e).at : null);
    else if (e.type === 'pointerup') on.pick(thing);
  };
  host.addEventListener('pointerdown', press, { capture: true });
  host.addEventListener('pointermove', move);
  host.addEventListener('pointerup', lift);
  host.addEventListener('pointercancel', lift);
  host.addEventListener('dragover', (e) => e.preventDefault());
  host.addEventListener('drop', (e) => {
    e.preventDefault();
    const { at } = under(board, e);
    if (at) on.drop(at);
  });
  // With Shift the wheel turns what is selected; without, it zooms.
  const wheel = (/** @type {WheelEvent} */ e) => {
    if (!e.shiftKey || !on.turn((e.deltaY || e.deltaX) > 0 ? 1 : -1)) return;
    e.preventDefault();
    e.stopImmediatePropagation();
  };
  host.addEventListener('wheel', wheel, { capture: true, passive: false });
}

// The two ways to look at the table: from straight above, and obliquely with every aircraft on its flight stand.

import { s } from '../lib/dom.js';

/** How much the ground is flattened in the stand view. */
const TILT = 0.56;
/** World pixels of stand per level of altitude, and under an aircraft at level 0 or in a game without altitude. */
const STEP = 9;
const FOOT = 26;

/** @typedef {'plan' | 'stand'} Way */

/**
 * Where a point of the ground, or something at an altitude over it, is drawn.
 * @param {Way} way
 * @param {{x: number, y: number}} p
 * @param {number | null | undefined} [altitude] nothing for the ground itself
 */
export function project(way, p, altitude) {
  if (way === 'plan') return p;
  return { x: p.x, y: p.y * TILT - (altitude === undefined ? 0 : height(altitude)) };
}

/**
 * The point of the ground that is drawn at a point.
 * @param {Way} way
 * @param {{x: number, y: number}} p
 */
export function unproject(way, p) {
  return way === 'plan' ? p : { x: p.x, y: p.y / TILT };
}

/** The transform of everything that lies on the ground. @param {Way} way */
export function ground(way) {
  return way === 'plan' ? '' : `scale(1 ${TILT})`;
}

/** The transform of an aircraft's picture. @param {Way} way @param {number} heading */
export function attitude(way, heading) {
  return way === 'plan' ? `rotate(${heading})` : `scale(1 ${TILT + 0.08}) rotate(${heading})`;
}

/** How high an aircraft stands. @param {number | null} altitude */
export function height(altitude) {
  return FOOT + STEP * (altitude ?? 0);
}

/**
 * A flight stand: foot on the ground, rod with a ring for every fifth level. Drawn in the frame of the aircraft on top
 * of it.
 * @param {number | null} altitude
 */
export function rod(altitude) {
  const top = height(altitude);
  const rings = [];
  for (let level = 5; level <= (altitude ?? 0); level += 5) {
    const y = top - height(level);
    rings.push(s('path', { class: 'ring', d: `M-4 ${y}h8` }));
  }
  return s(
    'g',
    { class: 'stand' },
    s('ellipse', { class: 'foot', cx: 0, cy: top, rx: 13, ry: 6.5 }),
    s('path', { class: 'rod', d: `M0 0V${top}` }),
    rings,
  );
}

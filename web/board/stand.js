// The two ways to look at the table: from straight above, and obliquely with every aircraft on its flight stand.

import { s } from '../lib/dom.js';
/** @import { Aircraft, Attitude, View } from '../wire/types.js' */

/** How much the ground is flattened in the stand view, and how much of a height is seen there. */
const TILT = 0.56;
const RISE = Math.sqrt(1 - TILT * TILT);
/** World pixels of stand per level of altitude, and under an aircraft at level 0 or in a game without altitude. */
const STEP = 9;
const FOOT = 26;
/** Games with levels above this count them finely: their stands begin below the lowest aircraft and are this tall. */
const FINE = 40;
const TALL = 230;
/** A wing is never drawn narrower than this part of its span, however steep the bank. */
const NARROW = 0.55;

/** @typedef {'plan' | 'stand'} Way */
/** How a person wants to look; `auto` leaves it to the game. @typedef {Way | 'auto'} Wish */
/**
 * How altitudes become heights of stands: the level of a stand without rod, pixels of a level, levels of a ring.
 * @typedef {{ floor: number, step: number, ring: number }} Heights
 */

/**
 * How to look at a position. Where aircraft have altitudes, height decides a fight, and stands show it. An open table
 * is seen from above: on it distances and angles are measured.
 * @param {Wish} wish @param {View | null} view @returns {Way}
 */
export function wayFor(wish, view) {
  if (wish !== 'auto') return wish;
  return view?.altitudes && view.board.kind === 'hexes' ? 'stand' : 'plan';
}

/** @param {Aircraft[]} aircraft @returns {Heights} */
export function heightsOf(aircraft) {
  const levels = aircraft.flatMap((a) => (a.flying && a.pose?.altitude != null ? [a.pose.altitude] : []));
  const top = Math.max(0, ...levels);
  if (top <= FINE) return { floor: 0, step: STEP, ring: 5 };
  // Rounded generously, so that the stands keep their lengths for a while.
  const floor = Math.max(0, Math.floor(Math.min(...levels) / 20 - 1) * 20);
  return { floor, step: Math.min(STEP / 2, TALL / (Math.ceil(top / 20 + 1) * 20 - floor)), ring: 10 };
}

/**
 * Where a point of the ground, or something over it, is drawn.
 * @param {Way} way
 * @param {{x: number, y: number}} p
 * @param {number} [up] pixels of stand under it
 */
export function project(way, p, up = 0) {
  return way === 'plan' ? p : { x: p.x, y: p.y * TILT - up };
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

/** How much an aircraft is flattened: less than the ground, or it would hardly be known. @param {Way} way */
export const flattened = (way) => (way === 'plan' ? 1 : TILT + 0.08);

/**
 * The transform of an aircraft's picture. A banked one shows less of its wings, and in the stand view which wing and
 * whether the nose is lower.
 * @param {Way} way @param {number} heading @param {Attitude | null} [attitude]
 */
export function attitude(way, heading, attitude) {
  const flat = flattened(way);
  if (!attitude) return way === 'plan' ? `rotate(${heading})` : `scale(1 ${flat}) rotate(${heading})`;
  const rise = way === 'plan' ? 0 : RISE * 0.5;
  const [h, bank, pitch] = [heading, attitude.bank, attitude.pitch].map((d) => (d * Math.PI) / 180);
  const wing = Math.sign(Math.cos(bank)) * Math.max(NARROW, Math.abs(Math.cos(bank)));
  const m = [
    wing * Math.cos(h),
    wing * Math.sin(h) * flat + Math.sin(bank) * rise,
    -Math.cos(pitch) * Math.sin(h),
    Math.cos(pitch) * Math.cos(h) * flat + Math.sin(pitch) * rise,
  ];
  return `matrix(${m.map((n) => n.toFixed(3)).join(' ')} 0 0)`;
}

/** How high an aircraft stands, in pixels. @param {number | null} altitude @param {Heights} heights */
export function height(altitude, { floor, step }) {
  return FOOT + step * Math.max(0, (altitude ?? floor) - floor);
}

/**
 * A flight stand: foot on the ground, rod with rings, cut where it does not begin at the ground. Drawn in the frame of
 * the aircraft on top of it.
 * @param {number | null} altitude
 * @param {Heights} heights
 */
export function rod(altitude, heights) {
  const top = height(altitude, heights);
  const { floor, ring } = heights;
  const rings = [];
  for (let level = floor + ring; level <= (altitude ?? floor); level += ring) {
    const y = top - height(level, heights);
    rings.push(s('path', { class: 'ring', d: `M-4 ${y.toFixed(1)}h8` }));
  }
  return s(
    'g',
    { class: 'stand' },
    s('ellipse', { class: 'foot', cx: 0, cy: top, rx: 13, ry: 6.5 }),
    s('path', { class: 'rod', d: floor ? `M0 0V${top - 14}l-4 3 8 3 -4 3V${top}` : `M0 0V${top}` }),
    rings,
  );
}

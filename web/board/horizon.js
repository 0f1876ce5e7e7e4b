// Two small instruments: an artificial horizon for bank and pitch, and a bar for energy, which is height plus speed.
// Sky and ground differ in lightness, height and speed in pattern, so that neither needs colours to be told apart.

import { s } from '../lib/dom.js';
/** @import { Aircraft, Attitude, Energy } from '../wire/types.js' */

/** How far the horizon moves for 30 degrees of pitch, as a part of the radius. */
const SHIFT = 0.45;

/** @typedef {{ low: number, high: number }} Scale */

/**
 * What the pilot sees over the nose: the horizon tilts against the bank and sinks in a climb.
 * @param {Attitude} attitude
 * @param {number} r the radius
 */
export function horizon({ bank, pitch }, r) {
  const down = Math.max(-0.8, Math.min(0.8, (pitch / 30) * SHIFT)) * r;
  const half = Math.sqrt(r * r - down * down);
  const ground = `M${-half} ${down}A${r} ${r} 0 ${down < 0 ? 1 : 0} 0 ${half} ${down}Z`;
  const rungs = r > 14 ? `M${-r / 4} ${down - r * 0.4}h${r / 2}M${-r / 4} ${down + r * 0.4}h${r / 2}` : '';
  return s(
    'g',
    { class: 'horizon' },
    s('circle', { class: 'h-sky', r }),
    s(
      'g',
      { transform: `rotate(${-bank})` },
      s('path', { class: 'h-ground', d: ground }),
      s('path', { class: 'h-line', d: `M${-half} ${down}H${half}` }),
      rungs && s('path', { class: 'h-rungs', d: rungs }),
    ),
    s('path', { class: 'h-wings', d: 'M-.72 0h.42l.3 .3 .3 -.3h.42', transform: `scale(${r})` }),
    s('circle', { class: 'h-rim', r }),
  );
}

/**
 * One scale for all aircraft, so that their bars can be compared.
 * @param {Aircraft[]} aircraft @returns {Scale | null}
 */
export function energyScale(aircraft) {
  const all = aircraft.flatMap((a) => (a.flying && a.energy ? [a.energy] : []));
  if (!all.length) return null;
  const low = Math.max(0, Math.floor(Math.min(...all.map((e) => e.height)) / 10 - 2) * 10);
  return { low, high: Math.ceil(Math.max(...all.map((e) => e.height + e.speed)) / 10 + 1) * 10 };
}

/** Which part of a scale a number is. @param {Scale} scale @param {number} n */
export const share = ({ low, high }, n) => Math.max(0, Math.min(1, (n - low) / (high - low)));

/**
 * The bar of an aircraft on the board: height below, speed on top of it.
 * @param {Energy} energy
 * @param {Scale} scale
 * @param {number} tall
 */
export function energyColumn({ height, speed }, scale, tall) {
  const [low, high] = [height, height + speed].map((n) => share(scale, n) * tall);
  return s(
    'g',
    { class: 'energy' },
    s('rect', { class: 'e-case', x: -1, y: -tall - 1, width: 7, height: tall + 2, rx: 2 }),
    s('rect', { class: 'e-height', y: -low, width: 5, height: low }),
    s('rect', { class: 'e-speed', y: -high, width: 5, height: high - low }),
  );
}

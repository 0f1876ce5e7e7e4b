// Sea, coast and rivers under the grid: without any meaning for play. The scenario says where they are; where it says
// nothing they are made up, repeatable from its title.

import { s } from '../lib/dom.js';
import { stream } from './geo.js';
/** @import { Scenery } from '../wire/types.js' */
/** @import { Point } from './geo.js' */

/** Places of a scenery are in thousandths of the map. */
const WHOLE = 1000;

/**
 * What lies under the grid, to be cut off at the edge of the map.
 * @param {{ title: string, scenery?: Scenery | null }} of
 * @param {number} width
 * @param {number} height
 * @param {number} letters how large names are written
 */
export function groundOf({ title, scenery }, width, height, letters = 34) {
  if (!scenery) return coasts(title, width, height).map((d) => s('path', { class: 'land', d }));
  const at = (/** @type {number[]} */ [x, y]) => ({ x: (x * width) / WHOLE, y: (y * height) / WHOLE });
  const line = (/** @type {number[][]} */ points) => {
    const all = points.map(at);
    return `M${p(all[0])}${smooth(all)}`;
  };
  const land = scenery.ground === 'land';
  const wide = Math.min(22, Math.max(6, Math.min(width, height) / 100));
  return [
    land && s('rect', { class: 'land', x: -9, y: -9, width: width + 18, height: height + 18 }),
    (scenery.shores ?? [])
      .filter((shore) => shore.length > 2)
      .map((shore) => s('path', { class: land ? 'water' : 'land', d: `${around(shore.map(at))}Z` })),
    (scenery.rivers ?? [])
      .filter((river) => river.length > 1)
      .map((river) => s('path', { class: 'river', d: line(river), 'stroke-width': wide })),
    (scenery.places ?? []).map(({ name, at: place }) => {
      // A name near the edge ends or begins there, so that all of it is on the map.
      const anchor = place[0] > 850 ? 'end' : place[0] < 150 ? 'start' : 'middle';
      return s('text', { class: 'place-name', ...at(place), 'text-anchor': anchor, 'font-size': letters }, name);
    }),
  ];
}

/** A smooth line round all these points. @param {Point[]} points */
function around(points) {
  const round = [points[points.length - 1], ...points, points[0], points[1]];
  // The pieces to and from the points that stand there twice only shape the curve.
  const pieces = smooth(round).split('C').slice(2, -1);
  return `M${p(points[0])}${pieces.map((piece) => `C${piece}`).join('')}`;
}

/**
 * Paths of land for a map of this size: one or two coasts that come in from the corners, and perhaps an island.
 * @param {string} seed
 * @param {number} width
 * @param {number} height
 */
function coasts(seed, width, height) {
  const next = stream(seed);
  const corners = [0, 1, 2, 3];
  const first = Math.floor(next() * 4);
  const chosen = next() < 0.75 ? [corners[first], corners[(first + 2) % 4]] : [corners[first]];
  const paths = chosen.map((corner, n) => coast(next, corner, width, height, n === 0 ? 0.52 : 0.3));
  if (next() < 0.6) paths.push(island(next, width, height));
  return paths;
}

/**
 * A coast that cuts off a corner: 0 north-west, 1 north-east, 2 south-east, 3 south-west.
 * @param {() => number} next
 * @param {number} corner
 * @param {number} width
 * @param {number} height
 * @param {number} part
 */
function coast(next, corner, width, height, part) {
  const w = width * part * (0.8 + 0.4 * next());
  const h = height * part * (1 + 0.5 * next());
  const knots = 7;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => {
    const east = corner === 1 || corner === 2;
    const south = corner === 2 || corner === 3;
    return { x: east ? width - x : x, y: south ? height - y : y };
  };
  const line = [];
  for (let n = 0; n <= knots; n++) {
    const t = n / knots;
    const bend = 1 + (n === 0 || n === knots ? 0 : (next() - 0.5) * 0.5);
    line.push(at(w * (1 - t) * bend, h * t * bend));
  }
  const corners = at(-60, -60);
  const a = at(w, -60);
  const b = at(-60, h);
  return `M${p(corners)}L${p(a)}L${p(line[0])}${smooth(line)}L${p(b)}Z`;
}

/** @param {() => number} next @param {number} width @param {number} height */
function island(next, width, height) {
  const cx = width * (0.35 + 0.4 * next());
  const cy = height * (0.25 + 0.5 * next());
  const r = Math.min(width, height) * (0.05 + 0.06 * next());
  const knots = 9;
  const line = Array.from({ length: knots }, (_, n) => {
    const angle = (2 * Math.PI * n) / knots;
    const far = r * (0.7 + 0.6 * next());
    return { x: cx + 1.5 * far * Math.cos(angle), y: cy + far * Math.sin(angle) };
  });
  return `M${p(line[0])}${smooth([...line, line[0]])}Z`;
}

/** @param {{x: number, y: number}} q */
const p = (q) => `${q.x.toFixed(0)} ${q.y.toFixed(0)}`;

/** A smooth line through points (Catmull–Rom). @param {{x: number, y: number}[]} line */
function smooth(line) {
  let d = '';
  for (let n = 0; n + 1 < line.length; n++) {
    const [a, b, c, e] = [line[Math.max(0, n - 1)], line[n], line[n + 1], line[Math.min(line.length - 1, n + 2)]];
    const [from, to] = [
      { x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6 },
      { x: c.x - (e.x - b.x) / 6, y: c.y - (e.y - b.y) / 6 },
    ];
    d += `C${p(from)} ${p(to)} ${p(c)}`;
  }
  return d;
}

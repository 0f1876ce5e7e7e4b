// Sea and coast under the grid: decoration, repeatable from the scenario's title, without any meaning for play.

import { stream } from './geo.js';

/**
 * Paths of land for a map of this size: one or two coasts that come in from the corners, and perhaps an island.
 * @param {string} seed
 * @param {number} width
 * @param {number} height
 */
export function coasts(seed, width, height) {
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

// Silhouettes: an aircraft seen from above, drawn from the figures of its card. Nose up, centre of the wing at the
// origin.

import { s } from '../lib/dom.js';
/** @import { Shape, Side } from '../wire/types.js' */

/** Half the span of a fighter of 11 m, in world pixels. */
const HALF = 24;

/**
 * Half the span on the board. Big aircraft are drawn bigger, but not in full proportion, or they would not fit their
 * hex.
 * @param {Shape} shape
 */
export function halfSpan(shape) {
  return HALF * Math.pow((shape.span_dm || 110) / 112, 0.42);
}

/**
 * The pieces of a silhouette: outline, fine lines, and where the national marks go.
 * @param {Shape} shape
 */
export function outline(shape) {
  const w = halfSpan(shape);
  const length = 2 * w * ((shape.length_dm || 90) / (shape.span_dm || 110));
  const jet = shape.engine_at === 'fuselage' || shape.engine_at === 'wing-jets';
  const big = shape.engines > 2;
  const boom = shape.tail === 'twin-boom';
  const tailless = shape.tail === 'none';
  const chord = w * (big ? 0.34 : shape.engines === 2 ? 0.4 : 0.46) * (tailless ? 1.25 : 1);
  const nose = -length * (tailless ? 0.42 : shape.engines === 1 && !jet ? 0.46 : 0.4);
  const tail = length + nose;
  const body = w * (big ? 0.085 : shape.engines === 1 ? 0.125 : 0.1) * (shape.engine_at === 'fuselage' ? 1.2 : 1);

  const parts = [wing(shape.wing, w, chord), fuselage(nose, boom ? tail * 0.42 : tail, body, jet)];
  let fine = '';
  for (const x of engines(shape, w)) {
    const front = -chord * (shape.engine_at === 'wing-jets' ? 0.95 : 1.05) + sweepAt(shape.wing, Math.abs(x));
    const back = boom
      ? tail
      : chord * (shape.engine_at === 'wing-jets' ? 0.85 : 0.5) + sweepAt(shape.wing, Math.abs(x));
    const half = body * (shape.engine_at === 'wing-jets' ? 0.85 : 0.72);
    parts.push(capsule(x, front, back, half));
    if (shape.engine_at === 'wings') fine += propeller(x, front, w * (big ? 0.14 : 0.2));
  }
  if (!jet && (shape.engine_at === 'nose' || shape.engines === 3)) fine += propeller(0, nose, w * 0.28);
  parts.push(...tailplane(shape.tail, w, tail, body));
  // Cockpit, and the fin seen from above.
  const seat = nose * (shape.engines === 1 && !jet ? 0.12 : 0.62);
  fine += `M0 ${f(seat)}V${f(seat + length * 0.13)}`;
  if (shape.tail === 'single' || tailless) fine += `M0 ${f(tail - length * 0.16)}V${f(tail)}`;
  const mark = { x: w * (shape.engines > 1 ? 0.76 : 0.66), y: sweepAt(shape.wing, w * 0.7) * 0.9 - chord * 0.08 };
  return { body: parts.join(''), fine, mark, radius: Math.min(3.6, w * 0.14), half: w, nose, tail };
}

/** @param {number} v */
const f = (v) => v.toFixed(1);

/**
 * @param {Shape['wing']} plan
 * @param {number} w
 * @param {number} c
 */
function wing(plan, w, c) {
  const top = -0.62 * c;
  const low = 0.5 * c;
  switch (plan) {
    case 'elliptical':
      return both(
        `M0 ${f(top)}C${f(w * 0.55)} ${f(top)} ${f(w)} ${f(-0.42 * c)} ${f(w)} ${f(-0.08 * c)}` +
          `C${f(w)} ${f(0.2 * c)} ${f(w * 0.6)} ${f(low)} 0 ${f(low)}Z`,
      );
    case 'square':
      return both(`M0 ${f(top)}L${f(w)} ${f(-0.36 * c)}V${f(0.16 * c)}L0 ${f(low)}Z`);
    case 'swept':
      return both(
        `M0 ${f(-0.75 * c)}L${f(w)} ${f(0.5 * c)}Q${f(w * 1.02)} ${f(0.75 * c)} ${f(w * 0.95)} ${f(0.86 * c)}` +
          `L0 ${f(0.62 * c)}Z`,
      );
    case 'gull':
      return both(
        `M0 ${f(-0.5 * c)}L${f(w * 0.34)} ${f(top * 1.15)}L${f(w * 0.94)} ${f(-0.34 * c)}` +
          `Q${f(w)} ${f(-0.1 * c)} ${f(w * 0.92)} ${f(0.16 * c)}L${f(w * 0.34)} ${f(low * 1.1)}L0 ${f(0.36 * c)}Z`,
      );
    case 'biplane':
      return (
        both(`M0 ${f(-0.95 * c)}H${f(w * 0.95)}Q${f(w)} ${f(-0.7 * c)} ${f(w * 0.95)} ${f(-0.4 * c)}H0Z`) +
        both(`M0 ${f(-0.12 * c)}H${f(w * 0.85)}Q${f(w * 0.9)} ${f(0.15 * c)} ${f(w * 0.85)} ${f(0.4 * c)}H0Z`)
      );
    default:
      return both(
        `M0 ${f(top)}L${f(w * 0.9)} ${f(-0.36 * c)}Q${f(w * 1.03)} ${f(-0.14 * c)} ${f(w * 0.9)} ${f(0.1 * c)}` +
          `L0 ${f(low)}Z`,
      );
  }
}

/**
 * A right half, from the centre line to the centre line, closed by its mirror image. The mirror image runs backwards,
 * so that the whole is one loop and parts that overlap stay filled.
 * @param {string} right
 */
function both(right) {
  let at = [0, 0];
  /** @type {{ letter: string, from: number[], points: number[][] }[]} */
  const legs = [];
  for (const [, letter, numbers] of right.matchAll(/([MLCQHV])([^A-Z]*)/g)) {
    const n = numbers.trim().split(/ +/).map(Number);
    const points = letter === 'H' ? [[n[0], at[1]]] : letter === 'V' ? [[at[0], n[0]]] : pairs(n);
    legs.push({ letter: letter === 'H' || letter === 'V' ? 'L' : letter, from: at, points });
    at = points[points.length - 1];
  }
  const back = legs
    .slice(1)
    .reverse()
    .map((leg) => {
      const way = [leg.from, ...leg.points].reverse().slice(1);
      return leg.letter + way.map(([x, y]) => `${f(-x)} ${f(y)}`).join(' ');
    });
  return `${right.replace('Z', '')}${back.join('')}Z`;
}

/** @param {number[]} n */
function pairs(n) {
  return n.reduce(
    (/** @type {number[][]} */ all, v, i) => (i % 2 ? (all[all.length - 1].push(v), all) : [...all, [v]]),
    [],
  );
}

/**
 * How far a swept wing lies back at `x`.
 * @param {Shape['wing']} plan
 * @param {number} x
 */
function sweepAt(plan, x) {
  return plan === 'swept' ? x * 0.5 : 0;
}

/** @param {number} nose @param {number} tail @param {number} r @param {boolean} jet */
function fuselage(nose, tail, r, jet) {
  const tip = jet ? 0.7 : 1;
  const right = `C${f(r * tip)} ${f(nose)} ${f(r * 1.1)} ${f(nose * 0.7)} ${f(r)} ${f(tail * 0.2)}`;
  const left = `C${f(-r * 1.1)} ${f(nose * 0.7)} ${f(-r * tip)} ${f(nose)} 0 ${f(nose)}`;
  return `M0 ${f(nose)}${right}L${f(r * 0.32)} ${f(tail)}H${f(-r * 0.32)}L${f(-r)} ${f(tail * 0.2)}${left}Z`;
}

/** @param {number} x @param {number} front @param {number} back @param {number} r */
function capsule(x, front, back, r) {
  return (
    `M${f(x - r)} ${f(front + r)}Q${f(x)} ${f(front - r)} ${f(x + r)} ${f(front + r)}` +
    `L${f(x + r * 0.6)} ${f(back)}H${f(x - r * 0.6)}Z`
  );
}

/** @param {number} x @param {number} y @param {number} half */
const propeller = (x, y, half) => `M${f(x - half)} ${f(y - 0.6)}H${f(x + half)}`;

/**
 * Where engines hang, from left to right.
 * @param {Shape} shape
 * @param {number} w
 */
function engines(shape, w) {
  if (shape.engine_at === 'nose' || shape.engine_at === 'fuselage')
    return shape.tail === 'twin-boom' ? [-w * 0.3, w * 0.3] : [];
  const pairs = shape.engines >= 4 ? [0.27, 0.52] : [shape.tail === 'twin-boom' ? 0.3 : 0.33];
  return pairs.flatMap((p) => [-p * w, p * w]);
}

/** @param {Shape['tail']} plan @param {number} w @param {number} tail @param {number} r */
function tailplane(plan, w, tail, r) {
  if (plan === 'none') return [];
  const half = plan === 'twin-boom' ? w * 0.4 : w * 0.36;
  const deep = w * 0.17;
  const y = tail - deep * 0.9;
  const flat = both(
    `M0 ${f(y - deep * 0.5)}L${f(half * 0.92)} ${f(y - deep * 0.15)}` +
      `Q${f(half)} ${f(y + deep * 0.3)} ${f(half * 0.9)} ${f(y + deep * 0.55)}L0 ${f(y + deep * 0.6)}Z`,
  );
  if (plan === 'single') return [flat];
  const fins = [-half, half].map((x) => capsule(x, y - deep * 0.9, y + deep * 0.9, Math.max(1, r * 0.4)));
  return plan === 'twin' ? [flat, ...fins] : [flat];
}

/**
 * Draws an aircraft. The side is told by colour and by mark: roundels for the Allies, crosses for the Axis.
 * @param {Shape} shape
 * @param {Side} side
 */
export function planform(shape, side) {
  const o = outline(shape);
  const { x, y } = o.mark;
  const marks = side === 'allies' ? roundels(x, y, o.radius) : crosses(x, y, o.radius);
  return s(
    'g',
    { class: `plane ${side}` },
    s('path', { class: 'body', d: o.body }),
    s('path', { class: 'fine', d: o.fine }),
    marks,
  );
}

/** @param {number} x @param {number} y @param {number} r */
function roundels(x, y, r) {
  const ring = (/** @type {number} */ q) =>
    [-x, x]
      .map((c) => `M${f(c - q)} ${f(y)}a${f(q)} ${f(q)} 0 1 0 ${f(2 * q)} 0a${f(q)} ${f(q)} 0 1 0 ${f(-2 * q)} 0Z`)
      .join('');
  return [s('path', { class: 'mark', d: ring(r) }), s('path', { class: 'dot', d: ring(r * 0.48) })];
}

/** @param {number} x @param {number} y @param {number} r */
function crosses(x, y, r) {
  const d = [-x, x].map((c) => `M${f(c - r)} ${f(y)}h${f(2 * r)}M${f(c)} ${f(y - r)}v${f(2 * r)}`).join('');
  return [s('path', { class: 'cross', d })];
}

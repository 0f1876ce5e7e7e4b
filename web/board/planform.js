// Silhouettes: an aircraft seen from above, drawn from the span and length of its card and the proportions of its type.
// Nose up, middle of the wing's root at the origin.

import { s } from '../lib/dom.js';
import { AIRFRAMES, typeOf } from './airframes.js';
import { circle, insignia, yearIn } from './insignia.js';
/** @import { Card, Shape, Side } from '../wire/types.js' */
/** @import { Airframe, Cowl, Station, Tip } from './airframes.js' */

/**
 * What is known of the looks of an aircraft: the figures of its card, its type, and what tells its markings.
 * @typedef {Shape & { type?: string | null, nation?: string | null, year?: number }} Looks
 */

/** Half the span of a fighter of 11 m, in world pixels. */
const HALF = 24;

/** An aircraft of which nothing is known. @type {Shape} */
export const PLAIN = { span_dm: 110, length_dm: 90, engines: 1, engine_at: 'nose', wing: 'tapered', tail: 'single' };

/** The looks of cards, each for the scenario for which they were last asked. @type {WeakMap<Card, [string, Looks]>} */
const known = new WeakMap();

/**
 * How the aircraft of a card looks in a scenario.
 * @param {Card | undefined} card
 * @param {string} [title] of the scenario, which may name the year
 * @returns {Looks}
 */
export function looksOf(card, title = '') {
  if (!card) return PLAIN;
  const last = known.get(card);
  if (last?.[0] === title) return last[1];
  const type = typeOf(card);
  const year = yearIn(title) ?? (type ? AIRFRAMES[type].year : undefined);
  const looks = { ...PLAIN, ...card.shape, type, nation: card.nation, year };
  known.set(card, [title, looks]);
  return looks;
}

/**
 * Half the span on the board. Big aircraft are drawn bigger, but not in full proportion, or they would not fit their
 * hex.
 * @param {Shape} shape
 */
export function halfSpan(shape) {
  return HALF * Math.pow((shape.span_dm || 110) / 112, 0.42);
}

/** Stations of the wings that a card can name. @type {Record<Shape['wing'], Pick<Airframe, 'wing' | 'tip'>>} */
const WINGS = {
  tapered: { wing: [[0, -24, 22], [100, -13, 6]], tip: 'round' },
  square: { wing: [[0, -24, 22], [100, -15, 9]], tip: 'square' },
  elliptical: { wing: [[0, -23, 23], [100, -5, -5]], tip: 'oval' },
  swept: { wing: [[0, -30, 24], [100, 12, 28]], tip: 'round' },
  gull: { wing: [[0, -18, 16], [30, -24, 21], [100, -13, 6]], tip: 'round' },
  biplane: { wing: [[0, -28, 4], [100, -26, 2]], tip: 'round' },
};

/** What an aircraft of a type that we have not drawn looks like. @param {Shape} shape @returns {Airframe} */
function plainFrame(shape) {
  const jet = shape.engine_at === 'fuselage' || shape.engine_at === 'wing-jets';
  const alone = shape.engines === 1 && !jet;
  const boom = shape.tail === 'twin-boom';
  const slim = shape.engines > 2 ? 0.74 : shape.engines === 2 ? 0.86 : 1;
  const { wing, tip } = WINGS[shape.wing] ?? WINGS.tapered;
  const inWing = shape.engine_at === 'wings' || shape.engine_at === 'wing-jets' || boom;
  return {
    year: 0,
    wing: wing.map(([x, le, te]) => [x, le * slim, te * slim]),
    tip,
    ...(shape.wing === 'biplane' && { lower: [[0, -8, 18], [86, -7, 16]] }),
    ...(shape.wing === 'gull' && { crease: 30 }),
    nose: shape.tail === 'none' ? 45 : alone ? 38 : 36,
    cowl: alone ? 'inline' : jet ? 'jet' : 'glass',
    body: shape.engines > 2 ? 6.5 : alone ? 11 : shape.engine_at === 'fuselage' ? 13 : 8,
    seat: alone ? [42, 13] : [14, 13],
    tail: shape.tail === 'none' ? [0, 0, 0] : [boom ? 30 : 34, 18, 10],
    fins: shape.tail === 'twin' ? 'two' : boom ? 'booms' : shape.tail === 'none' ? 'none' : 'one',
    engines: inWing ? (shape.engines >= 4 ? [25, 48] : [31]) : [],
    pods: {
      form: shape.engine_at === 'wing-jets' ? 'jet' : 'radial',
      ...(shape.engines >= 4 ? { ahead: 28, behind: 10, half: 3.8 } : { ahead: 36, behind: 18, half: 6 }),
    },
    disc: jet ? 0 : shape.engines >= 4 ? 12 : shape.engines > 1 ? 19 : 29,
  };
}

/** @param {number} v */
const f = (v) => v.toFixed(1);

/** @typedef {{ body: string, fine: string, band: string, mark: { x: number, y: number }, radius: number, half: number,
 *   nose: number, tail: number }} Outline */

/** @type {WeakMap<Looks, Outline>} */
const outlines = new WeakMap();

/**
 * The pieces of a silhouette: outline, fine lines, the band of the Axis, and where the national markings go.
 * @param {Looks} looks
 */
export function outline(looks) {
  const made = outlines.get(looks) ?? drawOutline(looks);
  outlines.set(looks, made);
  return made;
}

/** @param {Looks} looks @returns {Outline} */
function drawOutline(looks) {
  const frame = (looks.type && AIRFRAMES[looks.type]) || plainFrame(looks);
  const half = halfSpan(looks);
  const unit = half / 100;
  const length = 2 * half * ((looks.length_dm || 90) / (looks.span_dm || 110));
  const nose = (-length * frame.nose) / 100;
  const tail = length + nose;
  const along = (/** @type {number} */ part) => nose + (length * part) / 100;
  // A little stouter than true: a fuselage is still to be seen when the board is far away.
  const width = Math.max(8, frame.body * 1.12) * unit;
  const booms = frame.fins === 'booms';
  const out = (frame.engines ?? []).flatMap((x) => [-x * unit, x * unit]);
  const parts = [
    wing(frame.wing, frame.tip, unit),
    frame.lower ? wing(frame.lower, frame.tip, unit) : '',
    fuselage(frame.cowl, width, nose, booms ? tail * 0.34 : tail),
    ...out.map((x) => pod(frame, x, booms ? tail - 3 * unit : null, unit)),
    ...tailplane(frame, tail, unit),
    ...(frame.legs ? [-frame.legs, frame.legs].map((x) => lens(x * unit, -30 * unit, 4 * unit, 4.4 * unit)) : []),
  ];
  const at = frame.engines?.length ? 74 : 66;
  const [front, back] = chordAt(frame, at);
  // The band lies where the fuselage has become slender, ahead of the tail.
  const band = along(frame.fins === 'none' ? 72 : 70);
  return {
    body: parts.join(''),
    fine: fineLines(frame, { along, unit, width, out }),
    band: booms ? '' : `M${f(-width * 0.66)} ${f(band)}H${f(width * 0.66)}`,
    mark: { x: at * unit, y: ((front + back) / 2) * unit },
    radius: Math.max(2.4, Math.min(4.4, (back - front) * unit * 0.4)),
    ...{ half, nose, tail },
  };
}

/**
 * Leading and trailing edge of a wing somewhere.
 * @param {Pick<Airframe, 'wing' | 'tip'>} frame
 * @param {number} x in hundredths of half the span
 */
function chordAt({ wing: stations, tip }, x) {
  const after = Math.max(1, stations.findIndex((s) => s[0] >= x));
  const [a, b] = [stations[after - 1], stations[after]];
  const part = (x - a[0]) / (b[0] - a[0]);
  const left = tip === 'oval' ? 1 - Math.sqrt(1 - part * part) : part;
  return [1, 2].map((edge) => a[edge] + (b[edge] - a[edge]) * left);
}

/** @param {Station[]} stations @param {Tip} tip @param {number} unit */
function wing(stations, tip, unit) {
  const u = (/** @type {number} */ v) => f(v * unit);
  const [root, ...others] = stations;
  const [x, le, te] = others[others.length - 1];
  if (tip === 'oval') {
    const bulge = x * 0.56;
    return both(
      `M0 ${u(root[1])}C${u(bulge)} ${u(root[1])} ${u(x)} ${u(le + (root[1] - le) * 0.56)} ${u(x)} ${u(le)}` +
        `C${u(x)} ${u(te + (root[2] - te) * 0.56)} ${u(bulge)} ${u(root[2])} 0 ${u(root[2])}Z`,
    );
  }
  const inner = others.slice(0, -1);
  const last = inner[inner.length - 1] ?? root;
  // Where the edges of the wing begin to turn into the tip.
  const turn = tip === 'square' ? 0.95 : 0.8;
  const part = (x * turn - last[0]) / (x - last[0]);
  const front = last[1] + (le - last[1]) * part;
  const back = last[2] + (te - last[2]) * part;
  const middle = (le + te) / 2;
  const edge = tip === 'square' ? 0.85 : 0.5;
  return both(
    `M0 ${u(root[1])}${inner.map((s) => `L${u(s[0])} ${u(s[1])}`).join('')}L${u(x * turn)} ${u(front)}` +
      `Q${u(x)} ${u(le)} ${u(x)} ${u(middle + (le - middle) * edge)}` +
      `L${u(x)} ${u(middle + (te - middle) * edge)}Q${u(x)} ${u(te)} ${u(x * turn)} ${u(back)}` +
      `${inner.slice().reverse().map((s) => `L${u(s[0])} ${u(s[2])}`).join('')}L0 ${u(root[2])}Z`,
  );
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
  for (const [, letter, numbers] of right.matchAll(/([MLCQ])([^A-Z]*)/g)) {
    const points = pairs(numbers.trim().split(/ +/).map(Number));
    legs.push({ letter, from: at, points });
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
 * How a fuselage begins, for a width and a length of one: up to where it is widest.
 * @type {Record<Cowl, number[][]>}
 */
const NOSES = {
  inline: [[0.3, 0], [0.52, 0.05], [0.62, 0.09], [0.85, 0.16], [1, 0.26], [1, 0.4]],
  radial: [[0.7, 0.005], [0.94, 0.035], [0.97, 0.09], [1, 0.13], [1, 0.2], [0.97, 0.3]],
  glass: [[0.7, 0], [1, 0.05], [1, 0.14], [1, 0.25], [1, 0.36], [1, 0.48]],
  jet: [[0.4, 0], [0.8, 0.1], [0.94, 0.22], [1, 0.28], [1, 0.36], [1, 0.46]],
};

/** @param {Cowl} cowl @param {number} w half its width @param {number} nose @param {number} tail */
function fuselage(cowl, w, nose, tail) {
  const length = tail - nose;
  const points = NOSES[cowl].map(([x, y]) => `${f(x * w)} ${f(nose + y * length)}`);
  const blunt = cowl === 'radial' ? 0.4 : 0;
  const taper = [[1, 0.64], [0.52, 0.84], [0.26, 1]].map(([x, y]) => `${f(x * w)} ${f(nose + y * length)}`);
  return both(
    `M0 ${f(nose)}L${f(blunt * w)} ${f(nose)}C${points.slice(0, 3).join(' ')}C${points.slice(3).join(' ')}` +
      `C${taper.join(' ')}L0 ${f(tail)}Z`,
  );
}

/**
 * An engine in the wing; those of a twin-boom aircraft reach back to its tail.
 * @param {Airframe} frame
 * @param {number} x
 * @param {number | null} boom where the boom ends
 * @param {number} unit
 */
function pod(frame, x, boom, unit) {
  const { form, ahead, behind, half } = /** @type {NonNullable<Airframe['pods']>} */ (frame.pods);
  const [le, te] = chordAt(frame, Math.abs(x) / unit);
  // A swept wing carries its engines further back.
  const shift = (le + te) / 2 - (frame.wing[0][1] + frame.wing[0][2]) / 2;
  const [front, back] = [(shift - ahead) * unit, boom ?? (shift + behind) * unit];
  const w = half * unit;
  const blunt = form === 'inline' ? 0.15 : 0.55;
  const point = boom === null && form !== 'jet' ? 0.15 : 0.5;
  const side = (/** @type {1 | -1} */ to) => (/** @type {number} */ part) => f(x + to * w * part);
  const [r, l] = [side(1), side(-1)];
  const belly = front + (back - front) * (boom === null ? 0.6 : 0.3);
  return (
    `M${l(blunt)} ${f(front)}L${r(blunt)} ${f(front)}Q${r(1)} ${f(front + w * 0.6)} ${r(1)} ${f(front + w * 1.4)}` +
    `L${r(1)} ${f(belly)}L${r(point)} ${f(back)}L${l(point)} ${f(back)}L${l(1)} ${f(belly)}` +
    `L${l(1)} ${f(front + w * 1.4)}Q${l(1)} ${f(front + w * 0.6)} ${l(blunt)} ${f(front)}Z`
  );
}

/**
 * A slender thing that is round at both ends.
 * @param {number} x @param {number} front @param {number} back @param {number} w half its width
 */
function lens(x, front, back, w) {
  const [a, b] = [front + (back - front) * 0.25, front + (back - front) * 0.75];
  return (
    `M${f(x)} ${f(front)}C${f(x + w)} ${f(front)} ${f(x + w)} ${f(a)} ${f(x + w * 0.9)} ${f((a + b) / 2)}` +
    `C${f(x + w * 0.8)} ${f(b)} ${f(x + w * 0.4)} ${f(back)} ${f(x)} ${f(back)}` +
    `C${f(x - w * 0.4)} ${f(back)} ${f(x - w * 0.8)} ${f(b)} ${f(x - w * 0.9)} ${f((a + b) / 2)}` +
    `C${f(x - w)} ${f(a)} ${f(x - w)} ${f(front)} ${f(x)} ${f(front)}Z`
  );
}

/** @param {Airframe} frame @param {number} tail @param {number} unit */
function tailplane(frame, tail, unit) {
  const { fins = 'one', tail: size, tailTip = 'round' } = frame;
  if (fins === 'none') return [];
  const [out, root, tip] = size;
  // The rudder of a single fin ends behind the elevators.
  const end = tail / unit - (fins === 'one' ? root * 0.22 : 0);
  const [le, te] = [end - root, end];
  const back = tailTip === 'oval' ? le + root * 0.6 : te - (root - tip) / 3;
  const front = tailTip === 'oval' ? back : te - (root + tip) / 2 - tip * 0.08;
  const flat = wing([[0, le, te], [out, front, back]], tailTip, unit);
  if (fins === 'one') return [flat];
  const deep = fins === 'two' ? root * 0.75 : root;
  const middle = te - root * 0.5;
  return [
    flat,
    ...[-out, out].map((x) => lens(x * unit, (middle - deep) * unit, (middle + deep) * unit, 2.8 * unit)),
  ];
}

/**
 * Propellers, canopy, turrets, fin, and the bends of a gull wing.
 * @param {Airframe} frame
 * @param {{ along: (part: number) => number, unit: number, width: number, out: number[] }} at
 */
function fineLines(frame, { along, unit, width, out }) {
  const { disc = 0, seat, guns = [], crease, fins = 'one', pods } = frame;
  const inNose = frame.cowl === 'inline' || frame.cowl === 'radial';
  const blade = (/** @type {number} */ x, /** @type {number} */ y) =>
    `M${f(x - disc * unit)} ${f(y - 0.5)}h${f(2 * disc * unit)}`;
  const shift = out.length ? chordAt(frame, Math.abs(out[0]) / unit) : [0, 0];
  const front = ((shift[0] + shift[1] - frame.wing[0][1] - frame.wing[0][2]) / 2 - (pods?.ahead ?? 0)) * unit;
  const bends = crease
    ? [-crease, crease].map((x) => {
        const [le, te] = chordAt(frame, crease);
        return `M${f(x * unit)} ${f((le + 3) * unit)}V${f((te - 3) * unit)}`;
      })
    : [];
  return [
    disc && inNose ? blade(0, along(0)) : '',
    ...(disc && pods?.form !== 'jet' ? out.map((x) => blade(x, front)) : []),
    lens(0, along(seat[0]), along(seat[0] + seat[1]), Math.max(1, width * 0.45)),
    ...guns.map((part) => circle({ x: 0, y: along(part), r: width * 0.55 })),
    fins === 'one' || fins === 'none' ? `M0 ${f(along(frame.ridge ? 66 : 85))}V${f(along(100))}` : '',
    ...bends,
  ].join('');
}

/**
 * Draws an aircraft. The side is told by colour and by the band that all aircraft of the Axis wear ahead of the tail;
 * the nation is told by its markings.
 * @param {Looks} looks
 * @param {Side} side
 */
export function planform(looks, side) {
  const o = outline(looks);
  return s(
    'g',
    { class: `plane ${side}` },
    s('path', { class: 'body', d: o.body }),
    s('path', { class: 'fine', d: o.fine }),
    side === 'axis' && o.band ? s('path', { class: 'band', d: o.band }) : null,
    insignia(looks, side, { ...o.mark, r: o.radius }).map(([kind, d]) => s('path', { class: kind, d })),
  );
}

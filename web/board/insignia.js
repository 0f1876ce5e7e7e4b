// National markings on the upper side of the wings, by nation and year. They tell the nation; the side is told by
// colours and shapes of its own.

/** @import { Side } from '../wire/types.js' */

/** What is drawn where: class and path. @typedef {[kind: string, d: string]} Stroke */
/** Middle and radius of a marking. @typedef {{ x: number, y: number, r: number }} Spot */

/** From these years on markings are those of the later years of the war. */
const LATE = { britain: 1945, germany: 1943, japan: 1943, 'soviet-union': 1943, 'united-states': 1943 };

/** The year that a text names: of several the last. @param {string} text */
export function yearIn(text) {
  const years = text.match(/\b19[34]\d\b/g);
  return years ? Number(years[years.length - 1]) : null;
}

/** @param {number} v */
const f = (v) => v.toFixed(1);

/** @param {Spot} at */
export const circle = ({ x, y, r }) =>
  `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0Z`;

/** @param {Spot} at */
function star({ x, y, r }) {
  const points = Array.from({ length: 10 }, (_, n) => {
    const [angle, out] = [(n * Math.PI) / 5, n % 2 ? r * 0.4 : r];
    return `${f(x + out * Math.sin(angle))} ${f(y - out * Math.cos(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

/** @param {Spot} at @param {number} wide @param {number} tall halves, as parts of the radius */
const box = ({ x, y, r }, wide, tall) =>
  `M${f(x - r * wide)} ${f(y - r * tall)}h${f(2 * r * wide)}v${f(2 * r * tall)}h${f(-2 * r * wide)}Z`;

/** A cross with straight arms. @param {Spot} at @param {number} arm half its width, as a part of the radius */
const cross = (at, arm) => box(at, 1, arm) + box(at, arm, 1);

/** The corners between the arms of a cross. @param {Spot} at */
function corners({ x, y, r }) {
  const inner = r * 0.32;
  return [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    .map(([h, v]) => `M${f(x + h * inner)} ${f(y + v * r)}V${f(y + v * inner)}H${f(x + h * r)}`)
    .join('');
}

/** @param {Spot} at @param {number} part */
const smaller = (at, part) => ({ ...at, r: at.r * part });

/**
 * Each nation's markings, and those of its later years.
 * @type {Record<string, (at: Spot, late: boolean) => Stroke[]>}
 */
const NATIONS = {
  britain: (at, late) => [
    ['i-pale', circle(smaller(at, 1.14))],
    ['i-blue', circle(at)],
    ...(late ? [/** @type {Stroke} */ (['i-white', circle(smaller(at, 0.62))])] : []),
    ['i-red', circle(smaller(at, late ? 0.42 : 0.46))],
  ],
  france: (at) => [
    ['i-red', circle(at)],
    ['i-white', circle(smaller(at, 0.7))],
    ['i-blue', circle(smaller(at, 0.38))],
  ],
  germany: (at, late) =>
    late
      ? [['i-angles', corners(at)]]
      : [
          ['i-white', cross(at, 0.52)],
          ['i-black', cross(at, 0.27)],
        ],
  italy: (at) => [
    ['i-black', circle(at)],
    ['i-white', circle(smaller(at, 0.82))],
    [
      'i-black',
      [-0.36, 0, 0.36].map((dx) => box({ ...at, x: at.x + dx * at.r }, 0.1, 0.5)).join(''),
    ],
  ],
  japan: (at, late) => [
    ['i-white', circle(smaller(at, late ? 1.2 : 1.06))],
    ['i-red', circle(smaller(at, 0.92))],
  ],
  poland: (at) => [
    ['i-white', box(at, 0.9, 0.9)],
    [
      'i-red',
      box({ x: at.x - at.r * 0.41, y: at.y - at.r * 0.41, r: at.r }, 0.41, 0.41) +
        box({ x: at.x + at.r * 0.41, y: at.y + at.r * 0.41, r: at.r }, 0.41, 0.41),
    ],
  ],
  'soviet-union': (at, late) => [
    [late ? 'i-white' : 'i-black', star(smaller(at, 1.4))],
    ['i-red', star(smaller(at, 1.08))],
  ],
  'united-states': (at, late) => [
    ...(late
      ? /** @type {Stroke[]} */ ([
          ['i-blue', box(at, 1.95, 0.46)],
          ['i-white', box(at, 1.8, 0.3)],
        ])
      : []),
    ['i-blue', circle(smaller(at, 1.04))],
    ['i-white', star(at)],
  ],
};

/** Nations whose upper side bears one marking only, on the left. */
const LEFT_ONLY = new Set(['united-states']);

/**
 * The markings of an aircraft on both wings; a roundel or a cross where its nation is unknown.
 * @param {{ nation?: string | null, year?: number }} looks
 * @param {Side} side
 * @param {Spot} spot on the right wing
 * @returns {Stroke[]}
 */
export function insignia({ nation, year = 0 }, side, spot) {
  const name = (nation ?? '').toLowerCase().replaceAll(' ', '-');
  const draw = NATIONS[name] ?? (side === 'allies' ? plainRoundel : NATIONS.germany);
  const late = year >= (/** @type {Record<string, number>} */ (LATE)[name] ?? Infinity);
  const left = draw({ ...spot, x: -spot.x }, late);
  if (LEFT_ONLY.has(name)) return left;
  const right = draw(spot, late);
  return left.map(([kind, d], n) => [kind, d + right[n][1]]);
}

/** @param {Spot} at @returns {Stroke[]} */
const plainRoundel = (at) => [
  ['i-white', circle(at)],
  ['i-red', circle(smaller(at, 0.48))],
];

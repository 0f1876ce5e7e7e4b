// Names and tags of aircraft: each beside its own aircraft, over no other one and over no other name. Where there is no
// room, it is left out until its aircraft is selected.

import { s } from '../lib/dom.js';
/** @import { Side } from '../wire/types.js' */
/** @import { Point } from './geo.js' */

/**
 * What an aircraft is called and what its tags say, and where it is drawn. `wide` and `tall` are half its size there.
 * Its instruments are only drawn where there is room for them too.
 * @typedef {{ id: number, at: Point, wide: number, tall: number, name: string, short: string, tags: Tag[],
 *   instruments: boolean, mute: boolean }} Named
 */
/** @typedef {{ text: string, kind: string }} Tag */
/**
 * Where a caption goes: its middle, from the aircraft; whether its tags stand below the name instead of beside it; and
 * where a line to the aircraft ends, if it is far from it.
 * @typedef {{ x: number, y: number, column: boolean, name: string, tags: Tag[], mute: boolean, leader: Point | null }}
 *   Caption
 */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** A stack: its middle, its reach, and how many it holds. @typedef {{ at: Point, reach: number, of: number }} Stack */
/** Where the count of a stack is written, and what. @typedef {Point & { text: string }} Count */

/** Widths of capitals and digits, and of other letters; height of a line and room between parts, at natural size. */
const CAPITAL = 7.6;
const LETTER = 5.9;
const LINE = 18;
const TAG = 17;
const GAP = 3;
/** So many pixels lie between an aircraft and its caption; where a line leads to it, so many tags more. */
const OFF = 3;
const LED = 1.25;
/** The side of a square of the table in which boxes are looked up. */
const SQUARE = 80;

/** Directions in the order in which they are tried: from above, in the stand view with its rods, and for counts. */
const PLAN = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]];
const STAND = [[1, 0], [-1, 0], [0, -1], [1, -1], [-1, -1], [1, 1], [-1, 1], [0, 1]];
const COUNT = [[1, -1], [-1, -1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [0, 1]];

/** The tag that holds an aircraft's instruments, and its width. @type {Tag} */
const DIALS = { text: '', kind: 'instruments' };
const DIALS_WIDTH = 31;

/** How wide a name is, about. @param {string} name */
const nameWidth = (name) => [...name].reduce((sum, c) => sum + (/[\p{Lu}\d]/u.test(c) ? CAPITAL : LETTER), 0);

/** @param {Tag} tag */
const tagWidth = (tag) => (tag === DIALS ? DIALS_WIDTH : 11 + 7.5 * tag.text.length);

/** The size of a caption. @param {string} name @param {Tag[]} tags @param {boolean} column */
function sizeOf(name, tags, column) {
  const widths = [...(name ? [nameWidth(name)] : []), ...tags.map(tagWidth)];
  const line = (/** @type {number} */ n) => (n === 0 && name ? LINE : TAG + 1);
  if (column) return { width: Math.max(...widths), height: widths.reduce((t, _, n) => t + line(n), 0) };
  return { width: widths.reduce((t, w) => t + w, GAP * (widths.length - 1)), height: TAG };
}

/** Boxes, found by where they are. */
class Taken {
  /** @type {Map<string, Box[]>} */
  #squares = new Map();

  /** @param {Box} box */
  add(box) {
    for (const k of squares(box)) this.#squares.set(k, [...(this.#squares.get(k) ?? []), box]);
  }

  /** Whether nothing lies where a box would. @param {Box} box */
  free(box) {
    return squares(box).every((k) => !(this.#squares.get(k) ?? []).some((other) => overlap(box, other)));
  }
}

/** @param {Box} box */
function squares({ x, y, width, height }) {
  const found = [];
  for (let col = Math.floor(x / SQUARE); col <= Math.floor((x + width) / SQUARE); col++) {
    for (let row = Math.floor(y / SQUARE); row <= Math.floor((y + height) / SQUARE); row++) found.push(`${col} ${row}`);
  }
  return found;
}

/** @param {Box} a @param {Box} b */
const overlap = (a, b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** @param {Box} a @param {Box} b */
const inside = (a, b) =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height;

/**
 * Finds room for the counts of all stacks and for every caption.
 * @param {Named[]} all
 * @param {Stack[]} stacks
 * @param {{ scale: number, stand: boolean, planes: Box[], covered: Box[], sight: Box }} how `planes` is what nothing
 *   may cover, `covered` where nothing is seen, `sight` what is in the picture
 */
export function captions(all, stacks, { scale, stand, planes, covered, sight }) {
  const taken = new Taken();
  for (const box of planes) taken.add(box);
  const counts = stacks.flatMap((stack) => {
    const { at, reach: wide, of } = stack;
    const text = `×${of}`;
    const tries = COUNT.map(([dx, dy]) =>
      attempt({ at, wide, tall: wide, tags: [{ text, kind: 'count' }] }, '', { dx, dy, scale, led: false }),
    );
    const room = tries.find((t) => taken.free(t.box)) ?? tries[0];
    taken.add(room.box);
    return [{ x: at.x + room.caption.x, y: at.y + room.caption.y, text }];
  });
  /** @type {Map<number, Caption>} */
  const found = new Map();
  for (const named of all) {
    let room = null;
    for (const tried of named.mute ? [] : attempts(named, scale, stand)) {
      if (!taken.free(tried.box)) continue;
      room ??= tried;
      if (!inside(tried.box, sight) || covered.some((c) => overlap(tried.box, c))) continue;
      room = tried;
      break;
    }
    if (room) taken.add(room.box);
    found.set(named.id, room ? room.caption : unseen(named, scale, stand));
  }
  return { captions: found, counts };
}

/**
 * Where a caption may go, the best first: close by with the whole name, close by with the short one, and further off.
 * @param {Named} named @param {number} scale @param {boolean} stand
 */
function* attempts(named, scale, stand) {
  const ways = stand ? STAND : PLAN;
  const rich = named.instruments ? { ...named, tags: [...named.tags, DIALS] } : named;
  for (const [dx, dy] of ways) yield attempt(rich, named.name, { dx, dy, scale, led: false });
  if (rich !== named || named.short !== named.name)
    for (const [dx, dy] of ways) yield attempt(named, named.short, { dx, dy, scale, led: false });
  for (const [dx, dy] of ways) yield attempt(named, named.short, { dx, dy, scale, led: true });
}

/**
 * The caption of an aircraft whose name is left out until it is selected.
 * @param {Named} named @param {number} scale @param {boolean} stand
 * @returns {Caption}
 */
function unseen(named, scale, stand) {
  const [dx, dy] = (stand ? STAND : PLAN)[0];
  return { ...attempt(named, named.short, { dx, dy, scale, led: false }).caption, mute: true };
}

/**
 * @param {Pick<Named, 'at' | 'wide' | 'tall' | 'tags'>} named @param {string} name
 * @param {{ dx: number, dy: number, scale: number, led: boolean }} how
 * @returns {{ box: Box, caption: Caption }}
 */
function attempt({ at, wide, tall, tags }, name, { dx, dy, scale, led }) {
  const column = dx !== 0;
  const size = sizeOf(name, tags, column);
  const [width, height] = [size.width * scale, size.height * scale];
  // A corner of the caption may come closer to the aircraft than its sides.
  const close = dx && dy ? 0.72 : 1;
  const away = led ? LED : 0;
  const x = dx * (wide * close + OFF + width / 2 + away * TAG * scale);
  const y = dy * (tall * close + OFF + height / 2 + away * TAG * scale);
  const box = { x: at.x + x - width / 2, y: at.y + y - height / 2, width, height };
  const leader = led ? { x: x - (dx * width) / 2, y: y - (dy * height) / 2 } : null;
  return { box, caption: { x, y, column, name, tags, mute: false, leader } };
}

/** @param {Point} p @param {number} scale */
const placed = ({ x, y }, scale) => `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`;

/**
 * Draws a caption.
 * @param {Caption} caption
 * @param {{ side: Side, scale: number, dials: () => SVGElement }} how
 */
export function captionNode({ x, y, column, name, tags, leader }, { side, scale, dials }) {
  const { width, height } = sizeOf(name, tags, column);
  let [left, top] = [-width / 2, -height / 2];
  const long = nameWidth(name);
  const middle = { x: column ? 0 : left + long / 2, y: top + 12.5 };
  const title = s('text', { class: 'name', ...middle, 'text-anchor': 'middle' }, name);
  left += long + GAP;
  top += LINE;
  const others = tags.map((tag) => {
    const w = tagWidth(tag);
    const at = column ? { x: -w / 2, y: top } : { x: left, y: -TAG / 2 };
    left += w + GAP;
    top += TAG + 1;
    if (tag === DIALS) return s('g', { transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` }, dials());
    return tagNode(tag, at, side);
  });
  return [
    leader && s('path', { class: 'leader', d: `M0 0L${leader.x.toFixed(1)} ${leader.y.toFixed(1)}` }),
    s('g', { class: 'caption', transform: placed({ x, y }, scale) }, title, others),
  ];
}

/**
 * A tag: round for the Allies, with corners for the Axis, as on the ladder.
 * @param {Tag} tag @param {Point} at its upper left corner @param {Side} side
 */
function tagNode(tag, { x, y }, side) {
  const width = tagWidth(tag);
  return s(
    'g',
    { class: `tag ${tag.kind}` },
    s('rect', { x, y, width, height: TAG, rx: side === 'allies' ? 8 : 2 }),
    s('text', { x: x + width / 2, y: y + 13, 'text-anchor': 'middle' }, tag.text),
  );
}

/**
 * The line under a name, as a path, from its aircraft. It is drawn apart from the name: to paint the names of many
 * aircraft takes long, and who can act changes often.
 * @param {Caption} caption @param {number} scale
 */
export function underline({ x, y, column, name, tags }, scale) {
  const { width, height } = sizeOf(name, tags, column);
  const long = nameWidth(name);
  const left = column ? -long / 2 : -width / 2;
  return { x: x + left * scale, y: y + (LINE - height / 2 - 2) * scale, width: long * scale };
}

/**
 * The boxes that an aircraft fills: along its wings and its fuselage.
 * @param {Point} at @param {number} half of its span @param {number} heading @param {number} flat how flattened it is
 * @returns {Box[]}
 */
export function boxesOf(at, half, heading, flat) {
  const h = (heading * Math.PI) / 180;
  const [sin, cos] = [Math.sin(h), Math.cos(h)];
  const wings = [-0.85, -0.45, 0, 0.45, 0.85].map((part) => [part * cos, part * sin]);
  const body = [-0.6, 0.45, 0.9].map((part) => [-part * sin, part * cos]);
  const r = half * 0.18;
  return [...wings, ...body].map(([x, y]) => ({
    x: at.x + x * half - r,
    y: at.y + y * half * flat - r * flat,
    width: 2 * r,
    height: 2 * r * flat,
  }));
}

/** How many aircraft a stack holds. @param {Count} count @param {number} scale */
export function countNode({ x, y, text }, scale) {
  const w = tagWidth({ text, kind: 'count' });
  return s(
    'g',
    { class: 'caption count', transform: placed({ x, y }, scale) },
    s('rect', { x: -w / 2, y: -TAG / 2, width: w, height: TAG, rx: TAG / 2 }),
    s('text', { y: 4.5, 'text-anchor': 'middle' }, text),
  );
}

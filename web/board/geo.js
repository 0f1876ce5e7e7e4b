// Where things are on the screen: from printed hexes and table points to world pixels and back. Knows grids, not rules.

import { attitudeText, heightText } from '../lib/words.js';
/** @import { Board, At, Pose } from '../wire/types.js' */

/** Centre to corner of a hex, in world pixels. */
export const R = 30;
const ROOT3 = Math.sqrt(3);
/** World pixels per thousandth of a unit of an open table. */
export const OPEN_SCALE = 0.06;

/** @typedef {{ x: number, y: number }} Point */

/**
 * The grid of a board: turns places into points and points into places.
 * @param {Board} board
 */
export function grid(board) {
  return board.kind === 'open' ? openTable(board) : hexSheet(board);
}
/** @typedef {ReturnType<typeof grid>} Grid */
/**
 * A piece of the lines that repeats.
 * @typedef {{ x: number, y: number, width: number, height: number, d: string }} Tile
 */

/** Sheets of more hexes are drawn by repeating a piece of them. */
const VAST = 10_000;

/** @param {Extract<Board, { kind: 'open' }>} board */
function openTable(board) {
  const width = board.width * OPEN_SCALE;
  const height = board.height * OPEN_SCALE;
  return {
    open: true,
    width,
    height,
    /** @param {At} at @returns {Point} */
    centre: (at) => ('x' in at ? { x: at.x * OPEN_SCALE, y: height - at.y * OPEN_SCALE } : { x: 0, y: 0 }),
    /** @param {Point} p @returns {At | null} */
    at: (p) =>
      p.x < 0 || p.y < 0 || p.x > width || p.y > height
        ? null
        : { x: Math.round(p.x / OPEN_SCALE), y: Math.round((height - p.y) / OPEN_SCALE) },
    /** @param {At} at */
    name: (at) => ('x' in at ? `${(at.x / 1000).toFixed(1)} east, ${(at.y / 1000).toFixed(1)} north` : ''),
    /** World pixels of one unit. */
    unit: 1000 * OPEN_SCALE,
    /** How far it is, in units. @param {At} a @param {At} b */
    distance: (a, b) => ('x' in a && 'x' in b ? Math.hypot(a.x - b.x, a.y - b.y) / 1000 : 0),
    /** Places within so many units: there is no list of those. @param {At} _at @param {number} _far @returns {At[]} */
    around: (_at, _far) => [],
    outline: () => unitSquares(width, height),
    /** @returns {Tile | null} */
    tile: () => null,
    /** @param {At} _at */
    cell: (_at) => '',
    /** @param {At} at @param {number} dx @param {number} dy */
    step: (at, dx, dy) => {
      if (!('x' in at)) return at;
      const inside = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(0, Math.min(most, v));
      return { x: inside(at.x + dx * 1000, board.width), y: inside(at.y - dy * 1000, board.height) };
    },
  };
}

/** @param {number} width @param {number} height */
function unitSquares(width, height) {
  const step = 1000 * OPEN_SCALE;
  let d = '';
  for (let x = step; x < width - 1; x += step) d += `M${x} 0V${height}`;
  for (let y = height - step; y > 1; y -= step) d += `M0 ${y}H${width}`;
  return d;
}

/** @param {Extract<Board, { kind: 'hexes' }>} board */
function hexSheet(board) {
  const { pointy, first, columns, rows, odd_shifted, rows_from_south } = board;
  const along = R * ROOT3;
  const across = R * 1.5;
  const width = pointy ? along * (columns + 0.5) : across * columns + R / 2;
  const height = pointy ? across * rows + R / 2 : along * (rows + 0.5);
  /** @param {number} n */
  const shifted = (n) => (((n % 2) + 2) % 2 === 1) === odd_shifted;

  /** @param {number} col @param {number} row @returns {Point} */
  function middle(col, row) {
    const c = col - first;
    const r = rows_from_south ? rows - 1 - (row - first) : row - first;
    if (pointy) return { x: along * (c + 0.5 + (shifted(row) ? 0.5 : 0)), y: across * r + R };
    // A shifted column lies half a hex further towards the end of the row count.
    const shift = shifted(col) ? 0.5 : 0;
    return { x: across * c + R, y: along * (r + (rows_from_south ? 1 - shift : 0.5 + shift)) };
  }

  /** @param {At} at */
  const centre = (at) => ('col' in at ? middle(at.col, at.row) : { x: 0, y: 0 });

  /** @param {Point} p @returns {At | null} */
  function at(p) {
    const c = pointy ? (p.x - along / 2) / along : (p.x - R) / across;
    const down = pointy ? (p.y - R) / across : (p.y - along / 2) / along;
    const r = rows_from_south ? rows - 1 - down : down;
    /** @type {At | null} */
    let best = null;
    let least = R * R * 1.01;
    for (let row = Math.floor(r) - 1 + first; row <= Math.ceil(r) + 1 + first; row++) {
      for (let col = Math.floor(c) - 1 + first; col <= Math.ceil(c) + 1 + first; col++) {
        if (!inside(col, row)) continue;
        const m = middle(col, row);
        const d = (m.x - p.x) ** 2 + (m.y - p.y) ** 2;
        if (d < least) {
          least = d;
          best = { col, row };
        }
      }
    }
    return best;
  }

  /** @param {number} col @param {number} row */
  const inside = (col, row) => col >= first && row >= first && col < first + columns && row < first + rows;

  const corners = cornersOf(pointy);

  /** @param {At} place */
  const cell = (place) => side(corners, centre(place));

  /** All hexes as one path. */
  const outline = () => sheetPath(board, (at, sides) => side(corners.slice(0, sides), centre(at)));

  /** Two hexes of a vast sheet, whose lines repeat all over it. @returns {Tile | null} */
  function tile() {
    if (columns * rows <= VAST) return null;
    const m = middle(first, first);
    const [half, wide, tall] = [along / 2, along, 3 * R];
    const line = [[0, 2 * R, 0, R], [0, R, half, R / 2], [half, R / 2, wide, R], [0, 2 * R, half, 2.5 * R]];
    line.push([half, 2.5 * R, wide, 2 * R], [half, 2.5 * R, half, tall], [half, 0, half, R / 2]);
    const d = line.map(([a, b, c, e]) => (pointy ? `M${a} ${b}L${c} ${e}` : `M${b} ${a}L${e} ${c}`)).join('');
    const [x, y] = pointy ? [m.x - half, m.y - 1.5 * R] : [m.x - 1.5 * R, m.y - half];
    return { x, y, width: pointy ? wide : tall, height: pointy ? tall : wide, d };
  }

  /** How far it is, in hexes. @param {At} a @param {At} b */
  function distance(a, b) {
    const p = centre(a);
    const q = centre(b);
    // Along two axes of the lattice; turned by a right angle, flat-topped hexes lie like pointed ones.
    const [x, y] = pointy ? [q.x - p.x, q.y - p.y] : [q.y - p.y, q.x - p.x];
    const r = Math.round(y / across);
    const n = Math.round(x / along - r / 2);
    return Math.max(Math.abs(n), Math.abs(r), Math.abs(n + r));
  }

  /** Hexes of the sheet within so many hexes of one, itself left out. @param {At} place @param {number} far */
  const around = (place, far) =>
    square(place, far).filter((at) => inside(at.col, at.row) && distance(place, at) > 0 && distance(place, at) <= far);

  const name = (/** @type {At} */ place) => hexName(board, place);
  const step = (/** @type {At} */ place, /** @type {number} */ dx, /** @type {number} */ dy) =>
    hexStep(board, place, dx, dy);
  return { open: false, width, height, unit: along, centre, at, name, outline, tile, cell, step, distance, around };
}

/**
 * A line along some corners of a hex; along all of them it is closed.
 * @param {Point[]} corners
 * @param {Point} middle
 */
function side(corners, middle) {
  const points = corners.map((k) => `${(middle.x + k.x).toFixed(1)} ${(middle.y + k.y).toFixed(1)}`);
  return `M${points.join('L')}${corners.length === 6 ? 'Z' : ''}`;
}

/**
 * The sheet as one path, every side drawn once or twice: three sides of every hex, and all six along the rim.
 * @param {Extract<Board, { kind: 'hexes' }>} board
 * @param {(at: At, corners: number) => string} hex a hex with the sides between so many of its corners
 */
function sheetPath({ first, columns, rows }, hex) {
  let d = '';
  for (let row = first; row < first + rows; row++) {
    for (let col = first; col < first + columns; col++) {
      const rim = col === first || row === first || col === first + columns - 1 || row === first + rows - 1;
      d += hex({ col, row }, rim ? 6 : 4);
    }
  }
  return d;
}

/** The corners of a hex about its middle. @param {boolean} pointy @returns {Point[]} */
function cornersOf(pointy) {
  return [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = ((pointy ? 30 : 0) + 60 * n) * (Math.PI / 180);
    return { x: R * Math.cos(angle), y: R * Math.sin(angle) };
  });
}

/** Every hex at most so many columns and rows from one. @param {At} place @param {number} far */
function square(place, far) {
  if (!('col' in place)) return [];
  const span = Array.from({ length: 2 * far + 1 }, (_, n) => n - far);
  return span.flatMap((x) => span.map((y) => ({ col: place.col + x, row: place.row + y })));
}

/** What a hex is called. @param {Extract<Board, { kind: 'hexes' }>} board @param {At} place */
function hexName({ names }, place) {
  if (!('col' in place)) return '';
  if (names.startsWith('[')) return `[${place.col},${place.row}]`;
  const pad = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${pad(place.col)}${names.includes('.') ? '.' : ''}${pad(place.row)}`;
}

/**
 * The hex beside one, as it lies on the screen; at the edge of the sheet the same.
 * @param {Extract<Board, { kind: 'hexes' }>} board
 * @param {At} place
 * @param {number} dx
 * @param {number} dy
 * @returns {At}
 */
function hexStep({ first, columns, rows, rows_from_south }, place, dx, dy) {
  if (!('col' in place)) return place;
  const col = Math.max(first, Math.min(first + columns - 1, place.col + dx));
  const row = Math.max(first, Math.min(first + rows - 1, place.row + (rows_from_south ? -dy : dy)));
  return { col, row };
}

/** @type {WeakMap<Board, Grid>} */
const grids = new WeakMap();

/** The grid of a board, made once for each. @param {Board} board */
export function gridOf(board) {
  const made = grids.get(board) ?? grid(board);
  grids.set(board, made);
  return made;
}

/**
 * The compass bearing from one point to another, in degrees.
 * @param {Point} a
 * @param {Point} b
 */
export function bearing(a, b) {
  return ((Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI + 360) % 360;
}

/**
 * One word for a place, to compare places by.
 * @param {At} at
 */
export function key(at) {
  return 'col' in at ? `${at.col}.${at.row}` : `${at.x},${at.y}`;
}

/**
 * Whether two places are the same.
 * @param {At | null | undefined} a
 * @param {At | null | undefined} b
 */
export function same(a, b) {
  return !!a && !!b && key(a) === key(b);
}

const POINTS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/**
 * A heading in words.
 * @param {number} heading degrees
 */
export function compass(heading) {
  return POINTS[Math.round((((heading % 360) + 360) % 360) / 45) % 8];
}

/**
 * A pose in words, for screen readers and tooltips.
 * @param {Grid} g
 * @param {Pose} pose
 * @param {number | null | undefined} [feet] feet of a level, where the game says so
 */
export function poseText(g, pose, feet) {
  const height = pose.altitude == null ? '' : `, ${heightText(pose.altitude, feet)}`;
  const attitude = pose.attitude ? `, ${attitudeText(pose.attitude)}` : '';
  return `${g.name(pose.at)} heading ${compass(pose.heading)}${height}${attitude}`;
}

/**
 * A repeatable stream of numbers from 0 to 1, from a text.
 * @param {string} text
 */
export function stream(text) {
  let a = 0x811c9dc5;
  for (const c of text) a = Math.imul(a ^ (c.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// A diagram of a guide, drawn as the board is: the same hexes, silhouettes, ways and lines of fire.

import { h, s } from '../lib/dom.js';
import { figure, ghost } from './figure.js';
import { R, bearing, grid } from './geo.js';
import { labelled } from './labels.js';
import { line } from './overlay.js';
import { PLAIN, halfSpan } from './planform.js';
import { gridLines, sea } from './sheet.js';
/** @import { Board, Diagram, DiagramPlane, Pose, Shape } from '../wire/types.js' */
/** @import { Point } from './geo.js' */
/** @import { Box, Frame, Wish } from './labels.js' */

/** Room around the sheet for names and remarks. */
const EDGE = 18;
/** A diagram is not shrunk below this part of its size: it is scrolled instead, so that its words stay legible. */
const LEAST = 0.6;
/** Where remarks go, from the middle of their hex. */
const REMARK = [
  ...[[0, 0], [0, -21], [0, 21], [0, -34], [0, 34], [0, -46], [0, 46], [0, -60], [0, 60]],
  ...[[26, 0], [-26, 0], [22, -18], [-22, -18], [22, 18], [-22, 18], [50, 0], [-50, 0]],
];
/** No stands in a diagram: it is seen from above. */
const FLAT = { floor: 0, step: 0, ring: 1 };

/** @type {Record<DiagramPlane['side'], Record<DiagramPlane['shape'], Shape>>} */
const SHAPES = {
  allies: {
    fighter: { ...PLAIN, wing: 'elliptical' },
    twin: { ...PLAIN, span_dm: 165, length_dm: 125, engines: 2, engine_at: 'wings' },
    bomber: { ...PLAIN, span_dm: 316, length_dm: 227, engines: 4, engine_at: 'wings' },
  },
  axis: {
    fighter: { ...PLAIN, wing: 'square' },
    twin: { ...PLAIN, span_dm: 162, length_dm: 121, engines: 2, engine_at: 'wings', tail: 'twin' },
    bomber: { ...PLAIN, span_dm: 226, length_dm: 164, engines: 2, engine_at: 'wings', wing: 'elliptical' },
  },
};

/** Headings in degrees on hexes with a corner to the north, and on those with a side there. */
const POINTY = { E: 90, SE: 150, SW: 210, W: 270, NW: 330, NE: 30 };
const FLAT_TOP = { N: 0, NE: 60, SE: 120, S: 180, SW: 240, NW: 300 };
const POINTS = /** @type {Record<string, string>} */ ({
  ...{ N: 'north', NE: 'north-east', E: 'east', SE: 'south-east' },
  ...{ S: 'south', SW: 'south-west', W: 'west', NW: 'north-west' },
});

let drawn = 0;

/**
 * A figure with its caption.
 * @param {Extract<Board, { kind: 'hexes' }>} sheet the game's hexes, of any size
 * @param {Diagram} d
 */
export function diagram(sheet, d) {
  const g = grid({ ...sheet, columns: d.size[0], rows: d.size[1] });
  const at = (/** @type {number[]} */ [c, r]) => g.centre({ col: sheet.first + c, row: sheet.first + r });
  const ways = (d.paths ?? []).flatMap((path) => {
    const plane = d.planes.find((p) => p.name === path.plane);
    if (!plane) return [];
    const points = [plane.hex, ...path.hexes].map(at);
    const last = bearing(points[points.length - 2], points[points.length - 1]);
    return [{ plane, points, heading: path.ends ? degrees(sheet.pointy, path.ends) : last }];
  });
  /** Where an aircraft is in the end. @param {string} name @returns {Point} */
  const ends = (name) =>
    ways.find((way) => way.plane.name === name)?.points.at(-1) ??
    at(d.planes.find((p) => p.name === name)?.hex ?? [0, 0]);
  const shots = (d.shots ?? []).map((shot) => ({ ...shot, a: ends(shot.from), b: ends(shot.to) }));
  const figures = d.planes.map((p) => stood(p, at(p.hex), degrees(sheet.pointy, p.heading)));
  const flown = ways.map(({ plane, points, heading }) => pale(plane, points[points.length - 1], heading));
  const marks = (d.marks ?? []).map((m) => ({ ...m, p: at(m.hex) }));
  const taken = [
    ...[...figures, ...flown].map((f) => f.box),
    ...ways.flatMap(trodden),
    ...marks.map(({ p }) => ({ ...around(p, R, 0.6), of: p })),
  ];
  const middle = (/** @type {Point} */ a, /** @type {Point} */ b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  /** @type {Wish[]} */
  const wishes = [
    ...figures.flatMap((f) => f.wishes),
    ...shots.map(({ a, b, text }) => ({ text, kind: 'remark', p: middle(a, b), tries: REMARK })),
    ...marks.map(({ text, p }) => ({ text, kind: 'remark', p, tries: REMARK })),
  ];
  const [width, height] = [g.width + 2 * EDGE, g.height + 2 * EDGE];
  const frame = { x: -EDGE, y: -EDGE, width, height };
  const cell = (/** @type {number[]} */ [c, r]) => g.cell({ col: sheet.first + c, row: sheet.first + r });
  const svg = s(
    'svg',
    { class: 'map', role: 'img', 'aria-label': inWords(d), width, height, viewBox: Object.values(frame).join(' ') },
    sea(g, `sea-${++drawn}`),
    gridLines(g),
    marks.map((m) => s('path', { class: `spot ${m.tone ?? 'plain'}`, d: cell(m.hex) })),
    ways.map(({ plane, points }) => s('path', { class: `way ${plane.side}`, d: line(points) })),
    shots.map(({ a, b }) => s('path', { class: 'fireline', d: line([a, b]) })),
    figures.map((f) => f.node),
    flown.map((f) => f.node),
    labelled(wishes, taken, frame).map(words),
  );
  svg.style.minWidth = `${Math.round(width * LEAST)}px`;
  return h(
    'figure',
    { class: 'diagram' },
    h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Diagram' }, svg),
    h('figcaption', null, d.caption),
  );
}

/** @param {boolean} pointy @param {string} heading */
const degrees = (pointy, heading) => /** @type {Record<string, number>} */ (pointy ? POINTY : FLAT_TOP)[heading] ?? 0;

/** @param {Point} p */
const moved = ({ x, y }) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

/**
 * An aircraft, the box that it fills, and its name and tag.
 * @param {DiagramPlane} p @param {Point} at @param {number} heading
 */
function stood(p, at, heading) {
  const shape = SHAPES[p.side][p.shape];
  const half = halfSpan(shape);
  /** @type {Pose} */
  const pose = { at: { x: 0, y: 0 }, heading, altitude: null, attitude: null };
  const its = { id: 0, name: p.name, side: p.side, gauges: [], energy: null };
  const node = figure(its, pose, { way: 'plan', shape, heights: FLAT });
  node.setAttribute('transform', moved(at));
  const below = half + 11;
  const tries = [[0, below], [0, -below], [half, 6], [-half, 6], [half, half], [-half, half]];
  /** @type {Wish[]} */
  const wishes = [{ text: p.name, kind: 'name', p: at, tries }];
  const shoulders = [[13, -half], [-13, -half], [0, -below - 6], [13, half + 6], [-13, half + 6], [0, below + 16]];
  if (p.tag) wishes.push({ text: p.tag, kind: 'tag', p: at, tries: shoulders });
  return { node, box: around(at, half, 2), wishes };
}

/** The box that an aircraft fills. @param {Point} at @param {number} half of its span @param {number} weight */
function around({ x, y }, half, weight) {
  const r = half * 0.8;
  return { x: x - r, y: y - r, width: 2 * r, height: 2 * r, weight };
}

/** Where an aircraft is after its move. @param {DiagramPlane} p @param {Point} at @param {number} heading */
function pale(p, at, heading) {
  const shape = SHAPES[p.side][p.shape];
  /** @type {Pose} */
  const pose = { at: { x: 0, y: 0 }, heading, altitude: null, attitude: null };
  const node = ghost(pose, { way: 'plan', shape, side: p.side, heights: FLAT });
  node.setAttribute('transform', moved(at));
  return { node, box: around(at, halfSpan(shape), 1.5) };
}

/** Boxes along a way, which words had better not cover. @param {{ points: Point[] }} way @returns {Box[]} */
function trodden({ points }) {
  return points.slice(1).flatMap((p, n) => {
    const q = points[n];
    return [0.25, 0.5, 0.75, 1].map((part) => {
      const [x, y] = [q.x + (p.x - q.x) * part, q.y + (p.y - q.y) * part];
      return { x: x - 5, y: y - 5, width: 10, height: 10, weight: 1.5 };
    });
  });
}

/** Words where they found room. @param {Wish & { box: Frame }} wish */
function words({ text, kind, box }) {
  const { x, y, width, height } = box;
  const write = (/** @type {string | null} */ name) =>
    s('text', { class: name, x: (x + width / 2).toFixed(1), y: (y + 12).toFixed(1), 'text-anchor': 'middle' }, text);
  if (kind === 'tag') return s('g', { class: 'tag' }, s('rect', { x, y, width, height, rx: 3 }), write(null));
  return s('g', { class: 'label' }, write(kind));
}

/** What a diagram shows, for whoever does not see it. @param {Diagram} d */
function inWords(d) {
  const side = (/** @type {DiagramPlane} */ p) => (p.side === 'allies' ? 'Allies' : 'Axis');
  const planes = d.planes.map((p) => {
    return `${p.name} (${side(p)}) heads ${POINTS[p.heading]}${p.tag ? `, ${p.tag}` : ''}.`;
  });
  const hexes = (/** @type {number} */ n) => (n === 1 ? '1 hex' : `${n} hexes`);
  const paths = (d.paths ?? []).map((p) => `${p.plane} flies ${hexes(p.hexes.length)}.`);
  const shots = (d.shots ?? []).map((shot) => `${shot.from} fires at ${shot.to}: ${shot.text}.`);
  const marks = [...new Set((d.marks ?? []).map((m) => m.text))];
  const remarks = marks.length ? [`Marked: ${marks.join('; ')}.`] : [];
  return ['Diagram.', ...planes, ...paths, ...shots, ...remarks].join(' ');
}

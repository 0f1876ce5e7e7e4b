// The map at the start of a scenario, small: where land and targets are, who comes from where.

import { s } from '../lib/dom.js';
import { gridOf } from './geo.js';
import { groundOf } from './land.js';
import { marks } from './marks.js';
import { planform } from './planform.js';
import { sea } from './sheet.js';
import { attitude } from './stand.js';
/** @import { Briefing, Marker } from '../wire/types.js' */
/** @import { Grid, Point } from './geo.js' */

/** What of a vast sheet is shown round the aircraft, and around the rest of a map. */
const AROUND = 420;
const EDGE = 8;
/** A map wider than this is vast: nobody would see an aircraft on all of it. */
const VAST = 8000;
/** How large an aircraft is drawn on a map of this width. */
const AIRCRAFT = 1 / 900;
/** How large names are on a map of this size. */
const LETTERS = 1 / 34;

let drawn = 0;

/** @param {Briefing} briefing */
export function startMap({ title, map, forces }) {
  const g = gridOf(map.board);
  const planes = map.aircraft.map((a) => ({ ...a, of: forces[a.force], p: g.centre(a.pose.at) }));
  const places = planes.map(({ p }) => p);
  const frame = framed(g, places);
  const size = Math.max(1, frame.width * AIRCRAFT);
  const letters = Math.max(frame.width, frame.height) * LETTERS;
  const id = `start-${++drawn}`;
  return s(
    'svg',
    {
      ...{ class: 'map start-map', role: 'img', 'aria-label': 'Map at the start' },
      ...{ width: frame.width, height: frame.height, viewBox: Object.values(frame).join(' ') },
    },
    s('clipPath', { id }, s('rect', { width: g.width, height: g.height })),
    sea(g, `${id}-sea`),
    s('g', { 'clip-path': `url(#${id})` }, groundOf({ title, scenery: map.scenery }, g.width, g.height, letters)),
    marks(g, shown(map.markers)),
    planes.map(({ of, pose, p }) =>
      s(
        'g',
        { class: `aircraft ${of.side}`, transform: `${moved(p)} scale(${size.toFixed(2)})` },
        s('g', { transform: attitude('plan', pose.heading, null) }, planform(of.shape, of.side)),
      ),
    ),
  );
}

/** @param {Point} p */
const moved = ({ x, y }) => `translate(${x.toFixed(0)} ${y.toFixed(0)})`;

/** Markers without names, for which there is no room; areas keep theirs. @param {Marker[]} markers */
function shown(markers) {
  return markers.filter((m) => m.kind !== 'slot').map((m) => (m.kind === 'area' ? m : { ...m, label: '' }));
}

/**
 * What is shown: all of a map, or of a vast sheet what is round the aircraft.
 * @param {Grid} g @param {Point[]} points
 */
function framed(g, points) {
  if (g.width < VAST || !points.length)
    return { x: -EDGE, y: -EDGE, width: g.width + 2 * EDGE, height: g.height + 2 * EDGE };
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [x, y] = [Math.min(...xs) - AROUND, Math.min(...ys) - AROUND];
  return { x, y, width: Math.max(...xs) + AROUND - x, height: Math.max(...ys) + AROUND - y };
}

// Sectors: where weapons reach, drawn on an open table as they are and on hexes as the hexes whose middle lies in them.

import { s } from '../lib/dom.js';
import { bearing } from './geo.js';
/** @import { FireArc, Pose, At } from '../wire/types.js' */
/** @import { Grid, Point } from './geo.js' */

/** Middles of hexes that lie on the edge of a sector count as in it. */
const EDGE = 0.01;

/** @param {Point} c @param {number} degrees compass bearing @param {number} r */
export function polar(c, degrees, r) {
  const a = (degrees * Math.PI) / 180;
  return { x: c.x + r * Math.sin(a), y: c.y - r * Math.cos(a) };
}

/**
 * A ring sector as a path.
 * @param {Point} c
 * @param {number} from compass bearing
 * @param {number} to clockwise of `from`
 * @param {number} inner
 * @param {number} outer
 */
export function ring(c, from, to, inner, outer) {
  const width = Math.min(to - from, 359.99);
  const at = (/** @type {number} */ degrees, /** @type {number} */ r) => {
    const p = polar(c, degrees, r);
    return `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  };
  const large = width > 180 ? 1 : 0;
  const end = from + width;
  const back = inner > 0 ? `L${at(end, inner)}A${inner} ${inner} 0 ${large} 0 ${at(from, inner)}` : `L${at(0, 0)}`;
  return `M${at(from, outer)}A${outer} ${outer} 0 ${large} 1 ${at(end, outer)}${back}Z`;
}

/**
 * Hexes of a sector, by distance from its middle.
 * @param {Grid} g
 * @param {Pose} pose
 * @param {FireArc} arc
 * @param {number} nearest beyond this distance
 * @param {number} farthest
 * @returns {At[]}
 */
export function hexesIn(g, pose, arc, nearest, farthest) {
  const c = g.centre(pose.at);
  return g.around(pose.at, farthest).filter((at) => {
    if (g.distance(pose.at, at) <= nearest) return false;
    const off = Math.abs(((((bearing(c, g.centre(at)) - pose.heading - arc.bearing + 540) % 360) + 360) % 360) - 180);
    return off <= arc.half + EDGE;
  });
}

/**
 * The sectors of an aircraft.
 * @param {Grid} g @param {Pose} pose @param {FireArc[]} arcs @param {string} side
 */
export function sectors(g, pose, arcs, side) {
  const c = g.centre(pose.at);
  return arcs.flatMap((arc) =>
    arc.bands.map((band, n) => {
      const inner = n > 0 ? arc.bands[n - 1].range : 0;
      const middle = pose.heading + arc.bearing;
      const d = g.open
        ? ring(c, middle - arc.half, middle + arc.half, inner * g.unit, band.range * g.unit)
        : hexesIn(g, pose, arc, inner, band.range)
            .map((at) => g.cell(at))
            .join('');
      return s('path', { class: `arc ${side} band-${n}`, d }, s('title', null, `${arc.label}: ${band.label}`));
    }),
  );
}

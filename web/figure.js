// An aircraft on the board: planform, shadow or stand, smoke, name and tags.

import { s } from './dom.js';
import { planform, halfSpan } from './planform.js';
import { attitude, rod } from './stand.js';
/** @import { Aircraft, Pose, Shape } from './types.js' */
/** @import { Way } from './stand.js' */

/** @type {Shape} */
export const PLAIN = { span_dm: 110, length_dm: 90, engines: 1, engine_at: 'nose', wing: 'tapered', tail: 'single' };

/** @param {Aircraft} a @param {Pose} pose @param {{ way: Way, shape: Shape, name: string }} how */
export function figure(a, pose, { way, shape, name }) {
  const half = halfSpan(shape);
  const hurt = a.gauges.find((g) => g.bad && g.value > 0 && g.max > 0);
  const turn = attitude(way, pose.heading);
  const node = s('g', { class: `aircraft ${a.side}`, 'data-id': a.id, 'data-name': a.name });
  if (way === 'stand') node.append(rod(pose.altitude ?? null));
  else node.append(s('ellipse', { class: 'shadow', cx: 7, cy: 9, rx: half * 0.8, ry: half * 0.34 }));
  if (hurt && hurt.value * 3 >= hurt.max) {
    node.append(s('path', { class: 'smoke', d: 'M0 8C-6 20 4 26 -4 40S6 52 0 64', transform: turn }));
  }
  node.append(s('g', { class: 'turned', transform: turn }, planform(shape, a.side)));
  const label = s('g', { class: 'label' }, s('text', { class: 'name', y: half + 15, 'text-anchor': 'middle' }, name));
  if (pose.altitude != null) label.append(tag(14, -half - 4, String(pose.altitude), 'altitude'));
  if (hurt) label.append(tag(pose.altitude != null ? -40 : 14, -half - 4, `${hurt.value}/${hurt.max}`, 'hurt'));
  node.append(label);
  return node;
}

/** A pale aircraft: where one would stand. @param {Pose} pose @param {{ way: Way, shape: Shape, side: import('./types.js').Side }} how */
export function ghost(pose, { way, shape, side }) {
  return s('g', { class: 'ghost' }, way === 'stand' && rod(pose.altitude ?? null), s('g', { transform: attitude(way, pose.heading) }, planform(shape, side)),
    pose.altitude != null && s('g', { class: 'label' }, tag(14, -halfSpan(shape) - 4, String(pose.altitude), 'altitude')));
}

/** @param {number} x @param {number} y @param {string} text @param {string} kind */
function tag(x, y, text, kind) {
  const width = 11 + 7.5 * text.length;
  return s('g', { class: `tag ${kind}`, transform: `translate(${x} ${y})` },
    s('rect', { width, height: 17, rx: 3 }), s('text', { x: width / 2, y: 13, 'text-anchor': 'middle' }, text));
}

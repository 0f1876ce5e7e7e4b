// An aircraft on the board: planform, shadow or stand, smoke, name and tags.

import { s } from '../lib/dom.js';
import { short } from '../lib/words.js';
import { planform, halfSpan } from './planform.js';
import { energyColumn, horizon } from './horizon.js';
import { attitude, rod } from './stand.js';
/** @import { Aircraft, Pose, Shape } from '../wire/types.js' */
/** @import { Point } from './geo.js' */
/** @import { Scale } from './horizon.js' */
/** @import { Heights, Way } from './stand.js' */

/** @type {Shape} */
export const PLAIN = { span_dm: 110, length_dm: 90, engines: 1, engine_at: 'nose', wing: 'tapered', tail: 'single' };

/** Half the width of a letter of a name, and how far below its aircraft a line under it is. */
const HALF_LETTER = 3.4;
const BELOW = 18.5;

/** What is drawn of an aircraft. @typedef {Pick<Aircraft, 'id' | 'name' | 'side' | 'gauges' | 'energy'>} Drawn */

/**
 * The aircraft, and apart from it its name and tags, so that no other aircraft covers them.
 * @param {Drawn} a @param {Pose} pose
 * @param {{ way: Way, shape: Shape, crowded: boolean, heights: Heights, energy: Scale | null }} how
 */
export function figure(a, pose, { way, shape, crowded, heights, energy }) {
  const half = halfSpan(shape);
  const hurt = a.gauges.find((g) => g.bad && g.value > 0 && g.max > 0);
  const turn = attitude(way, pose.heading, pose.attitude);
  const node = s('g', { class: `aircraft ${a.side}`, 'data-id': a.id, 'data-name': a.name });
  if (way === 'stand') node.append(rod(pose.altitude ?? null, heights));
  else node.append(s('ellipse', { class: 'shadow', cx: 7, cy: 9, rx: half * 0.8, ry: half * 0.34 }));
  if (hurt && hurt.value * 3 >= hurt.max) {
    node.append(s('path', { class: 'smoke', d: 'M0 8C-6 20 4 26 -4 40S6 52 0 64', transform: turn }));
  }
  node.append(s('g', { class: 'turned', transform: turn }, planform(shape, a.side)));
  const label = s(
    'g',
    { class: `label ${a.side}${crowded ? ' crowded' : ''}` },
    s('g', { transform: `translate(0 ${half})` }, nameText(nameOf(a, crowded))),
    pose.altitude != null && tag(1, half, String(pose.altitude), 'altitude'),
    hurt && tag(pose.altitude != null ? -1 : 1, half, `${hurt.value}/${hurt.max}`, 'hurt'),
    instruments(half, pose, energy && a.energy && energyColumn(a.energy, energy, 18)),
  );
  return { node, label };
}

/** @param {string} name */
const nameText = (name) => s('text', { class: 'name', y: 15, 'text-anchor': 'middle' }, name);

/** The name of an aircraft as it stands on the board. @param {Drawn} a @param {boolean} crowded */
const nameOf = (a, crowded) => (crowded ? short(a.name) : a.name);

/**
 * The line under a name, as a path. It is drawn apart from the name: to paint the names of many aircraft takes long,
 * and who can act changes often.
 * @param {Aircraft} a
 * @param {{ at: Point, shape: Shape, crowded: boolean, scale: number }} how
 */
export function underline(a, { at, shape, crowded, scale }) {
  const half = nameOf(a, crowded).length * HALF_LETTER * scale;
  const y = at.y + halfSpan(shape) + BELOW * scale;
  return `M${(at.x - half).toFixed(1)} ${y.toFixed(1)}h${(2 * half).toFixed(1)}`;
}

/**
 * Small instruments below the altitude: how it banks and pitches, and its energy.
 * @param {number} half @param {Pose} pose @param {SVGGElement | null | undefined} energy
 */
function instruments(half, { attitude: flies }, energy) {
  if (!flies && !energy) return null;
  energy?.setAttribute('transform', 'translate(22 20)');
  const dial = flies && s('g', { transform: 'translate(10 11)' }, horizon(flies, 9));
  return s('g', { transform: `translate(13 ${13 - half})` }, s('g', { class: 'tag instruments' }, dial, energy));
}

/**
 * A pale aircraft: where one would stand.
 * @param {Pose} pose
 * @param {{ way: Way, shape: Shape, side: import('../wire/types.js').Side, heights: Heights }} how
 */
export function ghost(pose, { way, shape, side, heights }) {
  return s(
    'g',
    { class: 'ghost' },
    way === 'stand' && rod(pose.altitude ?? null, heights),
    s('g', { transform: attitude(way, pose.heading, pose.attitude) }, planform(shape, side)),
    pose.altitude != null && s('g', { class: 'label' }, tag(1, halfSpan(shape), String(pose.altitude), 'altitude')),
    pose.attitude && s('g', { class: 'label' }, instruments(halfSpan(shape), pose, null)),
  );
}

/**
 * A tag at a shoulder of the aircraft, from where it grows outwards.
 * @param {1 | -1} to right or left
 * @param {number} half
 * @param {string} text
 * @param {string} kind
 */
function tag(to, half, text, kind) {
  const width = 11 + 7.5 * text.length;
  return s(
    'g',
    { transform: `translate(${to * 13} ${13 - half})` },
    s(
      'g',
      { class: `tag ${kind}` },
      s('rect', { x: to > 0 ? 0 : -width, y: -17, width, height: 17, rx: 3 }),
      s('text', { x: (to * width) / 2, y: -4, 'text-anchor': 'middle' }, text),
    ),
  );
}

// An aircraft on the board: planform, shadow or stand, smoke, name and tags.

import { s } from '../lib/dom.js';
import { captionNode } from './captions.js';
import { planform, halfSpan } from './planform.js';
import { energyColumn, horizon } from './horizon.js';
import { attitude, rod } from './stand.js';
/** @import { Aircraft, Pose } from '../wire/types.js' */
/** @import { Looks } from './planform.js' */
/** @import { Point } from './geo.js' */
/** @import { Caption, Tag } from './captions.js' */
/** @import { Scale } from './horizon.js' */
/** @import { Heights, Way } from './stand.js' */

/** What is drawn of an aircraft. @typedef {Pick<Aircraft, 'id' | 'name' | 'side' | 'gauges' | 'energy'>} Drawn */

/** @param {Point} p */
const moved = ({ x, y }) => ({ transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` });

/** The damage of an aircraft, if it has any. @param {Drawn} a */
const damage = (a) => a.gauges.find((g) => g.bad && g.value > 0 && g.max > 0);

/**
 * The aircraft without its name and tags.
 * @param {Drawn} a @param {Pose} pose
 * @param {{ way: Way, shape: Looks, heights: Heights, size?: number, foot?: Point | null }} how `size` is a part of its
 *   natural size; `foot` is where its stand is, from the aircraft; a stack has one stand only
 */
export function figure(a, pose, { way, shape, heights, size = 1, foot = { x: 0, y: 0 } }) {
  const half = halfSpan(shape) * size;
  const hurt = damage(a);
  const turn = attitude(way, pose.heading, pose.attitude) + (size < 1 ? ` scale(${size.toFixed(2)})` : '');
  const node = s('g', { class: `aircraft ${a.side}`, 'data-id': a.id, 'data-name': a.name });
  if (way === 'stand') node.append(...(foot ? [s('g', moved(foot), rod(pose.altitude ?? null, heights))] : []));
  else node.append(s('ellipse', { class: 'shadow', cx: 7, cy: 9, rx: half * 0.8, ry: half * 0.34 }));
  if (hurt && hurt.value * 3 >= hurt.max) {
    node.append(s('path', { class: 'smoke', d: 'M0 8C-6 20 4 26 -4 40S6 52 0 64', transform: turn }));
  }
  node.append(s('g', { class: 'turned', transform: turn }, planform(shape, a.side)));
  return node;
}

/** What the caption of an aircraft says. @param {Drawn} a @param {Pose} pose @param {string} short its short name */
export function wording(a, pose, short) {
  const hurt = damage(a);
  /** @type {Tag[]} */
  const tags = [];
  if (pose.altitude != null) tags.push({ text: String(pose.altitude), kind: 'altitude' });
  if (hurt) tags.push({ text: `${hurt.value}/${hurt.max}`, kind: 'hurt' });
  return { name: a.name, short, tags, instruments: !!pose.attitude || !!a.energy };
}

/**
 * Name, tags and instruments, apart from the aircraft, so that no other aircraft covers them.
 * @param {Drawn} a @param {Pose} pose
 * @param {{ caption: Caption, scale: number, energy: Scale | null }} how
 */
export function label(a, pose, { caption, scale, energy }) {
  const dials = () => instruments(pose, energy && a.energy && energyColumn(a.energy, energy, 18));
  return s(
    'g',
    { class: `label ${a.side}${caption.mute ? ' mute' : ''}` },
    captionNode(caption, { side: a.side, scale, dials }),
  );
}

/**
 * Small instruments: how an aircraft banks and pitches, and its energy.
 * @param {Pose} pose @param {SVGGElement | null | undefined} [energy]
 */
function instruments({ attitude: flies }, energy) {
  energy?.setAttribute('transform', 'translate(22 18)');
  const dial = flies && s('g', { transform: 'translate(10 9)' }, horizon(flies, 9));
  return s('g', { class: 'tag instruments' }, dial, energy);
}

/**
 * A pale aircraft: where one would stand.
 * @param {Pose} pose
 * @param {{ way: Way, shape: Looks, side: import('../wire/types.js').Side, heights: Heights }} how
 */
export function ghost(pose, { way, shape, side, heights }) {
  return s(
    'g',
    { class: 'ghost' },
    way === 'stand' && rod(pose.altitude ?? null, heights),
    s('g', { transform: attitude(way, pose.heading, pose.attitude) }, planform(shape, side)),
    pose.altitude != null && s('g', { class: 'label' }, tag(halfSpan(shape), String(pose.altitude))),
    pose.attitude &&
      s('g', { class: 'label', transform: `translate(13 ${13 - halfSpan(shape)})` }, instruments(pose)),
  );
}

/**
 * The altitude at the right shoulder of an aircraft, from where it grows outwards.
 * @param {number} half @param {string} text
 */
function tag(half, text) {
  const width = 11 + 7.5 * text.length;
  return s(
    'g',
    { transform: `translate(13 ${13 - half})` },
    s(
      'g',
      { class: 'tag altitude' },
      s('rect', { y: -17, width, height: 17, rx: 3 }),
      s('text', { x: width / 2, y: -4, 'text-anchor': 'middle' }, text),
    ),
  );
}

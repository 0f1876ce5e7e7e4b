// Buttons for looking closer and farther.

import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
/** @import { Camera } from './camera.js' */
/** @import { Children } from '../lib/dom.js' */

/** @param {Camera} camera @param {Children} more buttons after them */
export function viewTools(camera, more = null) {
  const tool = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ onclick) =>
    h('button', { 'aria-label': label, title: label, onclick }, icon(sign));
  return h('div', { class: 'tools', role: 'group', 'aria-label': 'View' },
    tool('Zoom in', 'plus', () => camera.zoom(1.4)),
    tool('Zoom out', 'minus', () => camera.zoom(1 / 1.4)),
    tool('Show the whole board', 'whole', () => camera.fit()),
    more);
}

// A page that has nothing to show says so, and leads back.

import { h } from '../lib/dom.js';

/** @param {string} title @param {string} text @param {HTMLElement} [more] another way on */
export function notice(title, text, more) {
  return h(
    'div',
    { class: 'notice' },
    h('h1', null, title),
    h('p', null, text),
    h('div', { class: 'row' }, more, h('a', { class: 'button go', href: '/' }, 'Back to Scramble')),
  );
}

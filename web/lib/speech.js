// What a screen reader is told: moves, dice and turns as they come, refusals at once.

import { find } from './dom.js';

/** @param {string} text */
export function say(text) {
  if (!text) return;
  const soon = find('#say-soon');
  const p = document.createElement('p');
  p.textContent = text;
  soon.append(p);
  while (soon.childElementCount > 30) soon.firstElementChild?.remove();
}

/** Says something now, before whatever else is being said. @param {string} text */
export function sayNow(text) {
  find('#say-now').textContent = text;
}

/** Forgets what was said: the next one at this screen may not have been meant to hear it. */
export function hush() {
  find('#say-soon').replaceChildren();
  find('#say-now').textContent = '';
}

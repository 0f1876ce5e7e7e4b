// A chip that names a rule; a click on it opens the rule (table/rule.js).

import { html } from './html.js';

/** @param {string} id */
export function chip(id) {
  const [game, ...rest] = id.split('/');
  const name = rest.join('/') || id;
  return html`<a class="rule" href="/rules/${game}#${id}" data-rule=${id} aria-label="Rule ${name}">${name}</a>`;
}

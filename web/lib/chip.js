// A chip that names a rule; a click on it opens the rule (table/rule.js).

import { html } from './html.js';

/** @param {string} id */
export function chip(id) {
  const name = id.split('/').slice(1).join('/') || id;
  return html`<a class="rule" href="/rules/${id.split('/')[0]}#${id}" data-rule=${id} aria-label="Rule ${name}">${
    name}</a>`;
}

// A chip that names a rule in words; a click on it opens the rule (table/rule.js).

import { html } from './html.js';

/** What rules are called, by id. @type {Map<string, string>} */
const titles = new Map();
/** Games whose titles were asked for. @type {Set<string>} */
const asked = new Set();
/** Asks for the titles of a game. @type {(game: string) => void} */
let ask = () => {};

/** Says who brings the titles of a game when its first chip is drawn. @param {(game: string) => void} how */
export function bringTitles(how) {
  ask = how;
}

/** Takes titles, and gives them to the chips that wait for them. @param {Record<string, string | undefined>} found */
export function learnTitles(found) {
  for (const [id, title] of Object.entries(found)) if (title) titles.set(id, title);
  nameChips();
}

/** Names the chips on the page that were drawn before their titles were known. */
export function nameChips() {
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('a.rule[data-rule]'))) {
    const title = titles.get(link.dataset.rule ?? '');
    if (!title || link.textContent === title) continue;
    link.textContent = title;
    link.setAttribute('aria-label', label(title));
  }
}

/** An id without its game: what a rule is called in its digest. @param {string} id */
export const within = (id) => id.split('/').slice(1).join('/') || id;

/** @param {string} name */
const label = (name) => `Rule: ${name}`;

/** @param {string} id */
export const chip = (id) => linked(id, '');

/** A chip behind a reason against something: its rule is opened with all details. @param {string} id */
export const reasonChip = (id) => linked(id, '?details');

/** A word that stands for its rule: a link to it without a chip beside it. @param {string} id @param {string} word */
export const term = (id, word) =>
  html`<a class="term" href="/rules/${id.split('/')[0]}#${id}" data-rule=${id}>${word}</a>`;

/** @param {string} id @param {string} how */
function linked(id, how) {
  const game = id.split('/')[0];
  if (!titles.has(id) && !asked.has(game)) {
    asked.add(game);
    ask(game);
  }
  const name = titles.get(id) ?? within(id);
  // The name is a property of the link and no child of the template, so that it may be set from outside too.
  return html`<a class="rule" href="/rules/${game}#${id}${how}" data-rule=${id} aria-label=${label(name)}
    .textContent=${name}></a>`;
}

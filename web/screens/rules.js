// Rules: chips that open a rule, and the digest of a game as a page.

import { h, fill } from '../lib/dom.js';
import { once } from '../wire/net.js';
import { openDialog } from '../lib/dialog.js';
import { markdown } from '../lib/markdown.js';
/** @import { GameInfo } from '../wire/types.js' */

/**
 * A chip that names a rule and opens it.
 * @param {string} id
 */
export function chip(id) {
  const name = id.split('/').slice(1).join('/') || id;
  return h('a', { class: 'rule', href: `/rules/${id.split('/')[0]}#${id}`, 'data-rule': id, 'aria-label': `Rule ${name}` }, name);
}

/** Opens a rule beside what one is doing. @param {string} id */
export async function openRule(id) {
  const game = id.split('/')[0];
  const body = h('div', { class: 'rule-text' }, h('p', { class: 'wait' }, 'Looking it up …'));
  openDialog(`Rule ${id.split('/').slice(1).join('/')}`, body, { wide: true });
  try {
    const digest = await once(`/api/rules/${game}`);
    const rule = digest.rules.find((/** @type {{ id: string }} */ r) => r.id === id);
    const text = rule ? rule.text.replace(/^#+ .*\n/, '') : '';
    fill(body, text ? markdown(text, { lead: 3, ids: ids(digest) }) : h('p', null, 'This rule is not in the digest.'),
      h('p', null, h('a', { href: `/rules/${game}#${id}` }, `${digest.title}: the whole digest`)));
  } catch (e) {
    fill(body, h('p', { class: 'error' }, /** @type {Error} */ (e).message));
  }
}

/** @param {{ rules: { id: string }[] }} digest */
const ids = (digest) => new Set(digest.rules.map((r) => r.id));

// One listener for every chip of the page: a plain click opens the rule here; with a modifier the link works as any link.
document.addEventListener('click', (e) => {
  const link = /** @type {Element} */ (e.target).closest?.('a.rule[data-rule]');
  if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.defaultPrevented || link.closest('.digest')) return;
  e.preventDefault();
  e.stopPropagation();
  void openRule(/** @type {HTMLElement} */ (link).dataset.rule ?? '');
}, true);

/**
 * The digest of a game as a page.
 * @param {HTMLElement} main
 * @param {string} game
 */
export async function rulesPage(main, game) {
  const digest = await once(`/api/rules/${game}`);
  document.title = `${digest.title} · rules · Tallyho`;
  const text = h('article', { class: 'digest' }, markdown(digest.text, { ids: ids(digest) }));
  const heads = /** @type {HTMLElement[]} */ ([...text.querySelectorAll('h2')]);
  const search = h('input', { type: 'search', placeholder: 'Find in names and text', 'aria-label': 'Find a rule' });
  const links = digest.rules.map((/** @type {{ id: string, title?: string }} */ r) => h('li', null,
    h('a', { href: `#${r.id}` }, r.id.split('/').slice(1).join('/'))));
  const list = h('ul', { class: 'rule-list' }, links);
  const none = h('p', { class: 'muted', role: 'status' });
  search.addEventListener('input', () => {
    const wanted = search.value.toLowerCase();
    links.forEach((/** @type {HTMLElement} */ li, /** @type {number} */ n) => (li.hidden = !`${digest.rules[n].id} ${digest.rules[n].text}`.toLowerCase().includes(wanted)));
    none.textContent = links.every((/** @type {HTMLElement} */ li) => li.hidden) ? 'No rule speaks of that.' : '';
  });
  const offer = await once('/api/games').catch(() => null);
  const others = /** @type {GameInfo[]} */ (offer?.games ?? []).filter((g) => g.id !== game);
  fill(main, h('div', { class: 'rules-page' },
    h('nav', { 'aria-label': 'Rules' }, h('h2', null, 'Contents'),
      h('ol', null, heads.map((head) => h('li', null, h('a', { href: `#${head.id}` }, head.textContent)))),
      h('h2', null, 'Every rule'), search, none, list,
      others.length > 0 && [h('h2', null, 'Other games'), h('ul', { class: 'rule-list' }, others.map((g) => h('li', null, h('a', { href: `/rules/${g.id}` }, g.title))))]),
    text));
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted) document.getElementById(wanted)?.scrollIntoView();
}

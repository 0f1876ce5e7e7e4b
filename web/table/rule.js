// A rule, opened beside what one is doing by a click on its chip.

import { openDialog } from '../lib/dialog.js';
import { h, fill } from '../lib/dom.js';
import { markdown } from '../lib/markdown.js';
import { once } from '../wire/net.js';
/** @import { Digest } from '../wire/types.js' */

/** The digest of a game's rules. @param {string} game */
export const digestOf = (game) => /** @type {Promise<Digest>} */ (once(`/api/rules/${game}`));

/** Every rule that a digest has. @param {Digest} digest */
export const idsOf = (digest) => new Set(digest.rules.map((r) => r.id));

/** @param {string} id */
async function openRule(id) {
  const game = id.split('/')[0];
  const body = h('div', { class: 'rule-text' }, h('p', { class: 'wait' }, 'Looking it up …'));
  openDialog(`Rule ${id.split('/').slice(1).join('/')}`, body, { wide: true });
  try {
    const digest = await digestOf(game);
    const rule = digest.rules.find((r) => r.id === id);
    const text = rule ? rule.text.replace(/^#+ .*\n/, '') : '';
    fill(
      body,
      text ? markdown(text, { lead: 3, ids: idsOf(digest) }) : h('p', null, 'This rule is not in the digest.'),
      h('p', null, h('a', { href: `/rules/${game}#${id}` }, `${digest.title}: the whole digest`)),
    );
  } catch (e) {
    fill(body, h('p', { class: 'error' }, /** @type {Error} */ (e).message));
  }
}

// One listener for every chip of the page: a plain click opens the rule here; with a modifier the link works as any
// link.
document.addEventListener(
  'click',
  (e) => {
    const link = /** @type {Element} */ (e.target).closest?.('a.rule[data-rule]');
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.defaultPrevented || link.closest('.digest')) return;
    e.preventDefault();
    e.stopPropagation();
    void openRule(/** @type {HTMLElement} */ (link).dataset.rule ?? '');
  },
  true,
);

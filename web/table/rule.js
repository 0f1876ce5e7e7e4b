// A rule, opened beside what one is doing by a click on its chip: what it means first, then where it stands.

import { bringTitles, learnTitles, within } from '../lib/chip.js';
import { openDialog } from '../lib/dialog.js';
import { h, fill } from '../lib/dom.js';
import { markdown } from '../lib/markdown.js';
import { once } from '../wire/net.js';
/** @import { Digest, Rule, RuleTitles } from '../wire/types.js' */

/** The digest of a game's rules. @param {string} game */
export const digestOf = (game) => /** @type {Promise<Digest>} */ (once(`/api/rules/${game}`));

// Without titles chips show the ids of their rules.
bringTitles((game) => {
  const found = /** @type {Promise<RuleTitles>} */ (once(`/api/titles/${game}`));
  found.then(({ titles }) => learnTitles(titles)).catch(() => {});
});

/** Every rule that a digest has. @param {Digest} digest */
export const idsOf = (digest) => new Set(digest.rules.map((r) => r.id));

/** Where a rule stands. @param {Rule} rule */
export const citation = (rule) => `Rule ${within(rule.id)} of the digest`;

/**
 * The exact text of a rule behind a fold; it is made when the fold is opened.
 * @param {Rule} rule @param {Digest} digest @param {HTMLElement} [head] what stands before the text
 */
export function detailsOf(rule, digest, head) {
  const body = h('div', { class: 'rule-text' });
  const show = () => body.firstChild || fill(body, head, markdown(rule.text, { lead: 3, ids: idsOf(digest) }));
  const fold = h('details', { class: 'exact' }, h('summary', null, 'Details'), body);
  fold.addEventListener('toggle', show);
  return fold;
}

/** @param {string} id @param {boolean} exactly with the details open */
async function openRule(id, exactly) {
  const game = id.split('/')[0];
  const body = h('div', { class: 'rule-told' }, h('p', { class: 'wait' }, 'Looking it up …'));
  const box = openDialog(`Rule ${within(id)}`, body, { wide: true });
  try {
    const digest = await digestOf(game);
    const rule = digest.rules.find((r) => r.id === id);
    if (!rule) {
      fill(body, h('p', null, 'This rule is not in the digest.'));
      return;
    }
    const fold = detailsOf(rule, digest);
    fold.open = exactly;
    fill(box.querySelector('h2') ?? body, rule.title);
    fill(
      body,
      markdown(rule.plain),
      h('p', { class: 'cite' }, h('a', { href: `/rules/${game}#${id}` }, citation(rule)), ` (${digest.title})`),
      fold,
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
    const link = /** @type {HTMLAnchorElement | null} */ (
      /** @type {Element} */ (e.target).closest?.('a[data-rule]')
    );
    if (!link || e.ctrlKey || e.metaKey || e.shiftKey || e.defaultPrevented || link.closest('.all-rules')) return;
    e.preventDefault();
    e.stopPropagation();
    void openRule(link.dataset.rule ?? '', link.hash.endsWith('?details'));
  },
  true,
);

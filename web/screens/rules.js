// The digest of a game's rules as a page.

import { h, fill } from '../lib/dom.js';
import { markdown } from '../lib/markdown.js';
import { digestOf, idsOf } from '../table/rule.js';
import { once } from '../wire/net.js';
/** @import { GameList } from '../wire/types.js' */

/** @param {HTMLElement} main @param {string} game */
export async function rulesPage(main, game) {
  const digest = await digestOf(game);
  document.title = `${digest.title} · rules · Tallyho`;
  const text = h('article', { class: 'digest' }, markdown(digest.text ?? '', { ids: idsOf(digest) }));
  const heads = /** @type {HTMLElement[]} */ ([...text.querySelectorAll('h2')]);
  const search = h('input', { type: 'search', placeholder: 'Find in names and text', 'aria-label': 'Find a rule' });
  const links = digest.rules.map((r) =>
    h('li', null, h('a', { href: `#${r.id}` }, r.id.split('/').slice(1).join('/'))),
  );
  const list = h('ul', { class: 'rule-list' }, links);
  const none = h('p', { class: 'muted', role: 'status' });
  search.addEventListener('input', () => {
    const wanted = search.value.toLowerCase();
    links.forEach(
      (li, n) => (li.hidden = !`${digest.rules[n].id} ${digest.rules[n].text}`.toLowerCase().includes(wanted)),
    );
    none.textContent = links.every((li) => li.hidden) ? 'No rule speaks of that.' : '';
  });
  const offer = /** @type {GameList | null} */ (await once('/api/games').catch(() => null));
  const others = (offer?.games ?? []).filter((g) => g.id !== game);
  fill(
    main,
    h(
      'div',
      { class: 'rules-page' },
      h(
        'nav',
        { 'aria-label': 'Rules' },
        h('h2', null, 'Contents'),
        h(
          'ol',
          null,
          heads.map((head) => h('li', null, h('a', { href: `#${head.id}` }, head.textContent))),
        ),
        h('h2', null, 'Every rule'),
        search,
        none,
        list,
        others.length > 0 && [
          h('h2', null, 'Other games'),
          h(
            'ul',
            { class: 'rule-list' },
            others.map((g) => h('li', null, h('a', { href: `/rules/${g.id}` }, g.title))),
          ),
        ],
      ),
      text,
    ),
  );
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted) document.getElementById(wanted)?.scrollIntoView();
}

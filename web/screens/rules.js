// The rules of a game as a page: a guide that teaches it, every rule in plain words, a glossary.

import { diagram } from '../board/diagram.js';
import { h, fill } from '../lib/dom.js';
import { anchor, markdown } from '../lib/markdown.js';
import { ranked } from '../lib/rank.js';
import { citation, detailsOf, digestOf, idsOf } from '../table/rule.js';
import { once } from '../wire/net.js';
/** @import { Digest, GameList, Guide, Rule } from '../wire/types.js' */

/** What a page is made of. @typedef {{ id: string, title: string, node: HTMLElement }} Part */
/** A rule on the page. @typedef {{ node: HTMLElement, fold: HTMLDetailsElement }} Entry */

/** Where the rules stand that hold in every game. */
const TABLE = { id: 'table', title: 'At every table' };

/**
 * Draws the page; `shown` goes to where its address points, once the page is there.
 * @param {HTMLElement} main @param {string} game
 */
export async function rulesPage(main, game) {
  const [digest, list] = await Promise.all([digestOf(game), once('/api/games').catch(() => null)]);
  document.title = `${digest.title} · rules · Tallyho`;
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  const parts = [...(digest.guide ? taught(digest.guide, idsOf(digest)) : []), allRules(digest, entries)];
  // The glossary comes last.
  parts.sort((a, b) => Number(a.id === 'glossary') - Number(b.id === 'glossary'));
  const tabs = parts.map((part) => h('a', { href: `#${part.id}` }, part.title));
  const contents = h('ol');
  const finder = search(digest);
  const games = [.../** @type {GameList | null} */ (list)?.games ?? [], TABLE].filter((g) => g.id !== game);
  fill(
    main,
    h(
      'div',
      { class: 'rules-page' },
      h(
        'header',
        null,
        h('h1', null, digest.title),
        h('nav', { class: 'rule-parts', 'aria-label': 'Parts of the rules' }, tabs),
        finder.field,
      ),
      h('nav', { class: 'contents', 'aria-label': 'On this page' }, contents),
      h('div', { class: 'digest' }, finder.hits, parts.map((part) => part.node)),
      h(
        'nav',
        { class: 'others', 'aria-label': 'Other rules' },
        h('h2', null, 'Other rules'),
        games.map((g) => h('a', { href: `/rules/${g.id}` }, g.title)),
      ),
    ),
  );

  /** @param {string} id */
  function show(id) {
    finder.clear();
    parts.forEach((part, n) => {
      part.node.hidden = part.id !== id;
      if (part.id === id) tabs[n].setAttribute('aria-current', 'true');
      else tabs[n].removeAttribute('aria-current');
    });
    const heads = parts.find((part) => part.id === id)?.node.querySelectorAll('h3') ?? [];
    fill(contents, [...heads].map((head) => h('li', null, h('a', { href: `#${head.id}` }, head.textContent))));
  }

  /** Goes to what the address points at: a part, a rule, a heading. */
  function go() {
    const [id, how] = decodeURIComponent(location.hash.slice(1)).split('?');
    const entry = entries.get(id);
    const target = entry?.node ?? (id ? main.querySelector(`[id="${CSS.escape(id)}"]`) : null);
    show((target ? parts.find((part) => part.node.contains(target)) : null)?.id ?? parts[0].id);
    main.querySelector('.found')?.classList.remove('found');
    if (entry) {
      entry.node.classList.add('found');
      entry.node.focus({ preventScroll: true });
      if (how === 'details') entry.fold.open = true;
    }
    const part = parts.some((p) => p.node === target);
    if (target && !part) target.scrollIntoView();
  }

  // A link to where the address points already brings no change of address, but may lead back from a search.
  main.addEventListener('click', (e) => {
    const link = /** @type {Element} */ (e.target).closest('a');
    if (link?.pathname === location.pathname && link.hash === location.hash && !e.defaultPrevented) go();
  });
  addEventListener('hashchange', go);
  return { shown: go, close: () => removeEventListener('hashchange', go) };
}

/** The guide and its glossary. @param {Guide} guide @param {Set<string>} ids @returns {Part[]} */
function taught({ text, sheet }, ids) {
  const draw = (/** @type {string} */ json) =>
    sheet.kind === 'hexes' ? diagram(sheet, JSON.parse(json)) : h('pre', null, json);
  const [lesson, words] = text.split(/^## Glossary$/m);
  const read = (/** @type {string} */ markup) => markdown(markup, { lead: 2, ids, draw });
  return [
    { id: 'guide', title: 'Guide', node: h('section', { id: 'guide', class: 'guide' }, read(lesson)) },
    {
      id: 'glossary',
      title: 'Glossary',
      node: h('section', { id: 'glossary' }, h('h2', null, 'Glossary'), glossary(words ?? '')),
    },
  ];
}

/** Words and what they mean, from lines `- **word**: meaning`. @param {string} text */
function glossary(text) {
  const lines = text.matchAll(/^- \*\*(.+?)\*\*:? *(.*)$/gm);
  return h(
    'dl',
    { class: 'glossary' },
    [...lines].map(([, word, meaning]) => [h('dt', null, word), h('dd', null, markdown(meaning))]),
  );
}

/** Every rule by chapter. @param {Digest} digest @param {Map<string, Entry>} entries takes the rules @returns {Part} */
function allRules(digest, entries) {
  const chapters = [...new Set(digest.rules.map((rule) => rule.chapter))];
  const node = h(
    'section',
    { id: 'rules', class: 'all-rules' },
    h('h2', null, 'All rules'),
    chapters.map((chapter) => [
      h('h3', { id: `chapter-${anchor(chapter)}` }, chapter),
      digest.rules.filter((rule) => rule.chapter === chapter).map((rule) => entryOf(rule, digest, entries)),
    ]),
  );
  return { id: 'rules', title: 'All rules', node };
}

/** @param {Rule} rule @param {Digest} digest @param {Map<string, Entry>} entries */
function entryOf(rule, digest, entries) {
  const cite = h('p', { class: 'cite' }, h('a', { href: `#${rule.id}` }, citation(rule)));
  const fold = detailsOf(rule, digest, cite);
  const node = h(
    'section',
    { id: rule.id, class: 'rule-entry', tabindex: '-1' },
    h('h4', null, rule.title),
    markdown(rule.plain),
    fold,
  );
  entries.set(rule.id, { node, fold });
  return node;
}

/**
 * The search: a field, and the list of what it finds in place of the rest of the page.
 * @param {Digest} digest
 */
function search(digest) {
  const input = h('input', { type: 'search', id: 'find-rule', placeholder: 'Tailing, turn, damage …' });
  const count = h('p', { class: 'muted', role: 'status' });
  const list = h('ol', { class: 'hits' });
  const hits = h('section', { class: 'found-rules', hidden: true, 'aria-label': 'Found rules' }, list);
  const links = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('a')]);
  const clear = () => {
    input.value = '';
    find();
  };
  function find() {
    const found = ranked(digest.rules, input.value);
    const asked = input.value.trim() !== '';
    fill(list, found.map((rule) => h('li', null, hit(rule))));
    count.textContent = !asked ? '' : found.length ? counted(found.length) : 'No rule speaks of that.';
    hits.hidden = !asked;
    hits.parentElement?.classList.toggle('finding', asked);
  }
  const hit = (/** @type {Rule} */ rule) =>
    h(
      'a',
      { href: `#${rule.id}` },
      h('b', null, rule.title),
      ' ',
      h('small', null, rule.chapter),
      h('span', null, rule.plain),
    );
  input.addEventListener('input', find);
  const step = (/** @type {KeyboardEvent} */ e) => {
    const all = links();
    const now = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (e.key === 'Escape' && input.value) {
      clear();
      input.focus();
    } else if (e.key === 'Enter' && now < 0) all[0]?.click();
    else if (e.key === 'ArrowDown') (all[now + 1] ?? all[now])?.focus();
    else if (e.key === 'ArrowUp') (all[now - 1] ?? input).focus();
    else return;
    e.preventDefault();
  };
  input.addEventListener('keydown', step);
  list.addEventListener('keydown', step);
  const field = h('div', { class: 'find' }, h('label', { for: 'find-rule' }, 'Find a rule'), input, count);
  return { field, hits, clear };
}

/** @param {number} n */
const counted = (n) => (n === 1 ? '1 rule found' : `${n} rules found, the best first`);

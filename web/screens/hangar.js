// The hangar: every type of every game as its card, to be found, laid side by side, compared and printed.

import { h, fill } from '../lib/dom.js';
import { once } from '../wire/net.js';
import { picture, printed } from '../table/card.js';
import { icon } from '../lib/icons.js';
import { say } from '../lib/speech.js';
/** @import { Card, CardList, GameInfo, Offer } from '../wire/types.js' */

/** @typedef {{ key: string, game: GameInfo, card: Card, tile: HTMLButtonElement }} Type */
/** @typedef {'game' | 'nation' | 'class'} Field */

/** So many cards lie side by side. */
const MOST = 4;

/** @param {HTMLElement} main @param {string} [game] the game whose types are shown first */
export async function hangar(main, game = '') {
  document.title = 'Hangar · Tallyho';
  const offer = /** @type {Offer} */ (await once('/api/games'));
  const lists = await Promise.all(offer.games.map(async (g) => ({ game: g, cards: /** @type {CardList} */ (await once(`/api/cards/${g.id}`)).cards })));
  const all = lists.flatMap((l) => l.cards.map((card) => tile(l.game, card, (t) => pick(t))));
  /** The cards that lie open, in the order in which they were picked. */
  const open = decodeURIComponent(location.hash.slice(1)).split(',').flatMap((key) => all.find((t) => t.key === key) ?? []).slice(0, MOST);
  const shown = { text: '', game, nation: '', class: '' };
  const count = h('span', { class: 'muted', role: 'status' });
  const desk = h('section', { class: 'hangar-desk', 'aria-label': 'Cards side by side' });

  const sift = () => {
    const fits = (/** @type {Type} */ t) => (!shown.game || t.game.id === shown.game) && (!shown.nation || t.card.nation === shown.nation) && (!shown.class || t.card.class === shown.class)
      && `${t.card.name} ${t.card.id} ${t.card.nation ?? ''}`.toLowerCase().includes(shown.text);
    for (const t of all) t.tile.hidden = !fits(t);
    const left = all.filter((t) => !t.tile.hidden).length;
    count.textContent = left ? `${left} of ${all.length} cards` : 'No card is like that.';
  };
  const lay = () => {
    for (const t of all) t.tile.setAttribute('aria-pressed', String(open.includes(t)));
    history.replaceState(null, '', open.length ? `#${open.map((t) => encodeURIComponent(t.key)).join(',')}` : location.pathname);
    fill(desk, open.length === 0 ? h('p', { class: 'muted' }, `Pick up to ${MOST} types to lay their cards side by side; of those from one game, figures that differ are marked.`)
      : open.map((t) => sheet(t, differing(open.flatMap((u) => (u.game === t.game ? [u.card] : []))), () => pick(t))));
  };
  /** @param {Type} t */
  const pick = (t) => {
    const at = open.indexOf(t);
    if (at >= 0) open.splice(at, 1);
    else open.push(t);
    if (open.length > MOST) open.shift();
    lay();
    say(`${t.card.name}, ${t.game.title}: ${at >= 0 ? 'put away' : 'laid out'}`);
  };

  const select = (/** @type {Field} */ field, /** @type {string} */ label, /** @type {[string, string][]} */ values) => h('label', null, h('span', { class: 'unseen' }, label), h('select', {
    name: field, onchange: (/** @type {Event} */ e) => {
      shown[field] = /** @type {HTMLSelectElement} */ (e.target).value;
      sift();
    },
  }, h('option', { value: '' }, `Every ${label.toLowerCase()}`), values.map(([value, text]) => h('option', { value, selected: shown[field] === value }, text))));
  const kinds = (/** @type {'nation' | 'class'} */ field) => [...new Set(all.flatMap((t) => t.card[field] ?? []))].sort().map((v) => /** @type {[string, string]} */ ([v, v]));
  fill(main, h('div', { class: 'hangar' },
    h('h1', null, 'Hangar'),
    h('div', { class: 'hangar-filter', role: 'search' },
      h('input', { type: 'search', placeholder: 'Find a type', 'aria-label': 'Find a type', oninput: (/** @type {Event} */ e) => {
        shown.text = /** @type {HTMLInputElement} */ (e.target).value.toLowerCase();
        sift();
      } }),
      select('game', 'Game', offer.games.map((g) => [g.id, g.title])), select('nation', 'Nation', kinds('nation')), select('class', 'Class', kinds('class')), count,
      h('button', { onclick: () => print() }, 'Print the cards')),
    desk, h('div', { class: 'hangar-tiles', role: 'group', 'aria-label': 'Types' }, all.map((t) => t.tile))));
  sift();
  lay();
}

/** @param {GameInfo} game @param {Card} card @param {(t: Type) => void} pick @returns {Type} */
function tile(game, card, pick) {
  /** @type {Type} */
  const t = { key: `${game.id}/${card.id}`, game, card, tile: h('button', { class: 'pick type', 'data-type': `${game.id}/${card.id}`, 'aria-pressed': 'false', onclick: () => pick(t) },
    picture(card, 'allies'), h('b', null, card.name), h('span', null, [card.nation, card.class].filter(Boolean).join(' · ')), h('span', { class: 'facts' }, game.title)) };
  return t;
}

/** Labels of figures in which these cards, which are of one game, differ. @param {Card[]} cards */
function differing(cards) {
  const labels = cards.length > 1 ? cards[0].values.map((v) => v.label).filter((l) => cards.every((c) => c.values.some((v) => v.label === l))) : [];
  return new Set(labels.filter((l) => new Set(cards.map((c) => c.values.find((v) => v.label === l)?.value)).size > 1));
}

/** @param {Type} t @param {Set<string>} different @param {() => void} away */
function sheet({ game, card }, different, away) {
  return h('article', { class: 'card sheet', 'aria-label': `${card.name}, ${game.title}` },
    h('div', { class: 'card-head' }, picture(card, 'allies'), h('div', null, h('h2', null, card.name), h('p', { class: 'muted' }, [game.title, card.nation, card.class].filter(Boolean).join(' · '))),
      h('button', { class: 'plain close', 'aria-label': `Put ${card.name} away`, onclick: away }, icon('cross'))),
    printed(card, [], different));
}

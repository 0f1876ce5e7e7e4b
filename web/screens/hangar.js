// The hangar: every type of every game as its card, to be found, laid side by side, compared and printed.

import { html, render, repeat } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { say } from '../lib/speech.js';
import { picture, printed } from '../table/card.js';
import { once } from '../wire/net.js';
/** @import { Card, CardList, GameInfo, GameList } from '../wire/types.js' */

/** @typedef {{ key: string, game: GameInfo, card: Card }} Type */
/** What is shown: those types that fit, and the cards that lie open in the order in which they were picked. */
/** @typedef {{ text: string, game: string, nation: string, class: string, open: Type[] }} Shown */
/** @typedef {{ pick: (t: Type) => void, sift: (by: Partial<Shown>) => void }} Acts */

/** So many cards lie side by side. */
const MOST = 4;

/** @param {HTMLElement} main @param {string} [game] the game whose types are shown first */
export async function hangar(main, game = '') {
  document.title = 'Hangar · Tallyho';
  const { games } = /** @type {GameList} */ (await once('/api/games'));
  const lists = await Promise.all(games.map((g) => /** @type {Promise<CardList>} */ (once(`/api/cards/${g.id}`))));
  const all = games.flatMap((g, n) => lists[n].cards.map((card) => ({ key: `${g.id}/${card.id}`, game: g, card })));
  const wanted = decodeURIComponent(location.hash.slice(1)).split(',');
  const open = wanted.flatMap((key) => all.find((t) => t.key === key) ?? []).slice(0, MOST);
  /** @type {Shown} */
  const shown = { text: '', game, nation: '', class: '', open };
  const draw = () => render(page(all, games, shown, { pick, sift }), main);
  /** @param {Partial<Shown>} by */
  const sift = (by) => {
    Object.assign(shown, by);
    draw();
  };
  /** @param {Type} t */
  const pick = (t) => {
    const lies = shown.open.includes(t);
    const now = (lies ? shown.open.filter((o) => o !== t) : [...shown.open, t]).slice(-MOST);
    const keys = now.map((o) => encodeURIComponent(o.key)).join(',');
    history.replaceState(null, '', keys ? `#${keys}` : location.pathname);
    sift({ open: now });
    say(`${t.card.name}, ${t.game.title}: ${lies ? 'put away' : 'laid out'}`);
  };
  draw();
}

/** @param {Type[]} all @param {GameInfo[]} games @param {Shown} shown @param {Acts} act */
function page(all, games, shown, act) {
  const fits = (/** @type {Type} */ t) =>
    (!shown.game || t.game.id === shown.game) &&
    (!shown.nation || t.card.nation === shown.nation) &&
    (!shown.class || t.card.class === shown.class) &&
    `${t.card.name} ${t.card.id} ${t.card.nation ?? ''}`.toLowerCase().includes(shown.text);
  const left = all.filter(fits).length;
  const tile = (/** @type {Type} */ t) => html`<button
    class="pick type"
    data-type=${t.key}
    ?hidden=${!fits(t)}
    aria-pressed=${String(shown.open.includes(t))}
    @click=${() => act.pick(t)}
  >
    ${picture(t.card, 'allies')}
    <b>${t.card.name}</b>
    <span>${[t.card.nation, t.card.class].filter(Boolean).join(' · ')}</span>
    <span class="facts">${t.game.title}</span>
  </button>`;
  const count = left ? `${left} of ${all.length} cards` : 'No cards match.';
  const hint = html`<p class="muted">Pick up to ${MOST} types to lay their cards side by side; of those from one game,
    figures that differ are marked.</p>`;
  const sheets = repeat(
    shown.open,
    (t) => t.key,
    (t) => sheet(t, shown.open, act),
  );
  return html`<div class="hangar">
    <h1>Hangar</h1>
    <div class="hangar-filter" role="search">
      ${filter(all, games, shown, act)}
      <span class="muted" role="status">${count}</span>
      <button @click=${() => print()}>Print the cards</button>
    </div>
    <section class="hangar-desk" aria-label="Cards side by side">${shown.open.length ? sheets : hint}</section>
    <div class="hangar-tiles" role="group" aria-label="Types">${all.map(tile)}</div>
  </div>`;
}

/** @param {Type[]} all @param {GameInfo[]} games @param {Shown} shown @param {Acts} act */
function filter(all, games, shown, act) {
  const value = (/** @type {Event} */ e) => /** @type {HTMLInputElement | HTMLSelectElement} */ (e.target).value;
  const select = (
    /** @type {'game' | 'nation' | 'class'} */ field,
    /** @type {string} */ label,
    /** @type {string[][]} */ values,
  ) => {
    const option = (/** @type {string[]} */ [id, text]) =>
      html`<option value=${id} ?selected=${shown[field] === id}>${text}</option>`;
    return html`<label>
      <span class="unseen">${label}</span>
      <select name=${field} @change=${(/** @type {Event} */ e) => act.sift({ [field]: value(e) })}>
        <option value="">Every ${label.toLowerCase()}</option>
        ${values.map(option)}
      </select>
    </label>`;
  };
  const kinds = (/** @type {'nation' | 'class'} */ field) =>
    [...new Set(all.flatMap((t) => t.card[field] ?? []))].sort().map((v) => [v, v]);
  const find = (/** @type {Event} */ e) => act.sift({ text: value(e).toLowerCase() });
  return html`<input type="search" placeholder="Find a type" aria-label="Find a type" @input=${find}>${[
    select(
      'game',
      'Game',
      games.map((g) => [g.id, g.title]),
    ),
    select('nation', 'Nation', kinds('nation')),
    select('class', 'Class', kinds('class')),
  ]}`;
}

/** Labels of figures in which these cards, which are of one game, differ. @param {Card[]} cards */
function differing(cards) {
  const labels = cards.length > 1 ? cards[0].values.map((v) => v.label) : [];
  const values = (/** @type {string} */ l) => cards.map((c) => c.values.find((v) => v.label === l)?.value);
  return new Set(labels.filter((l) => !values(l).includes(undefined) && new Set(values(l)).size > 1));
}

/** @param {Type} t @param {Type[]} open @param {Acts} act */
function sheet(t, open, act) {
  const { game, card } = t;
  const different = differing(open.flatMap((u) => (u.game === game ? [u.card] : [])));
  const kind = [game.title, card.nation, card.class].filter(Boolean).join(' · ');
  return html`<article class="card sheet" aria-label="${card.name}, ${game.title}">
    <div class="card-head">
      ${picture(card, 'allies')}
      <div><h2>${card.name}</h2><p class="muted">${kind}</p></div>
      <button class="plain close" aria-label="Put ${card.name} away" @click=${() => act.pick(t)}>
        ${icon('cross')}
      </button>
    </div>
    ${printed(card, [], different)}
  </article>`;
}

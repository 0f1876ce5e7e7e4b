// The types of a game, to be put on the board: by name, by nation, with their planforms.

import { picture } from '../table/card.js';
import { html, nothing, repeat } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { sideName } from '../lib/words.js';
import { named } from '../lib/words.js';
/** @import { Card, MarkerKind, Side } from '../wire/types.js' */

/**
 * What is sought and what is in hand.
 * @typedef {{ text: string, nation: string, side: Side, card: string | null }} Pick
 */
/** @typedef {{ sift: (change: Partial<Pick>) => void, take: (card: string | null) => void,
 *   mark: (kind: MarkerKind | null) => void }} Acts */
/**
 * What the game gives: names of the sides, and kinds of what may lie on the map, one of which may be in hand.
 * @typedef {{ names: Partial<Record<Side, string>>, kinds: MarkerKind[], hand: MarkerKind | null }} Given
 */

/** @param {Event} e */
const value = (e) => /** @type {HTMLInputElement | HTMLSelectElement} */ (e.target).value;

/**
 * @param {Card[]} cards @param {Pick} pick @param {Given} given @param {Acts} act
 */
export function palette(cards, pick, { names, kinds, hand }, act) {
  const nations = [...new Set(cards.flatMap((c) => c.nation ?? []))].sort();
  const wanted = pick.text.toLowerCase();
  const found = cards.filter((c) =>
    (!pick.nation || c.nation === pick.nation) && `${c.name} ${c.id} ${c.nation}`.toLowerCase().includes(wanted));
  const side = (/** @type {Side} */ s) => html`<label>
    <input type="radio" name="palette-side" value=${s} .checked=${pick.side === s}
      @change=${() => act.sift({ side: s })}>
    <span>${names[s] || sideName(s)}</span></label>`;
  const type = (/** @type {Card} */ c) => {
    const on = pick.card === c.id;
    return html`<li><button class="type ${on ? 'on' : ''}" aria-pressed=${on} draggable="true" data-card=${c.id}
      @click=${() => act.take(on ? null : c.id)} @dragstart=${() => act.take(c.id)}>
      ${picture(c, pick.side)}
      <span><b>${c.name}</b><small>${[c.nation, c.class].filter(Boolean).join(' · ')}</small></span>
    </button></li>`;
  };
  const kind = (/** @type {MarkerKind} */ k) => html`<button class="small" aria-pressed=${hand === k} draggable="true"
    data-kind=${k} @click=${() => act.mark(hand === k ? null : k)} @dragstart=${() => act.mark(k)}>
    ${icon('plus')} ${named(k)}</button>`;
  return html`${kinds.length ? html`<h2>On the map</h2>
    <div class="kinds" role="group" aria-label="On the map">${kinds.map(kind)}</div>` : nothing}
    <h2>Aircraft</h2>
    <fieldset class="segments"><legend class="unseen">Whose</legend>${[side('allies'), side('axis')]}</fieldset>
    <div class="sift">
      <input type="search" placeholder="Find a type" aria-label="Find a type" .value=${pick.text}
        @input=${(/** @type {Event} */ e) => act.sift({ text: value(e) })}>
      <select aria-label="Nation" @change=${(/** @type {Event} */ e) => act.sift({ nation: value(e) })}>
        <option value="">Every nation</option>
        ${nations.map((n) => html`<option value=${n} ?selected=${n === pick.nation}>${n}</option>`)}
      </select>
    </div>
    <p class="muted" role="status">${pick.card || hand
      ? 'Click on the board to place it. Escape puts it back.'
      : found.length ? 'Pick a type, or drag it onto the board.' : 'No types match.'}</p>
    <ul class="types">${repeat(found, (c) => c.id, type)}</ul>`;
}

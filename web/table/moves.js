// Ways to fly: the moves of an aircraft by the names that pilots give them, then the places where they end.

import { gridOf } from '../board/geo.js';
import { html, keyed, nothing, repeat } from '../lib/html.js';
import { capital } from '../lib/words.js';
import { namedMoves, placesOf, plansAt, plansOf } from '../state/ends.js';
import { plansText } from './chooser.js';
/** @import { At } from '../wire/types.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** Nothing where moves have no names, or the trial is whole. @param {State} state @param {Acts} act */
export function moves(state, act) {
  const draft = state.menu?.draft;
  if (draft && !draft.barred.length) return nothing;
  const { kinds, kind, ways, way } = namedMoves(state);
  if (!kinds.length) return nothing;
  const chip = (
    /** @type {string} */ text,
    /** @type {boolean} */ on,
    /** @type {State['moves']} */ by,
  ) => html`<button
    class="move-name${on ? ' on' : ''}"
    data-key="move-${text}"
    data-move=${text}
    aria-pressed=${String(on)}
    @click=${() => act.sortMoves(by)}
  >${capital(text)}</button>`;
  const ofKind = (/** @type {string} */ k) => chip(k, k === kind, { kind: k === kind ? null : k, way: null });
  const ofWay = (/** @type {string} */ w) => chip(w, w === way, { kind, way: w === way ? null : w });
  return html`<section class="moves" aria-label="Ways to fly">
    <div class="move-names" role="group" aria-label="Kind of move">${repeat(kinds, (k) => k, ofKind)}</div>
    ${
      kind
        ? html`<div class="move-names ways" role="group" aria-label="Way of ${kind}">
            ${repeat(ways, (w) => w, ofWay)}
          </div>`
        : nothing
    }
    ${places(state, act)}
    <h3>Or step by step</h3>
  </section>`;
}

/** @param {State} state @param {Acts} act */
function places(state, act) {
  const all = placesOf(state);
  const g = state.view && gridOf(state.view.board);
  const button = (/** @type {At} */ at) => html`<button
    class="place"
    data-key="place-${g?.name(at)}"
    @click=${() => act.flyTo(at)}
    @mouseenter=${() => act.glance({ near: [at] })}
    @mouseleave=${() => act.glance(null)}
  >${g?.name(at)} <small>${plansText(plansAt(state, at))}</small></button>`;
  const list = html`<details class="place-list">
    <summary>All of them</summary>
    <div>${all.map(button)}</div>
  </details>`;
  return html`<p class="muted">
      ${plansOf(state).length} ends in ${all.length} ${all.length === 1 ? 'place' : 'places'}: pick one on the board.
    </p>
    ${keyed(`${state.decision} ${state.moves.kind} ${state.moves.way}`, list)}`;
}

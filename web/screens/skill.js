// Luck and skill after a game: what fire brought beyond its average, and which decisions cost most.

import { h } from '../lib/dom.js';
import { html, nothing, render } from '../lib/html.js';
import { capital, signed } from '../lib/words.js';
import { sentence } from '../table/log.js';
import { follow } from './follow.js';
/** @import { Costly, Debrief, Side, SideDebrief, TableInfo, View } from '../wire/types.js' */

const SIDES = /** @type {Side[]} */ (['allies', 'axis']);

/** Points from thousandths, to a tenth. @param {number} milli */
const points = (milli) => (Math.abs(milli) / 1000).toFixed(1);

/** The same with a sign. @param {number} milli */
const gained = (milli) => (points(milli) === '0.0' ? '0' : `${signed(Math.sign(milli))[0]}${points(milli)}`);

/**
 * Worked out by the server, one decision after the other.
 * @param {View[]} views
 * @param {TableInfo} table
 * @param {(n: number) => void} go
 */
export function skill(views, table, go) {
  const place = h('section', { class: 'skill', 'aria-label': 'Luck and skill' });
  const show = (/** @type {Debrief} */ known) => {
    render(luckAndSkill(known, { views, table, go }), place);
    return known.of > 0 && known.done === known.of;
  };
  const failed = () => render(html`<p class="muted">Luck and skill could not be worked out.</p>`, place);
  follow(place, `/api/tables/${table.id}/debrief`, show, failed);
  return place;
}

/** @param {Debrief} known @param {{ views: View[], table: TableInfo, go: (n: number) => void }} game */
function luckAndSkill(known, { views, table, go }) {
  const done = known.of > 0 && known.done === known.of;
  if (!known.of) return html`<p class="muted">Luck and skill: waiting for its turn …</p>`;
  const name = (/** @type {Side} */ side) => table.sides[side]?.name ?? side;
  const row = (/** @type {Side} */ side) => {
    const { luck_milli, cost_milli } = known[side];
    return html`<tr><th scope="row" class="who ${side}">${name(side)}</th>
      <td>${gained(luck_milli)}</td><td>${gained(-cost_milli)}</td></tr>`;
  };
  const weighed = known.allies.weighed + known.axis.weighed;
  return html`<table class="figures">
      <caption>Luck and skill, in victory points</caption>
      <thead><tr><th scope="col">Side</th><th scope="col">Luck</th><th scope="col">Decisions</th></tr></thead>
      <tbody>${SIDES.map(row)}</tbody>
    </table>
    <p class="muted">Luck is what fire brought beyond its average. Decisions are what was lost against better ones, in
      ${done ? `the ${weighed}` : 'those'} that looked dearest.</p>
    ${done ? nothing : html`<p class="muted so-far">Thinking it through: ${known.done} of ${known.of} …</p>`}
    ${SIDES.map((side) => dearest(name(side), known[side], { done, views, go }))}`;
}

/**
 * @param {string} name
 * @param {SideDebrief} side
 * @param {{ done: boolean, views: View[], go: (n: number) => void }} game
 */
function dearest(name, side, { done, views, go }) {
  if (!side.dearest.length)
    return done ? html`<p class="muted">${name}: no decision clearly cost points.</p>` : nothing;
  const one = (/** @type {Costly} */ c) => {
    const before = views[c.line - 1];
    const words = (/** @type {string} */ text) => sentence(text, before.aircraft);
    return html`<li>
      <button class="to-moment" data-line=${c.line} @click=${() => go(c.line - 1)}>
        Turn ${before.phase.turn}: ${words(c.done)}</button>
      <p>Cost <b>${points(c.cost_milli)}</b> points. Better: ${words(c.better)}.</p>
      ${c.why ? html`<p class="muted">${words(capital(c.why))}.</p>` : nothing}
    </li>`;
  };
  return html`<h3>What cost ${name} most</h3><ol class="dearest">${side.dearest.map(one)}</ol>`;
}

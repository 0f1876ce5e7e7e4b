// The card of an aircraft: present condition as gauges, printed values, tables, and where the figures come from.

import { looksOf, outline, planform } from '../board/planform.js';
import { chip, term } from '../lib/chip.js';
import { guard, html, nothing, repeat } from '../lib/html.js';
import { inParts } from '../lib/words.js';
import { energyBar, horizonDial } from './instruments.js';
/** @import { Aircraft, Card, CardTable, Gauge, Side } from '../wire/types.js' */
/** @import { Scale } from '../board/horizon.js' */
/** @import { Part } from '../lib/html.js' */

/**
 * @param {Aircraft} a
 * @param {Card | undefined} card
 * @param {{ open?: boolean, toggled?: (open: boolean) => void, scale?: Scale | null }} [how]
 */
export function aircraftCard(a, card, how = {}) {
  const state = [a.role, a.group, a.flying ? '' : a.status].filter(Boolean).join(' · ');
  const tags = a.tags.map((t) => html`<span class="mark-tag">${t.text} ${chip(t.rule)}</span> `);
  const toggled = (/** @type {Event} */ e) => how.toggled?.(/** @type {HTMLDetailsElement} */ (e.target).open);
  const values = (/** @type {Card} */ c) => html`<details ?open=${how.open} @toggle=${toggled}>
    <summary>Printed values</summary>
    ${guard([c, JSON.stringify(a.gauges)], () => printed(c, a.gauges))}
  </details>`;
  return html`<section class="card ${a.side}" aria-label="Card of ${a.name}">
    <div class="card-head">
      ${card && picture(card, a.side)}
      <div>
        <h2>${a.name} <small>${card?.name ?? a.card}</small></h2>
        <p class="muted">${state}</p>
        ${tags.length ? html`<p class="tags">${tags}</p>` : nothing}
      </div>
    </div>
    ${instruments(a, how.scale ?? null)}
    <div class="gauges">${a.gauges.map(gauge)}</div>
    ${card && values(card)}
  </section>`;
}

/** Bank, pitch and energy, in games that have them. @param {Aircraft} a @param {Scale | null} scale */
function instruments({ pose, energy }, scale) {
  if (!pose?.attitude && !energy) return nothing;
  return html`<div class="instruments">
    ${pose?.attitude ? horizonDial(pose.attitude) : nothing}
    ${energy && scale ? html`<div>${energyBar(energy, scale)} ${chip(energy.rule)}</div>` : nothing}
  </div>`;
}

/** @param {Gauge} g */
function gauge(g) {
  const [value, max] = [g.value, g.max].map((n) => inParts(n, g.parts));
  const part = g.max > 0 ? Math.max(0, Math.min(1, g.value / g.max)) : 0;
  const width = `width: ${Math.round(part * 100)}%`;
  return html`<b>${term(g.rule, g.label)}</b>
    <span class="bar" aria-hidden="true"><i class=${g.bad ? 'bad' : ''} .style=${width}></i></span>
    <span class="reading">${g.bad ? `${value} of ${max}` : `${value} / ${max}`}</span>`;
}

/**
 * The silhouette of a type.
 * @param {Card} card
 * @param {Side} side
 */
export function picture(card, side) {
  const looks = looksOf(card);
  const o = outline(looks);
  const w = Math.max(o.half * 2 + 6, o.tail - o.nose + 8);
  const box = `${-w / 2} ${(o.nose + o.tail) / 2 - w / 2} ${w} ${w}`;
  return html`<svg class="planform" viewBox=${box} role="img" aria-label="${card.name} from above">
    ${guard([card.id, side], () => planform(looks, side))}
  </svg>`;
}

/** Marks that tell two gauges on one track apart without colour. */
const MARKS = ['▲', '◆', '●', '■'];

/** What only a screen reader hears. @param {string} text */
const unseen = (text) => html`<span class="unseen">${text}</span>`;

/**
 * The printed side: values, tracks, tables, and at the end where each figure comes from, by letter.
 * @param {Card} card
 * @param {Gauge[]} gauges
 * @param {Set<string>} [marked] labels of values to be marked
 */
export function printed(card, gauges, marked) {
  /** @type {string[]} */
  const sources = [];
  const from = (/** @type {string | null} */ source) => {
    if (!source) return nothing;
    if (!sources.includes(source)) sources.push(source);
    const where = unseen(` (source: ${source})`);
    return html`<sup class="from" title=${source}>${letter(sources.indexOf(source))}${where}</sup>`;
  };
  const values = card.values.map(
    (v) => html`<div class=${marked?.has(v.label) ? 'differs' : nothing}>
      <dt>${term(v.rule, v.label)}</dt><dd>${v.value}${from(v.source)}</dd>
    </div>`,
  );
  const tables = card.tables.map((t) =>
    (t.kind === 'table' ? grid : spaces)(t, html`<span>${term(t.rule, t.title)}${from(t.source)}</span>`, gauges),
  );
  const list = html`<ul>${sources.map((text, n) => html`<li><b>${letter(n)}</b> ${text}</li>`)}</ul>`;
  return html`<div class="card-values">
    <dl>${values}</dl>
    ${tables}
    <div class="muted source"><p><b>Sources. </b>${card.source}</p>${sources.length ? list : nothing}</div>
  </div>`;
}

/** a, b, … z, aa. @param {number} n @returns {string} */
function letter(n) {
  return (n >= 26 ? letter(Math.floor(n / 26) - 1) : '') + String.fromCharCode(97 + (n % 26));
}

/**
 * A table with rows and columns.
 * @param {CardTable} t
 * @param {Part} title
 */
function grid(t, title) {
  const cells = (/** @type {string[]} */ all) => all.map((c) => html`<td>${c}</td>`);
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t.title}>
    <table>
      <caption>${title}</caption>
      <thead><tr><td>${t.head}</td>${t.columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
      <tbody>${t.rows.map((r) => html`<tr><th scope="row">${r.head}</th>${cells(r.cells)}</tr>`)}</tbody>
    </table>
  </div>`;
}

/**
 * A track of numbered spaces with the aircraft's markers on it, or a row of boxes with some crossed off.
 * @param {CardTable} t
 * @param {Part} title
 * @param {Gauge[]} gauges
 */
function spaces(t, title, gauges) {
  const here = t.gauges.flatMap((label) => gauges.find((g) => g.label === label) ?? []);
  const track = t.kind === 'track';
  const crossed = (/** @type {number} */ n) => !track && here.some((g) => (g.bad ? n < g.value : n >= g.value));
  const mark = (/** @type {number} */ n) => MARKS[n % MARKS.length];
  const legend = here.map((g, n) => {
    const text = track ? `${mark(n)} ${g.label} ${g.value}` : `${g.label} ${g.value} of ${g.max}`;
    return html`<span>${text}</span>`;
  });
  const heads = html`<li class="spaces-head" aria-hidden="true">
    <b>${t.head}</b>${t.rows.map((r) => html`<small>${r.head}</small>`)}
  </li>`;
  const space = (/** @type {string} */ c, /** @type {number} */ n) => {
    const marks = here.flatMap((g, k) => (track && String(g.value) === c ? [[mark(k), unseen(` ${g.label}`)]] : []));
    const off = crossed(n);
    const named = (/** @type {string} */ head) => (head ? unseen(`${head} `) : nothing);
    return html`<li class="${marks.length ? 'here' : ''} ${off ? 'off' : ''}">
      <b>${named(t.head)}${c}</b>
      ${t.rows.map((r) => html`<small>${r.cells[n] ? named(r.head) : nothing}${r.cells[n]}</small>`)}
      ${marks.length ? html`<i>${marks}</i>` : nothing}${off ? unseen(' crossed off') : nothing}
    </li>`;
  };
  return html`<div class="track ${t.kind}" role="group" aria-label=${t.title}>
    <p class="track-title">${title}</p>
    ${here.length ? html`<p class="muted track-key">${legend}</p>` : nothing}
    <ol class="spaces">${t.head || t.rows.some((r) => r.head) ? heads : nothing}${t.columns.map(space)}</ol>
  </div>`;
}

/**
 * Aircraft that are not on the board, with what became of them.
 * @param {Aircraft[]} aircraft
 * @param {(id: number) => void} select
 */
export function away(aircraft, select) {
  const gone = aircraft.filter((a) => !a.flying);
  if (!gone.length) return nothing;
  const line = (/** @type {Aircraft} */ a) => html`<li>
    <button class="fleet-item ${a.side}" data-key="away-${a.id}" @click=${() => select(a.id)}>${a.name}</button>
    <small class="muted">${a.status}</small>
  </li>`;
  return html`<h3>Not on the board</h3><ul class="away">${repeat(gone, (a) => a.id, line)}</ul>`;
}

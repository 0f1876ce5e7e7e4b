// The card of an aircraft: present condition as gauges, printed values, tables, and where the figures come from.

import { h, s } from './dom.js';
import { planform, outline } from './planform.js';
import { chip } from './rules.js';
/** @import { Aircraft, Card, Gauge } from './types.js' */

/**
 * @param {Aircraft} a
 * @param {Card | undefined} card
 * @param {{ open?: boolean, toggled?: (open: boolean) => void }} [how]
 */
export function aircraftCard(a, card, how = {}) {
  const state = [a.role, a.group, a.flying ? '' : a.status].filter(Boolean).join(' · ');
  return h('section', { class: `card ${a.side}`, 'aria-label': `Card of ${a.name}` },
    h('div', { class: 'card-head' },
      card && picture(card, a),
      h('div', null,
        h('h2', null, a.name, ' ', h('small', null, card?.name ?? a.card)),
        h('p', { class: 'muted' }, state),
        a.tags.length > 0 && h('p', { class: 'tags' }, a.tags.map((t) => [h('span', { class: 'mark-tag' }, t.text, ' ', chip(t.rule)), ' '])))),
    h('div', { class: 'gauges' }, a.gauges.map(gauge)),
    card && h('details', { open: how.open, ontoggle: (/** @type {Event} */ e) => how.toggled?.(/** @type {HTMLDetailsElement} */ (e.target).open) },
      h('summary', null, 'Printed values'), values(card)));
}

/** @param {Gauge} g */
function gauge(g) {
  const part = g.max > 0 ? Math.max(0, Math.min(1, g.value / g.max)) : 0;
  const bar = h('i', { class: g.bad ? 'bad' : '' });
  bar.style.width = `${Math.round(part * 100)}%`;
  return [
    h('b', null, g.label),
    h('span', { class: 'bar', 'aria-hidden': 'true' }, bar),
    h('span', { class: 'reading' }, g.bad ? `${g.value} of ${g.max}` : `${g.value} / ${g.max}`),
    chip(g.rule),
  ];
}

/**
 * The silhouette of a type.
 * @param {Card} card
 * @param {{ side: import('./types.js').Side }} a
 */
export function picture(card, a) {
  const o = outline(card.shape);
  const w = Math.max(o.half * 2 + 6, o.tail - o.nose + 8);
  return s('svg', { class: 'planform', viewBox: `${-w / 2} ${(o.nose + o.tail) / 2 - w / 2} ${w} ${w}`, role: 'img', 'aria-label': `${card.name} from above` },
    planform(card.shape, a.side));
}

/** @param {Card} card */
function values(card) {
  return h('div', { class: 'card-values' },
    h('dl', null, card.values.map((v) => h('div', null,
      h('dt', null, v.label), h('dd', { title: v.source ?? card.source }, v.value, ' ', chip(v.rule))))),
    card.tables.map((t) => h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': t.title }, h('table', null,
      h('caption', null, t.title, ' ', chip(t.rule)),
      h('thead', null, h('tr', null, h('td'), t.columns.map((c) => h('th', { scope: 'col' }, c)))),
      h('tbody', null, t.rows.map((r) => h('tr', null, h('th', { scope: 'row' }, r.head), r.cells.map((c) => h('td', null, c)))))))),
    h('p', { class: 'muted source' }, `Source: ${card.source}`));
}

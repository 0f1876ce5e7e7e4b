// The card of an aircraft: present condition as gauges, printed values, tables, and where the figures come from.

import { h, s } from '../lib/dom.js';
import { planform, outline } from '../board/planform.js';
import { chip } from '../screens/rules.js';
/** @import { Aircraft, Card, CardTable, Gauge } from '../wire/types.js' */

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
      h('summary', null, 'Printed values'), printed(card, a.gauges)));
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
 * @param {{ side: import('../wire/types.js').Side }} a
 */
export function picture(card, a) {
  const o = outline(card.shape);
  const w = Math.max(o.half * 2 + 6, o.tail - o.nose + 8);
  return s('svg', { class: 'planform', viewBox: `${-w / 2} ${(o.nose + o.tail) / 2 - w / 2} ${w} ${w}`, role: 'img', 'aria-label': `${card.name} from above` },
    planform(card.shape, a.side));
}

/** Marks that tell two gauges on one track apart without colour. */
const MARKS = ['▲', '◆', '●', '■'];

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
    if (!source) return null;
    if (!sources.includes(source)) sources.push(source);
    return h('sup', { class: 'from', title: source }, letter(sources.indexOf(source)), h('span', { class: 'unseen' }, ` (source: ${source})`));
  };
  const parts = [
    h('dl', null, card.values.map((v) => h('div', { class: marked?.has(v.label) ? 'differs' : null }, h('dt', null, v.label), h('dd', null, v.value, from(v.source), ' ', chip(v.rule))))),
    card.tables.map((t) => (t.kind === 'table' ? grid : spaces)(t, h('span', null, t.title, from(t.source), ' ', chip(t.rule)), gauges)),
  ];
  return h('div', { class: 'card-values' }, parts,
    h('div', { class: 'muted source' },
      h('p', null, h('b', null, 'Sources. '), card.source),
      sources.length > 0 && h('ul', null, sources.map((text, n) => h('li', null, h('b', null, letter(n)), ' ', text)))));
}

/** a, b, … z, aa. @param {number} n @returns {string} */
function letter(n) {
  return (n >= 26 ? letter(Math.floor(n / 26) - 1) : '') + String.fromCharCode(97 + (n % 26));
}

/**
 * A table with rows and columns.
 * @param {CardTable} t
 * @param {HTMLElement} title
 */
function grid(t, title) {
  return h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': t.title }, h('table', null,
    h('caption', null, title),
    h('thead', null, h('tr', null, h('td', null, t.head), t.columns.map((c) => h('th', { scope: 'col' }, c)))),
    h('tbody', null, t.rows.map((r) => h('tr', null, h('th', { scope: 'row' }, r.head), r.cells.map((c) => h('td', null, c)))))));
}

/**
 * A track of numbered spaces with the aircraft's markers on it, or a row of boxes with some crossed off.
 * @param {CardTable} t
 * @param {HTMLElement} title
 * @param {Gauge[]} gauges
 */
function spaces(t, title, gauges) {
  const here = t.gauges.flatMap((label) => gauges.find((g) => g.label === label) ?? []);
  const track = t.kind === 'track';
  const crossed = (/** @type {number} */ n) => !track && here.some((g) => (g.bad ? n < g.value : n >= g.value));
  return h('div', { class: `track ${t.kind}`, role: 'group', 'aria-label': t.title },
    h('p', { class: 'track-title' }, title),
    here.length > 0 && h('p', { class: 'muted track-key' }, here.map((g, n) => h('span', null, track && `${MARKS[n % MARKS.length]} `, `${g.label} ${g.value}`, !track && ` of ${g.max}`))),
    h('ol', { class: 'spaces' },
      (t.head || t.rows.some((r) => r.head)) && h('li', { class: 'spaces-head', 'aria-hidden': 'true' }, h('b', null, t.head), t.rows.map((r) => h('small', null, r.head))),
      t.columns.map((c, n) => {
        const marks = track ? here.flatMap((g, k) => (String(g.value) === c ? [{ g, mark: MARKS[k % MARKS.length] }] : [])) : [];
        const off = crossed(n);
        return h('li', { class: `${marks.length ? 'here' : ''} ${off ? 'off' : ''}` },
          h('b', null, t.head && h('span', { class: 'unseen' }, `${t.head} `), c),
          t.rows.map((r) => h('small', null, r.cells[n] && r.head && h('span', { class: 'unseen' }, `${r.head} `), r.cells[n])),
          marks.length > 0 && h('i', null, marks.map(({ g, mark }) => [mark, h('span', { class: 'unseen' }, ` ${g.label}`)])),
          off && h('span', { class: 'unseen' }, ' crossed off'));
      })));
}

/** Aircraft that are not on the board, with what became of them. @param {Aircraft[]} aircraft @param {(id: number) => void} select */
export function away(aircraft, select) {
  const gone = aircraft.filter((a) => !a.flying);
  return gone.length > 0 && [h('h3', null, 'Not on the board'), h('ul', { class: 'away' }, gone.map((a) => h('li', null,
    h('button', { class: `fleet-item ${a.side}`, 'data-key': `away-${a.id}`, onclick: () => select(a.id) }, a.name), ' ', h('small', { class: 'muted' }, a.status))))];
}

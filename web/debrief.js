// Figures after a game: strength over time, luck with the dice, damage by aircraft. Made from views and log alone.

import { h, s } from './dom.js';
/** @import { View, LogEntry, Side } from './types.js' */
/** @import { TableInfo } from './types.js' */

/**
 * @param {View[]} views
 * @param {LogEntry[][]} logs
 * @param {TableInfo} table
 * @param {(n: number) => void} go
 */
export function debrief(views, logs, table, go) {
  return [curve(views, table, go), luck(logs.flat(), views[views.length - 1], table), damage(views[views.length - 1])];
}

/** What a side still has: each aircraft counts by how little it is hurt. @param {View} view @param {Side} side */
function strength(view, side) {
  let sum = 0;
  for (const a of view.aircraft) {
    if (a.side !== side || !a.flying) continue;
    const hurt = a.gauges.find((g) => g.bad && g.max > 0);
    sum += hurt ? 1 - Math.min(1, hurt.value / hurt.max) : 1;
  }
  return sum;
}

/** @param {View[]} views @param {TableInfo} table @param {(n: number) => void} go */
function curve(views, table, go) {
  const lines = /** @type {Side[]} */ (['allies', 'axis']).map((side) => ({ side, values: views.map((v) => strength(v, side)) }));
  const top = Math.max(1, ...lines.flatMap((l) => l.values));
  const x = (/** @type {number} */ n) => (views.length > 1 ? (n / (views.length - 1)) * 300 : 0);
  const d = (/** @type {number[]} */ values) => values.map((v, n) => `${n ? 'L' : 'M'}${x(n).toFixed(1)} ${(74 - (v / top) * 68).toFixed(1)}`).join('');
  const last = lines.map((l) => `${table.sides[l.side]?.name ?? l.side} ${l.values[l.values.length - 1].toFixed(1)} of ${l.values[0].toFixed(1)}`);
  return h('figure', null, h('figcaption', null, 'Strength: aircraft flying, less what they have suffered'),
    s('svg', {
      viewBox: '0 0 300 80', class: 'curve', role: 'img', 'aria-label': `Strength at the end: ${last.join(', ')}`,
      onclick: (/** @type {MouseEvent} */ e) => {
        const box = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
        go(Math.round(((e.clientX - box.left) / box.width) * (views.length - 1)));
      },
    }, s('path', { class: 'base', d: 'M0 74H300' }), lines.map((l) => s('path', { class: `strength ${l.side}`, d: d(l.values) }))));
}

/** Faces thrown against what is to be expected. @param {LogEntry[]} log @param {View} view @param {TableInfo} table */
function luck(log, view, table) {
  const sides = new Map(view.aircraft.map((a) => [a.id, a.side]));
  const rows = /** @type {Side[]} */ (['allies', 'axis']).map((side) => {
    const dice = log.filter((e) => e.kind === 'fire' && sides.get(e.actor ?? -1) === side).flatMap((e) => e.dice).filter((d) => d.die > 1);
    const sum = dice.reduce((t, d) => t + d.face, 0);
    const mean = dice.reduce((t, d) => t + (d.die + 1) / 2, 0);
    return { side, count: dice.length, average: dice.length ? sum / dice.length : 0, expected: dice.length ? mean / dice.length : 0 };
  });
  if (rows.every((r) => r.count === 0)) return h('p', { class: 'muted' }, 'No gun dice were thrown.');
  return h('table', { class: 'figures' }, h('caption', null, 'Luck: dice for gunfire'),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Side'), h('th', { scope: 'col' }, 'Dice'), h('th', { scope: 'col' }, 'Average'), h('th', { scope: 'col' }, 'Expected'))),
    h('tbody', null, rows.map((r) => h('tr', null, h('th', { scope: 'row', class: `who ${r.side}` }, table.sides[r.side]?.name ?? r.side), h('td', null, r.count),
      h('td', null, r.count ? r.average.toFixed(2) : '–'), h('td', null, r.count ? r.expected.toFixed(2) : '–')))));
}

/** @param {View} view */
function damage(view) {
  const hurt = view.aircraft.map((a) => ({ a, g: a.gauges.find((g) => g.bad) })).filter(({ a, g }) => (g && g.value > 0) || !a.flying);
  if (!hurt.length) return h('p', { class: 'muted' }, 'Nobody was hurt.');
  return h('details', null, h('summary', null, `Damage by aircraft (${hurt.length})`), h('table', { class: 'figures' },
    h('tbody', null, hurt.map(({ a, g }) => h('tr', null, h('th', { scope: 'row', class: `who ${a.side}` }, a.name), h('td', null, g ? `${g.label} ${g.value} of ${g.max}` : ''), h('td', null, a.flying ? '' : a.status))))));
}

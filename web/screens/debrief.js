// Figures after a game: win chance and strength over time, luck and skill, dice for gunfire, damage by aircraft.

import { fill, h, s } from '../lib/dom.js';
import { percent } from '../lib/words.js';
import { follow } from './follow.js';
import { skill } from './skill.js';
/** @import { View, LogEntry, Side } from '../wire/types.js' */
/** @import { Chances, ChancesAt, TableInfo } from '../wire/types.js' */

/**
 * @param {View[]} views
 * @param {LogEntry[][]} logs
 * @param {TableInfo} table
 * @param {(n: number) => void} go
 * @param {() => void} moved a curve was drawn that does not show yet where the replay is
 */
export function debrief(views, logs, table, go, moved) {
  const last = views[views.length - 1];
  return [
    legend(table),
    last.outcome && winChance(views.length - 1, table, go, moved),
    last.outcome && skill(views, table, go),
    strengths(views, table, go),
    gunDice(logs.flat(), last, table),
    damage(last),
  ];
}

/** @typedef {{ n: number, value: number, low?: number, high?: number }} Point `low` and `high`: where it likely is */
/** @typedef {{ side: Side | 'draw', points: Point[] }} Line */

/**
 * Two lines over the commands of a game; a click goes to that moment.
 * @param {{ class: string, label: string, commands: number, top: number, half?: string }} how `half`: what a line half
 *   way up is called; none is drawn without
 * @param {Line[]} lines
 * @param {(n: number) => void} go
 */
function curve(how, lines, go) {
  const at = (/** @type {number} */ n, /** @type {number} */ value) =>
    `${(how.commands ? (n / how.commands) * 300 : 0).toFixed(1)} ${(74 - (value / how.top) * 68).toFixed(1)}`;
  const path = (/** @type {string[]} */ places) => `M${places.join('L')}`;
  const d = (/** @type {Line} */ l) => path(l.points.map((p) => at(p.n, p.value)));
  // Out along the upper bounds, back along the lower ones.
  const band = (/** @type {Line} */ l) => {
    const bounds = (/** @type {'low' | 'high'} */ which) => l.points.map((p) => at(p.n, p[which] ?? p.value));
    return `${path([...bounds('high'), ...bounds('low').reverse()])}Z`;
  };
  const bounded = lines.filter((l) => l.points.some((p) => p.high !== undefined));
  return s(
    'svg',
    {
      viewBox: '0 0 300 80',
      class: `curve ${how.class}`,
      role: 'img',
      'aria-label': how.label,
      onclick: (/** @type {MouseEvent} */ e) => {
        const box = /** @type {Element} */ (e.currentTarget).getBoundingClientRect();
        go(Math.round(((e.clientX - box.left) / box.width) * how.commands));
      },
    },
    s('path', { class: 'base', d: 'M0 74H300' }),
    how.half && s('path', { class: 'half', d: 'M0 40H300' }),
    how.half && s('text', { class: 'half', x: 299, y: 38 }, how.half),
    s('path', { class: 'moment', d: 'M0 2V78' }),
    bounded.map((l) => s('path', { class: `likely ${l.side}`, d: band(l) })),
    lines.map((l) => s('path', { class: `strength ${l.side}`, d: d(l) })),
  );
}

/**
 * Shows on every curve of a debrief where the replay is.
 * @param {ParentNode} node
 * @param {number} part of the game, 0 to 1
 */
export function moment(node, part) {
  for (const mark of node.querySelectorAll('.curve .moment'))
    mark.setAttribute('transform', `translate(${(300 * part).toFixed(1)} 0)`);
}

/** How a line is drawn. @param {Line['side']} side */
const key = (side) =>
  s('svg', { viewBox: '0 0 24 6', class: 'key' }, s('path', { class: `strength ${side}`, d: 'M0 3H24' }));

/** Which line is whose. @param {TableInfo} table */
function legend(table) {
  return h(
    'p',
    { class: 'legend', 'aria-hidden': 'true' },
    SIDES.map((side) =>
      h(
        'span',
        { class: `who ${side}` },
        key(side),
        table.sides[side]?.name ?? side,
      ),
    ),
  );
}

const SIDES = /** @type {Side[]} */ (['allies', 'axis']);

/**
 * Who wins how often from each moment on; worked out by the server, one moment after the other.
 * @param {number} commands
 * @param {TableInfo} table
 * @param {(n: number) => void} go
 * @param {() => void} moved
 */
function winChance(commands, table, go, moved) {
  const figure = h('figure', { class: 'win-chance' });
  const say = (/** @type {string} */ text) =>
    fill(figure, h('figcaption', null, 'Win chance'), h('p', { class: 'muted', role: 'status' }, text));
  const show = (/** @type {Chances} */ { of, points }) => {
    const done = of > 0 && points.length === of;
    if (points.length < 2) say(of ? 'Playing it out from every moment …' : 'Waiting for its turn …');
    else {
      fill(figure, chanceCurve(points, done ? 0 : of, { commands, table, go }));
      moved();
    }
    return done;
  };
  say('Playing it out from every moment …');
  follow(figure, `/api/tables/${table.id}/chances`, show, () => say('It could not be worked out.'));
  return figure;
}

/**
 * @param {ChancesAt[]} points those that are known
 * @param {number} of how many there will be, or 0 if these are all
 * @param {{ commands: number, table: TableInfo, go: (n: number) => void }} game
 */
function chanceCurve(points, of, { commands, table, go }) {
  const games = (/** @type {ChancesAt} */ p) => Math.max(1, p.allies + p.axis + p.draws);
  const line = (/** @type {Line['side']} */ side, /** @type {(p: ChancesAt) => number} */ won) => ({
    side,
    points: points.map((p) => ({ n: p.line, value: won(p) / games(p), ...likelyRange(won(p), games(p)) })),
  });
  const drawn = points.some((p) => p.draws > 0);
  const lines = SIDES.map((side) => line(side, (p) => p[side]));
  if (drawn) lines.push(line('draw', (p) => p.draws));
  const name = (/** @type {Line['side']} */ side) => (side === 'draw' ? 'A draw' : (table.sides[side]?.name ?? side));
  const share = (/** @type {number} */ value) => percent(Math.round(value * 1e6));
  const at = (/** @type {Line} */ l, /** @type {number} */ n) => share(l.points.at(n)?.value ?? 0);
  const between = (/** @type {Point} */ { low = 0, high = 1 }) =>
    `${share(low).replace(' %', '')} to ${share(high)}`;
  const half = (/** @type {Line} */ l) => (of ? '' : `, ${at(l, Math.floor(l.points.length / 2))} half way`);
  const said = lines.map((l) => `${name(l.side)} ${at(l, 0)} at the start${half(l)}`);
  return [
    h(
      'figcaption',
      null,
      `Win chance, 0 to 100 %: ${games(points[0])} games flown on by pilots from each of ${
        of || points.length
      } moments. Shaded: where the chance lies 95 times in 100, with so many games.`,
    ),
    of > 0 && h('p', { class: 'muted so-far' }, `${points.length} of ${of} moments so far …`),
    drawn && h('p', { class: 'legend', 'aria-hidden': 'true' }, h('span', null, key('draw'), 'A draw')),
    withReading(
      curve({ class: 'chances', label: `Win chance: ${said.join('; ')}`, commands, top: 1, half: '50 %' }, lines, go),
      (part) => {
        const n = nearest(points, part * commands);
        const values = lines.map(
          (l) => `${l.side === 'draw' ? 'a draw' : name(l.side)} ${at(l, n)} (${between(l.points[n])})`,
        );
        return `After command ${points[n].line}: ${values.join(', ')}`;
      },
    ),
  ];
}

/**
 * Where a chance lies 95 times in 100 that was seen so often: Wilson's bounds.
 * @param {number} seen @param {number} of
 */
export function likelyRange(seen, of) {
  const z = 1.96;
  const middle = (seen + (z * z) / 2) / (of + z * z);
  const half = (z / (of + z * z)) * Math.sqrt((seen * (of - seen)) / of + (z * z) / 4);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Which of the moments is nearest to a command. @param {ChancesAt[]} points @param {number} command */
const nearest = (points, command) =>
  points.reduce((best, p, n) => (Math.abs(p.line - command) < Math.abs(points[best].line - command) ? n : best), 0);

/**
 * A curve, and below it its values where the pointer is.
 * @param {SVGElement} curve @param {(part: number) => string} values at a part of its width, 0 to 1
 */
function withReading(curve, values) {
  const idle = 'Point at a place to read it; a click goes there.';
  // Those who see no curve were told its values by its label.
  const text = h('p', { class: 'muted reading', 'aria-hidden': 'true' }, idle);
  const show = (/** @type {PointerEvent} */ e) => {
    const box = curve.getBoundingClientRect();
    text.textContent = values(Math.min(1, Math.max(0, (e.clientX - box.left) / box.width)));
  };
  curve.addEventListener('pointerdown', show);
  curve.addEventListener('pointermove', show);
  // A finger has left as soon as it is lifted, and its figures are still to be read.
  curve.addEventListener('pointerleave', (e) => {
    if (e.pointerType === 'mouse') text.textContent = idle;
  });
  return [curve, text];
}

/** What a side still has: each aircraft counts by how little it is hurt. @param {View} view @param {Side} side */
export function strength(view, side) {
  let sum = 0;
  for (const a of view.aircraft) {
    if (a.side !== side || !a.flying) continue;
    const hurt = a.gauges.find((g) => g.bad && g.max > 0);
    sum += hurt ? 1 - Math.min(1, hurt.value / hurt.max) : 1;
  }
  return sum;
}

/** @param {View[]} views @param {TableInfo} table @param {(n: number) => void} go */
function strengths(views, table, go) {
  const lines = SIDES.map((side) => ({ side, points: views.map((v, n) => ({ n, value: strength(v, side) })) }));
  const top = Math.max(1, ...lines.flatMap((l) => l.points.map((p) => p.value)));
  const last = lines.map(
    (l) =>
      `${table.sides[l.side]?.name ?? l.side} ${l.points[l.points.length - 1].value.toFixed(1)} ` +
      `of ${l.points[0].value.toFixed(1)}`,
  );
  return h(
    'figure',
    null,
    h('figcaption', null, `Strength, 0 to ${top.toFixed(0)}: aircraft flying, less what they have suffered`),
    curve({ class: '', label: `Strength at the end: ${last.join(', ')}`, commands: views.length - 1, top }, lines, go),
  );
}

/** Faces thrown against what is to be expected. @param {LogEntry[]} log @param {View} view @param {TableInfo} table */
function gunDice(log, view, table) {
  const sides = new Map(view.aircraft.map((a) => [a.id, a.side]));
  const rows = /** @type {Side[]} */ (['allies', 'axis']).map((side) => {
    const dice = log
      .filter((e) => e.kind === 'fire' && sides.get(e.actor ?? -1) === side)
      .flatMap((e) => e.dice)
      .filter((d) => d.die > 1);
    const sum = dice.reduce((t, d) => t + d.face, 0);
    const mean = dice.reduce((t, d) => t + (d.die + 1) / 2, 0);
    return {
      side,
      count: dice.length,
      average: dice.length ? sum / dice.length : 0,
      expected: dice.length ? mean / dice.length : 0,
    };
  });
  if (rows.every((r) => r.count === 0)) return h('p', { class: 'muted' }, 'No gun dice were thrown.');
  const figures = h(
    'table',
    { class: 'figures' },
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('th', { scope: 'col' }, 'Side'),
        h('th', { scope: 'col' }, 'Dice'),
        h('th', { scope: 'col' }, 'Average'),
        h('th', { scope: 'col' }, 'Expected'),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((r) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row', class: `who ${r.side}` }, table.sides[r.side]?.name ?? r.side),
          h('td', null, r.count),
          h('td', null, r.count ? r.average.toFixed(2) : '–'),
          h('td', null, r.count ? r.expected.toFixed(2) : '–'),
        ),
      ),
    ),
  );
  return h('details', { class: 'gun-dice' }, h('summary', null, 'Dice for gunfire'), figures);
}

/** @param {View} view */
function damage(view) {
  const hurt = view.aircraft
    .map((a) => ({ a, g: a.gauges.find((g) => g.bad) }))
    .filter(({ a, g }) => (g && g.value > 0) || !a.flying);
  if (!hurt.length) return h('p', { class: 'muted' }, 'Nobody was hurt.');
  return h(
    'details',
    null,
    h('summary', null, `Damage by aircraft (${hurt.length})`),
    h(
      'table',
      { class: 'figures' },
      h(
        'tbody',
        null,
        hurt.map(({ a, g }) =>
          h(
            'tr',
            null,
            h('th', { scope: 'row', class: `who ${a.side}` }, a.name),
            h('td', null, g ? `${g.label} ${g.value} of ${g.max}` : ''),
            h('td', null, a.flying ? '' : a.status),
          ),
        ),
      ),
    ),
  );
}

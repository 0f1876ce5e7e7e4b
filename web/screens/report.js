// The after-action report: one file with the story of a game, its losses, its dice and pictures of its turning points.

import { h } from '../lib/dom.js';
import { html } from '../lib/html.js';
import { capital } from '../lib/words.js';
import { around, drawing, fonts, standalone } from '../board/picture.js';
import { sentence } from '../table/log.js';
import { diceRow } from '../table/dice.js';
import { diceOf, entriesOf, foldText, story } from '../table/story.js';
import { strength } from './debrief.js';
import { overlay, save } from './keepsakes.js';
/** @import { LogEntry, Side, View } from '../wire/types.js' */
/** @import { Game } from './keepsakes.js' */
/** @import { Fold, Item, Paragraph } from '../table/story.js' */

const SIDES = /** @type {Side[]} */ (['allies', 'axis']);
/** So many turning points have a picture. */
const PICTURES = 3;

/** Looks of the file: like a page of a book, and the same on paper. */
const STYLE = `
:root{color-scheme:light}
body{font:17px/1.5 Cabin,"Gill Sans","Trebuchet MS",sans-serif;color:#22303a;background:#f7f2e6;margin:0}
main{max-width:46rem;margin:0 auto;padding:2rem 1.2rem 4rem}
h1{margin:.2rem 0}h2{margin:2.2rem 0 .4rem;border-bottom:2px solid #c9bea2}h3{margin:1rem 0 .2rem;font-size:1rem}
.lead{font-size:1.15rem}.muted,figcaption{color:#5f6761}.who{font-weight:600}.allies{color:#1f5fa8}.axis{color:#b04c15}
table{border-collapse:collapse;margin:.5rem 0 1rem}td,th{text-align:left;padding:.15rem 1rem .15rem 0;
vertical-align:top}caption{text-align:left;font-weight:600}tbody tr{border-top:1px solid #c9bea2}
figure{margin:1rem 0}figure svg{width:100%;max-height:28rem;height:auto;display:block}p{margin:.3rem 0}
figure svg.curve{width:min(100%,26rem)}.sides{display:flex;flex-wrap:wrap;gap:0 3rem}.sides h3{margin-bottom:.3rem}
.loss,.end{font-weight:600}.dice{white-space:nowrap}
.die{display:inline-block;width:1.2em;height:1.2em;vertical-align:-.25em;margin-right:2px;text-align:center}
.die svg{width:100%;height:100%}.die rect{fill:#fffdf8;stroke:#22303a;stroke-width:1.4}.die circle{fill:#22303a}
.die.many,.die.card-face{border:1.5px solid #22303a;border-radius:4px;background:#fffdf8;line-height:1.15}
.die.card-face.red{color:#b3271b}
@page{margin:18mm}
@media print{body{background:none;font-size:10.5pt}main{max-width:none;padding:0}h2,h3{break-after:avoid}
figure,table,p{break-inside:avoid}}`;

/** The turn in which each command is given: the first entry is the set-up. @param {View[]} views */
const turns = (views) => views.map((_, n) => (n ? views[n - 1].phase.turn : 0));

/** How the strength of the Allies stands against that of the Axis. @param {View} view */
const balance = (view) => strength(view, 'allies') - strength(view, 'axis');

/**
 * The command in each of the turns that changed most after which things stood differently, in order.
 * @param {View[]} views
 * @param {number} most
 */
export function turningPoints(views, most) {
  const at = turns(views);
  /** The command that changed most, by turn. @type {Map<number, { n: number, swing: number, most: number }>} */
  const swings = new Map();
  for (let n = 1; n < views.length; n++) {
    const change = Math.abs(balance(views[n]) - balance(views[n - 1]));
    const was = swings.get(at[n]) ?? { n, swing: 0, most: 0 };
    const top = change > was.most ? { n, most: change } : { n: was.n, most: was.most };
    swings.set(at[n], { ...top, swing: was.swing + change });
  }
  return [...swings.values()]
    .filter((t) => t.swing > 0)
    .sort((a, b) => b.swing - a.swing)
    .slice(0, most)
    .map((t) => t.n)
    .sort((a, b) => a - b);
}

/** @param {Paragraph} p @param {View} view */
function paragraph(p, view) {
  return p.said.map(({ e, before, text, ends }) => [
    before,
    html`<span class=${e.kind}>${sentence(text, view.aircraft)}${ends ? '.' : ''}${
      e.dice.length ? [' ', diceRow(e.dice)] : ''
    }</span>`,
  ]);
}

/** The name of a step, if an item is only that. @param {Item} item */
function step(item) {
  if (!('said' in item)) return null;
  const { e, text } = item.said[item.said.length - 1];
  return e.kind === 'phase' && e.actor === null && !diceOf(item).length ? text.replace(/^Turn \d+: /, '') : null;
}

/** Whether nothing but moves is told, without a die. @param {Item} item */
const flies = (item) => entriesOf(item).every((e) => e.kind === 'move') && !diceOf(item).length;

/** What is folded in the log, as a line. @param {Fold} fold @param {View} view */
function folded(fold, view) {
  const [line] = (fold.lead ?? fold.folded[0]).said;
  const dice = diceOf(fold);
  const plain = { ...line, text: foldText(fold), ends: true, e: { ...line.e, dice: [] } };
  return h('p', null, paragraph({ said: [plain] }, view), dice.length ? [' ', diceRow(dice)] : null);
}

/**
 * The story of a turn. Of plain moves a reader wants to know no more than who made them.
 * @param {Item[]} items
 * @param {View} view
 */
function told(items, view) {
  const names = new Map(view.aircraft.map((a) => [a.id, a.name]));
  /** @type {Node[]} */
  const nodes = [];
  for (let n = 0; n < items.length; ) {
    const item = items[n];
    let end = n + 1;
    while (flies(item) && end < items.length && flies(items[end])) end++;
    const title = step(item);
    if (title !== null) {
      if (n + 1 < items.length && step(items[n + 1]) === null) nodes.push(h('h3', null, title));
    } else if (flies(item)) {
      const ids = new Set(items.slice(n, end).flatMap((i) => entriesOf(i).map((e) => e.actor ?? -1)));
      const who = [...ids].flatMap((id) => names.get(id) ?? []);
      const last = who.length > 1 ? ` and ${who[who.length - 1]}` : '';
      const all = (last ? who.slice(0, -1) : who).join(', ') + last;
      nodes.push(h('p', { class: 'muted' }, html`${sentence(`${all} ${last ? 'fly' : 'flies'} on.`, view.aircraft)}`));
    } else nodes.push('said' in item ? h('p', null, paragraph(item, view)) : folded(item, view));
    n = end;
  }
  return nodes;
}

/**
 * The story by turns. The name of a step belongs to what comes after it.
 * @param {LogEntry[][]} logs
 * @param {View[]} views
 */
function byTurn(logs, views) {
  const at = turns(views);
  /** @type {Map<number, Item[]>} */
  const found = new Map();
  let turn = at[at.length - 1];
  for (const item of story(logs.flat(), views[views.length - 1].aircraft).reverse()) {
    if (step(item) === null) turn = at[entriesOf(item)[0].line];
    found.set(turn, [item, ...(found.get(turn) ?? [])]);
  }
  return [...found].reverse();
}

/** What became of the aircraft of a side. @param {View} last @param {Side} side @param {string} name */
function roll(last, side, name) {
  const all = last.aircraft.filter((a) => a.side === side);
  const row = (/** @type {View['aircraft'][0]} */ a) => {
    const hurt = a.gauges.find((g) => g.bad);
    const damage = hurt && hurt.value > 0 ? `${hurt.label} ${hurt.value} of ${hurt.max}` : '';
    return h(
      'tr',
      null,
      h('th', { scope: 'row' }, a.name),
      h('td', null, damage),
      h('td', null, a.flying ? '' : a.status),
    );
  };
  const told = all.filter((a) => !a.flying || a.gauges.some((g) => g.bad && g.value > 0));
  const rest = all.length - told.length;
  return [
    h('h3', { class: `who ${side}` }, `${name}: ${all.length} aircraft`),
    told.length > 0 && h('table', null, h('tbody', null, told.map(row))),
    rest > 0 && h('p', { class: 'muted' }, `${rest} unhurt.`),
  ];
}

/** Figures of the debrief that are on the page, as far as they are known. @param {ParentNode} page */
function figures(page) {
  const curves = /** @type {NodeListOf<SVGSVGElement>} */ (page.querySelectorAll('.debrief svg.curve'));
  const drawn = [...curves].map((curve) => {
    const copy = standalone(curve);
    // Where the replay is says nothing on paper.
    copy.querySelector('.moment')?.remove();
    return h('figure', null, copy, h('figcaption', null, curve.getAttribute('aria-label')));
  });
  const tables = [...page.querySelectorAll('.debrief .skill > table, .debrief .gun-dice table')].map((table) => {
    const copy = /** @type {Element} */ (table.cloneNode(true));
    const title = table.closest('details')?.querySelector('summary')?.textContent;
    if (title) copy.prepend(h('caption', null, title));
    return copy;
  });
  return [...tables, ...drawn];
}

/** Does something while the page has its light colours. @template T @param {() => T} does @returns {T} */
function inLight(does) {
  const { dataset } = document.documentElement;
  const was = dataset.theme;
  dataset.theme = 'light';
  try {
    return does();
  } finally {
    dataset.theme = was;
  }
}

/**
 * The report as a document of its own.
 * @param {Game} game
 * @param {ParentNode} page where the debrief stands
 */
export function reportOf(game, page) {
  const { table, views, logs, board, show } = game;
  const last = views[views.length - 1];
  const at = turns(views);
  const name = (/** @type {Side} */ side) => table.sides[side]?.name ?? side;
  const points = new Set(turningPoints(views, PICTURES));
  const shot = (/** @type {number} */ n) => {
    // Shot and target are both still there before the command.
    show(views[n - 1], overlay(logs[n], views[n]));
    const says = `Turn ${at[n]}: ${logs[n].find((e) => e.kind === 'loss' || e.kind === 'damage')?.text ?? ''}`;
    return h('figure', null, drawing(board, around(board, board.flying()), says));
  };
  const parts = byTurn(logs, views).map(([turn, items]) => {
    const pictures = at.flatMap((t, n) => (t === turn && points.has(n) ? [shot(n)] : []));
    return h('section', null, h('h2', null, turn ? `Turn ${turn}` : 'Set-up'), pictures, told(items, last));
  });
  const { outcome } = last;
  const result = outcome ? capital(outcome.text) : `Turn ${last.phase.turn}; the game is not over yet`;
  const doc = document.implementation.createHTMLDocument(`${last.title}: after-action report`);
  doc.documentElement.lang = 'en';
  doc.head.append(h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }));
  doc.body.append(
    h(
      'main',
      null,
      h('p', { class: 'muted' }, 'After-action report'),
      h('h1', null, last.title),
      h('p', { class: 'lead' }, `${result}.`),
      parts,
      h('h2', null, 'What became of them'),
      h('div', { class: 'sides' }, SIDES.map((side) => h('div', null, roll(last, side, name(side))))),
      h('h2', null, 'Luck and strength'),
      figures(page),
    ),
  );
  return doc;
}

/** Saves the report. @param {Game} game @param {ParentNode} page */
export async function report(game, page) {
  const doc = inLight(() => reportOf(game, page));
  // The page that makes it may have no styles of its own, so they are written into the text. Marks of templates are of
  // no use in a file.
  const head = `<meta charset="utf-8"><style>${await fonts()}${STYLE}</style></head>`;
  const text = doc.documentElement.outerHTML.replace(/<!--.*?-->/gs, '').replace('</head>', () => head);
  save(`${game.table.title} report.html`, new Blob([`<!doctype html>\n${text}`], { type: 'text/html' }));
}

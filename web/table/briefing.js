// The briefing: the card of a scenario, before a game and a key away in it.

import { startMap } from '../board/start-map.js';
import { openDialog } from '../lib/dialog.js';
import { fill, h } from '../lib/dom.js';
import { sideName } from '../lib/words.js';
import { nameOf } from '../state/layout.js';
import { sideOf } from '../state/record.js';
/** @import { Briefing, Side, View } from '../wire/types.js' */
/** @import { Play } from '../state/play.js' */

/** @type {Side[]} */
const SIDES = ['allies', 'axis'];

/**
 * The card. Whoever has a side reads their own task first.
 * @param {Briefing} b
 * @param {Side | null} own
 * @param {import('../lib/dom.js').Child} [more] what else stands in it
 */
export function briefingCard(b, own, more) {
  const name = (/** @type {Side} */ side) => b.sides[side] ?? sideName(side);
  const order = own === 'axis' ? [...SIDES].reverse() : SIDES;
  const tasks = order.filter((side) => b.task[side]);
  const [first, last] = tasks.map((side) => b.task[side]);
  const same = tasks.length === 2 && first === last;
  return h(
    'div',
    { class: 'briefing' },
    h(
      'div',
      { class: 'briefing-words' },
      h('p', { class: 'briefing-facts' }, length(b)),
      b.story ? part('What happened', h('p', null, b.story)) : b.summary && h('p', null, b.summary),
      same
        ? part('The task of both sides', h('p', null, first))
        : tasks.map((side) =>
            part(`${side === own ? 'Your task' : 'Task'}: ${name(side)}`, h('p', { class: side }, b.task[side])),
          ),
      part('How you win', h('ul', null, b.objectives.map((says) => h('li', null, says)))),
      b.balance && part('Who has it easier', h('p', null, b.balance)),
    ),
    h(
      'div',
      { class: 'briefing-map' },
      more,
      startMap(b),
      h(
        'div',
        { class: 'briefing-forces' },
        SIDES.map((side) => forces(b, side, name(side))),
      ),
    ),
  );
}

/** @param {string} title @param {import('../lib/dom.js').Children} content */
const part = (title, content) => h('section', null, h('h3', null, title), content);

/** How long it takes, in a row. @param {Briefing} b */
function length({ turns, minutes, forces: all }) {
  const aircraft = all.reduce((sum, f) => sum + f.count, 0);
  const hours = minutes && minutes >= 120 ? `about ${Math.round(minutes / 30) / 2} hours` : `about ${minutes} minutes`;
  return [turns && `${turns} turns`, minutes && hours, aircraft ? `${aircraft} aircraft` : 'forces of your choice']
    .filter(Boolean)
    .join(' · ');
}

/** @param {Briefing} b @param {Side} side @param {string} name */
function forces(b, side, name) {
  const own = b.forces.filter((f) => f.side === side);
  return h(
    'div',
    null,
    h('h3', { class: `who ${side}` }, name),
    own.length
      ? h('ul', null, own.map((f) => h('li', null, h('b', null, f.count), ` ${f.name}`)))
      : h('p', { class: 'muted' }, 'Chosen by its player.'),
  );
}

/** How the game stands, as a small table. @param {View} view @param {(side: Side) => string} name */
function standing(view, name) {
  const labels = [...new Set(view.score.map((s) => s.label))];
  if (!labels.length) return null;
  const cell = (/** @type {string} */ label, /** @type {Side} */ side) => {
    const found = view.score.findLast((s) => s.label === label && s.side === side);
    return h('td', null, found ? `${found.about ? 'about ' : ''}${found.value}` : '–');
  };
  const heads = SIDES.map((side) => h('th', { scope: 'col', class: `who ${side}` }, name(side)));
  const average = 'Lost aircraft count as what their dice bring on average.';
  return h(
    'table',
    { class: 'briefing-score' },
    h('caption', null, 'As it stands'),
    h('thead', null, h('tr', null, h('td'), heads)),
    h(
      'tbody',
      null,
      labels.map((label) => h('tr', null, h('th', { scope: 'row' }, label), SIDES.map((side) => cell(label, side)))),
    ),
    view.score.some((s) => s.about) &&
      h('tfoot', null, h('tr', null, h('td', { colspan: 3 }, average))),
  );
}

/**
 * Opens a briefing that is at hand.
 * @param {Briefing} b
 * @param {View} view how the game stands
 * @param {Side | null} own
 * @param {(side: Side) => string} name
 */
export function showBriefing(b, view, own, name) {
  openDialog(view.title, briefingCard(b, own, standing(view, name)), { wide: true, kind: 'briefing-box' });
}

/** Opens the briefing of a table. @param {Play} play */
export function openBriefing(play) {
  const { state } = play;
  const view = state.view;
  if (!view) return;
  const body = h('div', { class: 'briefing-body', 'aria-busy': 'true' }, h('p', { class: 'muted' }, 'One moment …'));
  openDialog(view.title, body, { wide: true, kind: 'briefing-box' });
  const ask = async () => {
    try {
      const b = await play.socket.call('briefing', { seat: state.seat });
      fill(body, briefingCard(b, sideOf(state), standing(view, (side) => nameOf(state, side))));
    } catch {
      const again = h('button', { onclick: () => void ask() }, 'Try again');
      fill(body, h('p', { class: 'error', role: 'alert' }, 'The briefing cannot be had now.'), again);
    }
    body.removeAttribute('aria-busy');
  };
  void ask();
}

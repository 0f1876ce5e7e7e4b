// The games to write scenarios for, and the scenarios that this browser keeps.

import { h } from '../lib/dom.js';
import { mine } from '../editor/kept.js';
import { notice } from './notice.js';
/** @import { GameList } from '../wire/types.js' */

/** @param {GameList} list @param {string | undefined} unknown */
export function chooseGame(list, unknown) {
  if (unknown) return notice('No such game', `There is no game '${unknown}' to write scenarios for.`);
  const kept = mine();
  const title = (/** @type {string} */ id) => list.games.find((g) => g.id === id)?.title ?? id;
  return h('div', { class: 'scramble' },
    h('h1', null, 'Scenario editor'),
    h('p', { class: 'lead' },
      'Place aircraft, write the story, play it at once, send it to a friend. Which game is it for?'),
    h('div', { class: 'cards few' }, list.games.map((g) =>
      h('a', { class: 'button pick game', href: `/editor/${g.id}`, 'data-game': g.id },
        h('b', null, g.title), h('span', null, g.text)))),
    kept.length > 0 && h('h2', null, 'My scenarios'),
    kept.length > 0 && h('div', { class: 'cards' }, kept.map((k) =>
      h('a', { class: 'button pick', href: `/editor/${k.game}#mine=${k.id}` },
        h('b', null, k.title || 'Without a title'), h('span', null, title(k.game))))));
}

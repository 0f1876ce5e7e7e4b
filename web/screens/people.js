// People on the first page: what one is called, seats that strangers offer, games that are named, deleted and carried
// to another device.

import { openDialog } from '../lib/dialog.js';
import { h, fill } from '../lib/dom.js';
import { go } from '../lib/go.js';
import { nameField } from '../lib/people-settings.js';
import { change, settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { sideName } from '../lib/words.js';
import { orderText } from '../table/clock.js';
import { http } from '../wire/net.js';
/** @import { Carried, CarryLink, GameList, Left, Side, TableInfo, Taken } from '../wire/types.js' */

/** The clocks that are offered, by what they are called. */
export const CLOCKS = {
  none: { text: 'None', order: undefined },
  game: { text: '30 min a side', order: { seconds: 1800, per: 'game', add_s: 30 } },
  turn: { text: '5 min a turn', order: { seconds: 300, per: 'turn' } },
  days: { text: '3 days a move', order: { seconds: 259_200, per: 'move' } },
};

/** One's name, and the way to another device. @param {boolean} any whether this browser has games */
export function peopleStrip(any) {
  const carry = h('button', { class: 'carry', onclick: () => void carryAway() }, 'Take my games to another device');
  return h('div', { class: 'people-strip' }, nameField(settings, change), any && carry);
}

/** A link that brings the games of this browser elsewhere. */
async function carryAway() {
  const body = h('div', null, h('p', null, 'One moment …'));
  openDialog('Take my games to another device', body, { wide: true });
  try {
    const { link, minutes } = /** @type {CarryLink} */ (await http('/api/carry', {}));
    const url = new URL(link, location.origin).href;
    const field = h('input', {
      type: 'text',
      readonly: true,
      value: url,
      'aria-label': 'Link',
      onfocus: () => field.select(),
    });
    const copy = async () => {
      field.select();
      await navigator.clipboard?.writeText(url).catch(() => {});
      say('Link copied');
    };
    fill(
      body,
      h(
        'p',
        null,
        `Open this link on the other device. It works once, for ${minutes} minutes, and gives all seats that you have `,
        'here: show it to nobody else. Your games stay here too.',
      ),
      h('div', { class: 'say' }, field, h('button', { class: 'go', onclick: () => void copy() }, 'Copy')),
    );
  } catch (e) {
    fill(body, h('p', { class: 'error' }, e instanceof Error ? e.message : String(e)));
  }
}

/** The page of such a link: only a press uses it up. @param {HTMLElement} main @param {string} token */
export function carryPage(main, token) {
  document.title = 'Your games · Tallyho';
  const told = h('p', { role: 'status' });
  const bring = async () => {
    try {
      const { tables } = /** @type {Carried} */ (await http(`/api/carry/${token}`, {}));
      say(`${tables} games have come`);
      go('/');
    } catch (e) {
      fill(told, h('span', { class: 'error' }, e instanceof Error ? e.message : String(e)));
    }
  };
  fill(
    main,
    h(
      'div',
      { class: 'notice' },
      h('h1', null, 'Bring your games here'),
      h('p', null, 'This browser gets the seats of your games. The link works once.'),
      told,
      h('div', { class: 'row' }, h('button', { class: 'go', onclick: () => void bring() }, 'Bring them here')),
    ),
  );
}

/**
 * Seats that anybody may take.
 * @param {TableInfo[]} tables
 * @param {GameList} offer
 * @param {() => void} redo asks for the list anew
 */
export function seatsToTake(tables, offer, redo) {
  const row = (/** @type {TableInfo} */ t) =>
    t.people.open.map((side) => {
      const other = side === 'allies' ? 'axis' : 'allies';
      const host = t.people.names[other] ?? 'Somebody';
      const name = (/** @type {Side} */ s) => t.sides[s]?.name ?? sideName(s);
      const facts = [offer.games.find((g) => g.id === t.game)?.title, orderText(t.clock)].filter(Boolean).join(' · ');
      const told = h('span', { class: 'error', role: 'alert' });
      const take = async () => {
        try {
          const taken = /** @type {Taken} */ (await http(`/api/tables/${t.id}/take`, { side }));
          go(`/table/${taken.table}`);
        } catch (e) {
          told.textContent = `${e instanceof Error ? e.message : e}.`;
          setTimeout(redo, 2500);
        }
      };
      return h(
        'li',
        { class: 'open-seat' },
        h('b', null, t.people.label ?? t.title),
        h('span', null, `${host} flies for ${name(other)}`),
        h('span', { class: 'muted' }, facts),
        h('button', { class: 'go take', onclick: () => void take() }, `Fly for ${name(side)}`),
        told,
      );
    });
  const none = h('p', { class: 'muted' }, 'Nobody waits for an opponent. Offer a seat: step 3, Whoever comes.');
  return h(
    'div',
    { class: 'group seats' },
    h('h2', null, 'Seats to take'),
    tables.length ? h('ul', null, tables.map(row)) : none,
  );
}

/** The button behind which a game is named or deleted. @param {TableInfo} t @param {() => void} redo */
export function gameMenu(t, redo) {
  const title = t.people.label ?? t.title;
  return h(
    'button',
    { class: 'plain game-menu', 'aria-label': `Rename or delete: ${title}`, onclick: () => openMenu(t, redo) },
    '⋯',
  );
}

/** @param {TableInfo} t @param {() => void} redo */
function openMenu(t, redo) {
  const told = h('p', { class: 'error', role: 'alert' });
  const attempt = async (/** @type {() => Promise<unknown>} */ act) => {
    try {
      await act();
      box.close();
      redo();
    } catch (e) {
      told.textContent = e instanceof Error ? e.message : String(e);
    }
  };
  const field = h('input', {
    type: 'text',
    name: 'label',
    value: t.people.label ?? '',
    placeholder: t.title,
    maxlength: '40',
  });
  const rename = () => attempt(() => http(`/api/tables/${t.id}/label`, { label: field.value }));
  const leave = () =>
    attempt(async () => {
      const { deleted } = /** @type {Left} */ (await http(`/api/tables/${t.id}`, undefined, 'DELETE'));
      say(deleted ? 'The game is deleted' : 'The game is gone from this browser');
    });
  const alone = t.hot_seat || Object.values(t.sides).some((s) => s?.pilot) || t.people.came.length < 2;
  const sure = alone
    ? 'The game is deleted for good, with its replay. This cannot be undone.'
    : 'Somebody else plays in this game, so it stays. It leaves this browser, and you give up your seat here.';
  const ask = () => remove.replaceWith(confirm);
  const remove = h('button', { class: 'danger', onclick: ask }, alone ? 'Delete' : 'Remove');
  const confirm = h(
    'div',
    { class: 'sure' },
    h('p', null, sure),
    h(
      'div',
      { class: 'row' },
      h('button', { onclick: () => box.close() }, 'Keep it'),
      h('button', { class: 'danger sure-delete', onclick: () => void leave() }, alone ? 'Delete it' : 'Remove it'),
    ),
  );
  const plays = t.held.some((s) => s !== 'observer');
  const box = openDialog(t.people.label ?? t.title, [
    plays && [
      h('label', { class: 'name-row' }, h('b', null, 'Name of the game'), field),
      h('div', { class: 'row' }, h('button', { class: 'go', onclick: () => void rename() }, 'Rename')),
    ],
    h('div', { class: 'row' }, remove),
    told,
  ]);
}

// Once more: a new table like one that was played, with the same scenario, options and people, and dice of its own.
// Where two people play, one offers it and the other accepts; the server then gives both their seats.

import { html, nothing } from '../lib/html.js';
import { go } from '../lib/go.js';
import { nameOf } from '../state/layout.js';
import { sideOf } from '../state/record.js';
import { personOf } from '../state/talk.js';
import { http, once } from '../wire/net.js';
import { keepLinks } from './invite.js';
/** @import { GameList, Header, Opened, Side, TableInfo, Taken } from '../wire/types.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** @param {Side} side @returns {Side} */
const enemy = (side) => (side === 'allies' ? 'axis' : 'allies');

/** Whether two people play, each at their own screen. @param {TableInfo} table */
const isOfTwo = (table) => !table.hot_seat && Object.values(table.sides).every((s) => !s?.pilot);

/** What may be done to play once more. @param {State} state @param {Acts} act */
export function onceMore(state, act) {
  const { table } = state;
  const side = sideOf(state);
  if (!table || !side) return nothing;
  if (!isOfTwo(table)) {
    const swap = html`<button class="again-swapped" @click=${() => act.playAgain(true)}>Play the other side</button>`;
    return html`<button class="again" @click=${() => act.playAgain(false)}>Play again</button>
      ${table.hot_seat ? nothing : swap}`;
  }
  const { again, next } = table.people;
  if (next) return html`<button class="again go" @click=${() => void follow(table.id)}>To the next game</button>`;
  const other = personOf(state, enemy(side)) || nameOf(state, enemy(side));
  if (!again)
    return html`<button class="again" @click=${() => act.again({ swap: false })}>Offer a rematch</button>
      <button class="again-swapped" @click=${() => act.again({ swap: true })}>Rematch, sides changed</button>`;
  const how = again.swap ? 'a rematch with sides changed' : 'a rematch';
  if (again.by === side)
    return html`<p class="offer" role="status">You have offered ${how}. Waiting for ${other} …</p>
      <button class="again-no" @click=${() => act.again({ no: true })}>Take the offer back</button>`;
  return html`<p class="offer" role="status">${other} offers ${how}.</p>
    <button class="again go" @click=${() => act.again({ swap: again.swap })}>Accept the rematch</button>
    <button class="again-no" @click=${() => act.again({ no: true })}>Decline</button>`;
}

/** Goes to the table at which the same people play once more. @param {string} id */
export async function follow(id) {
  const { table } = /** @type {Taken} */ (await http(`/api/tables/${id}/follow`, {}));
  go(`/table/${table}`);
}

/**
 * A new table where nobody else has to agree.
 * @param {TableInfo} table
 * @param {Side} own the side that this browser plays
 * @param {boolean} swap whether it plays the other one now
 */
export async function again(table, own, swap) {
  const transcript = await (await fetch(`/api/tables/${table.id}/transcript`)).text();
  const { game, scenario: whole } = /** @type {Header} */ (JSON.parse(transcript.slice(0, transcript.indexOf('\n'))));
  const { title, options } = /** @type {{ title?: string, options?: Record<string, unknown> }} */ (whole);
  // A ready-made scenario is asked for by its id, because only then its sides have names.
  const offer = /** @type {GameList} */ (await once('/api/games'));
  const ready = offer.games.find((g) => g.id === game)?.scenarios.find((s) => s.title === title);
  const scenario = ready ? { scenario: ready.id, options: options ?? {} } : { scenario: whole };
  const sides = /** @type {Side[]} */ (['allies', 'axis']);
  const flyer = (/** @type {Side} */ side) => {
    const pilot = table.sides[swap ? enemy(side) : side]?.pilot;
    return pilot ? `pilot:${pilot}` : 'human';
  };
  const made = /** @type {Opened} */ (
    await http('/api/tables', {
      game,
      ...scenario,
      seats: Object.fromEntries(sides.map((side) => [side, flyer(side)])),
      dice: table.dice === 'ask' ? 'ask' : 'seed',
      watch: table.watch,
      ...(table.hot_seat ? { hot_seat: true } : { mine: swap ? enemy(own) : own }),
    })
  );
  if (made.links) keepLinks(made.table, made.links);
  go(`/table/${made.table}`);
}

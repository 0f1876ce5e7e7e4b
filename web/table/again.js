// Once more: a new table like one that was played, with the same scenario, options and seats, and dice of its own.

import { http, once } from '../wire/net.js';
import { go } from '../lib/go.js';
import { invite, keepLinks } from './invite.js';
/** @import { GameList, Header, Opened, Side, TableInfo } from '../wire/types.js' */

/** @param {TableInfo} table @param {Side} own the side that this browser plays */
export async function again(table, own) {
  const transcript = await (await fetch(`/api/tables/${table.id}/transcript`)).text();
  const { game, scenario: whole } = /** @type {Header} */ (JSON.parse(transcript.slice(0, transcript.indexOf('\n'))));
  const { title, options } = /** @type {{ title?: string, options?: Record<string, unknown> }} */ (whole);
  // A ready-made scenario is asked for by its id, because only then its sides have names.
  const offer = /** @type {GameList} */ (await once('/api/games'));
  const ready = offer.games.find((g) => g.id === game)?.scenarios.find((s) => s.title === title);
  const scenario = ready ? { scenario: ready.id, options: options ?? {} } : { scenario: whole };
  const sides = /** @type {Side[]} */ (['allies', 'axis']);
  const seats = Object.fromEntries(
    sides.map((side) => [side, table.sides[side]?.pilot ? `pilot:${table.sides[side]?.pilot}` : 'human']),
  );
  const made = /** @type {Opened} */ (
    await http('/api/tables', {
      game,
      ...scenario,
      seats,
      dice: table.dice === 'ask' ? 'ask' : 'seed',
      watch: table.watch,
      ...(table.hot_seat ? { hot_seat: true } : { mine: own }),
    })
  );
  if (made.links) keepLinks(made.table, made.links);
  go(`/table/${made.table}`);
  if (!table.hot_seat && Object.values(seats).every((who) => who === 'human'))
    invite(made.table, { allies: table.sides.allies?.name, axis: table.sides.axis?.name }, own);
}

// What is said at the pointer: where a move would lead and what it would cost, who somebody is, and how a shot at him stands.

import { h, percent, thousandths } from '../lib/dom.js';
import { chances } from './forecast.js';
import { signed } from './log.js';
import { chip } from '../screens/rules.js';
import { choiceText } from './chooser.js';
/** @import { Aircraft, At, Odds, Plan } from '../wire/types.js' */
/** @import { Table } from '../screens/table.js' */

/** How long the pointer must rest before the table is asked what a move would cost. */
const REST_MS = 120;
/** So many who could fire after a move are named. */
const NAMED = 3;

/** @param {Table} screen @param {At | null} at @param {Aircraft | null} aircraft */
export async function remark(screen, at, aircraft) {
  const plans = screen.planAt(at);
  if (at && plans.length) return ofMove(screen, at, plans);
  if (!aircraft || !at) return screen.board.tip(null);
  const choice = screen.choiceAt(aircraft.id);
  const name = [h('b', null, aircraft.name), h('span', null, screen.play.cards[aircraft.card]?.name ?? aircraft.card)];
  if (choice?.target != null && choice.barred.length) return screen.board.tip(at, [name, choice.barred.map((b) => h('span', { class: 'no' }, b.why, ' ', chip(b.rule)))]);
  screen.board.tip(at, name);
  if (choice?.target == null || choice.aircraft === null) return;
  const odds = await screen.play.odds(choice.aircraft, choice.target).catch(() => null);
  if (odds && screen.hover.aircraft === aircraft.id) screen.board.tip(at, [h('b', null, aircraft.name), ofShot(odds)]);
}

/** @param {Odds} odds */
function ofShot(odds) {
  return [h('span', null, chances(odds), ` · ${thousandths(Number(odds.expected_milli))} damage expected · ${percent(odds.kill.ppm)} kill`), h('span', null, odds.text),
    odds.calculations.filter((c) => c.terms.length).map((c) => h('small', null, `${c.of}: ${c.terms.map((t) => `${t.from} ${signed(t.value)}`).join(', ')}`))];
}

/** @param {Table} screen @param {At} at @param {Plan<any>[]} plans */
async function ofMove({ board, play }, at, plans) {
  const more = plans.length > 1 ? choiceText(plans) : 'click to fly there';
  const where = `${board.grid?.name(at)} · ${board.long(plans[0].path)}`;
  board.tip(at, [h('b', null, where), h('span', null, more)]);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const draft = board.tipAt === at ? await play.ends.look(plans[0]) : null;
  if (!draft || board.tipAt !== at) return;
  const view = play.view?.aircraft ?? [];
  const fire = plans.length > 1 ? [] : draft.forecast;
  const name = (/** @type {number} */ id) => view.find((a) => a.id === id)?.name ?? '';
  board.tip(at, [h('b', null, draft.of > 0 ? `${where} · ${draft.spent} of ${draft.of} spent` : where), h('span', null, more),
    fire.slice(0, NAMED).map((f) => h('small', null, `${name(f.shooter)} could fire on ${name(f.target)}`, f.hit && [': ', chances(f)])),
    fire.length > NAMED && h('small', null, `and ${fire.length - NAMED} more`)]);
}

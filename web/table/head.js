// The header of a table or replay: where the game is, who sits where, and the way to settings.

import { h, fill, find } from '../lib/dom.js';
import { phaseChips } from './timeline.js';
import { side as sideName } from './panel.js';
import { change, openSettings, settings } from '../lib/settings.js';
import { listKeys } from '../lib/keys.js';
import { icon } from '../lib/icons.js';
import { invite, links } from './invite.js';
import { once } from '../wire/net.js';
import { quitButton } from './asides.js';
/** @import { Offer, TableInfo, View } from '../wire/types.js' */
/** @import { Table } from '../screens/table.js' */

/** The way home: the name of the house, or where there is no room a picture of one. */
export function brand() {
  return h('a', { class: 'brand', href: '/', 'aria-label': 'TALLYHO, back to Scramble' }, h('span', { class: 'word' }, 'TALLYHO'), icon('home'));
}

/** What the computer pilots are called, by id. @type {Map<string, string>} */
const pilots = new Map();

/** @param {Table} screen */
async function learnPilots(screen) {
  const list = /** @type {Offer | null} */ (await once('/api/games').catch(() => null));
  for (const p of list?.pilots ?? []) pilots.set(p.id, p.title);
  if (pilots.size) screen.draw();
}

/** @param {Table} screen @param {View} view */
export function tableHead(screen, view) {
  const { table, side, presence, menu } = screen.play;
  document.title = `${menu?.owed ? '● ' : ''}${view.title} · Tallyho`;
  const seat = side ? [h('span', { class: 'wide-only' }, 'You: '), table?.sides[side]?.name ?? sideName(side)] : view.seat === 'referee' ? 'Referee' : 'Watching';
  const score = scoreText(view);
  fill(find('#top'), brand(), h('span', { class: 'chip title', title: view.title }, view.title), phaseChips(view.phase), h('span', { class: 'spring' }),
    h('span', { class: `chip seat ${side ?? ''}`, title: side ? 'Your side' : null }, seat), rival(screen), score && h('span', { class: 'chip score', title: scoreTitle(table) }, score),
    presence && presence.observer > 0 && h('span', { class: 'chip eyes' }, `${presence.observer} watching`),
    links(screen.id) && h('button', { class: 'chip', onclick: () => invite(screen.id, { allies: table?.sides.allies?.name, axis: table?.sides.axis?.name }, side) }, 'Invite'),
    quitButton(screen), ...lookAndHelp(view.game));
}

/** @param {Table} screen */
function rival(screen) {
  const { table, side, presence } = screen.play;
  if (!table || !side) return null;
  const other = side === 'allies' ? 'axis' : 'allies';
  const them = table.sides[other];
  const name = them?.name ?? sideName(other);
  if (them?.pilot && !pilots.size) void learnPilots(screen);
  const text = them?.pilot ? `${pilots.get(them.pilot) ?? 'Computer'}: ${name}` : table.hot_seat ? 'Hot seat' : `${name}: ${presence?.[other] ? 'here' : 'away'}`;
  return h('span', { class: 'chip rival', title: text }, text);
}

/** Way of looking, rules, settings and keys. @param {string} game */
export function lookAndHelp(game) {
  const { way } = settings;
  return [
    h('button', { class: 'chip way', 'aria-label': way === 'plan' ? 'Plan; change to the stand view' : 'Stands; change to the plan view', onclick: () => change({ way: settings.way === 'plan' ? 'stand' : 'plan' }) }, way === 'plan' ? 'Plan' : 'Stands'),
    h('a', { class: 'chip', href: `/rules/${game}` }, 'Rules'),
    h('button', { class: 'chip', onclick: () => openSettings(h('a', { class: 'button', href: `/rules/${game}` }, 'Rules of this game')), 'aria-label': 'Settings' }, icon('gear')),
    h('button', { class: 'chip help', onclick: listKeys, 'aria-label': 'Keys' }, icon('help')),
  ];
}

/** Whose the two numbers are. @param {TableInfo | null} table */
function scoreTitle(table) {
  return `${table?.sides.allies?.name ?? 'Allies'} : ${table?.sides.axis?.name ?? 'Axis'}`;
}

/** The first standing of both sides, as `VP 7 : 23`. @param {View} view */
export function scoreText(view) {
  /** @type {Map<string, [number, number]>} */
  const rows = new Map();
  for (const s of view.score) {
    const row = rows.get(s.label) ?? [0, 0];
    row[s.side === 'allies' ? 0 : 1] = s.value;
    rows.set(s.label, row);
  }
  const first = [...rows][0];
  return first ? `${first[0]} ${first[1][0]} : ${first[1][1]}` : '';
}

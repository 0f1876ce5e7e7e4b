// Contacts in words, without a browser: clock, height, distance, and what choosing one means.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aimedAt, clockText, contactText, contactsOf, edgeAhead, edgeText, farText, lookout, marksOf, unfold } from '../state/contacts.js';
import { select } from '../state/look.js';
import { record } from '../state/record.js';

const plane = (id, side, x, y, heading, more = {}) => ({
  id, side, card: 'c', name: `P${id}`, flying: true, pose: { at: { x, y }, heading, ...more }, trail: [], gauges: [], tags: [], status: '',
});

/** The Allies look from an open table, 20 units wide. */
function looking(aircraft, more = {}) {
  const state = record('t');
  state.seat = 'allies';
  state.view = { board: { kind: 'open', width: 20000, height: 20000, unit: 'SU' }, aircraft, markers: [], outcome: null, level_feet: null, ...more };
  return state;
}

const shot = (aircraft, target, barred = []) => ({ label: 'Fire', note: '', say: { command: 1 }, barred, aircraft, target, pose: null, rule: 'r', key: null, quit: null });
const menu = (choices, draft = null) => ({ side: 'allies', owed: true, prompt: '', rule: 'r', choices, draft, muster: null });

test('the clock turns with the nose of whoever looks, and the nearest comes first', () => {
  const around = [plane(2, 'axis', 10000, 15000, 0), plane(3, 'axis', 13000, 10000, 0), plane(4, 'axis', 10000, 6000, 0)];
  const clocks = (heading) => contactsOf(looking([plane(1, 'allies', 10000, 10000, heading), ...around])).map((c) => [c.aircraft.id, clockText(c)]);
  assert.deepEqual(clocks(0), [[3, '3 o’clock'], [4, '6 o’clock'], [2, '12 o’clock']]);
  assert.deepEqual(clocks(90), [[3, '12 o’clock'], [4, '3 o’clock'], [2, '9 o’clock']]);
});

test('high, low and level, with the difference in the unit of the game', () => {
  const own = plane(1, 'allies', 10000, 10000, 0, { altitude: 5 });
  const others = [7, 4, 5].map((altitude, n) => plane(n + 2, 'axis', 10000, 12000 + n * 1000, 0, { altitude }));
  const state = looking([own, ...others, plane(9, 'axis', 10000, 10000, 0, { altitude: 6 })]);
  const told = contactsOf(state).map((c) => `${clockText(c)} · ${farText(state.view, c)}`);
  assert.deepEqual(told, [
    'straight above · 0 SU, 1 level above', '12 o’clock high · 2 SU, 2 levels above', '12 o’clock low · 3 SU, 1 level below', '12 o’clock level · 4 SU',
  ]);
  state.view.level_feet = 1000;
  assert.equal(farText(state.view, contactsOf(state)[1]), '2 SU, 2,000 ft above');
});

test('a contact is told in one sentence: who, where, how far, which way, how badly hit', () => {
  const bandit = { ...plane(2, 'axis', 10000, 14000, 180), gauges: [{ label: 'Hits', value: 2, max: 6, bad: true, parts: null, rule: 'r' }] };
  const state = looking([plane(1, 'allies', 10000, 10000, 0), bandit, plane(3, 'allies', 11000, 10000, 0)]);
  const [friend, foe] = contactsOf(state);
  assert.equal(contactText(state, foe), 'Bandit P2, c, 12 o’clock, 4 SU, heading south, nose on you, 2 of 6 hits');
  assert.equal(contactText(state, friend), 'Friend P3, c, 3 o’clock, 1 SU, heading north');
});

test('one looks from the trial, and a look at the enemy does not change from where', () => {
  const state = looking([plane(1, 'allies', 10000, 10000, 0), plane(3, 'allies', 5000, 5000, 0), plane(2, 'axis', 10000, 14000, 180)]);
  select(state, 3);
  assert.equal(lookout(state).aircraft.id, 3);
  select(state, 2);
  assert.equal(state.selected, 2);
  assert.equal(lookout(state).aircraft.id, 3);
  const pose = { at: { x: 10000, y: 13000 }, heading: 90 };
  state.menu = menu([], { aircraft: 1, pose, forecast: [{ shooter: 2, target: 1, hit: { exact: '1/2', ppm: 500000 } }] });
  const [foe] = contactsOf(state);
  assert.equal(lookout(state).trial, true);
  assert.deepEqual([foe.aircraft.id, foe.far, foe.clock, foe.fires.ppm], [2, 1, 9, 500000]);
});

test('choosing a contact aims at it where one may, says why not where one may not, and else is a look', () => {
  const state = looking([plane(1, 'allies', 0, 0, 0), plane(2, 'axis', 0, 1000, 0), plane(3, 'axis', 0, 2000, 0), plane(4, 'axis', 0, 3000, 0)]);
  const [may, no] = [shot(1, 2), shot(1, 3, [{ rule: 'r', why: 'Too far.' }])];
  state.menu = menu([may, no]);
  assert.deepEqual(contactsOf(state).map((c) => c.aim), [may, null, null]);
  assert.deepEqual([2, 3, 4].map((id) => aimedAt(state, id)), [may, no, null]);
});

test('the edge of the board is told as long as it is near and ahead', () => {
  const ahead = (heading, y = 16000) => edgeAhead(looking([plane(1, 'allies', 10000, y, heading)]));
  assert.deepEqual([ahead(0), ahead(180), ahead(90), ahead(0, 20000)], [4, null, 10, 0]);
  const { view } = looking([]);
  assert.equal(edgeText(view, 4), 'The edge of the board is 4 SU ahead');
  assert.equal(edgeText(view, 0), 'The edge of the board is right ahead');
});

test('places on the board are told like contacts, and parts of the list open and fold', () => {
  const state = looking([plane(1, 'allies', 0, 0, 0)], { markers: [{ kind: 'target', at: { x: 5000, y: 0 }, label: 'Bridge', rule: 'r' }] });
  assert.deepEqual(marksOf(state).map((m) => `${m.label} ${clockText(m)} ${farText(state.view, m)}`), ['Bridge 3 o’clock 5 SU']);
  unfold(state, 'more', true);
  unfold(state, 'marks', true);
  unfold(state, 'more', false);
  assert.deepEqual(state.contacts.open, ['marks']);
});

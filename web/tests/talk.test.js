// What the record keeps of talk and clocks, without page or server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftOf, record } from '../state/record.js';
import { company, hear, learnClock, learnTalk, listeners, openTalk, talkTo, talksTo } from '../state/talk.js';

const line = (n, from = 'axis', to = 'all') => ({ n, at_ms: 0, from, to, name: null, text: String(n) });

function at(seat, seats = [seat, 'observer']) {
  const state = record('t');
  Object.assign(state, { seat, seats, presence: { allies: 1, axis: 1, observer: 0, watchers: [] } });
  state.table = /** @type {any} */ ({ sides: { allies: { pilot: null }, axis: { pilot: null } }, people: { names: {} } });
  return state;
}

test('lines are unread until the box is open, and none is kept twice', () => {
  const state = at('allies');
  learnTalk(state, [line(1)]);
  assert.equal(state.talk.unread, 0, 'what was said before one came is not new');
  assert.ok(hear(state, line(2)));
  assert.ok(!hear(state, line(2)));
  hear(state, line(3, 'allies'));
  assert.equal(state.talk.unread, 1, 'one has read what one has said');
  // The connection was lost: what was said meanwhile is new.
  learnTalk(state, [line(1), line(2), line(3, 'allies'), line(7)]);
  assert.deepEqual([state.talk.unread, state.talk.lines.length], [2, 4]);
  openTalk(state, true);
  hear(state, line(8));
  assert.equal(state.talk.unread, 0);
});

test('players talk to all or to their side, watchers to each other', () => {
  const player = at('allies');
  talkTo(player, 'side');
  assert.deepEqual([listeners(player), talksTo(player)], [['all', 'side'], 'side']);
  const watcher = at('observer', ['observer']);
  talkTo(watcher, 'side');
  assert.deepEqual([listeners(watcher), talksTo(watcher)], [['watchers'], 'watchers']);
});

test('there is nobody to talk to at a hot seat, against a computer, or where the host has switched it off', () => {
  const friend = at('allies');
  assert.ok(!company(friend), 'not before the server has said that people can talk');
  learnTalk(friend, []);
  assert.ok(company(friend));
  const hot = at('allies', ['allies', 'axis', 'observer']);
  learnTalk(hot, []);
  assert.ok(!company(hot));
  hot.presence = { allies: 1, axis: 0, observer: 1, watchers: [] };
  assert.ok(company(hot), 'somebody watches');
  learnTalk(friend, null);
  assert.ok(!company(friend));
});

test('only the clock that runs is counted on', () => {
  const state = at('allies');
  learnClock(state, { seconds: 60, per: 'game', add_s: 0, left_ms: { allies: 9000, axis: 5000 }, runs: ['allies'] }, 1000);
  assert.deepEqual([leftOf(state, 'allies', 3000), leftOf(state, 'axis', 3000), leftOf(state, 'allies', 99_000)], [7000, 5000, 0]);
});

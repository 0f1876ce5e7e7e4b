// Lessons, without a browser: which one fits what happened, and that every rule they cite is one that players can read.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { lessonFor } from '../state/lessons.js';
import { record } from '../state/record.js';

const read = (path) => readFile(new URL(path, import.meta.url), 'utf8');
const lessons = JSON.parse(await read('../table/lessons.json'));
const flights = JSON.parse(await read('../table/first-flight.json'));
const GAMES = ['fast-and-easy', 'spitfire', 'spitting-fire', 'fighting-wings'];

const event = (kind, rules, more = {}) => ({ kind, rules, actor: null, target: null, text: '', dice: [], path: [], ...more });

function seat(outcome = null) {
  const state = record('t');
  state.seat = 'allies';
  state.view = { game: 'g', outcome, aircraft: [{ id: 1, side: 'allies' }, { id: 2, side: 'axis' }] };
  return state;
}

const HIT = { id: 'hit', kind: 'damage', side: 'other', rules: ['g/hits'], title: '', text: '', rule: 'g/hits' };
const HURT = { ...HIT, id: 'hurt', side: 'own' };
const LOST = { id: 'lost', kind: 'loss', side: 'own', title: '', text: '', rule: 'g/hits' };
const WON = { id: 'won', kind: 'end', side: 'own', title: '', text: '', rule: 'g/end' };

test('a lesson fits the kind of event, its rule and the side that it happened to', () => {
  const all = [HIT, HURT, LOST];
  assert.equal(lessonFor(seat(), [event('damage', ['g/hits'], { actor: 1, target: 2 })], all, {}), HIT);
  assert.equal(lessonFor(seat(), [event('damage', ['g/hits'], { actor: 2, target: 1 })], all, {}), HURT);
  assert.equal(lessonFor(seat(), [event('damage', ['g/sixes'], { target: 2 })], all, {}), null);
  assert.equal(lessonFor(seat(), [event('loss', ['g/home'], { actor: 1 })], all, {}), null, 'who goes home is not lost');
});

test('it is told once, and the next event may bring another', () => {
  const events = [event('damage', ['g/hits'], { target: 2 }), event('loss', ['g/hits'], { target: 1 })];
  assert.equal(lessonFor(seat(), events, [HIT, LOST], { 'g/hit': true }), LOST);
  assert.equal(lessonFor(seat(), events, [HIT, LOST], { 'g/hit': true, 'g/lost': true }), null);
});

test('the end of the game is a victory for the winner only', () => {
  const end = [event('end', ['g/end'])];
  assert.equal(lessonFor(seat({ winner: 'allies' }), end, [WON], {}), WON);
  assert.equal(lessonFor(seat({ winner: 'axis' }), end, [WON], {}), null);
  assert.equal(lessonFor(seat({ winner: null }), end, [WON], {}), null);
});

test('every game has a first flight and lessons, and players can read every rule that they cite', async () => {
  for (const game of GAMES) {
    const titles = await read(`../../rules/players/${game}.md`);
    const cited = [...lessons[game].flatMap((l) => [l.rule, ...(l.rules ?? [])]), ...flights[game].lessons.flatMap((l) => l.rules)];
    for (const rule of cited) assert.ok(titles.includes(`### ${rule} · `), `${rule} of ${game}`);
    const ids = lessons[game].map((l) => l.id);
    assert.equal(new Set(ids).size, ids.length, `${game}: one lesson for each id`);
    for (const id of ['hit', 'kill', 'victory']) assert.ok(ids.includes(id), `${game}: ${id}`);
  }
});

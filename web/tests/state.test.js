// The one record of a table and what changes it, without a browser and without a server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as deciding from '../state/decision.js';
import { endsWanted, plansAt, plansOf } from '../state/ends.js';
import { layout, momentOf } from '../state/layout.js';
import { measure, measured, neighbour, point, select, stretch, toggleRuler } from '../state/look.js';
import { overlayOf } from '../state/overlay.js';
import { advance, bestSeat, consents, greet, ofAnotherHistory, sitDown } from '../state/position.js';
import { record } from '../state/record.js';

const RULE = 'g/r';
const pose = (col, row = 0, heading = 0) => ({ at: { col, row }, heading });
const choice = (label, say, more = {}) => ({
  label, note: '', say, barred: [], aircraft: null, target: null, pose: null, rule: RULE, key: null, quit: null, ...more,
});
const menu = (choices, more = {}) => ({ side: 'allies', owed: true, prompt: '?', rule: RULE, choices, draft: null, muster: null, ...more });
const draft = (command, more = {}) => ({
  command, aircraft: 1, pose: pose(1), path: [], also: [], spent: 0, of: 0, barred: [], forecast: [], plans: [], cut: null, free: [], mended: null, ...more,
});
const plane = (id, side, at) => ({ id, side, card: 'c', name: `P${id}`, flying: true, pose: at, trail: [], gauges: [], tags: [], status: '' });
const view = (more = {}) => ({
  game: 'g', title: 't', seat: 'allies', phase: { turn: 1, turns: 5, step: 0, steps: [] }, markers: [], to_act: ['allies'], score: [], outcome: null,
  board: { kind: 'hexes', pointy: false, odd_shifted: false, rows_from_south: false, first: 0, columns: 9, rows: 9, names: 'CCRR', unit: 'hexes' },
  aircraft: [plane(1, 'allies', pose(0)), plane(2, 'allies', pose(4)), plane(3, 'axis', pose(0, 4))], ...more,
});
const STEP = choice('Straight on', { draft: 'S' }, { aircraft: 1 });
const HOLD = choice('Hold', { command: 'hold' }, { aircraft: 1 });
const NO = choice('Loop', { command: 'loop' }, { aircraft: 1, barred: [{ rule: RULE, why: 'Too slow.' }] });
const MENU = menu([STEP, HOLD, NO]);

/** A record at which the Allies have just been asked. */
function seated(more = {}) {
  const state = record('t');
  state.seats = ['allies'];
  sitDown(state, 'allies', { ...view(), seq: 7, line: 7, cards: [], log: [], next_seq: 0, decision: MENU, take_back: { may: 'now' }, asked: null, ...more });
  return state;
}

/** The next change, made by a side. */
const change = (state, by, more = {}) => advance(state, {
  seq: state.seq + 1, line: state.line + 1, by, to_act: ['allies'], patch: {}, take_back: { may: 'now' }, ...more,
});

test('a step is pushed and asked about, and undone it is asked about again', () => {
  const state = seated();
  assert.equal(deciding.choose(state, STEP), 'ask');
  assert.deepEqual(state.stack, ['S']);
  assert.ok(!deciding.settled(state), 'its choices are on their way');
  deciding.offer(state, menu([], { draft: draft('S') }), 'S');
  assert.ok(deciding.settled(state));
  assert.deepEqual(deciding.command(state), { command: 'S', goal: null });
  assert.equal(deciding.undo(state), 'ask');
  assert.deepEqual(state.stack, []);
});

test('a choice is armed by the first click, committed by the second, and undo disarms it', () => {
  const state = seated();
  assert.equal(deciding.choose(state, HOLD), null);
  assert.equal(state.armed, HOLD);
  assert.equal(deciding.choose(state, HOLD), 'commit');
  assert.equal(deciding.undo(state), null);
  assert.equal(state.armed, null);
  assert.equal(deciding.undo(state), 'take-back', 'with nothing tried it is the last command that is meant');
});

test('a barred choice says why and leaves the trial standing', () => {
  const state = seated();
  deciding.choose(state, HOLD);
  assert.equal(deciding.choose(state, NO), null);
  assert.deepEqual(state.refusal, NO.barred);
  assert.equal(state.armed, HOLD);
});

test('what is here is good only if number and mark agree; what is of another history goes with its trial', () => {
  const told = { table: null, seats: ['allies'], presence: null, asked: null };
  const state = seated({ mark: 'aa' });
  deciding.choose(state, HOLD);
  greet(state, { ...told, seq: 7, mark: 'aa' });
  greet(state, { ...told, seq: 9, mark: 'cc' });
  assert.deepEqual([state.seq, state.armed, state.refusal], [7, HOLD, null], 'the table has only gone on');
  greet(state, { ...told, seq: 7, mark: 'bb' });
  assert.deepEqual([state.seq, state.armed], [-1, null]);
  assert.match(state.refusal[0].why, /put back by the host/);
  assert.ok(ofAnotherHistory({ seq: 6, mark: 'aa' }, { seq: 7, mark: 'bb' }), 'a number that is no longer there');
  assert.ok(!ofAnotherHistory({ seq: 7, mark: 'aa' }, { seq: 7 }), 'kept before there were marks');
});

test('whoever was not told whether a command was kept learns it by number and mark', () => {
  const told = { table: null, seats: ['allies'], presence: null, asked: null };
  for (const [hello, words] of [[{ seq: 7, mark: 'aa' }, /was not kept: commit it again/], [{ seq: 8, mark: 'bb' }, null]]) {
    const state = seated({ mark: 'aa' });
    deciding.choose(state, HOLD);
    Object.assign(state, { doubt: true, refusal: [{ why: 'not known' }] });
    greet(state, { ...told, ...hello });
    if (words) assert.match(state.refusal[0].why, words);
    else assert.equal(state.refusal, null, 'the board shows it');
    assert.deepEqual([state.doubt, state.armed], [false, HOLD]);
  }
});

test('a decision that is over takes everything with it that belonged to it', () => {
  const state = seated();
  deciding.choose(state, HOLD);
  Object.assign(state, { hoverChoice: HOLD, odds: {}, chooser: { at: pose(0).at, ways: [] }, glance: {}, tip: { at: pose(0).at } });
  state.waiting.add(() => assert.fail('what waited was for the decision before'));
  const before = state.decision;
  change(state, 'allies');
  state.waiting.run(() => true);
  assert.equal(state.decision, before + 1);
  assert.deepEqual([state.armed, state.menu, state.hoverChoice, state.odds, state.chooser, state.glance, state.tip], Array(7).fill(null));
  assert.equal(deciding.choose(state, HOLD), null, 'its choices say nothing any more');
  assert.equal(state.armed, null);
});

test('the end of a move dies with the first change that is not a step there', () => {
  const goal = { aircraft: 1, pose: JSON.stringify(pose(3)), draft: 'S' };
  const step = { patch: { aircraft: [{ id: 1, pose: pose(1) }] } };
  for (const [what, by, more, left] of [
    ['a step on the way', 'allies', step, goal],
    ['the end is reached', 'allies', { patch: { aircraft: [{ id: 1, pose: pose(3) }] } }, null],
    ['the other side speaks', 'axis', step, null],
    ['another turn begins', 'allies', { patch: { phase: { turn: 2 } } }, null],
    ['it is taken back', 'allies', { ...step, undo: true }, null],
  ]) {
    const state = seated();
    state.course = goal;
    change(state, by, more);
    assert.equal(state.course, left, what);
  }
});

test('where both decide at once, what the other side says leaves the trial standing', () => {
  const state = seated(view({ to_act: ['allies', 'axis'] }));
  deciding.choose(state, STEP);
  const before = state.decision;
  change(state, 'axis', { to_act: ['allies', 'axis'] });
  assert.deepEqual([state.stack, state.decision], [['S'], before]);
});

test('an answer is dropped once what its question was about is past', () => {
  const state = seated();
  const then = Object.fromEntries(['decision', 'position', 'trial'].map((about) => [about, deciding.present(state, about)]));
  const past = () => Object.keys(then).filter((about) => deciding.past(state, about, then[about]));
  assert.deepEqual(past(), []);
  deciding.choose(state, STEP);
  assert.deepEqual(past(), ['trial']);
  change(state, 'axis', { to_act: ['allies'] });
  assert.deepEqual(past(), ['position', 'trial'], 'this side goes on with the same decision');
  change(state, 'allies');
  assert.deepEqual(past(), ['decision', 'position', 'trial']);
});

test('what is armed stays armed as the new menu has it, and falls with what it would say', () => {
  const state = seated();
  deciding.choose(state, HOLD);
  const again = { ...HOLD };
  deciding.offer(state, menu([STEP, again]));
  assert.equal(state.armed, again);
  deciding.offer(state, menu([STEP]));
  assert.equal(state.armed, null);
});

test('a number of one aircraft takes the place of the number before; a resting number is asked about later', () => {
  const state = seated();
  const turn = choice('Turn', { range: [{ by: 0 }, { field: '/by', min: 0, max: 90, unit: '°', dial: null }] }, { aircraft: 1 });
  deciding.offer(state, menu([turn]));
  assert.equal(deciding.choose(state, turn), 'ask');
  deciding.offer(state, menu([turn], { draft: draft({ by: 0 }) }), state.stack.at(-1));
  assert.equal(deciding.range(state, turn, 30), 'rest');
  assert.equal(deciding.range(state, turn, 30), null, 'the same number is no news');
  assert.deepEqual(state.stack, [{ by: 30 }]);
  assert.deepEqual(deciding.command(state), { command: { by: 30 }, goal: null }, 'newer than the answer on the screen');
});

test('the selection follows the trial, and another aircraft of one\'s own asks to drop it', () => {
  const state = seated();
  select(state, 2);
  deciding.choose(state, STEP);
  deciding.offer(state, menu([], { draft: draft('S') }), 'S');
  assert.equal(state.selected, 1);
  assert.equal(select(state, 2), 'switch');
  assert.equal(select(state, 3), null, 'an enemy is only looked at');
  assert.equal(state.selected, 1);
});

test('selecting an aircraft with one move opens it; the next one that can act comes after it', () => {
  const state = seated();
  const own = choice('Move', { draft: 'M' }, { aircraft: 2 });
  deciding.offer(state, menu([own, STEP, HOLD]));
  assert.equal(select(state, 2), own);
  assert.equal(select(state, 1), null, 'two choices are the player\'s');
  assert.equal(neighbour(state, 1), 2);
});

test('hot seat: the side that has to act sits down; elsewhere the seat is what the server gave', () => {
  const state = record('t');
  state.seats = ['allies'];
  assert.equal(bestSeat(state, ['axis'], 'allies', null), 'allies');
  state.seats = ['allies', 'axis'];
  assert.equal(bestSeat(state, ['axis'], 'allies', 'allies'), 'axis');
  assert.equal(bestSeat(state, ['allies', 'axis'], 'allies', 'axis'), 'axis', 'who sat there last goes on');
});

test('consent is asked of the other side, where it sits here', () => {
  const state = seated();
  state.asked = 'allies';
  assert.equal(consents(state), null);
  state.asked = 'axis';
  assert.equal(consents(state), 'allies');
  change(state, 'allies');
  assert.equal(consents(state), null, 'a change withdraws the question');
});

test('ends that the game lists only once are asked for once, and those begun like the trial are left', () => {
  const state = seated();
  deciding.offer(state, menu([choice('Fly', { command: 'f' }, { aircraft: 1 })]));
  assert.equal(endsWanted(state), 1);
  const plans = [{ command: 'a', pose: pose(2), path: [pose(0).at, pose(1).at, pose(2).at] }, { command: 'b', pose: pose(0, 2), path: [pose(0).at, pose(0, 1).at] }];
  state.ends = { seq: state.seq, aircraft: 1, plans };
  assert.equal(endsWanted(state), null);
  assert.deepEqual(plansAt(state, pose(2).at), [plans[0]]);
  deciding.push(state, 'S');
  deciding.offer(state, menu([], { draft: draft('S', { path: [pose(0).at, pose(1).at] }) }), 'S');
  assert.deepEqual(plansOf(state), [plans[0]]);
});

test('the overlay shows the trial, marks each target once and keeps its list of places while the plans stay', () => {
  const state = seated();
  const shoot = choice('Fire', { command: 'x' }, { aircraft: 1, target: 3 });
  deciding.offer(state, menu([{ ...shoot, barred: NO.barred }, shoot]));
  assert.deepEqual(overlayOf(state).targets, [{ id: 3, state: 'open' }]);
  deciding.choose(state, shoot);
  assert.deepEqual(overlayOf(state).lines, [{ from: 1, to: 3 }]);
  const plans = [{ command: 'a', pose: pose(2), path: [pose(0).at, pose(2).at] }];
  deciding.push(state, 'S');
  deciding.offer(state, menu([], { draft: draft('S', { plans, pose: pose(2), path: plans[0].path }) }), 'S');
  assert.deepEqual(overlayOf(state).ghost, { id: 1, pose: pose(2) });
  assert.equal(overlayOf(state).reach, overlayOf(state).reach);
});

test('the pointer is heard of when it is somewhere else, and the ruler measures from place to place', () => {
  const state = seated();
  assert.ok(point(state, pose(1).at, null));
  assert.ok(!point(state, { ...pose(1).at }, null), 'the same place is no news');
  toggleRuler(state);
  measure(state, pose(0).at);
  assert.ok(stretch(state, pose(0, 2).at));
  assert.match(measured(state), /^2 hexes · /);
  measure(state, pose(0, 4).at);
  assert.ok(!stretch(state, pose(1).at), 'both ends lie');
  assert.match(measured(state), /^4 hexes/);
});

test('too many choices are first sorted by aircraft; where the table is has one word', () => {
  const state = seated();
  assert.equal(momentOf(state), 'decide');
  const many = [1, 2].flatMap((aircraft) => Array.from({ length: 6 }, (_, n) => choice(`${aircraft}.${n}`, { command: n }, { aircraft })));
  deciding.offer(state, menu(many));
  assert.deepEqual(layout(state), { shown: [], fleet: [1, 2] });
  state.selected = 2;
  assert.equal(layout(state).shown.length, 6);
  state.busy = true;
  assert.equal(momentOf(state), 'busy');
});

// To which decision what a player does belongs. The state of a table without a browser, against a server that answers when it is told to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sockets, storage } from './no-browser.js';
import { Play } from '../state/play.js';
import { Presses } from '../state/input.js';
import { settled } from '../state/decision.js';
import { advised, askHint, dropHint, takeHint } from '../state/hint.js';
import { choiceKeys, layout } from '../state/layout.js';
import { consents } from '../state/position.js';

/** Lets everything happen that needs no further answer. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

/** The position of an aircraft on an open table. */
const pose = (x) => ({ at: { x, y: 0 }, heading: 0 });
const choice = (label, say, more = {}) => ({ label, note: '', say, barred: [], aircraft: null, target: null, pose: null, rule: 'g/r', key: null, quit: null, ...more });
const menu = (choices, more = {}) => ({ side: 'allies', owed: true, prompt: '?', rule: 'g/r', choices, draft: null, ...more });
const draft = (command, more = {}) => ({ command, aircraft: null, pose: null, path: [], also: [], spent: 0, of: 0, barred: [], forecast: [], plans: [], ...more });
const view = (more = {}) => ({
  game: 'g', title: 't', seat: 'allies', board: { kind: 'open', width: 9, height: 9 }, phase: { turn: 1, turns: 5, step: 0, steps: [] },
  aircraft: [{ id: 1, side: 'allies', card: 'c', flying: true, pose: pose(0) }], markers: [], to_act: ['allies'], score: [], outcome: null, ...more,
});
const CARDS = [{ id: 'c' }];
const STRAIGHT = () => menu([choice('Straight on', { draft: { path: 'S' } }, { key: 'W' }), choice('Hold', { command: 'hold' })]);

/** The table as the page knows it, with a server that answers by hand. */
class Desk {
  /** @param {{ seats?: string[], seq?: number, to_act?: string[], whole?: object }} [how] */
  constructor({ seats = ['allies', 'observer'], seq = 7, to_act = ['allies'], whole = {} } = {}) {
    this.handed = [];
    this.asked = [];
    this.play = new Play('t', {
      changed() {},
      happened() {},
      handover: (to, before) => new Promise((resolve) => this.handed.push({ to, before, confirm: resolve })),
      dice: (need) => new Promise((resolve) => this.asked.push({ need, throw: resolve })),
    });
    this.wire = sockets.at(-1);
    this.state = this.play.state;
    this.whole = { ...view({ to_act }), seq, line: seq, cards: CARDS, log: [], next_seq: 0, decision: STRAIGHT(), take_back: { may: 'now' }, asked: null, ...whole };
    this.hello({ version: 1, server: '0', seats, seat: seats[0], seq, table: { id: 't', seq, to_act, sides: {}, outcome: null }, presence: {}, asked: null });
  }

  hello(params) {
    this.say('hello', params);
  }

  say(method, params) {
    this.wire.onmessage({ data: JSON.stringify({ jsonrpc: '2.0', method, params }) });
  }

  /** Requests of a kind that have not been answered. */
  open(method) {
    return this.wire.sent.filter((m) => m.method === method && !m.answered);
  }

  /** Answers the oldest open request of a kind. */
  async answer(method, result) {
    const asked = this.open(method)[0];
    assert.ok(asked, `${method} was asked`);
    asked.answered = true;
    const { error, ...rest_ } = result;
    this.wire.onmessage({ data: JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...(error ? { error } : { result: rest_ }) }) });
    await rest();
    return asked.params;
  }

  async changed(seq, more = {}) {
    this.say('changed', { seq, line: seq, by: 'allies', to_act: ['allies'], patch: {}, take_back: { may: 'now' }, ...more });
    await rest();
  }
}

/** A table at which the Allies have just been asked for a decision. */
async function seated(how) {
  storage.clear();
  const desk = new Desk(how);
  await rest();
  await desk.answer('sit', desk.whole);
  return desk;
}

/** Presses the key of a choice as the table screen does. */
function press({ play, state }, key) {
  play.when(() => {
    const found = [...choiceKeys(layout(state).shown)].find(([, k]) => k === key);
    if (found) void play.choose(found[0]);
  });
}

/** What `legal` answers to so many steps straight on. */
const after = (steps, seq = 7) => ({ ...STRAIGHT(), choices: [choice('Straight on', { draft: { path: 'S'.repeat(steps + 1) } }, { key: 'W' })], draft: draft({ path: 'S'.repeat(steps) }), seq });

test('fast keys are not lost: each waits for the choices that the one before it leads to', async () => {
  const desk = await seated();
  for (const key of ['W', 'W', 'W']) press(desk, key);
  for (let steps = 1; steps <= 3; steps++) {
    assert.deepEqual(desk.open('legal').map((m) => m.params.draft.path), ['S'.repeat(steps)]);
    await desk.answer('legal', after(steps));
  }
  assert.deepEqual(desk.state.stack.map((d) => d.path), ['S', 'SS', 'SSS']);
});

test('Commit typed ahead gives the trial that it was typed after, not the one on the screen', async () => {
  const desk = await seated();
  press(desk, 'W');
  await desk.answer('legal', after(1));
  press(desk, 'W');
  void desk.play.commit();
  assert.equal(desk.open('act').length, 0);
  await desk.answer('legal', after(2));
  assert.deepEqual(desk.open('act').map((m) => m.params.command), [{ path: 'SS' }]);
});

test('Backspace takes back the last key that still waits', async () => {
  const desk = await seated();
  press(desk, 'W');
  press(desk, 'W');
  await desk.play.undo();
  await desk.answer('legal', after(1));
  assert.equal(desk.open('legal').length, 0);
  assert.equal(desk.state.stack.length, 1);
});

test('keys typed while a command is on its way, or before a change that ends the decision, do nothing in the next', async () => {
  const desk = await seated();
  await desk.play.choose(desk.state.menu.choices[1]);
  void desk.play.commit();
  press(desk, 'W');
  await desk.changed(8);
  await desk.answer('act', { seq: 8, line: 8, dice: [] });
  await desk.answer('legal', { ...STRAIGHT(), seq: 8 });
  assert.deepEqual([desk.state.stack, desk.state.armed, desk.open('legal').length], [[], null, 0]);
  press(desk, 'W');
  press(desk, 'W');
  await desk.changed(9, { by: 'axis', patch: { phase: { step: 1 } } });
  for (const open of desk.open('legal').slice()) await desk.answer('legal', open.params.draft ? after(1) : { ...STRAIGHT(), seq: 9 });
  assert.deepEqual([desk.state.stack, desk.open('legal').length], [[], 0]);
});

test('choices that come with a change are shown without being asked for, and a trial that stands is asked about', async () => {
  const desk = await seated();
  await desk.changed(8, { menu: menu([choice('Hold', { command: 'hold' })]) });
  assert.deepEqual([settled(desk.state), desk.state.menu.choices.map((c) => c.label), desk.open('legal').length], [true, ['Hold'], 0]);
  await desk.changed(9, { menu: STRAIGHT() });
  void desk.play.choose(desk.state.menu.choices[0]);
  await desk.answer('legal', after(1, 9));
  // Both sides decide at once: what the other one says leaves the trial standing.
  await desk.changed(10, { by: 'axis', menu: STRAIGHT() });
  assert.deepEqual(desk.open('legal').map((m) => m.params.draft), [desk.state.stack.at(-1)]);
  await desk.answer('legal', after(1, 10));
});

test('a click on a choice of an earlier decision arms nothing and commits nothing', async () => {
  const desk = await seated();
  const [step, hold] = desk.state.menu.choices;
  await desk.play.choose(hold);
  void desk.play.commit();
  await desk.changed(8);
  for (const late of [hold, step]) await desk.play.choose(late);
  await desk.answer('act', { seq: 8, line: 8, dice: [] });
  for (const late of [hold, step]) await desk.play.choose(late);
  await desk.answer('legal', { ...STRAIGHT(), seq: 8 });
  for (const late of [hold, step]) await desk.play.choose(late);
  assert.deepEqual([desk.state.armed, desk.state.stack, desk.open('act').length, desk.open('legal').length], [null, [], 0, 0]);
});

test('a double click on a step takes it twice where it can be taken twice, and pushes no step of the past', async () => {
  const desk = await seated();
  const [step] = desk.state.menu.choices;
  void desk.play.choose(step);
  void desk.play.choose(step);
  await desk.answer('legal', after(1));
  await desk.answer('legal', after(2));
  assert.deepEqual(desk.state.stack.map((d) => d.path), ['S', 'SS']);
});

test('what is armed stays armed while the other side speaks in the same step, as the new menu has it', async () => {
  const desk = await seated({ to_act: ['allies', 'axis'] });
  await desk.play.choose(desk.state.menu.choices[1]);
  await desk.changed(8, { by: 'axis', to_act: ['allies'] });
  await desk.answer('legal', { ...STRAIGHT(), seq: 8 });
  assert.equal(desk.state.armed, desk.state.menu.choices[1]);
  await desk.changed(9, { by: 'axis' });
  await desk.answer('legal', { ...menu([choice('Straight on', { draft: {} })]), seq: 9 });
  assert.equal(desk.state.armed, null, 'and falls with what it would say');
});

test('a refusal that comes too late is not shown in the next decision', async () => {
  const desk = await seated();
  press(desk, 'W');
  await desk.changed(8);
  await desk.answer('legal', { error: { code: -32001, message: 'no', data: { why: 'no' } } });
  assert.equal(desk.state.refusal, null);
});

test('the second press of a double click belongs to what the first one met', () => {
  const presses = new Presses();
  const press = (count, decision, control) => {
    presses.press(decision, control);
    presses.counted(count);
  };
  press(1, 5, 'commit');
  assert.ok(presses.meant(5, 'commit'));
  assert.ok(!presses.meant(6, 'commit'), 'released in another decision');
  press(2, 6, 'Hold');
  assert.ok(!presses.meant(6, 'Hold'), 'the second of a double click');
  press(3, 6, 'Hold');
  assert.ok(!presses.meant(6, 'Hold'), 'and the third');
  press(1, 6, 'Hold');
  assert.ok(presses.meant(6, 'Hold'), 'a press of its own');
  press(2, 6, 'Hold');
  assert.ok(presses.meant(6, 'Hold'), 'twice the same in the same decision');
});

/** Commits a way of several steps to `pose(3)`, of which the first is given. */
async function flying(how) {
  const desk = await seated(how);
  const end = { aircraft: 1, pose: JSON.stringify(pose(3)) };
  void desk.play.take('step', end);
  await desk.answer('legal', { ...menu([], { draft: draft('step', { aircraft: 1 }) }), seq: 7 });
  await desk.answer('plans', { seq: 7, plans: [] });
  void desk.play.commit();
  return desk;
}
const WAY = { seq: 8, plans: [{ command: 'next', pose: pose(3), path: [] }] };

test('a committed way of several steps is flown to its end and no further', async () => {
  const desk = await flying();
  await desk.changed(8, { patch: { aircraft: [{ id: 1, pose: pose(1) }] } });
  await desk.answer('act', { seq: 8, line: 8, dice: [] });
  await desk.answer('plans', WAY);
  assert.deepEqual(desk.open('act').map((m) => m.params.command), ['next']);
  await desk.changed(9, { patch: { aircraft: [{ id: 1, pose: pose(3) }] } });
  await desk.answer('act', { seq: 9, line: 9, dice: [] });
  await desk.answer('legal', { ...STRAIGHT(), seq: 9 });
  assert.deepEqual([desk.open('plans').length, desk.open('act').length, desk.state.busy], [0, 0, false]);
});

for (const [what, change] of Object.entries({
  'the aircraft has reached it': { patch: { aircraft: [{ id: 1, pose: pose(3) }] } },
  'another turn begins': { patch: { phase: { turn: 2 } } },
  'another phase begins': { patch: { phase: { step: 1 } } },
  'the other side is to act': { to_act: ['axis'] },
  'the command is taken back': { undo: true },
})) {
  test(`the end of a move is forgotten when ${what}: nothing is flown by itself`, async () => {
    const desk = await flying();
    await desk.changed(8, change);
    await desk.answer('act', { seq: 8, line: 8, dice: [] });
    // The enemy moves, and then it is this side's turn again, with the same end within reach.
    await desk.changed(9, { by: 'axis' });
    for (const _ of desk.open('plans').slice()) await desk.answer('plans', WAY);
    await desk.changed(10, { by: 'axis' });
    for (const _ of desk.open('plans').slice()) await desk.answer('plans', WAY);
    assert.deepEqual([desk.open('plans').length, desk.open('act').length, desk.state.busy], [0, 0, false]);
  });
}

test('a way that is stopped by dice that nobody throws can be gone on with by hand', async () => {
  const desk = await flying();
  await desk.changed(8, { patch: { aircraft: [{ id: 1, pose: pose(1) }] } });
  await desk.answer('act', { seq: 8, line: 8, dice: [] });
  await desk.answer('plans', WAY);
  await desk.answer('act', { error: { code: -32002, message: 'dice', data: { need: [{ die: 6, for: 'turn', rule: 'g/r' }] } } });
  desk.asked[0].throw(null);
  await rest();
  await desk.answer('legal', { ...STRAIGHT(), seq: 8 });
  assert.deepEqual([desk.state.busy, settled(desk.state)], [false, true]);
});

test('dice and cards asked for one after another are all sent, in their order', async () => {
  const desk = await seated();
  await desk.play.choose(desk.state.menu.choices[1]);
  void desk.play.commit();
  const need = (one) => ({ error: { code: -32002, message: 'dice', data: { need: [one] } } });
  await desk.answer('act', need({ card: { red: 3, black: 2 }, for: 'top card', rule: 'g/r' }));
  desk.asked[0].throw(['red']);
  await rest();
  await desk.answer('act', need({ die: 6, for: 'half loop', rule: 'g/r' }));
  desk.asked[1].throw([5]);
  await rest();
  assert.deepEqual(desk.open('act').map((m) => m.params.dice), [['red', 5]]);
});

const HOT = { seats: ['allies', 'axis', 'observer'] };

test('hot seat: a reload after the hand-over asks nothing, a reload before it waits for the other player and fetches nothing', async () => {
  const desk = await seated({ ...HOT, to_act: ['allies'], seq: 0 });
  assert.equal(desk.handed.length, 0, 'nobody has a secret before the first command');
  await desk.changed(1, { to_act: ['axis'], patch: { to_act: ['axis'] } });
  assert.equal(desk.handed[0].to, 'axis');
  // The page is loaded again while the table is covered.
  const again = new Desk({ ...HOT, to_act: ['axis'], seq: 1 });
  await rest();
  assert.deepEqual(again.handed.map((h) => h.to), ['axis']);
  assert.deepEqual(again.wire.sent, [], 'nothing is fetched');
  again.handed[0].confirm();
  await rest();
  assert.equal((await again.answer('sit', again.whole)).seat, 'axis');
  const third = new Desk({ ...HOT, to_act: ['allies', 'axis'], seq: 1 });
  await rest();
  assert.equal(third.handed.length, 0, 'who has sat down sits there after a reload');
  assert.equal((await third.answer('sit', third.whole)).seat, 'axis');
});

test('hot seat: a browser that keeps nothing cannot know who sat there, and asks after every reload', async (t) => {
  storage.clear();
  t.mock.method(storage, 'set', () => {
    throw new Error('not allowed');
  });
  const desk = new Desk({ ...HOT, seq: 4 });
  await rest();
  assert.equal(desk.handed.length, 1);
  assert.deepEqual(desk.wire.sent, []);
});

test('what may not be taken back is not asked for, and the reason is shown', async () => {
  const desk = await seated({ whole: { take_back: { may: 'no', why: 'A die was thrown.' } } });
  await desk.play.undo();
  assert.equal(desk.open('undo').length, 0);
  assert.deepEqual(desk.state.refusal, [{ why: 'A die was thrown.' }]);
});

test('taking back what was seen: one asks, the other allows or refuses, a change withdraws the question', async () => {
  const desk = await seated({ whole: { take_back: { may: 'ask' } } });
  void desk.play.undo();
  await desk.answer('undo', { asked: true, seq: 7, line: 7 });
  desk.say('asked', { by: 'allies', seq: 7 });
  assert.deepEqual([desk.state.asked, consents(desk.state), desk.state.busy], ['allies', null, false]);
  void desk.play.undo();
  assert.equal(desk.open('undo').length, 0, 'asked once is enough');
  desk.say('asked', { by: null, seq: 7 });
  assert.equal(desk.state.asked, null);
  desk.say('asked', { by: 'axis', seq: 7 });
  assert.equal(consents(desk.state), 'allies');
  void desk.play.consent(false);
  assert.deepEqual(desk.open('consent')[0].params, { seat: 'allies', seq: 7, allow: false });
  await desk.answer('consent', { seq: 7, line: 7 });
  desk.say('asked', { by: 'axis', seq: 7 });
  await desk.changed(8, { by: 'axis' });
  assert.equal(desk.state.asked, null);
});

/** The answer to an offer of the other side, while there is one. */
const answer = ({ state }) => state.quits.offered.find((c) => c.quit === 'answer') ?? null;

const QUITS = [choice('Concede', { command: 'concede' }, { quit: 'give-up' }), choice('Accept the end', { command: 'accept' }, { quit: 'answer' })];

test('what ends the game is no choice among the others and has no key', async () => {
  const desk = await seated({ whole: { decision: menu([...QUITS, choice('Hold', { command: 'hold' })]) } });
  const { shown } = layout(desk.state);
  assert.deepEqual(shown.map((c) => c.label), ['Hold']);
  assert.deepEqual([...choiceKeys(shown).values()], ['1']);
  assert.deepEqual(desk.state.quits.offered.map((c) => c.label), ['Concede', 'Accept the end']);
});

test('an offer of the enemy is seen in the middle of a trial, and its answer is given only as long as it stands', async () => {
  const desk = await seated({ to_act: ['allies', 'axis'] });
  press(desk, 'W');
  await desk.answer('legal', after(1));
  assert.equal(answer(desk), null);
  await desk.changed(8, { by: 'axis', to_act: ['allies', 'axis'] });
  await desk.answer('legal', after(1, 8));
  await desk.answer('legal', { ...menu(QUITS), seq: 8 });
  assert.equal(answer(desk).label, 'Accept the end');
  assert.equal(desk.state.stack.length, 1, 'the trial stands');
  const offer = answer(desk);
  await desk.changed(9, { by: 'axis' });
  await desk.answer('legal', after(1, 9));
  await desk.answer('legal', { ...menu([QUITS[0]]), seq: 9 });
  await desk.play.quit(offer);
  assert.equal(desk.open('act').length, 0);
  assert.match(desk.state.refusal[0].why, /not possible any more/);
  void desk.play.quit(QUITS[0]);
  assert.deepEqual(desk.open('act').map((m) => m.params.command), ['concede']);
});

test('a hint that comes after its decision, or after it was put away, is dropped', async () => {
  const desk = await seated();
  const HINT = { command: { path: 'SS' }, why: { text: 'it is short', candidates: [] } };
  void askHint(desk.play);
  dropHint(desk.play);
  await desk.answer('hint', HINT);
  await desk.answer('legal', after(2));
  assert.equal(desk.state.hint, null);
  void askHint(desk.play);
  await desk.changed(8);
  await desk.answer('hint', HINT);
  assert.deepEqual([desk.state.hint, desk.open('legal').length], [null, 1], 'only the new decision is asked for');
});

test('a hint is taken in place of what was tried', async () => {
  const desk = await seated();
  void askHint(desk.play);
  await desk.answer('hint', { command: { path: 'SS' }, why: { text: 'it is short', candidates: [] } });
  await desk.answer('legal', after(2));
  assert.deepEqual([desk.state.hint.draft.command, advised(desk.state) === desk.state.hint], [{ path: 'SS' }, true]);
  press(desk, 'W');
  await desk.answer('legal', after(1));
  assert.equal(advised(desk.state), null, 'the board shows what is tried');
  void takeHint(desk.play);
  await desk.answer('legal', STRAIGHT());
  await desk.answer('legal', after(2));
  assert.deepEqual([desk.state.stack, desk.state.hint], [[{ path: 'SS' }], null]);
});

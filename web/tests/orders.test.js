// Orders to many aircraft and decisions that pass by themselves: the state of a table without a browser, against a server that answers by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sockets, storage } from './no-browser.js';
import { committable, unfired } from '../state/decision.js';
import { choiceKeys } from '../state/layout.js';
import { planFor } from '../state/formation.js';
import { followers, spent } from '../state/lead.js';
import { fireVolley, follow, proposeShots } from '../state/orders.js';
import { forced, logOf } from '../state/passing.js';
import { Play } from '../state/play.js';
import { groupOf, relieved } from '../state/relief.js';
import { correct } from '../state/shots.js';
import { regrown } from '../wire/pointer.js';

const rest = () => new Promise((resolve) => setImmediate(resolve));
const choice = (label, say, more = {}) => ({ label, note: '', say, barred: [], aircraft: null, target: null, pose: null, rule: 'g/r', key: null, quit: null, ...more });
const menu = (choices, more = {}) => ({ side: 'allies', owed: true, prompt: '?', rule: 'g/r', choices, draft: null, muster: null, ...more });
const opener = (id) => choice(`Red ${id}`, { draft: { move: { aircraft: id, path: '' } } }, { aircraft: id });
const shot = (id, target) => choice(`Red ${id} at ${target}`, { command: { fire: { aircraft: id, at: target } } }, { aircraft: id, target });
const done = () => choice('Done', { command: 'done' });
const plane = (id, group = 'Red') => ({ id, name: `${group} ${id}`, group, side: 'allies', card: 'c', flying: true, pose: null });
const odds = (expected, kill = 0) => ({ hit: { ppm: expected * 100 }, harm: { ppm: expected * 100 }, kill: { ppm: kill }, expected_milli: expected, damage: [], calculations: [], text: '' });
const draft = (command, more = {}) => ({ command, aircraft: command.move.aircraft, pose: null, path: [], also: [], spent: 0, of: 0, barred: [], forecast: [], plans: [], free: [], ...more });

/** A table at which the Allies decide. Whatever is asked is answered by `answers`; `act` moves on to the next menu of `menus`. */
async function table(menus, { refuse = () => null, chances = () => odds(500), drafts = null } = {}) {
  storage.clear();
  const play = new Play('t', { changed() {}, happened() {}, handover: async () => {}, dice: async () => null });
  const wire = sockets.at(-1);
  const said = [];
  const hear = (message) => wire.onmessage({ data: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  const view = {
    game: 'g', title: 't', seat: 'allies', board: { kind: 'open', width: 9, height: 9 }, phase: { turn: 1, turns: 5, step: 0, steps: [] },
    aircraft: [plane(1), plane(2), plane(3), plane(4, 'Blue')], markers: [], to_act: ['allies'], score: [], outcome: null,
  };
  let seq = 0;
  const answers = {
    sit: () => ({ ...view, seq, line: 0, cards: [{ id: 'c' }], log: [], next_seq: 0, decision: menus[0], take_back: { may: 'now' }, asked: null }),
    legal: ({ draft: d }) => ({ ...(d && drafts ? drafts(d) : d ? menu([], { draft: draft(d, { barred: d.move.path ? [] : [{ rule: 'g/r', why: 'no path' }] }) }) : (menus[seq] ?? menu([], { owed: false }))), seq }),
    odds: ({ shooter, target }) => chances(shooter, target),
    plans: () => ({ plans: [], cut: null, seq }),
  };
  const send = wire.send.bind(wire);
  wire.send = (text) => {
    send(text);
    const { id, method, params } = JSON.parse(text);
    queueMicrotask(() => {
      if (method !== 'act') return hear({ id, result: answers[method](params) });
      const reasons = refuse(params.command);
      if (reasons) return hear({ id, error: { code: -32001, message: 'no', data: { reasons } } });
      said.push(params.command);
      seq++;
      hear({ method: 'changed', params: { seq, line: seq, by: 'allies', to_act: menus[seq] ? ['allies'] : ['axis'], patch: {}, take_back: { may: 'now' }, ...(menus[seq] ? { menu: menus[seq] } : {}) } });
      hear({ id, result: {} });
    });
  };
  const hello = { version: 1, server: '0', seats: ['allies'], seat: 'allies', seq, table: { id: 't', seq, to_act: ['allies'], sides: {}, outcome: null }, presence: {}, asked: null };
  hear({ method: 'hello', params: hello });
  play.state.connection = 'open';
  for (let n = 0; n < 5; n++) await rest();
  return { play, state: play.state, said };
}

/** Tries a path with the aircraft whose move is open, or whose choice is given. */
async function fly({ play }, command) {
  await play.take(command);
  await rest();
}

test('a command that grew out of one beginning grows the same out of another', () => {
  const from = { plot: { group: 1, marker: 'level', deep: { a: 1 } } };
  const to = { plot: { group: 2, marker: 'level', deep: { a: 2 } } };
  assert.deepEqual(regrown({ plot: { group: 1, marker: 'dive', deep: { a: 1 } } }, from, to), { plot: { group: 2, marker: 'dive', deep: { a: 2 } } });
});

test('wingmen follow: the trial is given, and every other aircraft of the group does the same', async () => {
  const ids = [[1, 2, 3, 4], [2, 3, 4], [3, 4], [4]];
  const desk = await table(ids.map((left) => menu(left.map(opener))));
  await fly(desk, { move: { aircraft: 1, path: 'F F' } });
  await follow(desk.play, 'group');
  assert.deepEqual(desk.said.map((c) => [c.move.aircraft, c.move.path]), [[1, 'F F'], [2, 'F F'], [3, 'F F']]);
  assert.equal(desk.state.order.done, 2);
  assert.deepEqual(spent(desk.state), [1, 2, 3]);
  assert.deepEqual(desk.state.stack, [{ move: { aircraft: 4, path: '' } }], 'the next aircraft is opened');
});

test('a wingman that cannot do the same is told of with its rule and left open', async () => {
  const ids = [[1, 2, 3], [2, 3], [2]];
  const reasons = [{ rule: 'g/turn', why: 'a turn needs 2 hexes' }];
  const desk = await table(ids.map((left) => menu(left.map(opener))), { refuse: (c) => (c.move.aircraft === 2 ? reasons : null) });
  await fly(desk, { move: { aircraft: 1, path: 'TL' } });
  await follow(desk.play, 'group');
  assert.deepEqual(desk.said.map((c) => c.move.aircraft), [1, 3]);
  assert.deepEqual(desk.state.order.left, [{ name: 'Red 2', reasons }]);
  assert.deepEqual(desk.state.stack, [{ move: { aircraft: 2, path: '' } }]);
  assert.equal(desk.state.refusal, null, 'it is said once');
});

test('a wingman belongs in its old place beside its leader, or as near behind as it can, pointing as the leader does', async () => {
  const { state } = await table([menu([opener(1), opener(2)])]);
  const pose = (x, y, heading) => ({ at: { x, y }, heading });
  const plan = (x, y, heading) => ({ command: `${x} ${y} ${heading}`, pose: pose(x, y, heading), path: [{ x: 1, y: 1 }, { x: 2, y: 1 }], manoeuvre: null });
  state.view.aircraft[1].pose = pose(1000, 2000, 90);
  const lead = { aircraft: 1, when: '1/0', deeds: [], from: pose(1000, 1000, 90), to: pose(4000, 1000, 90), told: [] };
  const plans = [plan(4000, 2000, 270), plan(4000, 2000, 90), plan(4000, 1000, 90), plan(1000, 2000, 90)];
  state.manner = 'formation';
  assert.equal(planFor(state, lead, 2, plans)?.command, '4000 2000 90');
  state.manner = 'trail';
  assert.equal(planFor(state, lead, 2, plans)?.command, '4000 1000 90');
  assert.equal(planFor(state, lead, 2, [plan(9000, 9000, 90)]), null, 'nothing that ends far off is taken');
});

test('what one player did in a hot seat is not offered to the other', async () => {
  const desk = await table([menu([opener(1), opener(2)]), menu([opener(2)])]);
  await fly(desk, { move: { aircraft: 1, path: 'F' } });
  await desk.play.commit();
  assert.deepEqual(followers(desk.state, 'all'), [2]);
  desk.state.seat = 'axis';
  const { sitDown } = await import('../state/position.js');
  sitDown(desk.state, 'allies', { ...desk.state.view, seq: 1, line: 1, cards: [], log: [], next_seq: 0, decision: menu([opener(2)]), take_back: null, asked: null, position: null });
  assert.deepEqual(followers(desk.state, 'all'), []);
});

test('the best shots are spread over targets that may be gone, corrected, and fired one after another', async () => {
  const all = [shot(1, 11), shot(1, 12), shot(2, 11), shot(2, 12), done()];
  const chances = (shooter, target) => (target === 11 ? odds(900, 900_000) : odds(400));
  const desk = await table([menu(all), menu([shot(2, 11), shot(2, 12), done()]), menu([done()])], { chances });
  await proposeShots(desk.play);
  assert.deepEqual(desk.state.volley.map((p) => p.shot.target), [11, 12], 'the second does not count on a target that is probably gone');
  assert.ok(committable(desk.state));
  correct(desk.state, '2', 'Red 2 at 11');
  await fireVolley(desk.play);
  assert.deepEqual(desk.said.map((c) => c.fire), [{ aircraft: 1, at: 11 }, { aircraft: 2, at: 11 }]);
  assert.equal(desk.state.volley, null);
});

test('a shot whose target is gone gives way to the next best one, and nobody fires without a chance', async () => {
  const chances = (shooter, target) => (shooter === 3 ? { ...odds(0), harm: { ppm: 0 } } : odds(target === 11 ? 900 : 400));
  const first = [shot(1, 11), shot(2, 11), shot(2, 12), shot(3, 11), done()];
  const desk = await table([menu(first), menu([shot(2, 12), shot(3, 12), done()]), menu([done()])], { chances });
  await proposeShots(desk.play);
  assert.deepEqual(desk.state.volley.map((p) => p.shot?.target ?? null), [11, 11, null]);
  await fireVolley(desk.play);
  assert.deepEqual(desk.said.map((c) => c.fire), [{ aircraft: 1, at: 11 }, { aircraft: 2, at: 12 }]);
});

test('where fire is declared as a whole, the best shots are put together gun by gun and declared at once', async () => {
  const aim = (shots, id, gun, target) => choice(`Red ${id} fires ${gun} at Blue ${target}`, { draft: { fire: [...shots, [id, gun, target]] } }, { aircraft: id, target });
  const left = (shots) => [[1, 'front'], [1, 'rear'], [2, 'front']].filter(([id, gun]) => !shots.some((s) => s[0] === id && s[1] === gun))
    .flatMap(([id, gun]) => [4, 5].map((target) => aim(shots, id, gun, target)));
  const declare = (shots) => choice(shots.length ? 'Declare' : 'Hold fire', { command: { fire: shots } });
  const base = menu([...left([]), declare([])]);
  const drafts = ({ fire }) => menu([...left(fire), declare(fire)], { draft: draft({ move: { aircraft: null } }, { command: { fire }, aircraft: null }) });
  const desk = await table([base], { chances: (_, target) => odds(target === 4 ? 900 : 400), drafts });
  desk.state.view.aircraft = [plane(1), plane(2), { ...plane(4, 'Blue'), side: 'axis' }, { ...plane(5, 'Blue'), side: 'axis' }];
  await proposeShots(desk.play);
  assert.deepEqual(desk.state.volley.map((p) => [p.aircraft, p.shot.target]), [[1, 4], [1, 4], [2, 4]], 'each gun has a line');
  correct(desk.state, desk.state.volley[1].gun, 'Red 1 fires rear at Blue 5');
  correct(desk.state, desk.state.volley[2].gun, '');
  await fireVolley(desk.play);
  assert.deepEqual(desk.said, [{ fire: [[1, 'front', 4], [1, 'rear', 5]] }], 'one declaration');
});

test('Done warns once if somebody could still fire', async () => {
  const desk = await table([menu([shot(1, 11), done()])]);
  await desk.play.choose(desk.state.menu.choices[1]);
  assert.equal(unfired(desk.state).length, 1);
  await desk.play.commit();
  assert.deepEqual(desk.said, [], 'the first Commit only warns');
  await desk.play.commit();
  assert.deepEqual(desk.said, ['done']);
});

test('the only thing left is given by one press', async () => {
  const desk = await table([menu([done(), choice('Fire', { command: 'fire' }, { barred: [{ rule: 'g/r', why: 'no target' }] })])]);
  await desk.play.choose(desk.state.menu.choices[0]);
  await rest();
  assert.deepEqual(desk.said, ['done']);
});

test('a decision without a choice is passed, but not where something was taken back, and no shot is fired by itself', async () => {
  const desk = await table([menu([done()]), menu([shot(1, 11)])]);
  assert.equal(forced(desk.state)?.label, 'Done');
  desk.state.undone = desk.state.seq;
  assert.equal(forced(desk.state), null);
  desk.state.undone = -1;
  await desk.play.passForced();
  assert.deepEqual(desk.said, ['done']);
  assert.deepEqual(desk.state.passed.labels, ['Done']);
  assert.deepEqual(logOf(desk.state).map((e) => [e.line, e.text]), [[1, 'Passed: nothing to choose but Done']]);
  assert.equal(forced(desk.state), null);
});

test('each decision that passes by itself has a line of its own in the log, behind what came of it, until it is taken back', async () => {
  const hold = choice('Hold fire', { command: 'hold' }, { aircraft: 2 });
  const desk = await table([menu([hold]), menu([done()]), menu([done(), opener(1)])]);
  await desk.play.passForced();
  await desk.play.passForced();
  const entry = (seq, line, text) => ({ seq, line, text, kind: 'phase', rules: [], side: null, actor: null, target: null, dice: [], path: [], calculation: null });
  desk.state.log = [entry(1, 1, 'Red 2 holds its fire'), entry(2, 2, 'Turn 2')];
  const told = () => logOf(desk.state).map((e) => e.text);
  assert.deepEqual(told(), ['Red 2 holds its fire', 'Passed: nothing else to do for Red 2 (Hold fire)', 'Turn 2', 'Passed: nothing to choose but Done']);
  assert.equal(logOf(desk.state), logOf(desk.state), 'it is put together once');
  desk.state.line = 1;
  desk.state.log = desk.state.log.slice(0, 1);
  assert.deepEqual(told(), ['Red 2 holds its fire', 'Passed: nothing else to do for Red 2 (Hold fire)']);
});

test('what cannot be passed is left to the player', async () => {
  const desk = await table([menu([done()])], { refuse: () => [{ rule: 'g/r', why: 'not now' }] });
  await desk.play.passForced();
  assert.deepEqual(desk.said, []);
  assert.equal(forced(desk.state), null, 'it is not tried again and again');
});

test('a computer pilot of some aircraft decides for these until it leaves a decision to the player', async () => {
  const desk = await table([menu([opener(1), opener(4)])]);
  const { state } = desk;
  const fly = (relief) => (state.table = { ...state.table, sides: { allies: { name: 'Reds', relief: { level: 'cadet', turn: 1, aircraft: [], waits: null, ...relief } } } });
  fly({});
  assert.ok(relieved(state), 'all aircraft');
  fly({ aircraft: [1, 2] });
  assert.ok(relieved(state), 'one of its own is asked');
  fly({ aircraft: [1, 2], waits: state.seq });
  assert.ok(!relieved(state), 'it leaves this one to the player');
  fly({ aircraft: [2, 3] });
  assert.ok(!relieved(state), 'others are asked');
  fly({ turn: 2 });
  assert.ok(!relieved(state), 'its turn is over');
  assert.deepEqual(groupOf(state, 1).map((a) => a.id), [1, 2, 3]);
});

test('a key is the number on its button, where no two have the same', () => {
  const keys = (...labels) => {
    const shown = labels.map((label) => choice(label, { command: label }));
    return shown.map((c) => choiceKeys(shown).get(c));
  };
  assert.deepEqual(keys('Schwarm 2 (ME 109 E)', 'Schwarm 4 (ME 109 E)'), ['2', '4']);
  assert.deepEqual(keys('Confirm the plots', 'Group 1: Spitfire Mk.I', 'Group 3: Spitfire Mk.I'), ['2', '1', '3']);
  assert.deepEqual(keys('North 1', 'South 1'), ['1', '2']);
});

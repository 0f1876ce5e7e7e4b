// The parts of the client that need no browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './no-browser.js';
import { nearest, settings } from '../board/dial.js';
import { grid, key } from '../board/geo.js';
import { labelled } from '../board/labels.js';
import { outline } from '../board/planform.js';
import { hexesIn } from '../board/sector.js';
import { energyScale, share } from '../board/horizon.js';
import { attitude, height, heightsOf } from '../board/stand.js';
import { perFrame } from '../lib/frame.js';
import { ranked } from '../lib/rank.js';
import { attitudeText, heightText, inParts, short, shorts, signed } from '../lib/words.js';
import { likelyRange } from '../screens/debrief.js';
import { choiceKeys, layout } from '../state/layout.js';
import { record } from '../state/record.js';
import { cardsLeft } from '../table/dice.js';
import { apply, entries } from '../wire/patch.js';
import { withChange } from '../wire/pointer.js';

const sheets = [];
for (const pointy of [true, false]) {
  for (const odd_shifted of [true, false]) {
    for (const rows_from_south of [true, false]) {
      for (const first of [0, 1]) sheets.push({ kind: 'hexes', pointy, odd_shifted, rows_from_south, first, columns: 7, rows: 5, names: 'CC.RR' });
    }
  }
}

test('every hex is found again under its own centre, on every kind of sheet', () => {
  for (const board of sheets) {
    const g = grid(/** @type {any} */ (board));
    for (let col = board.first; col < board.first + board.columns; col++) {
      for (let row = board.first; row < board.first + board.rows; row++) {
        const p = g.centre({ col, row });
        assert.deepEqual(g.at(p), { col, row }, JSON.stringify(board));
        assert.ok(p.x > 0 && p.y > 0 && p.x < g.width && p.y < g.height, `${key({ col, row })} lies on ${JSON.stringify(board)}`);
      }
    }
  }
});

test('neighbouring hexes are one hex apart, on every kind of sheet', () => {
  for (const board of sheets) {
    const g = grid(/** @type {any} */ (board));
    const { first } = board;
    const here = g.centre({ col: first + 3, row: first + 2 });
    let near = 0;
    for (let col = first; col < first + board.columns; col++) {
      for (let row = first; row < first + board.rows; row++) {
        const p = g.centre({ col, row });
        const d = Math.hypot(p.x - here.x, p.y - here.y);
        assert.ok(d === 0 || d > 51.9, 'no two hexes overlap');
        if (d > 0 && d < 52) near++;
      }
    }
    assert.equal(near, 6, JSON.stringify(board));
  }
});

test('rows counted from the south go up the screen', () => {
  const g = grid({ kind: 'hexes', pointy: false, odd_shifted: false, rows_from_south: true, first: 1, columns: 4, rows: 4, names: 'CCRR' });
  assert.ok(g.centre({ col: 1, row: 2 }).y < g.centre({ col: 1, row: 1 }).y);
  // An even column is shifted towards the end of the row count: north.
  assert.ok(g.centre({ col: 2, row: 1 }).y < g.centre({ col: 1, row: 1 }).y);
  assert.equal(g.name({ col: 3, row: 4 }), '0304');
  assert.deepEqual(g.step({ col: 2, row: 2 }, 0, -1), { col: 2, row: 3 });
});

test('points of an open table are found again, north up', () => {
  const g = grid({ kind: 'open', width: 48000, height: 36000 });
  assert.deepEqual(g.at(g.centre({ x: 12000, y: 30000 })), { x: 12000, y: 30000 });
  assert.ok(g.centre({ x: 0, y: 30000 }).y < g.centre({ x: 0, y: 1000 }).y);
  assert.equal(g.at({ x: -5, y: 5 }), null);
});

test('silhouettes differ by type and are free of broken numbers', () => {
  const seen = new Set();
  for (const wing of ['elliptical', 'tapered', 'square', 'swept', 'gull', 'biplane']) {
    for (const tail of ['single', 'twin', 'twin-boom', 'none']) {
      for (const [engines, engine_at] of [[1, 'nose'], [2, 'wings'], [4, 'wings'], [3, 'wings'], [2, 'wing-jets'], [1, 'fuselage']]) {
        const o = outline(/** @type {any} */ ({ span_dm: 120, length_dm: 95, engines, engine_at, wing, tail }));
        assert.doesNotMatch(o.body + o.fine, /NaN|undefined|Infinity/);
        seen.add(o.body + o.fine);
      }
    }
  }
  assert.equal(seen.size, 6 * 4 * 6);
});

const view = /** @type {any} */ ({
  game: 'g', title: 't', seat: 'allies', board: { kind: 'open', width: 1, height: 1 }, phase: { turn: 1, turns: 5, step: 0, steps: [] },
  aircraft: [{ id: 1, name: 'a', flying: true }, { id: 2, name: 'b', flying: true }], markers: [{ kind: 'slot', label: 'x' }, { kind: 'slot', label: 'x' }, { kind: 'cloud', label: 'y' }],
  to_act: ['allies'], score: [], outcome: null,
});

test('a patch changes what it names and leaves the rest the same objects', () => {
  const next = apply(view, /** @type {any} */ ({
    phase: { step: 2 }, to_act: ['axis'], aircraft: [{ id: 2, flying: false }, { id: 7, name: 'new' }], gone: [], markers: { gone: [{ kind: 'slot', label: 'x' }], new: [{ kind: 'area', label: 'z' }] },
  }));
  assert.deepEqual(next.phase, { turn: 1, turns: 5, step: 2, steps: [] });
  assert.equal(next.aircraft[0], view.aircraft[0]);
  assert.deepEqual(next.aircraft[1], { id: 2, name: 'b', flying: false });
  assert.deepEqual(next.aircraft.map((a) => a.id), [1, 2, 7]);
  assert.deepEqual(next.markers.map((m) => m.label), ['x', 'y', 'z'], 'one of two equal markers goes');
  assert.deepEqual(next.to_act, ['axis']);
  assert.equal(view.aircraft[1].flying, true, 'the view before is untouched');
  assert.deepEqual(apply(view, /** @type {any} */ ({ gone: [1] })).aircraft.map((a) => a.id), [2]);
});

test('log entries get back the fields that were left out', () => {
  assert.deepEqual(entries([{ seq: 3, text: 'x', rules: ['g/a'] }])[0], { seq: 3, text: 'x', rules: ['g/a'], side: null, actor: null, target: null, dice: [], path: [], calculation: null });
});

test('a number is put where the pointer says, in a copy', () => {
  const command = { pivot: { degrees: 1, 'a/b': [0, 0] } };
  assert.deepEqual(withChange(command, '/pivot/degrees', () => 30), { pivot: { degrees: 30, 'a/b': [0, 0] } });
  assert.deepEqual(withChange(command, '/pivot/a~1b/1', (was) => was + 9).pivot['a/b'], [0, 9]);
  assert.equal(command.pivot.degrees, 1);
});

const choice = (label, more = {}) => ({ label, note: '', say: { command: {} }, barred: [], aircraft: null, target: null, pose: null, rule: 'g/r', key: null, ...more });

test('choices keep their own keys, others get digits, barred ones none', () => {
  const shown = /** @type {any[]} */ ([choice('left', { key: 'a' }), choice('no', { barred: [{ rule: 'g/r', why: 'x' }] }), choice('other'), choice('again', { key: 'A' })]);
  const keys = choiceKeys(shown);
  assert.deepEqual(shown.map((c) => keys.get(c)), ['A', undefined, '1', '2']);
});

test('many choices are sorted by aircraft first', () => {
  const choices = [1, 2, 3].flatMap((a) => [1, 2, 3, 4].map((t) => choice(`${a} at ${t}`, { aircraft: a, target: t + 10 }))).concat(choice('hold'));
  const state = /** @type {any} */ ({ ...record('t'), menu: { choices, draft: null } });
  assert.deepEqual(layout(state).shown.map((c) => c.label), ['hold']);
  assert.deepEqual(layout(state).fleet, [1, 2, 3]);
  assert.equal(layout({ ...state, selected: 2 }).shown.length, 5);
});

test('distances are counted in hexes on every kind of sheet, and measured on an open table', () => {
  for (const board of sheets) {
    const g = grid(/** @type {any} */ ({ ...board, columns: 20, rows: 20 }));
    const here = { col: 9, row: 10 };
    for (let far = 1; far <= 4; far++) assert.equal(g.around(here, far).length, 3 * far * (far + 1), 'a full ring of six more at each distance');
    // Along a row or column of touching hexes every step counts one.
    const along = board.pointy ? { col: 14, row: 10 } : { col: 9, row: 15 };
    assert.equal(g.distance(here, along), 5);
    assert.equal(g.distance(along, here), 5);
  }
  const table = grid({ kind: 'open', width: 24000, height: 36000, unit: 'SU' });
  assert.equal(table.distance({ x: 1000, y: 1000 }, { x: 4000, y: 5000 }), 5);
});

test('a sector on hexes holds the hexes whose middles lie in it or on its edge', () => {
  const g = grid({ kind: 'hexes', pointy: false, first: 0, columns: 24, rows: 36, odd_shifted: true, rows_from_south: true, names: '[C,R]', unit: 'SU' });
  const pose = { at: { col: 10, row: 10 }, heading: 0 };
  const arc = { label: 'FF', bearing: 0, half: 30, bands: [], rule: '' };
  const names = (far) => hexesIn(g, pose, arc, far - 1, far).map((at) => g.name(at)).sort();
  assert.deepEqual(names(1), ['[10,11]']);
  // At even distances the edges run through the middles of hexes, which count.
  assert.deepEqual(names(2), ['[10,12]', '[11,11]', '[9,11]']);
  assert.equal(hexesIn(g, pose, { ...arc, half: 180 }, 0, 2).length, 18);
  assert.deepEqual(hexesIn(g, pose, { ...arc, bearing: 180 }, 0, 1).map((at) => g.name(at)), ['[10,9]']);
});

test('a dial goes to the nearest legal heading, whichever choice it belongs to', () => {
  const choice = (left) => ({ barred: [], say: { range: [{}, { field: '', min: 1, max: 60, unit: 'degrees', dial: { pose: { at: { x: 0, y: 0 }, heading: 350 }, from: 350, left } }] } });
  const all = settings([choice(true), choice(false), { barred: [{ rule: '', why: '' }], say: { command: {} } }]);
  assert.equal(all.length, 2);
  const to = (heading) => {
    const found = nearest(all, heading);
    return [found.dial.left, found.value];
  };
  assert.deepEqual(to(20), [false, 30]);
  assert.deepEqual(to(330), [true, 20]);
  assert.deepEqual(to(100), [false, 60], 'beyond the end: the end');
  assert.deepEqual(to(200), [true, 60]);
  assert.equal(to(350)[1], 1, 'straight on is no turn: the smallest');
});

test('of several cards from one pile each leaves one fewer of its colour for the others', () => {
  const card = { card: { red: 1, black: 4 }, for: 'top card', rule: 'g/r' };
  const needs = [card, { die: 6, for: 'half loop', rule: 'g/r' }, card];
  assert.deepEqual([cardsLeft(needs, [null, null, null], 0, 'red'), cardsLeft(needs, [null, null, null], 0, 'black')], [1, 4]);
  assert.equal(cardsLeft(needs, ['red', 3, null], 2, 'red'), 0, 'the only red one is gone');
  assert.equal(cardsLeft(needs, ['red', 3, null], 0, 'red'), 1, 'it is this one');
  assert.equal(cardsLeft(needs, ['black', 3, 'black'], 2, 'black'), 3);
});

test('names are shortened so that the number of a type is not taken for the number of an aircraft', () => {
  assert.deepEqual(['Red section 1', 'Bf 109 3', 'Spitfire-I 2', 'Mustang 2 1', 'Gelb 12', 'Boxer'].map(short), ['RS1', 'B3', 'S2', 'M2.1', 'G12', 'B']);
});

test('attitudes, altitudes and parts of points are written as people say them', () => {
  assert.equal(attitudeText({ bank: 60, pitch: 30 }), 'banked right, climbing');
  assert.equal(attitudeText({ bank: -120, pitch: -30 }), 'inverted, banked left, diving');
  assert.equal(attitudeText({ bank: 180, pitch: 0 }), 'inverted, level flight');
  assert.deepEqual([heightText(150, 100), heightText(7, null)], ['15,000 ft', 'level 7']);
  assert.deepEqual([inParts(11, 2), inParts(-5, 4), inParts(6, 4), inParts(3, null)], ['5.5', '-1.25', '1.5', '3']);
  assert.deepEqual([signed(6, 4), signed(-2, 4), signed(0, 4)], ['+1.5', '−0.5', '0']);
  assert.deepEqual([short('A12'), short('Red 1')], ['A12', 'R1']);
});

test('no two aircraft have the same short name', () => {
  const brief = (...names) => names.map((name) => shorts(names).get(name));
  assert.deepEqual(brief('Hurricane 1', 'Heinkel 1', 'Hurricane 2'), ['Hu1', 'He1', 'H2']);
  assert.deepEqual(brief('Escort front 1', 'Escort far 1', 'Box 1'), ['EFr1', 'EFa1', 'B1']);
  assert.deepEqual(brief('Sturm 1', 'Stuka 1', 'Stuka 2'), ['Stur1', 'Stuk1', 'S2']);
});

/** An aircraft at an altitude with so much speed. */
const flier = (altitude, speed) => ({ flying: true, pose: { altitude }, energy: { height: altitude, speed, rule: 'x/y' } });

test('stands of fine altitudes begin below the lowest aircraft, and all energy bars have one scale', () => {
  assert.deepEqual(heightsOf([]), { floor: 0, step: 9, ring: 5 });
  const all = /** @type {any} */ ([flier(150, 25), flier(302, 30)]);
  const heights = heightsOf(all);
  assert.ok(heights.floor > 0 && heights.floor < 150);
  assert.ok(height(302, heights) < 300 && height(302, heights) > height(150, heights));
  const scale = energyScale(all);
  assert.ok(scale && share(scale, 150) > 0 && share(scale, 332) < 1);
  assert.equal(energyScale([]), null);
});

test('an aircraft is turned by its heading, and banked it shows less of its wings', () => {
  assert.equal(attitude('plan', 30), 'rotate(30)');
  const wings = (bank) => Number(attitude('plan', 0, { bank, pitch: 0 }).match(/matrix\((\S+)/)?.[1]);
  assert.equal(wings(0), 1);
  assert.ok(wings(60) > 0 && wings(60) < 1);
  assert.ok(wings(180) < 0, 'upside down left is right');
});

test('the lines of a vast sheet repeat: each corner of each hex lies on them', () => {
  for (const pointy of [true, false]) {
    const g = grid(/** @type {any} */ ({ kind: 'hexes', pointy, odd_shifted: true, rows_from_south: false, first: -150, columns: 300, rows: 300, names: '[C,R]' }));
    const tile = g.tile();
    assert.ok(tile);
    const ends = tile.d.match(/-?[\d.]+ -?[\d.]+/g)?.map((p) => p.split(' ').map(Number)) ?? [];
    const within = (v, size) => ((v % size) + size) % size;
    const near = (a, b, size) => Math.min(within(a - b, size), within(b - a, size)) < 0.2;
    for (const at of [{ col: 0, row: 0 }, { col: 3, row: -7 }, { col: -5, row: 4 }]) {
      for (const corner of g.cell(at).slice(1, -1).split('L').map((p) => p.split(' ').map(Number))) {
        assert.ok(ends.some(([x, y]) => near(corner[0] - tile.x, x, tile.width) && near(corner[1] - tile.y, y, tile.height)), `${pointy} ${corner}`);
      }
    }
  }
});

test('the first change in a frame is drawn at once and whole, all others together before the frame is painted', async () => {
  const frames = [];
  globalThis.requestAnimationFrame = (frame) => frames.push(frame);
  const record = { value: 0 };
  const drawn = [];
  const redraw = perFrame(() => drawn.push(record.value));
  const change = async (value) => {
    redraw();
    record.value = value;
    await null;
  };
  await change(1);
  assert.deepEqual([drawn, frames.length], [[1], 1], 'without waiting for the frame, and after all of the change');
  await change(2);
  await change(3);
  assert.deepEqual([drawn, frames.length], [[1], 1]);
  frames.pop()(0);
  assert.deepEqual(drawn, [1, 3]);
  await change(4);
  assert.deepEqual([drawn, frames.length], [[1, 3, 4], 1], 'the next frame begins anew');
  frames.pop()(0);
  assert.deepEqual(drawn, [1, 3, 4], 'what has not changed is not drawn again');
});

test('who waits for what was drawn waits until its frame was painted, and not where nothing was drawn', async (t) => {
  const frames = [];
  const timers = [];
  globalThis.requestAnimationFrame = (frame) => frames.push(frame);
  t.mock.method(globalThis, 'setTimeout', (after) => timers.push(after));
  let something = false;
  let drawn = 0;
  const redraw = perFrame(() => {
    drawn += Number(something);
    return something;
  });
  const step = async (all) => {
    for (const next of all.splice(0)) next(0);
    for (let n = 0; n < 4; n++) await null;
  };
  await redraw.painted();
  redraw();
  await step([]);
  await redraw.painted();
  something = true;
  redraw();
  await step([]);
  assert.equal(drawn, 1, 'where nothing was drawn, the next change is the first in its frame');
  let painted = false;
  void redraw.painted().then(() => (painted = true));
  await step(frames);
  assert.ok(!painted, 'while the frame is drawn it is not on the screen');
  await step(timers);
  assert.ok(painted);
});

test('who waits for what was drawn does not wait while the page is hidden', async () => {
  const heard = [];
  globalThis.requestAnimationFrame = () => 0;
  const { document } = globalThis;
  globalThis.document = { ...document, addEventListener: (_, hear) => heard.push(hear) };
  const redraw = perFrame(() => true);
  redraw();
  const painted = redraw.painted();
  assert.equal(heard.length, 1);
  heard[0]();
  await painted;
  globalThis.document = { ...document, visibilityState: 'hidden' };
  await redraw.painted();
  globalThis.document = document;
});

test('a search finds the best rule first: title begins, title holds, plain text, details', () => {
  const rule = (id, title, plain, text) => ({ id: `g/${id}`, title, plain, text });
  const rules = [
    rule('1', 'Damage', 'Hits add up.', 'A tight turn does no harm.'),
    rule('2', 'Loops', 'You turn back.', ''),
    rule('3', 'Tight turn', 'It costs dice.', ''),
    rule('4', 'Return', 'Come back.', ''),
    rule('5', 'Turn mode', 'Fly on first.', ''),
    rule('6', 'Turn', 'Free.', ''),
    rule('turn', 'Sides', 'A side of a hex.', ''),
  ];
  const found = (query) => ranked(rules, query).map((r) => r.title);
  assert.deepEqual(found('turn'), ['Turn', 'Sides', 'Turn mode', 'Tight turn', 'Return', 'Loops', 'Damage']);
  assert.deepEqual(found('TIGHT  turn'), ['Tight turn', 'Damage']);
  assert.deepEqual(found('turn back'), ['Loops', 'Return'], 'the whole phrase, then all words wherever they stand');
  assert.deepEqual(found('dice tight'), ['Tight turn']);
  assert.deepEqual([found(' '), found('zeppelin')], [[], []]);
});

test('words for a place go beside what is drawn there, stay in the picture and off each other', () => {
  const frame = { x: 0, y: 0, width: 200, height: 100 };
  const tries = [[0, 0], [0, -30], [0, 30]];
  const wish = (x, y) => ({ text: 'here', kind: 'remark', p: { x, y }, tries });
  const middles = (wishes, taken = []) => labelled(wishes, taken, frame).map(({ box }) => [box.x + box.width / 2, box.y + box.height / 2]);
  assert.deepEqual(middles([wish(100, 50)]), [[100, 50]], 'the best place if it is free');
  const plane = { x: 80, y: 30, width: 40, height: 30, weight: 2 };
  assert.deepEqual(middles([wish(100, 50)], [plane]), [[100, 20]], 'above an aircraft rather than over it');
  assert.deepEqual(middles([wish(100, 50)], [{ ...plane, of: { x: 100, y: 50 } }]), [[100, 50]], 'over what belongs to its own place');
  assert.deepEqual(middles([wish(100, 50), wish(100, 50)]), [[100, 50], [100, 20]]);
  assert.ok(middles([wish(3, 50)])[0][0] >= 17, 'pushed inside');
});

test('a chance that was seen in few games may lie far from what was seen', () => {
  const bounds = (seen, of) => Object.values(likelyRange(seen, of)).map((part) => Math.round(part * 1000));
  assert.deepEqual(bounds(6, 12), [254, 746]);
  assert.deepEqual(bounds(0, 12), [0, 243], 'what never came may come');
  assert.deepEqual(bounds(60, 60), [940, 1000]);
});

// Where things are drawn: stacks, the picture that follows the fight, and how it is looked at. No browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './no-browser.js';
import { boxesOf, captions } from '../board/captions.js';
import { framePlay, misframed } from '../board/framing.js';
import { berth, ranks } from '../board/stacks.js';
import { wayFor } from '../board/stand.js';

const plane = (id, col, altitude) => /** @type {any} */ ({ id, flying: true, pose: { at: { col, row: 0 }, heading: 0, altitude } });

test('aircraft at one place are a stack, on stands only those at one height', () => {
  const aircraft = [plane(1, 1, 5), plane(2, 1, 5), plane(3, 1, 15), plane(4, 2, 5), { ...plane(5, 1, 5), flying: false }];
  const above = ranks(aircraft);
  assert.deepEqual([1, 2, 3].map((id) => [above.get(id)?.n, above.get(id)?.of]), [[0, 3], [1, 3], [2, 3]]);
  assert.equal(above.get(4), undefined);
  assert.equal(above.get(5), undefined);
  const stands = ranks(aircraft, (a) => 9 * a.pose.altitude);
  assert.deepEqual([stands.get(1)?.of, stands.get(3)], [2, undefined]);
});

test('each aircraft of a stack is nearest to itself, fanned out or not', () => {
  for (let of = 2; of <= 12; of++) {
    const all = Array.from({ length: of }, (_, n) => n);
    for (const n of all) {
      const closed = berth({ stack: '', n, of }, false);
      const nearest = all.map((m) => berth({ stack: '', n: m, of }, true)).map((p) => Math.hypot(p.x - closed.x, p.y - closed.y));
      assert.equal(nearest.indexOf(Math.min(...nearest)), n, `${n} of ${of}`);
    }
  }
});

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('in a crowd names cover no aircraft; those without room are left out', () => {
  const spots = Array.from({ length: 60 }, (_, n) => ({ x: 40 * (n % 8) + 7 * (n % 3), y: 38 * Math.floor(n / 8) }));
  const planes = spots.map((at, n) => boxesOf(at, 20, 60 * n, 1));
  const named = spots.map((at, id) => ({ id, at, wide: 20, tall: 20, name: `Schwarm ${id}`, short: `S${id}`, tags: [{ text: '25', kind: 'altitude' }], instruments: false, mute: id === 3 }));
  const sight = { x: -1000, y: -1000, width: 3000, height: 3000 };
  const { captions: found } = captions(named, [], { scale: 1, stand: false, planes: planes.flat(), covered: [], sight });
  assert.equal(found.get(3)?.mute, true);
  const shown = [...found].filter(([, c]) => !c.mute);
  assert.ok(shown.length >= 10 && shown.length < 60, `${shown.length} names found room`);
  for (const [id, c] of shown) {
    // A point of every name: its middle.
    const spot = { x: spots[id].x + c.x - 1, y: spots[id].y + c.y - 1, width: 2, height: 2 };
    assert.ok(!planes.flat().some((b) => overlap(b, spot)), `the name of ${id} lies on an aircraft`);
  }
});

test('a name goes inside the picture and beside its buttons if there is room', () => {
  const named = [{ id: 1, at: { x: 0, y: 0 }, wide: 20, tall: 20, name: 'Red 1', short: 'R1', tags: [], instruments: false, mute: false }];
  const place = (sight, covered = []) => captions(named, [], { scale: 1, stand: false, planes: [], covered, sight }).captions.get(1);
  const below = place({ x: -100, y: -100, width: 200, height: 200 });
  assert.ok(below && below.y > 0);
  const button = { x: -30, y: 20, width: 60, height: 40 };
  assert.ok(place({ x: -100, y: -100, width: 200, height: 200 }, [button]).y < 0, 'below lies a button');
  const above = place({ x: -100, y: -100, width: 200, height: 120 });
  assert.ok(above && above.y < 0, 'what is below is beyond the picture');
});

/** A board of 4000 by 3000 pixels in a window of 1000 by 800. */
function table(spots) {
  const camera = {
    room: { width: 1000, height: 800 }, k: 1, x: 0, y: 0, touched: false,
    scaleFor: (box) => Math.max(0.25, Math.min(1.25, 1000 / box.width, 800 / box.height)),
    frame(box) {
      this.k = this.scaleFor(box);
      this.x = 500 - (box.x + box.width / 2) * this.k;
      this.y = 400 - (box.y + box.height / 2) * this.k;
    },
    toHost(p) {
      return { x: p.x * this.k + this.x, y: p.y * this.k + this.y };
    },
  };
  return /** @type {any} */ ({ camera, spots, framed: null, reachable: () => [], flying() { return this.spots; } });
}

test('the picture is framed anew when an aircraft leaves it or the fight shrinks, and not before', () => {
  const board = table([{ x: 0, y: 0 }, { x: 2000, y: 1500 }]);
  framePlay(board);
  assert.equal(misframed(board), false);
  board.spots = [{ x: 0, y: 0 }, { x: 1800, y: 1400 }];
  assert.equal(misframed(board), false, 'a little smaller');
  board.spots = [{ x: 800, y: 800 }, { x: 1200, y: 1100 }];
  assert.equal(misframed(board), true, 'much smaller');
  framePlay(board);
  assert.equal(misframed(board), false);
  board.spots = [{ x: 800, y: 800 }, { x: 2400, y: 1100 }];
  assert.equal(misframed(board), true, 'one has left');
});

test('stands where aircraft have altitudes, the plan where they have none or where distances are measured', () => {
  const view = (kind, altitudes, ...aircraft) => /** @type {any} */ ({ board: { kind }, altitudes, aircraft });
  assert.equal(wayFor('auto', view('hexes', true, plane(1, 1, 5))), 'stand');
  assert.equal(wayFor('auto', view('hexes', true)), 'stand', 'before anybody is placed, so that nothing changes when they are');
  assert.equal(wayFor('auto', view('hexes', false, plane(1, 1, null))), 'plan');
  assert.equal(wayFor('auto', view('open', true, plane(1, 1, 5))), 'plan');
  assert.equal(wayFor('plan', view('hexes', true, plane(1, 1, 5))), 'plan');
  assert.equal(wayFor('stand', view('hexes', false, plane(1, 1, null))), 'stand');
});

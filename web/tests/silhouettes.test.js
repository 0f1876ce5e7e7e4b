// What aircraft look like from above: each type its own, with the markings of its nation and year. No browser.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import './no-browser.js';
import { AIRFRAMES, typeOf } from '../board/airframes.js';
import { insignia, yearIn } from '../board/insignia.js';
import { looksOf, outline } from '../board/planform.js';

const FILES = ['fast-and-easy/data/aircraft', 'spitfire/data/aircraft', 'spitting-fire/data/cards', 'fighting-wings/data/aircraft'];
const field = (text, name) => text.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1];
const cards = FILES.flatMap((file) => readFileSync(new URL(`../../crates/${file}.toml`, import.meta.url), 'utf8')
  .split(/^\[\[(?:aircraft|chart|card)\]\]$/m).slice(1)
  .map((text) => ({ id: field(text, 'id') ?? field(text, 'name'), name: field(text, 'name'), nation: field(text, 'nation') })));

test('every aircraft of the four games is drawn as its type', () => {
  assert.ok(cards.length > 100);
  for (const card of cards) assert.ok(typeOf(card), `${card.id} (${card.name}) is drawn as no type`);
  const used = new Set(cards.map(typeOf));
  assert.deepEqual(Object.keys(AIRFRAMES).filter((type) => !used.has(type)), []);
});

test('types that a player must tell apart have names of their own', () => {
  const type = (id, name = id) => typeOf({ id, name });
  assert.equal(type('ME 109 E'), 'bf-109e');
  assert.equal(type('Bf.109F', 'Messerschmitt Bf 109F-4'), 'bf-109f');
  assert.equal(type('ME 110 G'), 'bf-110g');
  assert.equal(type('spitfire-mk9', 'Supermarine Spitfire LF Mk IX'), 'spitfire-9');
  assert.equal(type('Macchi 200'), 'mc-200');
  assert.equal(type('veltro', 'Veltro'), 'mc-202');
  assert.equal(type('reisen-a6m5', 'Reisen A6M5'), 'a6m5');
  assert.equal(type('flying saucer'), null);
});

test('no two types look the same, and all of them fit into their span', () => {
  const shape = { span_dm: 120, length_dm: 95, engines: 1, engine_at: 'nose', wing: 'tapered', tail: 'single' };
  const seen = new Map();
  for (const type of Object.keys(AIRFRAMES)) {
    const o = outline(/** @type {any} */ ({ ...shape, type }));
    assert.doesNotMatch(o.body + o.fine, /NaN|undefined|Infinity/, type);
    const xs = [...o.body.matchAll(/(-?[\d.]+) -?[\d.]+/g)].map((m) => Math.abs(Number(m[1])));
    assert.ok(Math.max(...xs) <= o.half + 0.1, type);
    seen.set(o.body + o.fine, [...(seen.get(o.body + o.fine) ?? []), type]);
  }
  assert.deepEqual([...seen.values()].filter((types) => types.length > 1), []);
});

const kinds = (nation, year, side = 'allies') => insignia({ nation, year }, /** @type {any} */ (side), { x: 10, y: 0, r: 4 }).map(([kind]) => kind);

test('every nation of the four games has its markings, and they change with the years', () => {
  for (const nation of new Set(cards.map((c) => c.nation))) {
    const unknown = JSON.stringify(insignia({ nation: 'Utopia' }, 'allies', { x: 10, y: 0, r: 4 }));
    assert.notEqual(JSON.stringify(insignia({ nation }, 'allies', { x: 10, y: 0, r: 4 })), unknown, `${nation} has none`);
  }
  assert.deepEqual(kinds('United States', 1942), ['i-blue', 'i-white']);
  assert.deepEqual(kinds('united-states', 1944), ['i-blue', 'i-white', 'i-blue', 'i-white'], 'with bars');
  assert.deepEqual(kinds('Germany', 1940), ['i-white', 'i-black']);
  assert.deepEqual(kinds('Germany', 1944), ['i-angles']);
  assert.deepEqual(kinds('Britain', 1940), ['i-pale', 'i-blue', 'i-red']);
  assert.deepEqual(kinds('Britain', 1945), ['i-pale', 'i-blue', 'i-white', 'i-red']);
});

test('American aircraft wear their star on the left wing only, others their marking on both', () => {
  const at = (nation) => insignia({ nation, year: 1942 }, 'allies', { x: 10, y: 0, r: 4 })[0][1].split('M').slice(1).map((d) => Math.sign(parseFloat(d)));
  assert.deepEqual(at('United States'), [-1]);
  assert.deepEqual(at('France'), [-1, 1]);
});

test('the year of the scenario decides over that of the type', () => {
  assert.equal(yearIn('Formations (2: May 1940 to 1941)'), 1941);
  assert.equal(yearIn('Maximum effort'), null);
  const card = /** @type {any} */ ({ id: 'P40', name: 'P40', nation: 'United States', shape: {} });
  assert.equal(looksOf(card).year, 1941);
  assert.equal(looksOf(card, 'Italy 1943').year, 1943);
  assert.equal(looksOf(card), looksOf(card), 'the same looks are drawn once');
});

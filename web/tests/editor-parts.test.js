// The parts of the scenario editor that need no page: paths, drafts with undo, forms from schemas, links.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Draft } from '../editor/draft.js';
import { packed, unpacked } from '../editor/link.js';
import { at, isIn, parent, put } from '../editor/path.js';
import { fits, made, shape, words } from '../editor/schema.js';

test('a path leads to its field, and a change leaves the rest as it was', () => {
  const before = { title: 'x', groups: [{ hexes: ['01.01', '02.02'] }] };
  assert.equal(at(before, 'groups[0].hexes[1]'), '02.02');
  assert.equal(at(before, 'groups[3].hexes'), undefined);
  const after = put(before, 'groups[0].hexes[1]', '03.03');
  assert.deepEqual(after, { title: 'x', groups: [{ hexes: ['01.01', '03.03'] }] });
  assert.equal(before.groups[0].hexes[1], '02.02');
  assert.deepEqual(put(before, 'groups[0].hexes[0]', undefined).groups, [{ hexes: ['02.02'] }]);
  assert.deepEqual(put({}, 'options.turns', 3), { options: { turns: 3 } });
  assert.ok(isIn('aircraft[1].hex', 'aircraft[1]') && !isIn('aircraft[12]', 'aircraft[1]'));
  assert.deepEqual(['a[1].b', 'a[1]', 'a'].map(parent), ['a[1]', 'a', '']);
});

test('a name from outside changes nothing but its own field', () => {
  const hostile = JSON.parse('{"__proto__": {"sound": true}}');
  const after = put(hostile, 'title', 'x');
  assert.equal(after.sound, undefined);
  assert.equal(put({}, '__proto__.sound', true).sound, undefined);
  assert.equal({}.sound, undefined);
});

test('typing in one field is one step back, and what is new forgets what was undone', () => {
  const draft = new Draft({ title: '' });
  for (const text of ['M', 'Ma', 'Mal']) draft.change('title', text);
  draft.change('turns', 3);
  assert.deepEqual(draft.scenario, { title: 'Mal', turns: 3 });
  assert.ok(draft.undo() && draft.undo() && !draft.undo());
  assert.deepEqual(draft.scenario, { title: '' });
  assert.ok(draft.redo());
  assert.deepEqual(draft.scenario, { title: 'Mal' });
  draft.change('title', 'Kent');
  assert.ok(!draft.canRedo && draft.canUndo);
});

test('a link holds a whole scenario, and a wrong one holds none', async () => {
  const scenario = { title: 'Über Malta', aircraft: Array.from({ length: 40 }, (_, n) => ({ hex: `20${n}` })) };
  const link = await packed(scenario);
  assert.match(link, /^[\w-]+$/);
  assert.ok(link.length < JSON.stringify(scenario).length / 2, `${link.length}`);
  assert.deepEqual(await unpacked(link), scenario);
  for (const wrong of ['', 'x', '!!', link.slice(5), await packed([1]), await packed('text')]) assert.equal(await unpacked(wrong), null);
  // A small link may not grow without end.
  assert.equal(await unpacked(await packed({ text: ' '.repeat(600_000) })), null);
});

test('a form is made from what the schema says', () => {
  const root = {
    $defs: {
      Side: { type: 'string', enum: ['allies', 'axis'] },
      Status: { oneOf: [{ const: 'flying', description: 'On the map.' }, { type: 'object', properties: { out: { type: 'string' } }, required: ['out'], description: 'Out.' }] },
    },
  };
  const kind = (schema) => shape(schema, root).kind;
  assert.equal(kind({ anyOf: [{ $ref: '#/$defs/Side' }, { type: 'null' }] }), 'word');
  assert.equal(kind({ type: ['integer', 'null'] }), 'number');
  assert.equal(kind({ type: 'array', items: { $ref: '#/$defs/Side' } }), 'words');
  assert.equal(kind({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }), 'pair');
  assert.equal(kind({ type: 'object', additionalProperties: { type: 'string' } }), 'map');
  const status = shape({ $ref: '#/$defs/Status' }, root);
  assert.deepEqual(status.kind === 'variants' && status.variants.map((v) => v.says), ['Flying · On the map.', 'Out.']);
  assert.deepEqual(status.kind === 'variants' && status.variants.map((v) => fits({ out: 'x' }, v.schema, root)), [false, true]);
  assert.deepEqual(made({ type: 'object', properties: { side: { $ref: '#/$defs/Side' }, text: { type: 'string' } }, required: ['side'] }, root), { side: 'allies' });
  const said = (description) => words('exit-vp', { description }, root);
  assert.deepEqual(said('Points for each bomber (`fast-and-easy/victory`).'), { label: 'Points for each bomber', hint: '', rule: 'fast-and-easy/victory' });
  assert.deepEqual(said('`14.c`: its next move is at Idle.').label, 'Its next move is at Idle');
  assert.deepEqual([said('6.D2.').label, said('').label], ['Exit vp', 'Exit vp']);
  // The first sentence or clause names the field, the rest explains it.
  assert.deepEqual(said('Layout by name. Left out, its player chooses.'), { label: 'Layout by name', hint: 'Left out, its player chooses.', rule: undefined });
  assert.deepEqual(said('Current Speed; level max if missing (3.0).'), { label: 'Current Speed', hint: 'Level max if missing (3.0).', rule: undefined });
  assert.equal(said('Type, a name from `aircraft.toml`.').label, 'Type, a name from aircraft.toml');
  assert.equal(kind({ type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } } }), 'list', 'lists of points are written point by point');
});

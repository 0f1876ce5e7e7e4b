// The log as a story, and what is kept of a game: report, picture, animated picture.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import './no-browser.js';
import { animated, differing } from '../lib/apng.js';
import { inGroups, movingWidth } from '../screens/keepsakes.js';
import { diceOf, entriesOf, filtered, story } from '../table/story.js';
import { check } from './axe.js';
import { make, open, stage } from './lib.js';

const on = stage();
const PATIENTLY = { timeout: 0 };

const FLEET = [1, 2, 3, 4].map((id) => ({ id, name: `Red ${id}`, side: 'allies' })).concat([{ id: 9, name: 'Blue 1', side: 'axis' }]);
let seq = 0;
const entry = (line, kind, text, more = {}) => ({ seq: seq++, line, kind, text, rules: ['toy/rule'], side: null, actor: null, target: null, dice: [], path: [], calculation: null, ...more });
const die = (face) => ({ die: 6, face, for: 'fire' });
/** An item as it reads. */
const read = (item) => ('said' in item ? item.said.map((s) => s.before + s.text + (s.ends ? '.' : '')).join('') : `[${item.lead ? read(item.lead) : ''} ${item.folded.length}]`);

const LOG = [
  entry(1, 'move', 'Red 1 loops', { actor: 1, dice: [die(5)] }),
  entry(1, 'move', 'Red 1 flies 3 hexes', { actor: 1 }),
  entry(2, 'decision', 'Red 1 holds its fire', { actor: 1 }),
  entry(3, 'phase', 'Turn 1: bombers'),
  entry(3, 'phase', 'Turn 2: guns'),
  entry(4, 'fire', 'Red 2 fires at Blue 1 and hits it', { actor: 2, target: 9, dice: [die(6), die(2)] }),
  entry(4, 'damage', 'Blue 1 has taken 1 of 2 hits', { target: 9 }),
  entry(5, 'fire', 'Blue 1 fires at Red 2 and misses', { actor: 9, target: 2, dice: [die(1)] }),
  entry(6, 'decision', 'The Reds fly on', { side: 'allies' }),
  ...[1, 2, 3, 4].map((n) => entry(6, 'move', `Red ${n} flies 2 hexes`, { actor: n })),
  entry(7, 'phase', 'Turn 3: guns'),
  entry(8, 'loss', 'Blue 1 is shot down', { target: 9 }),
];

test('what one aircraft does is one sentence, what a shot does belongs to the shot, many alike are one line', () => {
  assert.deepEqual(story(LOG, FLEET).map(read), [
    'Red 1 loops, flies 3 hexes, and holds its fire.',
    'Turn 1: bombers Turn 2: guns',
    'Red 2 fires at Blue 1 and hits it. Blue 1 has taken 1 of 2 hits.',
    'Blue 1 fires at Red 2 and misses.',
    '[The Reds fly on. 4]',
    'Turn 3: guns',
    'Blue 1 is shot down.',
  ]);
});

test('a story has every entry and every die, in order', () => {
  const items = story(LOG, FLEET);
  assert.deepEqual(items.flatMap(entriesOf), LOG);
  assert.deepEqual(items.flatMap(diceOf), LOG.flatMap((e) => e.dice));
});

test('a filter shows whole paragraphs, with headings only over something', () => {
  const shown = (filter, side) => filtered(story(LOG, FLEET), filter, FLEET, side).map(read);
  assert.deepEqual(shown('losses', null), ['Turn 3: guns', 'Blue 1 is shot down.']);
  assert.deepEqual(shown('fire', null).length, 5);
  assert.deepEqual(shown('mine', 'axis'), ['Turn 2: guns', 'Red 2 fires at Blue 1 and hits it. Blue 1 has taken 1 of 2 hits.', 'Blue 1 fires at Red 2 and misses.', 'Turn 3: guns', 'Blue 1 is shot down.']);
  assert.ok(shown('mine', 'allies').includes('[The Reds fly on. 4]'), 'a side is the doer where no aircraft is');
});

test('a moving picture is as large whichever way it stands', () => {
  assert.deepEqual([[900, 450], [450, 900], [500, 500]].map(([width, height]) => movingWidth({ width, height })), [720, 480, 720]);
});

test('many commands share the frames that there are', () => {
  assert.deepEqual(inGroups([1, 2, 3, 4, 5], 2), [[1, 2, 3], [4, 5]]);
  assert.deepEqual(inGroups([1, 2], 5), [[1], [2]]);
  assert.deepEqual(inGroups([], 5), []);
});

/** The chunks of a PNG file. @param {Buffer} file */
function chunks(file) {
  const found = [];
  for (let at = 8; at < file.length; ) {
    const size = file.readUInt32BE(at);
    found.push({ kind: file.toString('latin1', at + 4, at + 8), body: file.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  return found;
}

test('a frame whose differences are far apart is two parts', () => {
  const plain = () => ({ width: 2, height: 40, ms: 1, data: new Uint8ClampedArray(2 * 40 * 4) });
  const changed = plain();
  for (const row of [1, 3, 38]) changed.data[row * 8] = 1;
  assert.deepEqual(differing(plain(), changed), [{ x: 0, y: 1, width: 1, height: 3 }, { x: 0, y: 38, width: 1, height: 1 }]);
  assert.deepEqual(differing(plain(), plain()), [{ x: 0, y: 0, width: 1, height: 1 }]);
});

test('a frame of an animated picture holds the pixels that differ and leaves the others open', async () => {
  const frame = (ms, spot) => {
    const data = new Uint8ClampedArray(4 * 4 * 4).fill(255);
    data.set([9, 8, 7, 255], 4 * spot);
    return { width: 4, height: 4, ms, data };
  };
  async function* frames() {
    yield frame(100, 0);
    yield frame(200, 5);
  }
  const found = chunks(Buffer.from(await (await animated(frames())).arrayBuffer()));
  assert.deepEqual(found.map((c) => c.kind), ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
  assert.equal(found[1].body.readUInt32BE(0), 2, 'two frames');
  const [width, height, x, y] = [4, 8, 12, 16].map((at) => found[4].body.readUInt32BE(at));
  assert.deepEqual([width, height, x, y], [2, 2, 0, 0], 'the two pixels that changed');
  assert.deepEqual([found[2].body[25], found[4].body[25]], [0, 1], 'the second lies over the first');
  const raw = inflateSync(found[5].body.subarray(4));
  const [first, second] = [[...raw.subarray(1, 9)], [...raw.subarray(10, 18)]];
  assert.deepEqual(first, [252, 252, 252, 255, 0, 0, 0, 0], 'the spot is gone; beside it nothing has changed');
  assert.deepEqual(second, [0, 0, 0, 0, 8, 8, 4, 255], 'the new one, in colours as near as no eye can tell');
});

test('what stays as it was costs next to nothing, however far apart the changes are', async () => {
  const [width, height] = [200, 120];
  let seed = 1;
  const noise = new Uint8ClampedArray(width * height * 4).map((_, n) => (n % 4 === 3 ? 255 : (seed = (seed * 48271) % 0x7fffffff) & 255));
  const changed = noise.slice();
  // Left above and right below, with something in every fifth row between, so that it is one part.
  for (let y = 0; y < height; y += 5) changed.set([1, 2, 3, 255], 4 * (y * width + Math.floor((y * (width - 1)) / (height - 5))));
  async function* frames() {
    yield { width, height, ms: 100, data: noise };
    yield { width, height, ms: 100, data: changed };
  }
  const found = chunks(Buffer.from(await (await animated(frames())).arrayBuffer()));
  const size = (kind) => found.filter((c) => c.kind === kind).reduce((sum, c) => sum + c.body.length, 0);
  assert.ok(size('IDAT') > width * height * 2, 'noise cannot be packed');
  assert.ok(size('fdAT') < size('IDAT') / 50, `${size('fdAT')} of ${size('IDAT')}`);
});

/** A game between computers, played to its end. */
async function over(scenario) {
  const { context, page, errors } = await open(on.browser);
  const seats = { allies: 'pilot:simple', axis: 'pilot:simple' };
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario, dice: { seed: 7 }, seats, pace_ms: 0 });
  await page.goto(`${on.server.url}/table/${id}`);
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'over', null, PATIENTLY);
  return { context, page, errors, id };
}

test('the log is filtered, its rules show where one points, and a formation is one line that opens', async () => {
  const { context, page, errors } = await over('box-over-germany');
  const seen = (selector) => page.$eval(selector, (node) => getComputedStyle(node).clipPath === 'none');
  assert.equal(await page.locator('.fold > details > ol').first().isVisible(), false);
  await page.locator('.fold summary').first().click();
  assert.match(await page.locator('.fold summary').first().innerText(), /formation.*\n?.*aircraft/);
  await page.locator('.fold > details > ol').first().waitFor({ state: 'visible' });
  await page.click('.log-filters button:text-is("Losses")');
  const losses = await page.locator('.log-list > .entry:not(.phase)').allInnerTexts();
  assert.ok(losses.length > 3 && losses.slice(0, -1).every((text) => /out of the fight|crashed|comes home/.test(text)), losses.join('\n'));
  const last = '.log-list > .entry:nth-last-child(2)';
  assert.equal(await seen(`${last} > .more`), false, 'rules are out of sight');
  await page.hover(`${last} .said`);
  await page.waitForFunction((s) => getComputedStyle(document.querySelector(s)).clipPath === 'none', `${last} > .more`);
  await page.mouse.move(5, 5);
  await page.focus(`${last} .rule`);
  assert.equal(await seen(`${last} > .more`), true, 'the keyboard finds them');
  await check(page, 'a filtered log');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a report, a picture and a moving turn are saved from the replay', async () => {
  const { context, page, errors, id } = await over('kent-duel');
  await page.goto(`${on.server.url}/replay/${id}#12`);
  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download', PATIENTLY), page.click(`.debrief button:text-is("${name}")`)]);
    await page.waitForSelector(`.debrief button:text-is("${name}"):enabled`, PATIENTLY);
    return { name: file.suggestedFilename(), data: await readFile(await file.path()) };
  };
  const still = await saved('Picture');
  assert.match(still.name, /12\.png$/);
  assert.equal(chunks(still.data)[0].body.readUInt32BE(0), 1600);
  const moving = await saved('This turn, moving');
  const kinds = chunks(moving.data).map((c) => c.kind);
  assert.ok(kinds.filter((k) => k === 'fcTL').length > 3 && kinds.includes('acTL'), kinds.join());
  const report = await saved('Report');
  const file = await context.newPage();
  await file.setContent(report.data.toString());
  assert.match(await file.textContent('h1'), /Kent|duel/i);
  const text = await file.textContent('main');
  for (const told of [/Turn 2/, /fires at .* and hits it/, /out of the fight/, /What became of them/]) assert.match(text, told);
  assert.ok((await file.$$('figure svg .aircraft, figure svg image, figure svg path')).length > 10, 'turning points are drawn');
  assert.doesNotMatch(report.data.toString(), /(src|href)="(?!#|data:)/, 'it needs nothing but itself');
  await check(file, 'the report');
  assert.deepEqual(errors, []);
  await context.close();
});

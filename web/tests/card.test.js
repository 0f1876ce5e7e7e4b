// The card of an aircraft: tracks with the markers where they stand, boxes crossed off, and where each figure comes from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, open, stage, turn } from './lib.js';

const on = stage();

test('tracks show where the markers stand, and every figure names its source without pointing at it', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'spitfire', scenario: 'air-superiority', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  await page.click('.choice:not(.no)');
  await page.click('.card summary');
  const track = page.locator('.track', { hasText: 'Speed Track' });
  assert.match(await track.locator('.here').first().innerText(), /11\s+Level Max\s+▲/);
  assert.match(await track.locator('.track-key').innerText(), /▲ Current Speed 11\s+◆ Maximum Speed 14/);
  assert.equal(await page.locator('.track').count(), 3, 'speed, vertical dive and climb');
  assert.equal(await page.locator('.card-values table tbody tr').count(), 6, 'a results table has a row for each face');
  const letters = await page.$$eval('.card .from', (all) => all.map((e) => e.textContent?.split(' ')[0]));
  const legend = await page.$$eval('.source li b', (all) => all.map((e) => e.textContent));
  assert.ok(letters.length > 15 && letters.every((l) => legend.includes(l)), `letters ${letters}, legend ${legend}`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the card is that of the aircraft under the pointer, and again of the one selected when the pointer leaves', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 9 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  assert.match(await page.textContent('.card-slot'), /Pick an aircraft/);
  const box = await page.locator('.aircraft[data-name="Red section 2"] .turned').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('.card[aria-label="Card of Red section 2"]');
  await page.mouse.move(box.x + box.width / 2 - 200, box.y + box.height / 2 + 100);
  await page.waitForSelector('.card.empty');
  assert.deepEqual(errors, []);
  await context.close();
});

test('boxes are crossed off from the first by damage and from the last by what is used up', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  const crossed = await page.evaluate(async () => {
    const { aircraftCard } = await import(moduleOf('table/card.js'));
    const { render } = await import(moduleOf('lib/html.js'));
    const gauge = (label, value, bad) => ({ label, value, max: 4, bad, rule: 'any/rule' });
    const boxes = (title, gauges) => ({ kind: 'boxes', title, head: '', columns: ['1', '2', '3', '4'], rows: [], gauges, rule: 'any/rule', source: null });
    const shape = { span_dm: 100, length_dm: 90, engines: 1, engine_at: 'nose', wing: 'tapered', tail: 'single' };
    const card = { id: 'a', name: 'A', nation: null, class: '', values: [], tables: [boxes('Damage', ['Damage']), boxes('Ammunition', ['Ammunition'])], shape, source: 'nowhere' };
    const plane = { id: 1, name: 'Red 1', group: '', card: 'a', side: 'allies', role: '', pose: null, status: '', flying: true, tags: [], trail: [], gauges: [gauge('Damage', 1, true), gauge('Ammunition', 3, false)] };
    const node = document.createElement('div');
    render(aircraftCard(plane, card, { open: true }), node);
    return [...node.querySelectorAll('.boxes')].map((t) => [...t.querySelectorAll('li')].map((li) => li.classList.contains('off')));
  });
  assert.deepEqual(crossed, [[true, false, false, false], [false, false, false, true]]);
  assert.deepEqual(errors, []);
  await context.close();
});

test('in the hangar a type is found in every game, cards lie side by side, and figures that differ are marked', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/hangar`);
  await page.fill('.hangar-filter input', 'spitfire');
  const games = new Set(await page.$$eval('.type:not([hidden])', (all) => all.map((t) => t.dataset.type.split('/')[0])));
  assert.deepEqual([...games].sort(), ['fast-and-easy', 'fighting-wings', 'spitfire', 'spitting-fire']);
  await page.click('[data-type="spitfire/Spitfire-I"]');
  await page.fill('.hangar-filter input', '');
  await page.selectOption('.hangar-filter [name=nation]', 'Germany');
  await page.click('[data-type="spitfire/Bf.109E-3"]');
  assert.equal((await page.$$('.sheet')).length, 2);
  const marked = await page.$$eval('.sheet:first-child .differs dt', (all) => all.map((d) => d.textContent));
  assert.ok(marked.includes('Turn Mode') && !marked.includes('Roll Cost'), marked.join(', '));
  await page.click('.sheet:first-child dt >> text=Turn Mode');
  await page.waitForSelector('dialog[open] h2 >> text=Turn Mode');
  await page.keyboard.press('Escape');
  await page.reload();
  await page.waitForSelector('.sheet >> nth=1');
  await page.click('.sheet .close');
  assert.equal((await page.$$('.sheet')).length, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

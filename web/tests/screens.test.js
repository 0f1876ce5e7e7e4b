// Every screen, light and dark, wide and narrow: no accessibility violation, no console error.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { chosenThere, clickTurn, commit, make, open, pick, stage, turn } from './lib.js';

const on = stage();

/** Two fighters that will both be able to fire. */
const FACE_TO_FACE = {
  game: 'spitfire', dice: { seed: 1 },
  scenario: {
    kind: 'air-superiority', types: { allies: 'Spitfire-I', axis: 'Bf.109E-3' },
    aircraft: [{ player: 'first', hex: '3024', facing: 'N', altitude: 10, speed: 5 }, { player: 'second', hex: '3016', facing: 'S', altitude: 10, speed: 5 }],
  },
};
const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 3 } };

for (const [look, how] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]) {
  test(`no violation on any screen, ${look}`, async () => {
    const { context, page, errors } = await open(on.browser, how);
    await page.goto(`${on.server.url}/`);
    await page.click('[data-game=fast-and-easy]');
    await page.click('[data-scenario=kent-duel]');
    await page.click('.options summary');
    await page.waitForSelector('.tables .group');
    await check(page, 'Scramble');
    await page.click('#top [aria-label=Settings]');
    await check(page, 'Settings');
    await page.keyboard.press('Escape');
    const watched = await make(page, on.server.url, { ...DUEL, seats: { allies: 'pilot:cadet', axis: 'pilot:cadet' }, pace_ms: 10_000 });
    await page.goto(`${on.server.url}/table/${watched.id}`);
    await page.click('.pause');
    await page.waitForSelector('.step-on:not([aria-disabled])');
    await check(page, 'Computer against computer');
    const { id } = await make(page, on.server.url, { ...DUEL, hot_seat: true });
    await page.goto(`${on.server.url}/table/${id}`);
    await turn(page);
    await check(page, 'Table, flying');
    await page.keyboard.press('h');
    await page.waitForSelector('.hint-take');
    await page.evaluate(() => document.querySelectorAll('.hint-card details').forEach((d) => (d.open = true)));
    await check(page, 'Hint');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await check(page, 'Keys');
    await page.keyboard.press('Escape');
    await page.click('.prompt .rule');
    await page.waitForFunction(() => !document.querySelector('dialog .wait'));
    await check(page, 'Rule');
    await page.keyboard.press('Escape');
    for (let n = 0; n < 6 && (await turn(page)) !== 'over'; n++) await clickTurn(page, n);
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
    await check(page, 'Table, later');
    await page.keyboard.press('v');
    await check(page, 'Table, stand view');
    await page.keyboard.press('v');
    const named = await make(page, on.server.url, { game: 'fighting-wings', scenario: 'kent', dice: { seed: 3 }, hot_seat: true });
    await page.goto(`${on.server.url}/table/${named.id}`);
    await turn(page);
    await page.click('.move-name[data-move=climbing]');
    await page.click('.place-list summary');
    await check(page, 'Moves by name');
    await page.click('.place >> nth=3');
    await page.waitForSelector('.chooser:not([hidden])');
    await check(page, 'Ways to end');
    await chosenThere(page);
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
    await check(page, 'Trial with its account');
    const bought = await make(page, on.server.url, { game: 'spitting-fire', scenario: 'match', options: { mode: 'open' }, dice: { seed: 3 }, hot_seat: true });
    await page.goto(`${on.server.url}/table/${bought.id}`);
    await turn(page);
    await check(page, 'Force builder, empty');
    await page.click('.ready');
    await page.waitForSelector('.unit');
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
    await check(page, 'Force builder');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the force builder is no wider than the screen');
    const flown = await make(page, on.server.url, { game: 'spitting-fire', scenario: 'duel', options: { mode: 'open', 'axis-edge': 'north' }, dice: { seed: 3 }, hot_seat: true });
    await page.goto(`${on.server.url}/table/${flown.id}`);
    await turn(page);
    await page.click('.tools .ruler-tool');
    await check(page, 'Open table, ruler');
    await page.goto(`${on.server.url}/replay/${id}`);
    await page.waitForSelector('.controls');
    await check(page, 'Replay');
    const secret = await make(page, on.server.url, { ...FACE_TO_FACE, hot_seat: true });
    await page.goto(`${on.server.url}/table/${secret.id}`);
    await turn(page);
    await pick(page, ['Move Spitfire-I 1', 'Level flight', 'Speed 5', ...Array(5).fill('Forward')]);
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
    await check(page, 'Trial, forecast and card with tracks');
    if (look === 'phone') await page.tap('.tabs [data-tab=card]');
    await check(page, 'Card with tracks');
    if (look === 'phone') await page.tap('.tabs [data-tab=decide]');
    await commit(page);
    await turn(page);
    await check(page, 'Declaring fire');
    await pick(page, ['Hold fire']);
    await page.click('.commit:not([aria-disabled])');
    await page.waitForSelector('dialog.handover');
    await check(page, 'Hand-over');
    await page.goto(`${on.server.url}/hangar/spitfire#spitfire%2FSpitfire-I,spitfire%2FBf.109E-3`);
    await page.waitForSelector('.sheet');
    assert.ok(await page.evaluate(() => document.querySelector('#main').scrollWidth <= innerWidth), 'the hangar is no wider than the screen');
    await check(page, 'Hangar');
    await page.goto(`${on.server.url}/rules/fast-and-easy`);
    await page.waitForSelector('.digest');
    assert.ok(await page.evaluate(() => document.querySelector('#main').scrollWidth <= innerWidth), 'the digest is no wider than the screen');
    await check(page, 'Rules');
    await page.goto(`${on.server.url}/nowhere/at/all`);
    await page.waitForSelector('.notice');
    await check(page, 'Nothing here');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('a rule chip leads to its place among all rules', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/rules/fast-and-easy#fast-and-easy/turn`);
  await page.waitForSelector('.digest');
  await page.waitForFunction(() => {
    const box = document.getElementById('fast-and-easy/turn')?.getBoundingClientRect();
    return box && box.top >= 0 && box.top < innerHeight / 2;
  });
  assert.deepEqual(errors, []);
  await context.close();
});

test('what cannot be is said plainly: an unknown table, an unknown replay', async () => {
  const { context, page } = await open(on.browser);
  await page.goto(`${on.server.url}/table/aaaaaaaaaaaa`);
  await page.waitForSelector('.notice .go');
  assert.equal(await page.$('.tools'), null, 'there is nothing to zoom');
  await page.goto(`${on.server.url}/replay/aaaaaaaaaaaa`);
  await page.waitForSelector('.notice .go');
  await context.close();
});

test('theme and motion can be set and are kept', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('#top [aria-label=Settings]');
  await page.check('input[name=theme][value=dark]', { force: true });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.check('input[name=motion][value=on]', { force: true });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.motion), 'on');
  await page.reload();
  await page.waitForSelector('.scramble');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a page of which a part does not arrive says so, and is whole the next time', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.route('**/wire/net.js', (route) => route.abort());
  await page.goto(`${on.server.url}/`);
  await page.waitForSelector('.notice h1:has-text("did not arrive")');
  await check(page, 'A part is missing');
  await page.unroute('**/wire/net.js');
  // It is tried again without a press.
  await page.waitForSelector('.first-flight-start');
  assert.deepEqual(errors.filter((e) => !e.includes('ERR_FAILED')), []);
  await context.close();
});

// The lab: a run from order to report, and every way in which it can go otherwise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check as accessible } from './axe.js';
import { open, stage } from './lib.js';

const on = stage();

async function check(page, name) {
  await accessible(page, name);
  assert.ok(await page.evaluate(() => document.querySelector('#main').scrollWidth <= innerWidth), `${name}: no wider than the screen`);
}

/** What a screen reader was told. */
const said = (page) => page.$eval('#say-soon', (node) => node.textContent);
const state = (page, wanted) => page.waitForSelector(`.lab-run[data-state=${wanted}]`, { timeout: 0 });

/** Fills in an order. */
async function order(page, { game = 'fast-and-easy', scenario = 'kent-duel', pilot = 'random', games = 40 }) {
  await page.selectOption('[name=game]', game);
  await page.selectOption('[name=scenario]', scenario);
  for (const side of ['allies', 'axis']) await page.selectOption(`[name=${side}]`, pilot);
  await page.fill('[name=games]', String(games));
}

/** More than any test waits for. */
const LONG = { game: 'spitfire', scenario: 'bombing', pilot: 'flight-lieutenant', games: 1000 };

for (const [look, how] of [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]) {
  test(`a run from the first page to its report, ${look}`, async () => {
    const { context, page, errors } = await open(on.browser, how);
    await page.goto(`${on.server.url}/`);
    await page.click('#top a[href="/lab"]');
    await page.waitForSelector('.lab-run.empty');
    await check(page, 'nothing yet');
    await order(page, {});
    assert.ok(await page.isDisabled('[name=swap]'), 'one pilot does not change sides with itself');
    await page.selectOption('[name=allies]', 'simple');
    await page.check('[name=swap]');
    await page.focus('[name=seed]');
    await page.keyboard.press('Enter');
    await state(page, 'done');
    assert.match(page.url(), /\/lab\/[a-z0-9]{12}$/);
    assert.match(await page.textContent('.lab-run h2'), /^40 games$/);
    assert.match(await page.textContent('.lab-run .muted'), /Simple pilot against Random pilot, changing sides · seed 1/);
    const rows = (table) => page.$$eval(`.${table} tbody tr`, (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
    const pilots = await rows('by-pilot');
    assert.deepEqual(pilots.map(([name]) => name), ['Simple pilot', 'Random pilot'], 'who changes sides is counted by name');
    assert.deepEqual([pilots[0][1], pilots[0][3]], [pilots[1][3], pilots[1][1]], 'what one won the other lost');
    assert.deepEqual((await rows('by-side')).map(([name]) => name), ['RAF', 'Luftwaffe']);
    assert.match(await said(page), new RegExp(`40 games\\. Simple pilot won ${pilots[0][1]}, Random pilot won ${pilots[1][1]}\\. By side, RAF won \\d+`));
    const cut = await page.$$eval('.lab-run .scroll', (all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.ariaLabel));
    assert.deepEqual(cut, [], 'no column is off the screen');
    const [games] = await Promise.all([page.waitForEvent('download'), page.click('.lab-games')]);
    assert.equal(games.suggestedFilename(), 'tallyho-fast-and-easy-kent-duel.csv');
    await check(page, 'done');
    const [report] = await Promise.all([context.waitForEvent('page'), page.click('.lab-report')]);
    await report.waitForLoadState();
    assert.match(await report.textContent('h1'), /Duel over Kent/);
    // The run has its own address.
    await page.reload();
    await state(page, 'done');
    assert.equal(await page.inputValue('[name=games]'), '40');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('a run is stopped, and what was played is counted', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/lab`);
  await page.waitForSelector('.lab-order');
  await order(page, LONG);
  await page.click('.lab-start');
  await state(page, 'playing');
  await page.waitForFunction(() => /** @type {HTMLProgressElement} */ (document.querySelector('.lab-run progress'))?.value > 0);
  await page.waitForFunction(() => /About \d+ (seconds|minutes) left/.test(document.querySelector('.lab-run').textContent));
  await check(page, 'playing');
  assert.equal(await page.getAttribute('.lab-start', 'aria-disabled'), 'true', 'one at a time');
  await page.click('.lab-stop');
  await state(page, 'done');
  assert.match(await page.textContent('.lab-run h2'), /^Stopped after \d+ of 1000 games$/);
  assert.match(await page.textContent('.lab-run'), /Somebody stopped this run\. What was played is counted\./);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a run under way is found again, and shown to whoever orders another one', async () => {
  const { context, page } = await open(on.browser);
  await page.goto(`${on.server.url}/lab`);
  await page.waitForSelector('.lab-run.empty');
  const other = await context.newPage();
  await other.goto(`${on.server.url}/lab`);
  await other.waitForSelector('.lab-order');
  await order(other, LONG);
  await other.click('.lab-start');
  await state(other, 'playing');
  await page.click('.lab-start');
  await page.waitForSelector('.lab-under');
  assert.match(await page.textContent('.lab-order [role=alert]'), /^You have a run under way/);
  await check(page, 'one is under way');
  await page.click('.lab-under');
  await state(page, 'playing');
  assert.equal(page.url(), other.url());
  await page.goto(`${on.server.url}/lab`);
  await state(page, 'playing');
  await page.click('.lab-stop');
  await state(page, 'done');
  await context.close();
});

test('a run whose time was up, or whose server was stopped, does not look as if somebody had stopped it', async () => {
  const { context, page } = await open(on.browser);
  const run = { id: 'bbbbbbbbbbbb', game: 'spitfire', scenario: 'bombing', title: 'Bombing', pilots: { allies: 'cadet', axis: 'simple' }, swap: false, seed: 1, games: 1000, played: 90, played_ms: 180_000, state: 'stopped', result: null };
  let ended = 'time';
  await page.route('**/api/lab/bbbbbbbbbbbb', (route) => route.fulfill({ json: { ...run, ended } }));
  await page.goto(`${on.server.url}/lab/${run.id}`);
  await state(page, 'stopped');
  assert.match(await page.textContent('.lab-run'), /Time was up before the first game was over.*A run may play 3 minutes, and this one took longer/s);
  ended = 'server';
  await page.reload();
  await state(page, 'stopped');
  assert.match(await page.textContent('.lab-run'), /The server was stopped in the middle of this run/);
  await context.close();
});

test('a busy server, another run under way and a lab that is off are told in words', async () => {
  const { context, page } = await open(on.browser);
  const answer = (status, code, message) => ({ status, contentType: 'application/json', body: JSON.stringify({ error: { code, message } }) });
  let refusal = answer(503, 'busy', 'this server has enough runs to play: try again in a minute');
  await page.route('**/api/lab', (route) => (route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue()));
  await page.goto(`${on.server.url}/lab`);
  await page.click('.lab-start');
  await page.waitForSelector('.lab-order [role=alert]');
  assert.equal(await page.textContent('.lab-order [role=alert]'), 'This server has enough runs to play: try again in a minute.');
  await check(page, 'busy');
  refusal = answer(429, 'one-at-a-time', 'somebody at your address has a run under way, and an address has one at a time');
  await page.click('.lab-start');
  await page.waitForFunction(() => document.querySelector('.lab-order [role=alert]')?.textContent?.startsWith('Somebody at your address'));
  assert.equal(await page.$('.lab-under'), null, 'it is somebody else’s');
  await page.unroute('**/api/lab');
  await page.route('**/api/lab', async (route) => {
    const offer = await (await route.fetch()).json();
    return route.fulfill({ json: { ...offer, on: false } });
  });
  await page.goto(`${on.server.url}/lab`);
  await page.waitForSelector('.lab code');
  assert.equal(await page.$('.lab-order'), null);
  await check(page, 'off');
  await context.close();
});

test('a run that is no longer kept says so', async () => {
  const { context, page } = await open(on.browser);
  await page.goto(`${on.server.url}/lab/aaaaaaaaaaaa`);
  await page.waitForSelector('.lab-run.empty');
  assert.match(await page.textContent('.lab-run'), /remembers a run for half an hour/);
  await context.close();
});

test('a server that goes away is waited for', { skip: !!process.env.TALLYHO_URL }, async () => {
  const { context, page } = await open(on.browser);
  await page.goto(`${on.server.url}/lab`);
  await page.waitForSelector('.lab-order');
  await order(page, LONG);
  await page.click('.lab-start');
  await state(page, 'playing');
  await on.server.down();
  await page.waitForSelector('.lab-run .error');
  assert.match(await page.textContent('.lab-run .error'), /cannot be reached. Trying again/);
  await on.server.up();
  // It knows nothing of the run any more.
  await page.waitForSelector('.lab-run.empty');
  assert.match(await page.textContent('.lab-run'), /forgotten/);
  await context.close();
});

test('a first page that is slow to come does not disturb the lab that was opened from it', async () => {
  const { context, page, errors } = await open(on.browser);
  let release = () => {};
  const gate = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route('**/api/tables', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${on.server.url}/`);
  await page.click('#top a[href="/lab"]');
  await page.waitForSelector('.lab-order');
  const late = page.waitForResponse('**/api/tables');
  release();
  await (await late).finished();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await order(page, {});
  await page.selectOption('[name=allies]', 'simple');
  await page.check('[name=swap]');
  assert.deepEqual(errors, []);
  await context.close();
});

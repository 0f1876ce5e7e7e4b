// Whole games in a real browser against the real server.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { clickTurn, followHints, make, moment, open, past, quiet, reach, stage, toTheEnd, turn, typeTurn } from './lib.js';

const on = stage();

/** A duel against the computer with known dice. */
const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 7 }, seats: { allies: 'human', axis: 'pilot:simple' } };
/** No duel takes longer; a game that does not end would otherwise be waited for until the end of time. */
const MOST = 400;

/** Opens the move of the first aircraft that may be moved. */
async function openFirst(page) {
  if ((await turn(page)) === 'decide') await page.click('.choice:not(.no)');
  await page.waitForSelector('.pips');
  // A mouse that rests on a choice shows where that choice would lead, which is not what is asked here.
  await page.mouse.move(2, 2);
}

test('three clicks from the first page to a fight, and a whole duel by clicking', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game=fast-and-easy]');
  await page.click('[data-scenario=kent-duel]');
  await page.click('[data-opponent=cadet]');
  await page.waitForURL(/\/table\//);
  const decisions = await toTheEnd(page, clickTurn);
  assert.ok(decisions > 3, `a duel takes more than ${decisions} decisions`);
  assert.ok((await page.$$('.entry')).length > 5, 'the log tells what happened');
  assert.match(await page.textContent('.outcome'), /win|lose|draw/i);
  const [played, title] = [page.url(), await page.textContent('#top .title')];
  await page.click('.again');
  await page.waitForURL((url) => /\/table\//.test(url.href) && url.href !== played);
  await turn(page);
  assert.deepEqual([await page.textContent('#top .title'), (await page.textContent('.rival')).trim()], [title, 'Cadet: Luftwaffe'], 'the same once more');
  await page.goto(`${on.server.url}/`);
  await page.waitForSelector('.tables a[href^="/replay/"]');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a whole duel by keyboard alone, from the first page on', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.waitForSelector('[data-game=fast-and-easy]');
  const tabTo = async (selector) => {
    for (let n = 0; n < 200; n++) {
      if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never reaches ${selector}`);
  };
  for (const selector of ['[data-game=fast-and-easy]', '[data-scenario=kent-duel]', '[data-opponent=cadet]']) {
    await tabTo(selector);
    await page.keyboard.press('Enter');
  }
  await page.waitForURL(/\/table\//);
  await turn(page);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog .keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  // Once by cursor: to a hex that can be reached, Space, then Enter.
  if ((await moment(page)).state === 'decide') await page.keyboard.press('1');
  await page.waitForSelector('.layer-reach path');
  const { seq } = await moment(page);
  for (let n = 0; n < 12 && !(await page.$('.commit:not([aria-disabled])')); n++) {
    await page.keyboard.press('ArrowLeft');
    // What can be reached there is drawn with the next frame.
    await quiet(page);
    if (!(await page.$('.layer-reach .near'))) continue;
    await page.keyboard.press(' ');
    await page.waitForFunction(() => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])'));
    if (await page.$('.chooser:not([hidden])')) await page.keyboard.press('Enter');
    await page.waitForSelector('.commit:not([aria-disabled])');
  }
  await page.keyboard.press('Enter');
  await past(page, seq);
  await toTheEnd(page, typeTurn);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a reload in mid-move brings the trial steps back, and they can be undone one by one', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, DUEL);
  await page.goto(`${on.server.url}/table/${id}`);
  await openFirst(page);
  await page.keyboard.press('W');
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 1);
  await page.keyboard.press('W');
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 2);
  const ghost = await page.getAttribute('.layer-ghost .ghost', 'transform');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 2);
  assert.equal(await page.getAttribute('.layer-ghost .ghost', 'transform'), ghost);
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a restart of the server in mid-move shows a banner, then goes on with the same trial steps', async () => {
  const { context, page } = await open(on.browser);
  const { id } = await make(page, on.server.url, DUEL);
  await page.goto(`${on.server.url}/table/${id}`);
  await openFirst(page);
  await page.keyboard.press('W');
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 1);
  const { seq } = await moment(page);
  await on.server.down();
  await page.waitForSelector('#banner:not([hidden])');
  await on.server.up();
  await page.waitForSelector('#banner', { state: 'hidden' });
  assert.equal(await page.$$eval('.pips .used', (all) => all.length), 1);
  await clickTurn(page, 0);
  await past(page, seq);
  await context.close();
});

test('places far from all aircraft are brought into the picture together with them, and stay there', async () => {
  const { context, page, errors } = await open(on.browser);
  const one = (side, name, hex, more) => ({ name, side, aircraft: side === 'allies' ? 'Spitfire I' : 'ME 109 E', facing: 0, hexes: [hex], ...more });
  const { id } = await make(page, on.server.url, {
    game: 'fast-and-easy', dice: { seed: 7 }, hot_seat: true,
    scenario: {
      title: 'On the way back', board: 'small', turns: 12, escort: 'axis', start: { turn: 4, step: 5, combat: true },
      groups: [one('allies', 'Red 1', '29.10', { state: [{ plane: 1, status: { 'off-map': { edge: 'east', turn: 3 } } }] }), one('axis', 'Schwarm 1', '02.02', {})],
    },
  });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  for (let n = 0; n < 6 && !(await page.$('.choice[data-label^="Return at"]')); n++) await clickTurn(page, n);
  await page.waitForSelector('.choice[data-label^="Return at"]', { state: 'attached' });
  const far = await reach(page);
  assert.ok(far.length > 0, 'a place to return to is in sight');
  // Whatever draws the table again leaves the picture alone.
  await page.mouse.move(far[0].x, far[0].y);
  await page.setViewportSize({ width: 1100, height: 700 });
  assert.ok((await reach(page)).length > 0, 'and still is in a smaller window');
  const enemy = await page.$eval('.aircraft.axis', (a) => a.getBoundingClientRect().toJSON());
  const board = await page.$eval('.board', (b) => b.getBoundingClientRect().toJSON());
  assert.ok(enemy.left >= board.left && enemy.right <= board.right, 'and so is the enemy');
  assert.deepEqual(errors, []);
  await context.close();
});

test('two browsers fight each other, and a watcher sees both', async () => {
  const one = await open(on.browser);
  const two = await open(on.browser);
  const three = await open(on.browser);
  const { id, links } = await make(one.page, on.server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 11 } });
  await one.page.goto(`${on.server.url}/table/${id}`);
  await two.page.goto(`${on.server.url}${links.axis}`);
  await three.page.goto(`${on.server.url}${links.watch}`);
  await two.page.waitForURL(`**/table/${id}`);
  await three.page.waitForURL(`**/table/${id}`);
  await three.page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'wait');
  assert.equal(await three.page.textContent('.chip.seat'), 'Watching');
  const decided = new Map([[one, 0], [two, 0]]);
  for (let n = 0; n < MOST && Math.min(...decided.values()) < 6; n++) {
    const player = await Promise.any([one, two].map(async (p) => {
      await turn(p.page);
      return p;
    }));
    if ((await moment(player.page)).state === 'over') break;
    decided.set(player, decided.get(player) + 1);
    await clickTurn(player.page, n);
    const now = (await moment(player.page)).seq;
    for (const p of [one, two, three]) await past(p.page, now - 1);
  }
  assert.ok(Math.min(...decided.values()) >= 6, 'both sides decide');
  const last = await Promise.any([one, two].map(async (p) => {
    await turn(p.page);
    return p;
  }));
  await last.page.keyboard.press('Escape');
  await last.page.click('.quits');
  await last.page.click('[data-quit=Resign]');
  await last.page.click('[data-key=confirm-quit]');
  for (const p of [one, two, three]) {
    await p.page.waitForSelector('.outcome');
    assert.deepEqual(p.errors, []);
  }
  assert.equal(await three.page.$('.commit'), null, 'a watcher commits nothing');
  // The watcher's replay, by link.
  await three.page.goto(`${on.server.url}/replay/${id}#3`);
  await three.page.waitForSelector('.controls');
  await three.page.waitForSelector('.win-chance svg[aria-label*="half way"]');
  assert.ok(await three.page.$('.win-chance svg[aria-label*="A draw"] .strength.draw'), 'most of these games are drawn, and the curve says so');
  const [sheet] = await Promise.all([three.page.waitForEvent('download'), three.page.click('text=Log sheet')]);
  assert.match(await readFile(await sheet.path(), 'utf8'), /\n +\d+ .*\[fast-and-easy\//, 'the log sheet has numbered lines with rules');
  assert.equal(await three.page.inputValue('.controls input'), '3');
  await three.page.keyboard.press('ArrowRight');
  await three.page.waitForFunction(() => document.querySelector('.controls input').value === '4');
  await three.page.click('[aria-label="To the end"]');
  await three.page.waitForFunction(() => document.querySelector('.controls input').value === document.querySelector('.controls input').max);
  await three.page.click('[aria-label="To the set-up"]');
  await three.page.selectOption('[aria-label=Speed]', '4');
  await three.page.click('.play');
  await three.page.waitForFunction(() => Number(document.querySelector('.controls input').value) > 2);
  await three.page.click('.play');
  assert.deepEqual(three.errors, []);
  for (const p of [one, two, three]) await p.context.close();
});

test('hot seat: one browser plays both sides', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 5 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  const seen = new Set();
  for (let n = 0; n < 30 && seen.size < 2; n++) {
    if ((await turn(page)) === 'over') break;
    seen.add(await page.textContent('.chip.seat'));
    await clickTurn(page, n);
  }
  assert.equal(seen.size, 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test('my own dice: the table asks for what was thrown', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: 'ask', hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  let asked = 0;
  for (let n = 0; n < MOST && asked < 2; n++) {
    if ((await turn(page)) === 'over') break;
    asked += await clickTurn(page, n);
  }
  assert.ok(asked >= 1, 'at least one shot was fired');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a phone: flying by touch, parts by tab, nothing wider than the screen', async () => {
  const { context, page, errors } = await open(on.browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await page.goto(`${on.server.url}/`);
  await page.tap('[data-game=fast-and-easy]');
  await page.tap('[data-scenario=kent-duel]');
  await page.tap('[data-opponent=cadet]');
  await turn(page);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(await wide(), 0);
  if ((await moment(page)).state === 'decide') await page.tap('.choice:not(.no)');
  await page.waitForSelector('.layer-reach path');
  await page.tap('.tabs [data-tab=log]');
  await page.waitForSelector('.log', { state: 'visible' });
  await page.tap('.tabs [data-tab=decide]');
  const { seq } = await moment(page);
  const hexes = await reach(page);
  assert.ok(hexes.length > 0, 'the reach is in sight');
  await page.touchscreen.tap(hexes[0].x, hexes[0].y);
  await page.waitForFunction(() => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])'));
  if (await page.$('.chooser:not([hidden])')) await page.tap('.chooser .way-to-end');
  await page.waitForSelector('.commit:not([aria-disabled])');
  const small = await page.$$eval('button', (all) => all.filter((b) => b.offsetParent && (b.offsetHeight < 44 || b.offsetWidth < 44)).map((b) => b.textContent || b.getAttribute('aria-label')));
  assert.deepEqual(small, [], 'every button is at least 44 pixels wide and high');
  await page.tap('.commit');
  await past(page, seq);
  assert.equal(await wide(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the first flight is finished by following its hints alone', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('.first-flight-start');
  const { lessons } = await followHints(page);
  assert.ok(lessons.size >= 3, `lessons: ${[...lessons].join(', ')}`);
  assert.deepEqual(errors, []);
  await context.close();
});

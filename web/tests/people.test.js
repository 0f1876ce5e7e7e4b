// People at a table, in real browsers: names, talk, an open seat, a rematch, names of games, the way to another device, notifications.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, turn } from './lib.js';
import { check as audit } from './axe.js';

const on = stage();
const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel' };

/** A page with a name, at the first page. @param {string} name @param {object} [how] */
async function person(name, how) {
  const who = await open(on.browser, how);
  await who.page.goto(`${on.server.url}/`);
  await who.page.fill('.people-strip .my-name', name);
  await who.page.press('.people-strip .my-name', 'Enter');
  return who;
}

/** Offers a seat to whoever comes, by clicks. */
async function offerSeat(page) {
  await page.click(`[data-game=${DUEL.game}]`);
  await page.click(`[data-scenario=${DUEL.scenario}]`);
  await page.click('[data-opponent=stranger]');
  await page.waitForSelector('.table[data-seq]');
}

/** Says something to those. */
async function say(page, to, text) {
  if (!(await page.isVisible('.chat'))) await page.click('#top .talk');
  if (await page.$(`.chat [value=${to}]`)) await page.check(`.chat [value=${to}]`, { force: true });
  await page.fill('.chat [name=text]', text);
  await page.press('.chat [name=text]', 'Enter');
  await page.waitForSelector(`.chat li:has-text("${text}")`);
}

test('two strangers meet, talk, and play once more with sides changed', async () => {
  const anna = await person('Anna');
  const otto = await person('Otto', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await offerSeat(anna.page);
  await otto.page.goto(`${on.server.url}/`);
  await otto.page.click('.open-seat .take');
  await otto.page.waitForSelector('.table[data-seq]');
  await anna.page.waitForSelector('#top .rival:has-text("Otto: here")');

  // The key leads into the box, so that what is typed next is said and gives no orders.
  await anna.page.keyboard.press('/');
  await anna.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'text');
  await anna.page.keyboard.press('Escape');
  await anna.page.waitForSelector('.chat', { state: 'hidden' });
  await say(anna.page, 'all', '<img src=x onerror=alert(1)> hello');
  await otto.page.waitForSelector('#top .talk .count');
  await otto.page.click('#top .talk');
  await otto.page.waitForSelector('.chat li:has-text("Anna, RAF")');
  assert.equal(await otto.page.$('.chat li img'), null, 'what people write is text');
  await say(otto.page, 'side', 'only for mine');
  await say(otto.page, 'all', 'hello Anna');
  await anna.page.waitForSelector('.chat li:has-text("hello Anna")');
  assert.ok(!(await anna.page.textContent('.chat')).includes('only for mine'));
  await audit(otto.page, 'talk on a phone');
  await audit(anna.page, 'talk');

  await on.server.down?.();
  await on.server.up?.();
  await anna.page.waitForFunction(() => !document.body.classList.contains('offline'));
  await anna.page.reload();
  await anna.page.waitForSelector('.table[data-seq]');
  await anna.page.click('#top .talk');
  await anna.page.waitForSelector('.chat li:has-text("hello Anna")');
  await anna.page.press('.chat [name=text]', 'Escape');

  await anna.page.click('#top .quits');
  await anna.page.click('[data-quit=Resign]');
  await anna.page.click('[data-key=confirm-quit]');
  await anna.page.click('.again-swapped');
  await otto.page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'over');
  await otto.page.click('.chat .close');
  const before = anna.page.url();
  await otto.page.click('.again.go');
  for (const { page } of [anna, otto]) await page.waitForFunction((was) => location.href !== was && document.querySelector('.table[data-seq]'), before);
  await anna.page.waitForSelector('#top .seat.axis');
  // On a phone the header has no room for it.
  await otto.page.waitForSelector('#top .seat.allies', { state: 'attached' });
  assert.deepEqual([...anna.errors, ...otto.errors].filter((e) => !/WebSocket|ERR_/.test(e)), []);
  await anna.context.close();
  await otto.context.close();
});

test('a game is renamed, carried to another browser and deleted', async () => {
  const here = await person('Anna');
  const there = await open(on.browser);
  await here.page.evaluate(async (order) => {
    await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) });
  }, { ...DUEL, hot_seat: true });
  await here.page.reload();
  await here.page.click('.game-menu');
  await here.page.fill('[name=label]', 'Club night');
  await here.page.click('dialog .go');
  await here.page.waitForSelector('.tables b:has-text("Club night")');
  await here.page.click('.carry');
  const link = await here.page.inputValue('dialog [aria-label=Link]');
  await here.page.keyboard.press('Escape');
  await there.page.goto(link);
  await there.page.click('.notice .go');
  await there.page.waitForSelector('.tables b:has-text("Club night")');
  await there.page.goto(link);
  await there.page.click('.notice .go');
  await there.page.waitForSelector('.notice .error');
  await here.page.click('.game-menu');
  await here.page.click('dialog .danger');
  await here.page.click('.sure-delete');
  await here.page.waitForFunction(() => !document.querySelector('.tables')?.textContent?.includes('Club night'));
  await there.page.goto(`${on.server.url}/`);
  await there.page.waitForSelector('.tables .group');
  assert.ok(!(await there.page.textContent('.tables')).includes('Club night'), 'deleted for good');
  await here.context.close();
  await there.context.close();
});

test('a player who looks elsewhere is notified once of each move, and told nothing but the game', async () => {
  const { page, context } = await open(on.browser, { permissions: ['notifications'] });
  await page.addInitScript(() => {
    const told = /** @type {any} */ (window).told = [];
    window.Notification = /** @type {any} */ (class {
      static permission = 'granted';
      constructor(title, how) {
        told.push([title, how.body]);
      }
    });
    localStorage.setItem('tallyho:settings', JSON.stringify({ notify: true }));
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await page.goto(`${on.server.url}/`);
  const id = await page.evaluate(async (order) => {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(order) });
    return (await answer.json()).table;
  }, { ...DUEL, seats: { axis: 'pilot:cadet' } });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  const told = () => page.evaluate(() => /** @type {any} */ (window).told);
  assert.deepEqual(await told(), [['Your move', await page.textContent('#top .title')]]);
  assert.match(await page.title(), /^● Your move · /);
  await page.reload();
  await turn(page);
  assert.deepEqual(await told(), [], 'not again after a reload');
  await context.close();
});

// "Tell me when it is my turn", in a real browser: offered where the host has set it up, kept, taken back; the address is never shown again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, open, serve, stage } from './lib.js';
import { check as audit } from './axe.js';

const on = stage(['--public-url', 'http://games.example', '--smtp', 'smtp://127.0.0.1:1', '--mail-from', 'games@games.example', '--webhooks', 'public']);
const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel' };

/** At a new table. */
async function sitDown(page, base, order = {}) {
  const { id } = await make(page, base, { ...DUEL, ...order });
  await page.goto(`${base}/table/${id}`);
  await page.waitForSelector('.table[data-seq]');
}

/** Opens the settings of the table, once it is known whether the host tells anybody. */
async function openSettings(page) {
  const known = page.waitForResponse((answer) => answer.url().endsWith('/tell'));
  await page.click('#top [aria-label=Settings]');
  await known;
}

test('a player leaves an address, sees that it is kept and takes it back', async () => {
  const { page, context, errors } = await open(on.browser);
  await sitDown(page, on.server.url);
  await openSettings(page);
  await page.click('dialog .tell-me');
  await page.fill('dialog [name=to]', 'http://127.0.0.1/hook');
  await page.click('dialog .go');
  await page.waitForSelector('dialog [role=status]:has-text("https://")');
  await page.fill('dialog [name=to]', 'anna.secret@example.org');
  await page.press('dialog [name=to]', 'Enter');
  await page.waitForSelector('dialog .told-asked:has-text("say yes by the link")');
  await audit(page, 'telling of turns');
  await page.reload();
  await page.waitForSelector('.table[data-seq]');
  await openSettings(page);
  await page.click('dialog .tell-me');
  await page.waitForSelector('dialog .told-asked');
  assert.ok(!(await page.content()).includes('anna.secret'), 'the address is never shown again');
  await page.click('dialog .tell-off');
  await page.waitForSelector('dialog .told-asked', { state: 'detached' });
  assert.equal(await page.$('dialog .tell-off'), null, 'nothing waits for an answer any more');
  assert.deepEqual(errors.filter((e) => !/422/.test(e)), []);
  await context.close();
});

test('nothing is offered where the host has set nothing up, or nobody is waited for', async () => {
  const plain = await serve();
  const { page, context } = await open(on.browser);
  await sitDown(page, plain.url);
  await openSettings(page);
  await page.waitForSelector('dialog .tell-me', { state: 'hidden' });
  await sitDown(page, on.server.url, { seats: { axis: 'pilot:cadet' } });
  await page.click('#top [aria-label=Settings]');
  await page.waitForSelector('dialog .settings');
  assert.equal(await page.$('dialog .tell-me'), null, 'against the computer');
  await context.close();
  await plain.stop();
});

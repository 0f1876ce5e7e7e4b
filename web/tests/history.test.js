// A server that was given an older backup: whoever comes back finds another history under the same number, and is told so.

import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fly, make, moment, open, serve, stage, turn } from './lib.js';

const folder = await mkdtemp(join(tmpdir(), 'tallyho-history-'));
after(() => rm(folder, { recursive: true, force: true }));
const FILE = join(folder, 'games.db');
const on = stage(['--database', FILE]);

/** Has the next command given while the server is down, by another one on the same file. */
async function playElsewhere(links) {
  const other = await serve(['--database', FILE]);
  const { context, page } = await open(on.browser);
  await page.goto(other.url);
  await fly(page, links, 1);
  await context.close();
  await other.stop();
}

/** Takes one trial step. */
async function tryOut(page) {
  if ((await turn(page)) === 'decide') await page.click('.choice:not(.no)');
  await page.waitForSelector('.pips');
  await page.keyboard.press('W');
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 1);
}

test('a trial of a history that is gone is dropped, and the player is told in plain words', async () => {
  const { context, page } = await open(on.browser);
  const { url } = on.server;
  const made = await make(page, url, { game: 'fast-and-easy', scenario: 'kent-duel', hot_seat: true });
  await on.server.drain();
  await copyFile(FILE, `${FILE}.backup`);
  await playElsewhere(made.links);
  await on.server.up();
  const table = `${url}/table/${made.id}`;
  await page.goto(table);
  await turn(page);
  const { seq } = await moment(page);
  for (const stays of [true, false]) {
    await tryOut(page);
    if (!stays) await page.goto('about:blank');
    await on.server.drain();
    await copyFile(`${FILE}.backup`, FILE);
    await playElsewhere(made.links);
    await on.server.up();
    if (!stays) await page.goto(table);
    await page.waitForSelector('.refusal:has-text("put back by the host")');
    // The page says so before it has the table as it is now.
    await turn(page);
    assert.equal(await page.$$eval('.refusal', (all) => all.length), 1, 'and goes on saying so');
    assert.equal(await page.$$eval('.pips .used', (all) => all.length), 0, 'the trial is gone');
    assert.equal((await moment(page)).seq, seq, 'the number alone does not tell');
  }
  await context.close();
});

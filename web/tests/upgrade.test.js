// The rules change under a game: players see it as it was, agree, and play on.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fly, make, open, stage } from './lib.js';

/** Flags of the server, which it is started with again after it was stopped. @type {string[]} */
const flags = [];
const on = stage(flags);
const data = await mkdtemp(join(tmpdir(), 'tallyho-data-'));
after(() => rm(data, { recursive: true, force: true }));

/** Data in which Spitfires are faster than they were. */
async function faster() {
  const built = await readFile(new URL('../../crates/fast-and-easy/data/aircraft.toml', import.meta.url), 'utf8');
  await mkdir(join(data, 'fast-and-easy'));
  const changed = built.replace(/(name = "Spitfire I"[^[]*?speed = )4/, '$16');
  assert.notEqual(changed, built);
  await writeFile(join(data, 'fast-and-easy', 'aircraft.toml'), changed);
}

test('both players see the game as it was, agree, and play on with new dice', async () => {
  const allies = await open(on.browser);
  const axis = await open(on.browser);
  const order = { game: 'fast-and-easy', scenario: 'kent-duel', mine: 'allies' };
  const { url } = on.server;
  const made = await make(allies.page, url, order);
  await fly(allies.page, made.links, 12);
  await allies.page.goto(`${url}/table/${made.id}`);
  await axis.page.goto(`${url}${made.links.axis}`);
  for (const { page } of [allies, axis]) await page.waitForSelector('.table[data-seq="12"]');
  const seen = await axis.page.$$eval('.board .plane, .board [data-id]', (all) => all.length);

  await on.server.drain();
  await faster();
  flags.push('--data', data);
  await on.server.up();
  for (const { page } of [allies, axis]) {
    await page.waitForSelector('.panel.parted .agree');
    const text = await page.$eval('.panel.parted', (panel) => panel.textContent.replace(/\s+/g, ' '));
    assert.match(text, /The rules changed Command \d+ is no longer allowed: .*You see the game as it was\./);
    assert.equal(await page.$eval('.table', (table) => table.dataset.state), 'wait', 'nothing is to be decided');
    assert.match(text, /Moves? \d+( to 12)? go(es)? out of play\./);
  }
  assert.equal(await axis.page.$$eval('.board .plane, .board [data-id]', (all) => all.length), seen);
  if (process.env.PICTURE) await axis.page.screenshot({ path: process.env.PICTURE });

  await allies.page.click('.agree');
  await allies.page.waitForSelector(':text("Waiting for Luftwaffe to agree")');
  await axis.page.waitForSelector(':text("RAF agree.")');
  await axis.page.click('.agree');
  for (const { page } of [allies, axis]) {
    await page.waitForFunction(() => Number(document.querySelector('.table')?.dataset.seq) === 15);
    await page.waitForSelector('.panel:not(.parted)');
  }
  await fly(allies.page, made.links, 1);
  for (const { page } of [allies, axis]) await page.waitForSelector('.table[data-seq="16"]');

  await axis.page.goto(`${url}/replay/${made.id}`);
  await axis.page.waitForSelector('.replay');
  await allies.context.close();
  await axis.context.close();
});

// Log sheets are offered where the table says that there are some, while it is played, after the end and beside the replay.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { make, open, stage } from './lib.js';

const on = stage();
const LINKS = '.log-sheets a, .after a[href*="log-sheet"]';

test('a game with log sheets gives its workbooks, one link each', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fighting-wings', scenario: 'estuary', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await page.waitForSelector(LINKS);
  assert.deepEqual(await page.locator(LINKS).allInnerTexts(), ['Log sheet 1 (.xlsx)', 'Log sheet 2 (.xlsx)']);
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator(LINKS).nth(1).click()]);
  assert.match(file.suggestedFilename(), /-2\.xlsx$/);
  assert.equal((await readFile(await file.path())).subarray(0, 2).toString(), 'PK', 'a workbook is a zip archive');
  await page.goto(`${on.server.url}/replay/${id}`);
  await page.waitForSelector('.debrief .log-sheets a');
  assert.equal(await page.locator('.debrief .log-sheets a').count(), 2);
  assert.deepEqual(errors, []);
  await context.close();
});

test('they are offered once the game is over', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fighting-wings', scenario: 'kent', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await page.click('.quits');
  await page.click('[data-quit]:has-text("Resign")');
  await page.click('[data-key="confirm-quit"]');
  await page.waitForSelector('.after');
  assert.deepEqual(await page.locator('.after a[href*="log-sheet"]').allInnerTexts(), ['Log sheet (.xlsx)']);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a game without log sheets offers none', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await page.waitForSelector('.log-list li');
  assert.equal(await page.locator(LINKS).count(), 0);
  assert.equal(await page.locator('.log .log-sheets').isVisible(), false);
  assert.deepEqual(errors, []);
  await context.close();
});

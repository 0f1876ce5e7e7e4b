// Clocks in a real browser: shown, running, over a killed server, and the end of a game by time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, open, stage } from './lib.js';

const on = stage();
const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel' };

/** Two players at a table with a clock, each in a browser of their own. @param {object} clock */
async function players(clock) {
  const allies = await open(on.browser);
  const axis = await open(on.browser);
  const made = await make(allies.page, on.server.url, { ...DUEL, clock, mine: 'allies' });
  await allies.page.goto(`${on.server.url}/table/${made.id}`);
  await allies.page.waitForSelector('.table[data-seq]');
  await axis.page.goto(`${on.server.url}${made.links.axis}`);
  await axis.page.waitForSelector('.table[data-seq]');
  return [allies, axis];
}

/** Seconds that the clock of a side shows. */
const shown = (page, side) => page.$eval(`#top .clock.${side}`, (face) => {
  const [minutes, seconds] = face.textContent.split(':').map(Number);
  return 60 * minutes + seconds;
});

/** Waits until the clock of a side shows less than that. */
const below = (page, side, most) => page.waitForFunction(([selector, most]) => {
  const [minutes, seconds] = document.querySelector(selector)?.textContent?.split(':').map(Number) ?? [];
  return 60 * minutes + seconds < most;
}, [`#top .clock.${side}`, most]);

test('a clock runs while its side owes a decision, also after the server was killed', async () => {
  const [allies, axis] = await players({ seconds: 1800, per: 'game', add_s: 0 });
  await allies.page.waitForSelector('#top .clock.runs');
  const side = await allies.page.$eval('#top .clock.runs', (face) => (face.classList.contains('allies') ? 'allies' : 'axis'));
  const other = side === 'allies' ? 'axis' : 'allies';
  for (const { page } of [allies, axis]) await below(page, side, 1800);
  assert.equal(await shown(axis.page, other), 1800, 'the clock of the other side stands');
  await on.server.down?.();
  await on.server.up?.();
  await allies.page.waitForFunction(() => !document.body.classList.contains('offline'));
  await allies.page.waitForSelector(`#top .clock.runs.${side}`);
  await below(allies.page, side, await shown(allies.page, side));
  assert.equal(await shown(allies.page, other), 1800);
  await allies.context.close();
  await axis.context.close();
});

test('whoever has no time left has lost, and both players are told so', async () => {
  const [allies, axis] = await players({ seconds: 3, per: 'move' });
  for (const { page } of [allies, axis]) {
    await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'over');
    await page.waitForSelector(':text("Time ran out for")');
  }
  await allies.context.close();
  await axis.context.close();
});

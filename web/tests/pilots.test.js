// Computer pilots: offered by level.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, stage, turn } from './lib.js';

const on = stage();

test('four pilots are offered, each with a sentence, and the one chosen flies', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game=fast-and-easy]');
  await page.click('[data-scenario=kent-duel]');
  const offered = await page.$$eval('.pilots .opponent', (all) => all.map((b) => [b.dataset.opponent, b.querySelector('b').textContent, b.querySelector('span').textContent]));
  assert.deepEqual(offered.map(([id, title]) => [id, title]), [
    ['cadet', 'Cadet'], ['pilot-officer', 'Pilot officer'], ['flight-lieutenant', 'Flight lieutenant'], ['wing-commander', 'Wing commander'],
  ]);
  assert.ok(offered.every(([, , text]) => /^[A-Z].*\.$/.test(text)), JSON.stringify(offered));
  await page.click('[data-opponent=pilot-officer]');
  await turn(page);
  await page.waitForFunction(() => document.querySelector('.rival')?.textContent.trim() === 'Pilot officer: Luftwaffe');
  assert.deepEqual(errors, []);
  await context.close();
});

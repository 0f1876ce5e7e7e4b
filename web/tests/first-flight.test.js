// First flights: a newcomer's way from the first page to the first move, and each guided game to its end by its hints alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followHints, moment, open, past, stage, turn } from './lib.js';

const on = stage();

test('from the first page to the first move in at most four clicks', async () => {
  const { context, page, errors } = await open(on.browser);
  let clicks = 0;
  const click = async (name) => {
    await page.getByRole('button', { name, disabled: false }).click();
    clicks++;
  };
  await page.goto(`${on.server.url}/`);
  await click('Take off');
  await turn(page);
  const { seq } = await moment(page);
  while (!(await page.getByRole('button', { name: /^Commit(?!,)/, disabled: false }).count())) {
    await click('Show me a good choice');
    await page.waitForSelector('.commit.coach');
  }
  await click(/^Commit/);
  await past(page, seq);
  assert.ok(clicks <= 4, `${clicks} clicks`);
  assert.deepEqual(errors, []);
  await context.close();
});

// The first flight of Fast and Easy is followed in play.test.js.
for (const game of ['spitfire', 'spitting-fire', 'fighting-wings']) {
  test(`the first flight of ${game} is finished by its hints alone, and they say why`, async (t) => {
    const { context, page, errors } = await open(on.browser);
    await page.goto(`${on.server.url}/`);
    await page.click(`[data-game="${game}"]`);
    await page.click('.guided');
    const { lessons, reasons } = await followHints(page);
    t.diagnostic(`${[...lessons].join(', ')}; ${reasons} reasons`);
    assert.ok(lessons.size >= 4, [...lessons].join(', '));
    assert.ok(reasons > 0, 'a good choice comes with its reason');
    assert.equal(await page.textContent('.coach-card h2 small'), 'Landed');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

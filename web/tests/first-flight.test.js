// First flights: a newcomer's way from the first page to the first move, and each guided game to its end by its hints alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moment, open, past, stage, turn } from './lib.js';

const on = stage();
/** No guided game takes more decisions. */
const MOST = 120;

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

/** Follows the hints to the end; answers the lessons that were taught and how many reasons were given. */
async function follow(page) {
  const lessons = new Set();
  let reasons = 0;
  for (let n = 0; n < 2 * MOST; n++) {
    await page.waitForSelector('.coach-show:not([aria-disabled]), .commit.coach, .outcome');
    if (await page.$('.outcome')) return { lessons, reasons };
    lessons.add(await page.textContent('.coach-card h2 small'));
    if (await page.$('.coach-card .because')) reasons++;
    const { seq } = await moment(page);
    if (await page.$('.commit.coach')) {
      await page.click('.commit.coach');
      await past(page, seq);
      await turn(page);
    } else {
      await page.click('.coach-show');
      await page.waitForSelector('.commit.coach');
    }
  }
  throw new Error('the flight does not end');
}

// The first flight of Fast and Easy is followed in play.test.js; that of Simple Fighting Wings takes long to think.
for (const game of ['spitfire', 'spitting-fire', ...(process.env.TALLYHO_LONG ? ['fighting-wings'] : [])]) {
  test(`the first flight of ${game} is finished by its hints alone, and they say why`, async (t) => {
    const { context, page, errors } = await open(on.browser);
    await page.goto(`${on.server.url}/`);
    await page.click(`[data-game="${game}"]`);
    await page.click('.guided');
    const { lessons, reasons } = await follow(page);
    t.diagnostic(`${[...lessons].join(', ')}; ${reasons} reasons`);
    assert.ok(lessons.size >= 4, [...lessons].join(', '));
    assert.ok(reasons > 0, 'a good choice comes with its reason');
    assert.equal(await page.textContent('.coach-card h2 small'), 'Landed');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

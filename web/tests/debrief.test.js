// After a game: luck and skill. After a turn: why a computer did what it did.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, moment, open, past, quiet, stage } from './lib.js';

const on = stage();

/** Only computers: one that makes mistakes, and one that does not. */
const COMPUTERS = {
  game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 7 },
  seats: { allies: 'pilot:cadet', axis: 'pilot:flight-lieutenant' },
};
/** However busy the machine is, it comes. */
const PATIENTLY = { timeout: 0 };

async function sit(order) {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, order);
  await page.goto(`${on.server.url}/table/${id}`);
  return { context, page, errors, id };
}

const command = (page) => page.$eval('.controls input', (slider) => Number(slider.value));

test('the debrief tells luck from skill, names what cost most, and leads there by mouse and by keys', async () => {
  const { context, page, errors, id } = await sit({ ...COMPUTERS, pace_ms: 0 });
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'over', null, PATIENTLY);
  // Neither a lost request nor a busy server ends the wait.
  const bad = ['lost', 503, 429];
  await page.route('**/debrief', (route) => {
    const how = bad.shift();
    return how === 'lost' ? route.abort() : how ? route.fulfill({ status: Number(how), body: '' }) : route.continue();
  });
  await page.goto(`${on.server.url}/replay/${id}`);
  await page.waitForSelector('.skill .figures', PATIENTLY);
  assert.deepEqual(bad, []);
  await page.waitForFunction(() => !document.querySelector('.skill .so-far, .win-chance .so-far'), null, PATIENTLY);
  assert.match(await page.textContent('.skill caption'), /victory points/, 'the unit is named');
  const rows = await page.$$eval('.skill tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
  assert.deepEqual(rows.map(([side]) => side), ['RAF', 'Luftwaffe']);
  for (const [, luck, decisions] of rows) {
    assert.match(luck, /^([+−]\d+\.\d|0)$/);
    assert.match(decisions, /^(−\d+\.\d|0)$/, 'decisions only cost');
  }
  const dearest = await page.$$eval('.dearest', (all) => all.map((list) => [...list.children].map((li) => li.textContent.replace(/\s+/g, ' ').trim())));
  assert.ok(dearest.flat().length > 0, 'a cadet makes mistakes');
  for (const list of dearest) {
    assert.ok(list.length <= 3);
    for (const says of list) assert.match(says, /^Turn \d+: .+ Cost \d+\.\d points\. Better: .+\./);
  }
  await page.hover('.curve.chances');
  await page.waitForFunction(() => /^After command \d+: RAF .*% \(.+ to .+ %\), Luftwaffe .*%/.test(document.querySelector('.reading').textContent));
  assert.equal(await page.locator('.chances .likely').count(), await page.locator('.chances .strength').count(), 'every line has its bounds');
  const first = Number(await page.getAttribute('.to-moment', 'data-line'));
  await page.click('.to-moment');
  assert.equal(await command(page), first - 1, 'the position in which it was decided');
  await page.keyboard.press('End');
  await page.focus('.to-moment');
  await page.keyboard.press('Enter');
  assert.equal(await command(page), first - 1);
  // The browser notes by itself which requests went wrong.
  assert.deepEqual(errors.filter((e) => !e.endsWith('/debrief')), []);
  await context.close();
});

test('a computer is asked why once its turn is over, at the table and in the replay', async () => {
  const { context, page, errors, id } = await sit({ ...COMPUTERS, pace_ms: 10_000 });
  await page.click('.pause');
  await page.waitForFunction(() => document.querySelector('.pause')?.textContent.includes('Go on'));
  for (let n = 0; n < 200 && !(await page.$('.why-ask')); n++) {
    const { seq } = await moment(page);
    await page.keyboard.press('n');
    await past(page, seq);
    await quiet(page);
  }
  assert.equal((await moment(page)).state, 'wait', 'the game is not over');
  assert.deepEqual(await page.$$eval('.entry', (all) => all.map((e) => e.querySelectorAll(':scope > .more > .why-ask').length).filter((n) => n > 1)), [], 'one button a line');
  await page.click('.entry:has(.why-ask) .said');
  await page.click('.why-ask');
  await page.waitForSelector('.why-card li');
  assert.equal(await page.getAttribute('.why-ask', 'aria-expanded'), 'true');
  assert.match(await page.textContent('.why-card'), /this was done/);
  const worth = await page.$$eval('.why-card .worth', (all) => all.slice(0, 5).map((w) => Number(w.textContent.replace('−', '-'))));
  assert.deepEqual(worth, worth.toSorted((a, b) => b - a), 'best first');
  await page.click('.why-ask');
  await page.waitForSelector('.why-card', { state: 'detached' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.click('.tabs button:has-text("Log")');
  await page.click('.entry:has(.why-ask) .said');
  await page.click('.why-ask');
  await page.waitForSelector('.why-card li');
  await page.waitForFunction(() => {
    const [card, room] = ['.why-card', 'aside'].map((part) => document.querySelector(part).getBoundingClientRect());
    const seen = Math.min(card.bottom, room.bottom) - Math.max(card.top, room.top);
    return seen >= Math.min(card.height, room.height / 2);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${on.server.url}/replay/${id}`);
  await page.focus('.why-ask');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.why-card li');
  assert.deepEqual(errors, []);
  await context.close();
});

// Briefings: beside the opponents before a game, a key away in it; and what the header says of move and score.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { make, open, stage, turn } from './lib.js';

const on = stage();
const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 3 } };

test('a scenario tells its story, tasks, victory, length and forces before the game', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game=fast-and-easy]');
  await page.click('[data-scenario=malta-1941]');
  await page.waitForSelector('.briefing-slot .briefing');
  const text = await page.textContent('.briefing-slot');
  for (const part of ['What happened', 'Illustrious', 'Task: RAF', 'Task: Axis', 'How you win', 'target destroyed scores', '14 turns', '40 minutes', '6 JU87 Stukas'])
    assert.ok(text.includes(part), `${part} is missing in: ${text}`);
  assert.equal(await page.$$eval('.start-map .aircraft', (all) => all.length), 17);
  await check(page, 'Briefing before the game');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the briefing of every scenario can be drawn', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  const lacks = await page.evaluate(async () => {
    const { briefingCard } = await import(moduleOf('table/briefing.js'));
    const { games } = await (await fetch('/api/games')).json();
    const found = [];
    for (const game of games)
      for (const { id } of game.scenarios) {
        const card = briefingCard(await (await fetch(`/api/briefing/${game.id}/${id}`)).json(), 'axis');
        if (!card.querySelector('.start-map .sea') || /NaN|undefined|null/.test(card.outerHTML)) found.push(`${game.id}/${id}`);
      }
    return found;
  });
  assert.deepEqual(lacks, []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('at a table the briefing is a key away, with the own task first and the score', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { ...DUEL, seats: { allies: 'pilot:cadet', axis: 'human' } });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  assert.match(await page.textContent('#top .phases .on'), /^Your move · /);
  await page.keyboard.press('i');
  await page.waitForSelector('dialog .briefing');
  const heads = await page.$$eval('dialog .briefing h3', (all) => all.map((e) => e.textContent));
  assert.ok(heads.includes('Your task: Luftwaffe') && heads.indexOf('Your task: Luftwaffe') < heads.indexOf('Task: RAF'), heads.join());
  assert.match(await page.textContent('.briefing-score'), /As it stands.*points/s);
  await check(page, 'Briefing at the table');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  assert.match((await page.getAttribute('#top .score', 'aria-label')) ?? '', /^Score: RAF \d+, Luftwaffe \d+ \(points/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('in a replay the briefing is a button and a key away, with the score of the moment', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { ...DUEL, seats: { allies: 'pilot:simple', axis: 'pilot:simple' }, pace_ms: 0 });
  await page.goto(`${on.server.url}/replay/${id}`);
  await page.waitForSelector('.replay');
  const { title } = await page.evaluate(async (table) => (await (await fetch(`/api/tables/${table}/replay`)).json()).briefing, id);
  for (const way of [() => page.click('#top .brief'), () => page.keyboard.press('i')]) {
    await way();
    await page.waitForSelector('dialog.briefing-box .start-map .sea');
    const text = await page.textContent('dialog.briefing-box');
    for (const part of [title, 'What happened', 'Task: RAF', 'Task: Luftwaffe', 'How you win', 'As it stands']) assert.ok(text.includes(part), `${part} is missing in: ${text}`);
    await check(page, 'Briefing in a replay');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a phone the briefing is behind the gear', async () => {
  const { context, page, errors } = await open(on.browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { id } = await make(page, on.server.url, { ...DUEL, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  await page.click('#top [aria-label=Settings]');
  await page.click('dialog button:has-text("Briefing")');
  await page.waitForSelector('dialog.briefing-box .briefing');
  const wide = await page.$eval('dialog.briefing-box', (e) => e.scrollWidth > e.clientWidth);
  assert.ok(!wide, 'the card is as wide as the screen');
  await check(page, 'Briefing on a phone');
  assert.deepEqual(errors, []);
  await context.close();
});

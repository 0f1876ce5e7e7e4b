// Games of Simple Fighting Wings by clicks and by keys: moves chosen by name, plans made step by step, formations, and every kind of fire that comes up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenThere, commit, make, moment, open, past, quiet, stage, toTheEnd, turn, typeTurn } from './lib.js';

const on = stage();
const GAME = 'fighting-wings';

/** Sets a table and sits down at it. */
async function sit(order, how = {}) {
  const { context, page, errors } = await open(on.browser, how);
  const scenario = typeof order.turns === 'number' ? await shorter(page, order.scenario, order.turns) : order.scenario;
  const { turns: _, ...rest } = order;
  const { id } = await make(page, on.server.url, { game: GAME, dice: { seed: 5 }, ...rest, scenario });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  return { context, page, errors, id };
}

/** A ready-made scenario with fewer turns: the position of a table of it, as a scenario. */
async function shorter(page, scenario, turns) {
  const { id } = await make(page, on.server.url, { game: GAME, scenario, dice: { seed: 5 }, hot_seat: true });
  const position = await page.evaluate((table) => new Promise((resolve, reject) => {
    const ws = new WebSocket(`ws://${location.host}/ws/${table}`);
    ws.onopen = () => ws.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'position', params: { seat: 'allies' } }));
    ws.onmessage = ({ data }) => {
      const { id, result, error } = JSON.parse(data);
      if (id !== 1) return;
      ws.close();
      if (error) reject(new Error(error.message));
      else resolve(result);
    };
  }), id);
  return { ...position.position, turns };
}

/** Names of moves on the screen. */
const names = (page, which) => page.$$eval(`${which} .move-name`, (all) => all.map((b) => b.dataset.move));

/** Takes one decision with the mouse: a move by its kind, its way and its place; anything else by the first button. */
async function flyTurn(page, n) {
  const { seq } = await moment(page);
  if (await page.$('.fleet-item:not(.idle):not(.on)') && !(await page.$('.fleet-item.on'))) {
    await page.click('.fleet-item:not(.idle)');
    await quiet(page);
  }
  if (await page.$('.moves')) {
    const kinds = await names(page, '.move-names:not(.ways)');
    await page.click(`.move-name[data-move="${kinds[n % Math.min(3, kinds.length)]}"]`);
    await page.waitForSelector('.move-names.ways');
    const ways = await names(page, '.ways');
    await page.click(`.ways .move-name[data-move="${ways[n % ways.length]}"]`);
    await page.waitForSelector('.ways .on');
    await page.click('.place-list:not([open]) summary');
    await page.click('.place');
    await chosenThere(page);
  } else {
    await page.click('.choice:not(.no)');
    await page.waitForSelector('.commit:not([aria-disabled])');
  }
  await page.click('.commit:not([aria-disabled])');
  await past(page, seq);
}

/** The end of a game: a rule of the book stands behind it, and the replay shows it again. */
async function ended(page, id) {
  assert.match(await page.textContent('.outcome'), /You (win|lose)|A draw|Victory/);
  assert.match(await page.getAttribute('.outcome .rule', 'data-rule'), /^fighting-wings\/X\.(victory|scenarios)/);
  assert.match(await page.textContent('.outcome .rule'), /^[A-Z][a-z]+/, 'in words');
  await page.goto(`${on.server.url}/replay/${id}`);
  await page.waitForSelector('.controls');
}

test('a duel against the computer: every move by name, from the first turn to the end of the rules', async (t) => {
  const { context, page, errors, id } = await sit({ scenario: 'kent', seats: { allies: 'human', axis: 'pilot:simple' } });
  assert.match(await page.getAttribute('.ladder svg', 'aria-label'), /1\d,\d00 ft: (A1|X1)/);
  assert.deepEqual((await names(page, '.move-names')).slice(0, 3), ['level', 'climbing', 'diving']);
  const decisions = await toTheEnd(page, flyTurn);
  t.diagnostic(`${decisions} decisions: ${await page.textContent('.outcome')}`);
  assert.ok(decisions >= 2, `${decisions} decisions`);
  await ended(page, id);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the trial shows horizons, energy, the account and why a step is refused', async () => {
  const { context, page, errors } = await sit({ scenario: 'kent', turns: 1, hot_seat: true });
  const press = async (label) => {
    await page.click(`.choice:not(.no)[data-label="${label}"]`);
    await quiet(page);
  };
  await press('Hold this pitch');
  await press('Ahead, bank right');
  await press('Ahead, turn right at TT');
  const dials = () => page.$$eval('.trial-sheet .dial-of svg', (all) => all.map((d) => d.getAttribute('aria-label')));
  assert.deepEqual(await dials(), ['wings level, level flight', 'banked right, level flight']);
  assert.match(await page.textContent('.notes'), /Flight points: 2 of \d.*banked right.*Speed: \d\.\d now, \d\.\d if it ended here/s);
  assert.match(await page.getAttribute('.trial-sheet .energy-bar', 'aria-label'), /^Energy now \d+: height \d+, speed worth \d+$/);
  assert.match(await page.textContent('.panel .sum'), /accel points.*Power.*Power at speed/s);
  assert.ok(await page.$('.panel .sum [data-rule="fighting-wings/X.power"]'), 'with the rule behind it');
  await page.click('.why-more summary');
  assert.match(await page.textContent('.why-more'), /Ahead, turn left at TT: .*Turns/);
  assert.ok(await page.$('.why-more [data-rule="fighting-wings/15.a"]'));
  assert.match(await page.textContent('.not-yet'), /the move has \d FPs, the plan 2 Flight points/);
  assert.ok(await page.$('.not-yet [data-rule="fighting-wings/X.fp"]'));
  // Undone to the beginning, every way to fly is offered again.
  for (let n = 0; n < 3; n++) await page.click('.undo');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'decide');
  await quiet(page);
  assert.ok((await names(page, '.move-names')).includes('wingover'));
  assert.equal(await page.$$eval('.label .horizon', (all) => all.length), 2, 'each aircraft has a horizon on the board');
  assert.equal(await page.$$eval('.label .energy', (all) => all.length), 2, 'and its energy');
  await page.click('.rung.axis');
  await page.waitForSelector('.card .dial-of');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a duel in a hot seat by keys alone: plans step by step, and points decide after the last turn', async (t) => {
  const { context, page, errors, id } = await sit({ scenario: 'kent', turns: 2, hot_seat: true });
  const decisions = await toTheEnd(page, typeTurn);
  t.diagnostic(`${decisions} decisions`);
  await ended(page, id);
  assert.deepEqual(errors, []);
  await context.close();
});

test('finger fours against the computer: wingmen follow their leaders, and every altitude stays readable', async (t) => {
  const { context, page, errors, id } = await sit({ scenario: 'finger-fours', turns: 2, seats: { allies: 'human', axis: 'pilot:simple' } });
  assert.match(await page.textContent('.prompt'), /Formations/);
  const chips = await page.$$eval('.rung', (all) => all.map((c) => c.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
  assert.equal(chips.length, 8);
  for (const [n, a] of chips.entries()) {
    for (const b of chips.slice(n + 1)) assert.ok(Math.abs(a.x - b.x) > 8 || Math.abs(a.y - b.y) > 8, 'no chip of the ladder covers another');
  }
  const decisions = await toTheEnd(page, flyTurn);
  t.diagnostic(`${decisions} decisions: ${await page.textContent('.outcome')}`);
  assert.ok(decisions >= 8, `${decisions} decisions`);
  await ended(page, id);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the Fortress box in a hot seat: the bombers fly as one, and their points are counted at the end', async (t) => {
  const { context, page, errors, id } = await sit({ scenario: 'fortress-box', turns: 1, hot_seat: true });
  const decisions = await toTheEnd(page, flyTurn);
  t.diagnostic(`${decisions} decisions: ${await page.textContent('.outcome')}`);
  assert.ok(decisions >= 10, `${decisions} decisions`);
  assert.match(await page.textContent('.points'), /USAAF 9, Luftwaffe 0/, 'nine Fortresses in formation');
  await ended(page, id);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the Fortress box against the computer, on a phone', async (t) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { context, page, errors, id } = await sit({ scenario: 'fortress-box', turns: 1, seats: { allies: 'pilot:simple', axis: 'human' } }, phone);
  const decisions = await toTheEnd(page, flyTurn);
  t.diagnostic(`${decisions} decisions`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, 'nothing is wider than the phone');
  await ended(page, id);
  assert.deepEqual(errors, []);
  await context.close();
});

test('its first flight explains each decision and hints lead on', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game="fighting-wings"]');
  await page.click('.guided');
  const lessons = new Set();
  for (let n = 0; n < 4; n++) {
    await page.waitForSelector('.coach-show:not([aria-disabled]), .outcome');
    if (await page.$('.outcome')) break;
    lessons.add(await page.textContent('.coach-card h2'));
    await page.click('.coach-show');
    await page.waitForSelector('.commit.coach');
    await commit(page);
    await turn(page);
  }
  assert.ok(lessons.size >= 3, `lessons: ${[...lessons].join(', ')}`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('hangar and rules: every figure says where it comes from, and its rule opens', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/hangar/${GAME}`);
  await page.click('text=Supermarine Spitfire Mk IA');
  await page.waitForSelector('.card-values');
  const text = await page.textContent('.card-values');
  for (const part of ['Maximum level speed', 'Power', 'Turns', 'Fixed guns', 'Sources.']) assert.ok(text.includes(part), part);
  assert.ok((await page.$$('.card-values .from')).length > 10, 'figures name their sources');
  await page.goto(`${on.server.url}/rules/${GAME}#${GAME}/T.transition?details`);
  await page.waitForSelector('.rule-entry.found .rule-text > *');
  assert.equal(await page.textContent('.rule-entry.found h4'), 'Transition chart');
  assert.ok(await page.$('.rule-entry.found table'), 'with the chart itself');
  assert.deepEqual(errors, []);
  await context.close();
});

// Computer pilots: offered by level, asked for a hint, watched at a pace of one's own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickTurn, commit, make, moment, open, past, quiet, stage, turn } from './lib.js';

const on = stage();

const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 7 }, seats: { allies: 'human', axis: 'pilot:simple' } };
/** Only computers, so slow that nothing happens by itself. */
const WATCHED = { ...DUEL, seats: { allies: 'pilot:pilot-officer', axis: 'pilot:cadet' }, pace_ms: 10_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function sit(order, how) {
  const { context, page, errors } = await open(on.browser, how);
  const made = await make(page, on.server.url, order);
  await page.goto(`${on.server.url}/table/${made.id}`);
  return { context, page, errors, made };
}

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

for (const [where, how] of [['by mouse', {}], ['by touch on a phone', PHONE]]) {
  test(`a hint shows a move and why, and is tried or put away, ${where}`, async () => {
    const { context, page, errors } = await sit(DUEL, how);
    const press = (selector) => ('hasTouch' in how ? page.tap(selector) : page.click(selector));
    await turn(page);
    const cut = await page.$$eval('#top .phases .on, #top .seat', (all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent));
    assert.deepEqual(cut, [], 'whose move it is and the own side are read in full');
    await press('.hint-ask');
    await page.waitForSelector('.hint-take');
    await quiet(page);
    assert.equal(await page.$('.hint-ask'), null, 'one hint at a time');
    assert.ok(await page.$('.layer-ghost .ghost'), 'the ghost of the move is on the board');
    assert.ok((await page.$eval('.layer-path path', (p) => p.getAttribute('d'))).length > 10, 'and its way');
    assert.match(await page.textContent('.hint-card'), /that were weighed/);
    await press('.hint-drop');
    await quiet(page);
    assert.deepEqual([await page.$('.hint-card'), await page.$('.layer-ghost .ghost')], [null, null]);
    await press('.hint-ask');
    await press('.hint-take');
    await page.waitForSelector('.commit:not([aria-disabled])');
    assert.equal(await page.$('.hint-card'), null);
    assert.ok(await page.isVisible('.trial') && (await page.isVisible('.hint-ask')), 'a path that is tried can be flown and compared');
    const { seq } = await moment(page);
    await commit(page);
    assert.ok((await moment(page)).seq > seq, 'the server takes what the pilot would have said');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('by keys: H asks for a hint, Escape puts it away, and it is gone with its decision', async () => {
  const { context, page, errors } = await sit(DUEL);
  await turn(page);
  await page.keyboard.press('h');
  await page.waitForSelector('.hint-take');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.hint-card', { state: 'detached' });
  await page.keyboard.press('h');
  await page.waitForSelector('.hint-take');
  await page.focus('.hint-take');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.commit:not([aria-disabled])');
  await page.keyboard.press('h');
  await page.waitForSelector('.hint-take');
  await commit(page);
  await turn(page);
  assert.equal(await page.$('.hint-card'), null);
  assert.deepEqual(errors, []);
  await context.close();
});

test('two computers of any level are watched, and both are remembered', async () => {
  const { context, page, errors } = await open(on.browser, { viewport: { width: 1280, height: 720 } });
  const choose = async () => {
    await page.goto(`${on.server.url}/`);
    await page.click('[data-game=fast-and-easy]');
    await page.click('[data-scenario=kent-duel]');
    return Promise.all(['allies', 'axis'].map((side) => page.inputValue(`[name=${side}-pilot]`)));
  };
  const watch = async (text) => {
    await page.click('[data-opponent=watch]');
    await page.waitForFunction((wanted) => document.querySelector('.rival')?.textContent.trim() === wanted, text);
    assert.ok(await page.$eval('.rival', (e) => e.scrollWidth <= e.clientWidth), 'both are read in full');
  };
  assert.deepEqual(await choose(), ['wing-commander', 'wing-commander']);
  await watch('Wing commander – Wing commander');
  await choose();
  await page.selectOption('[name=axis-pilot]', 'cadet');
  await watch('Wing commander – Cadet');
  assert.deepEqual(await choose(), ['wing-commander', 'cadet']);
  assert.deepEqual(errors, []);
  await context.close();
});

test('where computers fly both sides the maker has them wait, step and go on, and a reload changes nothing', async () => {
  const { context, page, errors, made } = await sit(WATCHED);
  await page.waitForFunction(() => document.querySelector('.rival')?.textContent === 'Pilot officer – Cadet');
  await page.click('.pause');
  await page.waitForFunction(() => document.querySelector('.pause')?.textContent.includes('Go on'));
  assert.equal((await page.textContent('.panel h2')).trim(), 'The pilots wait');
  const { seq } = await moment(page);
  await page.click('.step-on');
  await past(page, seq);
  await page.keyboard.press('n');
  await past(page, seq + 1);
  await page.click('.pace label:has-text("Fast")');
  await quiet(page);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.pause')?.textContent.includes('Go on'));
  assert.deepEqual([await page.isChecked('.pace [value="200"]'), (await moment(page)).seq], [true, seq + 2]);
  const watcher = await open(on.browser);
  await watcher.page.goto(on.server.url + made.links.watch);
  await watcher.page.waitForFunction(() => document.querySelector('.panel h2')?.textContent.includes('The pilots wait'));
  assert.equal(await watcher.page.$('.pace'), null, 'others do not set the pace');
  await page.click('.pace label:has-text("At once")');
  await page.keyboard.press('p');
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'over');
  assert.equal(await page.$('.pace'), null);
  await watcher.page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'over');
  assert.deepEqual([...errors, ...watcher.errors], []);
  await watcher.context.close();
  await context.close();
});

test('the computer flies one group for the player, at the level chosen, and the player flies the others', async () => {
  const order = { game: 'fast-and-easy', scenario: 'box-over-germany', dice: { seed: 7 }, seats: { allies: 'pilot:simple', axis: 'human' } };
  const { context, page, errors } = await sit(order);
  await turn(page);
  // The group is that of the aircraft that is picked.
  await page.keyboard.press('1');
  await page.waitForSelector('[data-key=relieve-group]');
  await page.click('#top [aria-label=Settings]');
  // The radio itself is drawn by its label.
  await page.check('dialog input[name=relief][value=cadet]', { force: true });
  await page.reload();
  await turn(page);
  await page.click('#top [aria-label=Settings]');
  assert.ok(await page.isChecked('dialog input[name=relief][value=cadet]'), 'it is remembered');
  await page.keyboard.press('Escape');
  const { seq } = await moment(page);
  const group = await page.textContent('.group-bar b');
  await page.keyboard.press('u');
  await past(page, seq);
  await page.waitForFunction((name) => document.querySelector('.relief')?.textContent.includes(`Cadet flies ${name}`), group);
  // It has flown its group, and somebody else is to move.
  await page.waitForSelector('.panel .choice');
  await turn(page);
  const left = await page.$$eval('.panel .choice', (all) => all.map((c) => c.dataset.label));
  assert.ok(left.length > 1 && !left.some((label) => label.startsWith(group)), left.join());
  const now = await moment(page);
  // First an aircraft, then its move.
  for (let n = 1; n < 4 && (await moment(page)).seq === now.seq; n++) await clickTurn(page, n);
  assert.ok((await moment(page)).seq > now.seq, 'the player flies the others');
  await turn(page);
  await page.click('[data-key=take-seat]');
  await page.waitForSelector('.relief', { state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
});

test('where the server gives no hints, none is offered', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.route('**/api/games', async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), hints: false } }));
  const { id } = await make(page, on.server.url, DUEL);
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  await page.waitForSelector('.hint-ask', { state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
});

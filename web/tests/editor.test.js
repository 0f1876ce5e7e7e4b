// The scenario editor: written by mouse and by keys, checked while typing, kept, shared and played, and a game changed in mid-air.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { check as accessible } from './axe.js';
import { make, open, stage, turn } from './lib.js';

const on = stage();

/** Waits until the scenario as it stands is checked; answers how many flaws it has. */
async function settled(page) {
  const node = await page.waitForSelector('.verdict[data-state=settled]');
  return Number(await node.getAttribute('data-flaws'));
}
/** Waits until it has so many flaws. */
const flaws = (page, n) => page.waitForSelector(`.verdict[data-state=settled][data-flaws="${n}"]`);
const names = (page) => page.$$eval('.piece b', (all) => all.map((b) => b.textContent));
const placed = (page, n) => page.waitForFunction((m) => document.querySelectorAll('.piece').length === m, n);
const where = (page) => page.textContent('.piece.on small');
const draft = (page, game) => page.evaluate((g) => JSON.parse(localStorage.getItem(`tallyho:draft:${g}`)).scenario, game);

/** A point of the board, by parts of its width and height. */
async function point(page, x, y) {
  const box = await (await page.$('.board')).boundingBox();
  return [box.x + box.width * x, box.y + box.height * y];
}

async function place(page, side, card, [x, y]) {
  const before = (await page.$$('.piece')).length;
  await page.check(`[name=palette-side][value=${side}]`, { force: true });
  if ((await page.getAttribute(`[data-card="${card}"]`, 'aria-pressed')) !== 'true') await page.click(`[data-card="${card}"]`);
  await page.mouse.click(...(await point(page, x, y)));
  await placed(page, before + 1);
}

test('a duel is written by mouse, checked all the while, shared, and played at once', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('#top a[href="/editor"]');
  await page.click('a[data-game=fast-and-easy]');
  assert.ok((await settled(page)) > 0, 'an empty board cannot be played');
  assert.ok(await page.isDisabled('.actions .play'));
  await accessible(page, 'empty');
  await place(page, 'allies', 'Spitfire I', [0.3, 0.5]);
  await place(page, 'axis', 'ME 109 E', [0.7, 0.4]);
  await flaws(page, 0);
  await page.keyboard.press('Escape');
  // Dragged, the aircraft goes and the map stays.
  const before = await where(page);
  const world = await page.$eval('.world', (w) => w.style.transform);
  await page.mouse.move(...(await point(page, 0.7, 0.4)));
  await page.mouse.down();
  await page.mouse.move(...(await point(page, 0.6, 0.6)), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((was) => document.querySelector('.piece.on small').textContent !== was, before);
  assert.equal(await page.$eval('.world', (w) => w.style.transform), world);
  await page.click('#tab-sheet');
  await page.fill('#field-title', 'Tip <b>and</b> run');
  await flaws(page, 0);
  assert.equal(await page.textContent('#top .title'), 'Tip <b>and</b> run', 'text is only text');
  // Out of range: the flaw is told, leads to its field, and undoing mends it.
  await page.fill('#field-turns', '0');
  await page.press('#field-turns', 'Tab');
  await flaws(page, 1);
  await page.click('#tab-aircraft');
  await page.click('[data-flaw=turns]');
  await page.waitForFunction(() => document.activeElement?.id === 'field-turns');
  assert.match(await page.textContent('#field-turns-wrong'), /0 is not allowed: 1 to 200 is/);
  await accessible(page, 'flawed');
  await page.click('.actions button:text-is("Undo")');
  await flaws(page, 0);
  await page.click('.actions button:text-is("Share")');
  const link = await page.inputValue('dialog input');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('dialog button:text-is("TOML file")')]);
  assert.equal(file.suggestedFilename(), 'tip-b-and-b-run.toml');
  assert.match(await readFile(await file.path(), 'utf8'), /^title = "Tip <b>and<\/b> run"/);
  await page.keyboard.press('Escape');
  const friend = await open(on.browser);
  await friend.page.goto(link);
  await flaws(friend.page, 0);
  assert.deepEqual(await draft(friend.page, 'fast-and-easy'), await draft(page, 'fast-and-easy'));
  await friend.context.close();
  await page.click('.actions .play');
  await page.click('dialog [data-opponent=hot-seat]');
  await page.waitForURL(/\/table\//);
  assert.notEqual(await turn(page), 'over');
  assert.deepEqual([...errors, ...friend.errors], []);
  await context.close();
});

test('the keyboard and the list do all that the mouse does, and nothing is lost by a reload', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/editor/spitfire#from=air-superiority`);
  await flaws(page, 0);
  const count = (await names(page)).length;
  await page.focus('.piece .name');
  await page.keyboard.press('Enter');
  const first = await where(page);
  const moved = (was) => page.waitForFunction((old) => document.querySelector('.piece.on small').textContent !== old, was);
  await page.focus('.board');
  await page.keyboard.press('ArrowDown');
  await moved(first);
  const second = await where(page);
  await page.keyboard.press(']');
  await moved(second);
  await page.keyboard.press('Delete');
  await placed(page, count - 1);
  for (let n = 0; n < 3; n++) await page.keyboard.press('u');
  await placed(page, count);
  await flaws(page, 0);
  await page.click('.actions button:text-is("Save")');
  await page.reload();
  await flaws(page, 0);
  assert.equal((await names(page)).length, count);
  // What is kept is offered with the game's scenarios.
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game=spitfire]');
  await page.click('.own-scenarios a[href*="#mine="]');
  await flaws(page, 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('targets and clouds are placed, picked, moved and removed by mouse and by keys', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/editor/fast-and-easy#from=kent-duel`);
  await flaws(page, 0);
  const lying = (n) => page.waitForFunction((m) => document.querySelectorAll('.piece.thing').length === m, n);
  const chosen = () => page.textContent('.piece.thing.on small');
  const moved = (was) => page.waitForFunction((old) => (document.querySelector('.piece.thing.on small')?.textContent ?? old) !== old, was);
  const click = async (x, y) => page.mouse.click(...(await point(page, x, y)));
  await page.click('[data-kind=cloud]');
  await click(0.2, 0.2);
  await lying(1);
  await click(0.7, 0.2);
  await lying(2);
  await page.click('[data-kind=target]');
  await click(0.4, 0.8);
  await lying(3);
  await page.keyboard.press('Escape');
  await click(0.4, 0.8);
  await page.waitForSelector('.piece.thing.on [data-marker=target]');
  const first = await chosen();
  // Dragged, it goes and the map stays.
  const world = await page.$eval('.world', (w) => w.style.transform);
  await page.mouse.move(...(await point(page, 0.4, 0.8)));
  await page.mouse.down();
  await page.mouse.move(...(await point(page, 0.5, 0.7)), { steps: 4 });
  await page.mouse.up();
  await moved(first);
  assert.equal(await page.$eval('.world', (w) => w.style.transform), world);
  const second = await chosen();
  await page.focus('.board');
  await page.keyboard.press('ArrowLeft');
  await moved(second);
  await flaws(page, 0);
  const { targets, clouds, options } = await draft(page, 'fast-and-easy');
  assert.deepEqual([targets.length, clouds.length, options.clouds], [1, 2, true]);
  await accessible(page, 'a target');
  await page.keyboard.press('Delete');
  await lying(2);
  assert.equal((await draft(page, 'fast-and-easy')).targets, undefined);
  await page.keyboard.press('u');
  await lying(3);
  // By keys alone: in hand, and down where the cursor is.
  await page.focus('[data-kind=target]');
  await page.keyboard.press('Enter');
  await page.focus('.board');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await lying(4);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the map is drawn as the scenario says, and changes as one types', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/editor/fast-and-easy#from=kent-duel`);
  await flaws(page, 0);
  const written = () => page.$$eval('.layer-land .place-name', (all) => all.map((t) => t.textContent));
  const { scenery } = await draft(page, 'fast-and-easy');
  assert.deepEqual(await written(), scenery.places.map((p) => p.name));
  assert.equal(await page.$$eval('.layer-land :is(path.land, path.water)', (all) => all.length), scenery.shores.length);
  await page.click('#tab-sheet');
  const unfold = (text) => page.click(`.panel summary:text-matches("${text}")`);
  await unfold('What the map looks like');
  await unfold('^Names on the map');
  await unfold(`^1 · ${scenery.places[0].name}`);
  await page.fill('#field-scenery_places_0__name', 'Here be dragons');
  await page.waitForFunction(() => document.querySelector('.layer-land .place-name')?.textContent === 'Here be dragons');
  await unfold('^Shores');
  await page.click('.panel [id="field-scenery_shores"] button:has-text("One more")');
  const last = `#field-scenery_shores_${scenery.shores.length}_`;
  await page.fill(`textarea${last}`, '100, 100\n300, 100\n200, 300');
  await page.press(`textarea${last}`, 'Tab');
  await page.waitForFunction((n) => document.querySelectorAll('.layer-land :is(path.land, path.water)').length === n, scenery.shores.length + 1);
  await flaws(page, 0);
  assert.deepEqual((await draft(page, 'fast-and-easy')).scenery.shores.at(-1), [[100, 100], [300, 100], [200, 300]]);
  await accessible(page, 'scenery');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a wrong file or link is refused in words and loses nothing; a file of another game opens there', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/editor/fast-and-easy#from=kent-duel`);
  await flaws(page, 0);
  const before = await draft(page, 'fast-and-easy');
  const give = async (name, text) => {
    await page.click('.actions button:text-is("Open")');
    await page.setInputFiles('dialog input[type=file]', { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  await give('x.toml', 'title = "x"\nwings = 2');
  await page.waitForFunction(() => /x\.toml cannot be opened/.test(document.querySelector('dialog [role=alert]')?.textContent));
  await page.keyboard.press('Escape');
  await page.goto(`${on.server.url}/editor/fast-and-easy#s=nonsense`);
  await settled(page);
  assert.deepEqual(await draft(page, 'fast-and-easy'), before);
  const kent = 'title = "Kent"\nturns = 9\nsides = { allies = "RAF", axis = "Luftwaffe" }\naircraft = []\n';
  await give('kent.toml', kent);
  await page.waitForURL(/\/editor\/fighting-wings/);
  assert.ok((await settled(page)) > 0);
  assert.equal(await page.textContent('#top .title'), 'Kent');
  assert.deepEqual(errors, []);
  await context.close();
});

test('while the server is away the work is kept, and it is checked once it is back', async () => {
  const { context, page } = await open(on.browser);
  await page.goto(`${on.server.url}/editor/fast-and-easy#from=kent-duel`);
  await flaws(page, 0);
  await page.click('#tab-sheet');
  await context.setOffline(true);
  await page.fill('#field-title', 'Offline');
  await page.waitForSelector('.verdict[data-state=lost]');
  assert.equal((await draft(page, 'fast-and-easy')).title, 'Offline');
  await context.setOffline(false);
  await flaws(page, 0);
  await context.close();
});

test('a moment of a game is changed and played on from there', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'spitting-fire', scenario: 'duel', hot_seat: true });
  await page.goto(`${on.server.url}/replay/${id}`);
  await page.click('.what-if');
  await page.waitForURL(/\/editor\/spitting-fire/);
  await flaws(page, 0);
  assert.equal((await names(page)).length, 4);
  await page.click('#tab-options');
  await page.selectOption('#field-options_mode', 'Open');
  await flaws(page, 0);
  await page.click('.actions .play');
  await page.click('dialog [data-opponent=hot-seat]');
  await page.waitForURL(/\/table\//);
  assert.deepEqual(errors, []);
  await context.close();
});

for (const [look, how] of [
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
]) {
  test(`every part can be used, ${look}`, async () => {
    const { context, page, errors } = await open(on.browser, how);
    await page.goto(`${on.server.url}/editor/fighting-wings#from=kent`);
    await flaws(page, 0);
    await page.click('.piece .name');
    await page.waitForSelector('.own .field');
    await accessible(page, 'an aircraft');
    for (const tab of ['sheet', 'options']) {
      await page.click(`#tab-${tab}`);
      await accessible(page, tab);
    }
    assert.ok(await page.evaluate(() => document.querySelector('#main').scrollWidth <= innerWidth), 'no wider than the screen');
    await page.click('.actions button:text-is("Open")');
    await accessible(page, 'open');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

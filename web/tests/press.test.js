// What a player presses is what is taken, however often the table is drawn anew before the release.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenThere, make, moment, open, past, reach, stage, turn } from './lib.js';

const on = stage();

const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 9 }, hot_seat: true };

/** Sits down at a duel. @param {object} [how] options of the context */
async function sit(how) {
  const { context, page, errors } = await open(on.browser, how);
  const { id } = await make(page, on.server.url, DUEL);
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  return { context, page, errors };
}

/** Has the page draw its table anew so many times, each in a task of its own, as news from the server does. */
const redraw = (page, times = 3) => page.evaluate(async (n) => {
  const { change } = await import(moduleOf('lib/settings.js'));
  for (let i = 0; i < n; i++) {
    change({});
    await new Promise((done) => setTimeout(done));
  }
}, times);

/** The middle of the first thing that a selector finds. */
async function middle(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

test('a button takes its click although the table was drawn anew between press and release', async () => {
  const { context, page, errors } = await sit();
  const at = await middle(page, '.choice:not(.no)');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await redraw(page);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'draft');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a finger takes the button that it pressed although the table was drawn anew between its lift and its click', async () => {
  const { context, page, errors } = await sit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const order = await page.evaluateHandle(async () => {
    const { change } = await import(moduleOf('lib/settings.js'));
    const heard = [];
    // The click of a finger is an event of its own, after this one.
    addEventListener('touchend', () => {
      change({});
      heard.push('drawn');
    }, { once: true });
    addEventListener('click', () => heard.push('click'), { once: true });
    return heard;
  });
  const at = await middle(page, '.choice:not(.no)');
  await page.touchscreen.tap(at.x, at.y);
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'draft');
  assert.deepEqual(await order.jsonValue(), ['drawn', 'click']);
  assert.deepEqual(errors, []);
  await context.close();
});

test('what is drawn anew keeps its nodes: the button that was there is the button that is there', async () => {
  const { context, page, errors } = await sit();
  const [choice, commit] = [await page.$('.choice:not(.no)'), await page.$('.commit')];
  await redraw(page);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  for (const node of [choice, commit]) assert.ok(await node.evaluate((n) => n.isConnected));
  assert.deepEqual(errors, []);
  await context.close();
});

test('that Commit was pressed is on the screen before its answer, also where that comes before the frame', async () => {
  const { context, page, errors } = await sit();
  await page.click('.choice:not(.no)');
  await page.waitForSelector('.layer-reach path');
  const hex = (await reach(page))[0];
  await page.mouse.click(hex.x, hex.y);
  await chosenThere(page);
  const { seq } = await moment(page);
  const { said, shown } = await page.evaluate(async () => {
    const [table, says] = [document.querySelector('.table'), document.querySelector('#say-soon')];
    const frames = [];
    const real = requestAnimationFrame;
    globalThis.requestAnimationFrame = (frame) => frames.push(frame);
    says.replaceChildren();
    const answer = new Promise((done) => new MutationObserver(done).observe(says, { childList: true }));
    document.querySelector('.commit').click();
    // What happened is told as soon as it is heard of.
    await answer;
    await new Promise((done) => setTimeout(done));
    globalThis.requestAnimationFrame = real;
    for (const frame of frames) frame(performance.now());
    const commit = document.querySelector('.commit').getAttribute('aria-disabled');
    return { said: says.firstElementChild.textContent.split(' Dice:')[0], shown: { ...table.dataset, commit } };
  });
  assert.deepEqual(shown, { state: 'busy', seq: String(seq), commit: 'true' });
  await past(page, seq);
  assert.ok((await page.textContent('.log-list')).includes(said), `'${said}' is what came of it`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('on the board the place that was pressed is meant, although the picture was framed anew before the release', async () => {
  const { context, page, errors } = await sit();
  const choice = await middle(page, '.choice:not(.no)');
  await page.mouse.click(choice.x, choice.y);
  await page.waitForSelector('.layer-reach path');
  const hex = (await reach(page))[0];
  await page.mouse.move(Math.round(hex.x), Math.round(hex.y));
  await page.waitForSelector('.layer-reach .near', { state: 'attached' });
  const meant = await page.$eval('.layer-reach .near', (e) => {
    const { x, y, width, height } = e.getBBox();
    return [x + width / 2, y + height / 2];
  });
  await page.mouse.down();
  const before = await page.getAttribute('.world', 'style');
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.waitForFunction((was) => document.querySelector('.world').getAttribute('style') !== was, before);
  await page.mouse.up();
  await page.waitForFunction(() => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])'));
  if (await page.$('.chooser:not([hidden])')) await page.click('.chooser .way-to-end');
  await page.waitForSelector('.commit:not([aria-disabled])');
  const stands = (await page.getAttribute('.layer-ghost .ghost', 'transform')).match(/-?[\d.]+/g).map(Number);
  assert.ok(Math.hypot(stands[0] - meant[0], stands[1] - meant[1]) < 2, `the trial stands at ${stands}, pressed was ${meant}`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('the handle of the dial stays in the hand although the table was drawn anew before it moved', async () => {
  const { context, page, errors } = await open(on.browser);
  const options = { mode: 'open', 'axis-edge': 'north' };
  const { id } = await make(page, on.server.url, { game: 'spitting-fire', scenario: 'duel', options, dice: { seed: 3 }, seats: { allies: 'human', axis: 'pilot:simple' } });
  await page.goto(`${on.server.url}/table/${id}`);
  for (let n = 0; n < 20; n++) {
    await turn(page);
    if (await page.$('.dial-handle')) break;
    const { state, seq } = await moment(page);
    // One in the middle: the first lies on the very edge of the board.
    const places = state === 'draft' ? await reach(page) : [];
    const place = places[places.length >> 1];
    if (place) await page.mouse.click(place.x, place.y);
    else await page.click('.choice:not(.no)');
    await page.waitForFunction(() => document.querySelector('.commit:not([aria-disabled])') || document.querySelector('.table')?.dataset.state === 'draft');
    await turn(page);
    // Straight on as far as may be: a turn comes after that.
    if (await page.$('.range input')) {
      await page.focus('.range input');
      await page.keyboard.press('End');
      await page.waitForFunction(() => document.querySelector('.range input').value === document.querySelector('.range input').max);
    }
    if (!(await page.$('.commit:not([aria-disabled])'))) continue;
    await page.click('.commit:not([aria-disabled])');
    await past(page, seq);
  }
  const at = await middle(page, '.dial-handle');
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await redraw(page);
  await page.mouse.move(at.x + 30, at.y + 4, { steps: 5 });
  await page.mouse.up();
  await page.waitForSelector('.range input');
  assert.deepEqual(errors, []);
  await context.close();
});

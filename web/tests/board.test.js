// The board in a browser: names that cover nothing, stacks that fan out, and stands where height decides.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, open, quiet, stage, turn } from './lib.js';

const on = stage();

const fighter = (name, type, side, hex, altitude) => ({
  name, type, side, pilot: 'regular', start: { hex, heading: side === 'allies' ? 90 : 270, altitude, speed: type === 'b-17g' ? '4.5' : '6.0' },
});
/** Six Fortresses in one hex at one altitude, three fighters beside them and three against them. */
const STACKED = {
  title: 'Stacks, 1944', text: 'For a test.', minutes: 20, turns: 15, sides: { allies: 'USAAF', axis: 'Luftwaffe' }, 'first-kill': true,
  aircraft: [
    ...[1, 2, 3, 4, 5, 6].map((n) => fighter(`B${n}`, 'b-17g', 'allies', [0, 0], 250)),
    ...[[2, 0], [2, 0], [2, -1]].map((hex, n) => fighter(`P${n + 1}`, 'p-51d', 'allies', hex, 251)),
    ...[1, 2, 3].map((n) => fighter(`X${n}`, 'fw-190a-8', 'axis', [9, -2], 250)),
  ],
};

/** What is written on the board and can be read, and what aircraft it lies on. */
const covering = (page) => page.evaluate(() => {
  const written = [...document.querySelectorAll('.label:not(.mute) .caption, .count')].filter((e) => e.checkVisibility({ visibilityProperty: true }));
  const over = [];
  const host = document.querySelector('.board').getBoundingClientRect();
  const world = new DOMMatrix().translate(host.left, host.top).multiply(new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform));
  /** From the window to the board, and from there to the aircraft. */
  const toBody = (body) => {
    const m = body.getCTM();
    return new DOMMatrix([m.a, m.b, m.c, m.d, m.e, m.f]).inverse().multiply(world.inverse());
  };
  const found = [...document.querySelectorAll('.aircraft .body')].filter((body) => {
    const b = body.getBoundingClientRect();
    return body.isPointInFill(new DOMPoint(b.x + b.width / 2, b.y + b.height / 2).matrixTransform(toBody(body)));
  });
  for (const caption of written) {
    const box = caption.getBoundingClientRect();
    for (const body of document.querySelectorAll('.aircraft .body')) {
      const b = body.getBoundingClientRect();
      if (b.left > box.right || b.right < box.left || b.top > box.bottom || b.bottom < box.top) continue;
      const back = toBody(body);
      for (let x = box.left + 3; x < box.right - 2; x += 3) {
        for (let y = box.top + 3; y < box.bottom - 2; y += 3) {
          if (body.isPointInFill(new DOMPoint(x, y).matrixTransform(back))) over.push(`${caption.textContent} on ${body.closest('.aircraft').dataset.name}`);
        }
      }
    }
  }
  const boxes = written.map((e) => ({ text: e.textContent, box: e.getBoundingClientRect() }));
  const each = boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => a.box.left < b.box.right - 3 && b.box.left < a.box.right - 3 && a.box.top < b.box.bottom - 3 && b.box.top < a.box.bottom - 3).map((b) => `${a.text} on ${b.text}`));
  return { found: found.length, written: written.length, over: [...new Set(over)], each };
});

const sit = async (page, order) => {
  const { id } = await make(page, on.server.url, { dice: { seed: 1 }, hot_seat: true, ...order });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
};

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
for (const [size, how, crowds] of /** @type {[string, object, [string, any][]][]} */ ([
  ['a desk', {}, [['fighting-wings', STACKED], ['fast-and-easy', 'box-over-germany'], ['spitfire', 'formations']]],
  ['a phone', PHONE, [['fighting-wings', 'fortress-box']]],
])) {
  test(`on ${size} no name and no tag covers an aircraft or another name`, async () => {
    const { context, page, errors } = await open(on.browser, how);
    for (const [game, scenario] of crowds) {
      await sit(page, { game, scenario });
      const { found, written, over, each } = await covering(page);
      assert.ok(found >= 4, `${found} aircraft are found under their own middles`);
      assert.deepEqual([over, each], [[], []], `${game} ${scenario.title ?? scenario}`);
      assert.ok(written >= 4, `${written} names are to be seen in ${game} ${scenario.title ?? scenario}`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('a stack shows how many it holds, fans out when it is pointed at, and each of it can be picked', async () => {
  const { context, page, errors } = await open(on.browser);
  await sit(page, { game: 'fighting-wings', scenario: STACKED });
  assert.deepEqual((await page.$$eval('.board .count', (all) => all.map((c) => c.textContent))).sort(), ['×2', '×3', '×6']);
  const middle = (name) => page.$eval(`.aircraft[data-name=${name}] .turned`, (e) => {
    const box = e.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  const apart = async () => {
    const [a, b] = [await middle('B1'), await middle('B4')];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const closed = await apart();
  for (const name of ['B1', 'B3', 'B6', 'B4']) {
    await page.mouse.move(5, 300);
    await quiet(page);
    const p = await middle(name);
    await page.mouse.move(p.x, p.y);
    await quiet(page);
    assert.ok((await apart()) > 1.5 * closed, 'the stack is fanned out');
    assert.equal(await page.$$eval('.label:not(.mute) .name', (all) => all.filter((t) => /^B\d$/.test(t.textContent)).length), 6, 'and all are named');
    // The pointer is still where the aircraft was when the stack was closed.
    await page.mouse.click(p.x, p.y);
    await quiet(page);
    assert.equal(await page.$eval('.aircraft.selected', (a) => a.dataset.name), name);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('a game with altitudes opens on stands, and a player may prefer the plan', async () => {
  const { context, page, errors } = await open(on.browser);
  await sit(page, { game: 'spitfire', scenario: 'air-superiority' });
  assert.ok(await page.$('.board.oblique'));
  assert.equal(await page.textContent('#top .way'), 'Stands');
  await page.keyboard.press('v');
  await page.waitForSelector('.board:not(.oblique)');
  await page.reload();
  await turn(page);
  assert.ok(await page.$('.board:not(.oblique)'), 'the preference is kept');
  assert.equal(await page.textContent('#top .way'), 'Plan');
  assert.deepEqual(errors, []);
  await context.close();
});

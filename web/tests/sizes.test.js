// Small screens and large letters: what a player needs is whole, can be reached, and covers nothing that it speaks of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launch, make, moment, open, quiet, reach, stage, turn } from './lib.js';

const on = stage();

const AGAINST = { dice: { seed: 9 }, seats: { allies: 'human', axis: 'pilot:simple' } };
const GAMES = {
  'headings to choose from': { game: 'fast-and-easy', scenario: 'kent-duel', ...AGAINST },
  'headings and an altitude ladder': { game: 'spitfire', scenario: 'air-superiority', ...AGAINST },
};
const finger = { hasTouch: true, isMobile: true };
const SCREENS = {
  'an upright phone': { viewport: { width: 390, height: 844 }, ...finger },
  'a small phone': { viewport: { width: 360, height: 640 }, ...finger },
  'a phone on its side': { viewport: { width: 844, height: 390 }, ...finger },
  'a laptop': { viewport: { width: 1280, height: 720 } },
  'a laptop zoomed to 200 %': { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 },
};

/** Sits down and opens the move of the first aircraft that has one. */
async function sit(page, order) {
  const { id } = await make(page, on.server.url, order);
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  if ((await moment(page)).state === 'decide') await page.click('.choice:not(.no)');
  await page.waitForSelector('.layer-reach path');
}

/** Clicks places within reach that lie beside the aircraft, from the last of the list on, until one asks for a heading. */
async function openChooser(page) {
  for (let n = 1; ; n++) {
    const spots = await reach(page);
    const planes = await page.$$eval('.aircraft .turned', (all) => all.map((a) => a.getBoundingClientRect().toJSON()));
    const at = spots.filter(({ x, y }) => planes.every((b) => Math.hypot(b.x + b.width / 2 - x, b.y + b.height / 2 - y) > 30)).at(-n);
    assert.ok(at, 'some place asks for a heading');
    await page.mouse.click(Math.round(at.x), Math.round(at.y));
    await page.waitForFunction(() => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])'));
    await quiet(page);
    if (await page.$('.chooser:not([hidden])')) return;
    await page.click('.undo');
    await page.waitForSelector('.commit[aria-disabled]');
    await page.waitForSelector('.layer-reach path');
  }
}

for (const [screen, how] of Object.entries(SCREENS)) {
  for (const [what, order] of Object.entries(GAMES)) {
    test(`on ${screen}, ${what}: the chooser is whole and on top, every way can be taken, and its aircraft stays in sight`, async () => {
      const { context, page, errors } = await open(on.browser, how);
      await sit(page, order);
      await openChooser(page);
      const found = await page.evaluate(() => {
        const inside = (b) => b.left >= -0.5 && b.top >= -0.5 && b.right <= innerWidth + 0.5 && b.bottom <= innerHeight + 0.5;
        const middle = (b) => ({ x: b.left + b.width / 2, y: b.top + b.height / 2 });
        const node = document.querySelector('.chooser');
        const box = node.getBoundingClientRect();
        const board = document.querySelector('.board').getBoundingClientRect();
        const seen = (b) => b.left >= board.left && b.right <= board.right && b.top >= board.top && b.bottom <= board.bottom;
        const clear = (b) => b.right <= box.left || b.left >= box.right || b.bottom <= box.top || b.top >= box.bottom;
        const wrong = [];
        if (!inside(box)) wrong.push('the chooser leaves the screen');
        if (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1) wrong.push('the chooser must be scrolled');
        const c = middle(box);
        if (!node.contains(document.elementFromPoint(c.x, c.y))) wrong.push('something covers the chooser');
        for (const b of node.querySelectorAll('button')) {
          const p = middle(b.getBoundingClientRect());
          if (!b.contains(document.elementFromPoint(p.x, p.y))) wrong.push(`${b.getAttribute('aria-label')} cannot be reached`);
        }
        // The aircraft where it is now, and where it would be.
        for (const [name, selector] of [['aircraft', '.aircraft.selected .turned'], ['trial', '.layer-ghost .ghost']]) {
          const b = document.querySelector(selector)?.getBoundingClientRect();
          if (!b) wrong.push(`the ${name} is not drawn`);
          else if (!seen(b)) wrong.push(`the ${name} is out of sight: ${JSON.stringify(b)} on ${JSON.stringify(board)}`);
          else if (!clear(b)) wrong.push(`the chooser covers the ${name}`);
        }
        return wrong;
      });
      assert.deepEqual(found, []);
      // Whatever else is pressed in the chooser picks nothing on the board behind it.
      const { seq } = await moment(page);
      const before = await page.textContent('.panel');
      const edge = await page.$eval('.chooser', (n) => ({ x: Math.round(n.getBoundingClientRect().left + 3), y: Math.round(n.getBoundingClientRect().bottom - 3) }));
      await page.mouse.click(edge.x, edge.y);
      await quiet(page);
      assert.ok(await page.$('.chooser:not([hidden])'), 'it stays open');
      assert.equal(await page.textContent('.panel'), before);
      await page.click('.chooser .close');
      await page.waitForSelector('.chooser', { state: 'hidden' });
      await openChooser(page);
      await page.click('.chooser .way-to-end');
      await page.waitForSelector('.commit:not([aria-disabled])');
      assert.equal((await moment(page)).seq, seq, 'nothing was sent');
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}

/** What is cut off, overlaps or cannot be reached on the present screen. */
function faults(page) {
  return page.evaluate(() => {
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 1;
    const name = (e) => `${e.tagName.toLowerCase()}.${e.className} "${e.textContent.trim().slice(0, 30)}"`;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) wrong.push(`the page is ${document.documentElement.scrollWidth} wide`);
    // The header has no room to scroll in: all of it is in sight, side by side.
    const head = all('#top > *, #top .phases > *').filter((e) => !e.matches('.spring, .phases'));
    for (const e of head) {
      const b = e.getBoundingClientRect();
      if (b.left < 0 || b.right > innerWidth + 0.5 || b.top < 0 || b.bottom > document.querySelector('#top').getBoundingClientRect().bottom + 0.5) wrong.push(`outside the header: ${name(e)}`);
      if (e.scrollWidth > e.clientWidth + 1) wrong.push(`cut off in the header: ${name(e)}`);
    }
    head.forEach((a, n) => head.slice(n + 1).forEach((b) => {
      const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      if (p.right > q.left + 1 && q.right > p.left + 1 && p.bottom > q.top + 1 && q.bottom > p.top + 1) wrong.push(`overlap in the header: ${name(a)} and ${name(b)}`);
    }));
    // Everything else may be scrolled to, downwards only, and is then what lies there.
    for (const e of all('aside button, aside h2, aside p, aside li, aside summary, .muster button, .ladder h2, .tabs button')) {
      if (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0) wrong.push(`cut off: ${name(e)}`);
      const b = e.getBoundingClientRect();
      const room = e.closest('aside, .muster, .ladder').getBoundingClientRect();
      if (b.left < room.left - 1 || b.right > room.right + 1) wrong.push(`beyond its part of the page: ${name(e)}`);
    }
    // The force builder lies over the board and its tools.
    const tools = all('.muster').length ? [] : all('.tools button');
    for (const e of [...tools, ...all('aside button, #top button, #top a, .muster button, .scramble button')]) {
      e.scrollIntoView({ block: 'center' });
      const b = e.getBoundingClientRect();
      const there = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
      if (!there || !(e.contains(there) || there.contains(e))) wrong.push(`cannot be reached: ${name(e)}, there is ${there && name(there)}`);
    }
    for (const e of tools) {
      const [b, board] = [e.getBoundingClientRect(), document.querySelector('.board').getBoundingClientRect()];
      const compass = document.querySelector('.compass').getBoundingClientRect();
      if (b.left < board.left || b.right > board.right || b.top < board.top || b.bottom > board.bottom) wrong.push(`off the board: ${e.getAttribute('aria-label')}`);
      if (b.top < compass.bottom && b.right > compass.left && b.left < compass.right && b.bottom > compass.top) wrong.push(`over the compass: ${e.getAttribute('aria-label')}`);
    }
    return [...new Set(wrong)];
  });
}

/** Walks through the screens that a player sees and finds nothing wrong with any of them. */
async function walk(browser, how, prepare = async () => {}) {
  const { context, page, errors } = await open(browser, how);
  await prepare(page);
  const none = async (screen) => assert.deepEqual(await faults(page), [], screen);
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game=fast-and-easy]');
  await page.click('[data-scenario=kent-duel]');
  await none('Scramble');
  for (const order of Object.values(GAMES)) {
    await sit(page, order);
    await none(`${order.game}, a trial`);
    await openChooser(page);
    await page.click('.chooser .way-to-end');
    await page.waitForSelector('.commit:not([aria-disabled])');
    const board = await page.$eval('.board', (b) => b.getBoundingClientRect().toJSON());
    assert.ok(board.width >= 200 && board.height >= 200, `the board is ${board.width} by ${board.height}`);
    await none(`${order.game}, ready to commit`);
  }
  const { id } = await make(page, on.server.url, { game: 'spitting-fire', scenario: 'match', ...AGAINST });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  await none('force builder');
  assert.deepEqual(errors, []);
  await context.close();
}

const LAPTOP = { viewport: { width: 1280, height: 720 } };

test('zoomed to 200 % on a screen 1280 wide, nothing is cut off, overlaps or cannot be reached', () =>
  walk(on.browser, { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 }));

test('with letters at 200 % on a page 1280 wide, nothing is cut off, overlaps or cannot be reached', () =>
  walk(on.browser, LAPTOP, (page) => page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')))));

test('a browser set to letters of 32 pixels gets letters of twice the size', async () => {
  const browser = await launch(['--blink-settings=defaultFontSize=32']);
  try {
    await walk(browser, LAPTOP, async (page) => {
      await page.goto(`${on.server.url}/`);
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '30px');
    });
  } finally {
    await browser.close();
  }
});

// For everybody: looks that can be set, contacts that can be chosen, lessons that come once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { commit, make, open, quiet, stage, turn } from './lib.js';

const on = stage();
const one = (side, name, aircraft, hex) => ({ side, name, aircraft, facing: 0, hexes: [hex] });
/** A Spitfire on the tail of a Messerschmitt, about to fire. */
const TAIL = {
  game: 'fast-and-easy', dice: { seed: 4 }, seats: { allies: 'human', axis: 'pilot:cadet' },
  scenario: {
    title: 'On its tail', board: 'small', turns: 2, escort: 'axis', start: { turn: 1, step: 5, combat: true },
    groups: [one('axis', 'Schwarm', 'ME 109 E', '13.10'), one('allies', 'Red', 'Spitfire I', '12.10')],
  },
};

/** Sits down behind the Messerschmitt. */
async function onTail(how) {
  const opened = await open(on.browser, how);
  const { id } = await make(opened.page, on.server.url, TAIL);
  await opened.page.goto(`${on.server.url}/table/${id}`);
  await turn(opened.page);
  return opened;
}

test('on a phone contacts have a tab, and choosing one aims at it', async () => {
  const { context, page, errors } = await onTail({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  assert.ok(!(await page.isVisible('.contacts')), 'the decision is alone');
  await page.tap('.tabs [data-tab=contacts]');
  await page.waitForSelector('.contacts .contact', { state: 'visible' });
  for (const other of ['.panel', '.card-slot', '.log', '.forecast']) assert.ok(!(await page.locator(other).first().isVisible()), other);
  await check(page, 'contacts on a phone');
  assert.ok(await page.$eval('.tabs', (tabs) => tabs.scrollWidth <= tabs.clientWidth), 'all tabs fit');
  await page.tap('.contacts .contact.axis');
  await page.waitForSelector('.panel .commit:not([aria-disabled])', { state: 'visible' });
  assert.equal(await page.getAttribute('.tabs [data-tab=decide]', 'aria-pressed'), 'true');
  assert.deepEqual(errors, []);
  await context.close();
});

/** How the page is dressed. */
const looks = (page) => page.evaluate(() => ({ ...document.documentElement.dataset }));

test('looks are set in the settings, kept, and on the page before any module runs', async () => {
  const { context, page, errors } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('[aria-label*=ettings]');
  for (const name of ['Dark', 'More', 'Red-green blind', 'Largest', 'Fast']) await page.getByRole('radio', { name }).check();
  const set = { theme: 'dark', contrast: 'more', palette: 'red-green', text: 'largest', motion: 'off' };
  assert.deepEqual(await looks(page), set);
  await page.route('**/*.js', (route) => (route.request().url().endsWith('/lib/dress.js') ? route.continue() : route.abort()));
  await page.reload();
  assert.deepEqual(await looks(page), set);
  assert.deepEqual(errors.filter((e) => !e.includes('ERR_FAILED')), []);
  await context.close();
});

test('every palette has contrast enough, in both themes', async () => {
  const { context, page, errors } = await onTail();
  for (const theme of ['light', 'dark']) {
    for (const more of [{ contrast: 'more' }, { palette: 'red-green' }, { palette: 'blue-yellow' }, { palette: 'grey' }]) {
      await page.evaluate((look) => Object.assign(document.documentElement.dataset, { contrast: 'usual', palette: 'usual' }, look), { theme, ...more });
      await check(page, `${theme} ${Object.values(more)}`);
    }
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('hints in fields can be read in both themes, and a reason that stands alone begins like a sentence', async () => {
  const { context, page, errors } = await onTail();
  assert.equal(await page.$eval('.no-undo', (p) => getComputedStyle(p, '::first-letter').textTransform), 'uppercase');
  await page.goto(`${on.server.url}/hangar`);
  await page.waitForSelector('input[type=search]');
  for (const theme of ['light', 'dark']) {
    const ratio = await page.evaluate((look) => {
      document.documentElement.dataset.theme = look;
      const field = document.querySelector('input[type=search]');
      const [front, back] = [getComputedStyle(field, '::placeholder').color, getComputedStyle(field).backgroundColor].map((text) => {
        const light = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = text.match(/[\d.]+/g).map((c) => light(Number(c) / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      });
      return Math.max(front, back) / Math.min(front, back);
    }, theme);
    assert.ok(ratio >= 4.5, `${theme}: ${ratio}`);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('a contact is aimed at by choosing it, and the first hit is a lesson that is told once', async () => {
  const { context, page, errors } = await onTail();
  await page.keyboard.press('k');
  await page.waitForFunction(() => document.activeElement?.matches('.contact'));
  assert.match(await page.textContent('.contact'), /12 o’clock.*in your sights/s);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.contact[aria-pressed=true]');
  await quiet(page);
  assert.match(await page.textContent('#say-soon'), /to hit, .* kill/, 'the shot is announced with its chances');
  await commit(page);
  await page.waitForSelector('.lesson-card');
  assert.match(await page.textContent('#say-soon'), /Dice: .*Lesson: /s, 'dice and lesson are announced');
  const told = await page.textContent('.lesson-card h2');
  await page.click('.learned');
  await page.waitForSelector('.lesson-card', { state: 'detached' });
  const heard = await page.evaluate(() => JSON.parse(localStorage.getItem('tallyho:lessons') ?? '{}'));
  assert.equal(Object.keys(heard).length, 1, `${told} is kept as heard`);
  await page.click('[aria-label*=ettings]');
  await page.getByRole('button', { name: 'Start lessons again' }).click();
  assert.equal(await page.evaluate(() => localStorage.getItem('tallyho:lessons')), null);
  assert.deepEqual(errors, []);
  await context.close();
});

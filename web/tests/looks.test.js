// What a player sees at a glance: nothing important is covered, cut off or too small to read, on any size of screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickTurn, make, moment, open, past, quiet, reach, stage, turn } from './lib.js';

const on = stage();

/** Four fighters a side. */
const DOGFIGHT = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 9 }, hot_seat: true };
const SIZES = {
  'a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  'a small laptop': { viewport: { width: 1280, height: 720 } },
  'a large screen': { viewport: { width: 1920, height: 1080 } },
};

for (const [size, how] of Object.entries(SIZES)) {
  test(`on ${size} names can be read, dice cover no aircraft, and the latest of the log is in sight`, async () => {
    const { context, page, errors } = await open(on.browser, how);
    const { id } = await make(page, on.server.url, DOGFIGHT);
    await page.goto(`${on.server.url}/table/${id}`);
    for (let n = 0; n < 60 && !(await page.$('.tray:not([hidden])')); n++) {
      await turn(page);
      await clickTurn(page, n);
    }
    await page.waitForSelector('.tray:not([hidden])');
    await page.waitForFunction(() => !document.querySelector('.world').classList.contains('afresh'));
    const small = await page.$$eval('.label .name', (all) => all.map((t) => Math.round(t.getBoundingClientRect().height)).filter((h) => h < 12));
    assert.deepEqual(small, [], 'every name is at least 12 pixels high');
    const covered = await page.evaluate(() => {
      const tray = document.querySelector('.tray').getBoundingClientRect();
      return [...document.querySelectorAll('.aircraft .turned')].map((a) => a.getBoundingClientRect())
        .filter((b) => b.x + b.width / 2 > tray.left && b.x + b.width / 2 < tray.right && b.y + b.height / 2 > tray.top && b.y + b.height / 2 < tray.bottom).length;
    });
    assert.equal(covered, 0, 'the dice lie on no aircraft');
    if (size === 'a phone') await page.tap('.tabs [data-tab=log]');
    // The tab opens with the next frame.
    await page.waitForFunction((height) => {
      const last = document.querySelector('.log-list .entry:last-child').getBoundingClientRect();
      return last.bottom <= height + 1 && last.top > 0;
    }, how.viewport.height);
    if (size === 'a phone') await page.tap('.tabs [data-tab=decide]');
    await turn(page);
    if ((await moment(page)).state === 'decide') await page.click('.choice:not(.no)');
    await page.waitForSelector('.tray', { state: 'hidden' });
    if (size === 'a phone') await page.tap('.tabs [data-tab=log]');
    await page.waitForFunction(() => {
      const list = document.querySelector('.log-list').getBoundingClientRect();
      return document.querySelector('.log-list .entry:last-child').getBoundingClientRect().bottom <= list.bottom + 1;
    });
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('the present step of the turn is never cut off in the header', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'spitfire', scenario: 'air-superiority', dice: { seed: 3 }, hot_seat: true });
  for (const [width, height] of [[390, 844], [844, 390], [820, 1180], [1024, 768], [1280, 720], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    await page.goto(`${on.server.url}/table/${id}`);
    await turn(page);
    const step = await page.$eval('#top .phases .on', (e) => ({ seen: e.getBoundingClientRect().width, right: e.getBoundingClientRect().right, list: e.parentElement.getBoundingClientRect().right }));
    assert.ok(step.seen > 80 && step.right <= step.list + 1, `at ${width}: ${JSON.stringify(step)}`);
    assert.equal(await page.evaluate(() => document.querySelector('#top').scrollWidth - innerWidth <= 0), true, `the header fits ${width}`);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

/** What of the header is cut off, out of sight or over something else. */
const headFaults = (page) => page.evaluate(() => {
  const shown = [...document.querySelectorAll('#top > *, #top .phases > *, #top .clocks > *')]
    // Steps that find no room wrap below the list, where they are not seen.
    .filter((e) => !e.matches('.spring, .phases, .clocks') && !(e.parentElement.matches('.phases') && e.offsetTop > e.parentElement.offsetTop + e.parentElement.offsetHeight) && e.checkVisibility() && e.getBoundingClientRect().width > 1);
  const bar = document.querySelector('#top').getBoundingClientRect();
  const name = (e) => e.getAttribute('aria-label') ?? e.textContent.trim().replace(/\s+/g, ' ');
  const box = (e) => e.getBoundingClientRect();
  const out = shown.filter((e) => box(e).left < 0 || box(e).right > innerWidth + 0.5 || box(e).top < bar.top - 0.5 || box(e).bottom > bar.bottom + 0.5);
  // Long titles and names may end in dots; whose move it is and what can be pressed may not.
  const cut = shown.filter((e) => !e.matches('.title, .rival') && e.scrollWidth > e.clientWidth + 1);
  const over = shown.flatMap((a, n) => shown.slice(n + 1).filter((b) => box(a).right > box(b).left + 1 && box(b).right > box(a).left + 1 && box(a).bottom > box(b).top + 1 && box(b).bottom > box(a).top + 1).map((b) => `${name(a)} over ${name(b)}`));
  return [...out.map((e) => `outside: ${name(e)}`), ...cut.map((e) => `cut off: ${name(e)}`), ...over];
});

test('whoever one plays against, all of the header is in sight on every size of screen, from the first page to the replay', async () => {
  const { context, page, errors } = await open(on.browser, { hasTouch: true });
  const clock = { seconds: 1800, per: 'game', add_s: 30 };
  const tables = {
    'the computer': { ...DOGFIGHT, hot_seat: false, seats: { axis: 'pilot:cadet' } },
    'hot seat': DOGFIGHT,
    'hot seat, a long name': { game: 'fighting-wings', scenario: 'kent', dice: { seed: 3 }, hot_seat: true },
    'a friend': { ...DOGFIGHT, hot_seat: false, mine: 'allies' },
    'a friend, with clocks': { ...DOGFIGHT, hot_seat: false, mine: 'axis', clock },
  };
  const paths = { 'first page': '/', lab: '/lab', rules: '/rules/spitfire', editor: '/editor/spitfire' };
  for (const [name, order] of Object.entries(tables)) {
    const { id, links } = await make(page, on.server.url, order);
    await page.evaluate(([table, all]) => localStorage.setItem(`tallyho:links:${table}`, JSON.stringify(all)), [id, links]);
    paths[name] = `/table/${id}`;
    paths[`${name}, replay`] = `/replay/${id}`;
  }
  const found = [];
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(on.server.url + path);
    await page.waitForSelector(path.startsWith('/table') ? '.table[data-seq]' : path.startsWith('/replay') ? '.controls' : '#main h1');
    for (const [width, height] of [[360, 640], [390, 844], [640, 360], [844, 390], [820, 1180], [1024, 768], [1280, 720], [1440, 900], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      await quiet(page);
      found.push(...(await headFaults(page)).map((fault) => `${name} at ${width}: ${fault}`));
    }
  }
  assert.deepEqual(found, []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('while nobody has taken the other seat, its link is one press away, beside the wait and in the settings', async () => {
  const { context, page, errors } = await open(on.browser, SIZES['a phone']);
  await page.goto(`${on.server.url}/`);
  await page.tap('[data-game=fast-and-easy]');
  await page.tap('[data-scenario=kent-duel]');
  await page.tap('[data-opponent=friend]');
  await page.waitForSelector('dialog .link-row');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.panel:has-text("Nobody has taken the seat of Luftwaffe yet.")');
  await page.tap('[data-key=invite]');
  const link = await page.inputValue('dialog .link-row input');
  await page.keyboard.press('Escape');
  await page.tap('#top [aria-label=Settings]');
  await page.tap('dialog button:text-is("Invite")');
  assert.equal(await page.inputValue('dialog .link-row input'), link);
  await page.keyboard.press('Escape');
  const friend = await open(on.browser);
  await friend.page.goto(link);
  await page.waitForSelector('[data-key=invite]', { state: 'detached' });
  assert.deepEqual([...errors, ...friend.errors], []);
  await friend.context.close();
  await context.close();
});

for (const [game, scenario] of Object.entries({ 'fast-and-easy': 'kent-duel', spitfire: 'air-superiority', 'fighting-wings': 'kent', 'spitting-fire': 'duel' })) {
  test(`${game}: what is said of the end begins with a capital letter, at the table and in the replay`, async () => {
    const { context, page, errors } = await open(on.browser);
    const { id } = await make(page, on.server.url, { game, scenario, dice: { seed: 9 }, hot_seat: true });
    await page.goto(`${on.server.url}/table/${id}`);
    await turn(page);
    await page.click('#top .quits');
    await page.click('[data-quit="Resign"]');
    await page.click('[data-key=confirm-quit]');
    await page.waitForSelector('.outcome');
    // Without the title of its rule, which comes later.
    const says = await page.$eval('.outcome > p', (p) => {
      p.querySelectorAll('a').forEach((a) => a.remove());
      return p.textContent.trim();
    });
    assert.match(says, /^\p{Lu}/u);
    await page.goto(`${on.server.url}/replay/${id}`);
    await page.waitForSelector('.controls');
    await page.click('[aria-label="To the end"]');
    await page.waitForFunction((text) => document.querySelector('#main').textContent.includes(text), says);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('whoever asks a friend is given the link at once, and sees that it was copied', async () => {
  const { context, page, errors } = await open(on.browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game=fast-and-easy]');
  await page.click('[data-scenario=kent-duel]');
  await page.click('[data-opponent=friend]');
  await page.waitForSelector('dialog .link-row');
  assert.match(await page.textContent('.link-row span'), /To fly for Luftwaffe/, 'the link to be sent stands first');
  await page.click('.link-row button');
  await page.waitForFunction(() => document.querySelector('.link-row button').textContent === 'Copied');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\/join\//);
  assert.deepEqual(errors, []);
  await context.close();
});

test('among many scenarios one is found by a word', async () => {
  const { context, page } = await open(on.browser);
  await page.goto(`${on.server.url}/`);
  await page.click('[data-game=spitting-fire]');
  await page.fill('.finder input', 'malta');
  const titles = await page.$$eval('.scenario:not([hidden]) b', (all) => all.map((b) => b.textContent));
  assert.ok(titles.length > 0 && titles.every((t) => /Malta/.test(t)), titles.join(', '));
  assert.equal(await page.$$eval('.scenario:not([hidden]) .facts', (all) => all.some((f) => /\b0 aircraft/.test(f.textContent))), false);
  await context.close();
});

test('own dice can be typed, and Enter takes them', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { ...DOGFIGHT, dice: 'ask' });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  await page.click('.choice:not(.no)');
  const { seq } = await moment(page);
  // An Immelmann is thrown for; a few hexes straight on come before it.
  const step = async (label) => {
    const before = await page.$eval('.panel', (p) => p.textContent);
    await page.click(`.choice[data-label^="${label}"]:not(.no)`);
    await page.waitForFunction((was) => document.querySelector('.panel').textContent !== was, before);
    // Pointing alone changes the words of the panel.
    await quiet(page);
  };
  await page.waitForSelector('.choice[data-label^="Forward"]');
  while (!(await page.$('.choice[data-label^="Immelmann"]:not(.no)'))) await step('Forward');
  await step('Immelmann');
  await page.click('.commit:not([aria-disabled])');
  await page.waitForSelector('dialog.ask');
  const dice = (await page.$$('dialog.ask fieldset')).length;
  for (let n = 0; n < dice; n++) await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await past(page, seq);
  assert.deepEqual(errors, []);
  await context.close();
});

test('pointing at the end of a move tells what it costs, and after a click on a step Enter commits', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, DOGFIGHT);
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  await page.click('.choice:not(.no)');
  await page.waitForSelector('.layer-reach path');
  const hex = (await reach(page))[0];
  await page.mouse.move(hex.x, hex.y);
  await page.waitForFunction(() => / of \d+ spent/.test(document.querySelector('.tip')?.textContent));
  const { seq } = await moment(page);
  for (let n = 0; n < 8 && !(await page.$('.commit:not([aria-disabled])')); n++) {
    const spent = (await page.$$('.pips .used')).length;
    await page.click('.choice[data-label=Forward]');
    await page.waitForFunction((was) => document.querySelectorAll('.pips .used').length > was, spent);
  }
  await page.keyboard.press('Enter');
  await past(page, seq);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a shared moment opens with its entry of the log and its turn in sight', async () => {
  const { context, page } = await open(on.browser);
  const seats = { allies: 'pilot:simple', axis: 'pilot:simple' };
  const { id } = await make(page, on.server.url, { ...DOGFIGHT, hot_seat: false, seats, pace_ms: 0 });
  await page.goto(`${on.server.url}/table/${id}`);
  await page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'over');
  await page.goto(`${on.server.url}/replay/${id}#15`);
  await page.waitForSelector('.controls');
  assert.ok(Number(await page.getAttribute('.controls input', 'max')) > 36, 'it is a long game, and not all of it is in sight');
  await page.waitForFunction(() => {
    const now = [...document.querySelectorAll('.log-list .now')].pop()?.getBoundingClientRect();
    const list = document.querySelector('.log-list').getBoundingClientRect();
    const here = document.querySelector('.beads .here').getBoundingClientRect();
    const beads = document.querySelector('.beads').getBoundingClientRect();
    return now && now.top >= list.top - 1 && now.top < list.bottom && here.left >= beads.left && here.right <= beads.right;
  });
  await context.close();
});

test('where there is room, orders to all and the hint stand below the board with the present step of the turn; on a small screen they are in the decision', async () => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'box-over-germany', dice: { seed: 4 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  const inside = (part) => page.$$eval(`${part} [data-key]`, (all) => all.map((b) => b.dataset.key).filter((k) => ['relieve', 'next', 'hint'].includes(k)));
  await page.waitForSelector('.timeline [data-key=relieve]');
  assert.deepEqual(await inside('.timeline'), ['next', 'relieve', 'hint']);
  assert.deepEqual(await inside('.panel'), []);
  await page.waitForFunction(() => {
    const [here, track] = ['.beads .here', '.beads'].map((e) => document.querySelector(e).getBoundingClientRect());
    return here.left >= track.left && here.right <= track.right;
  });
  await page.click('.timeline [data-key=next]');
  await page.waitForSelector('.group-bar .dot.on');
  await page.setViewportSize({ width: 1000, height: 700 });
  await page.waitForSelector('.panel [data-key=relieve]');
  assert.deepEqual(await inside('.timeline'), []);
  assert.deepEqual((await inside('.panel')).sort(), ['hint', 'relieve']);
  assert.deepEqual(errors, []);
  await context.close();
});

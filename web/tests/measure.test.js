// What the biggest board costs. Time is printed and not judged; how much of the page a look or a choice touches is. People click at any moment
// and not just after a frame was painted, so each event comes at a moment of the frame that a seed draws.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, open, quiet, stage, turn } from './lib.js';

const on = stage();

const at = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

test('frames a second while the 184 aircraft of big-box pan and zoom', async (t) => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'big-box', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  assert.equal(await page.$$eval('.aircraft', (all) => all.length), 184);
  const frames = await page.evaluate(async () => {
    const host = document.querySelector('.board');
    const box = host.getBoundingClientRect();
    host.setPointerCapture = () => {};
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const point = (type, x, y) => host.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'touch', button: 0, clientX: box.left + x, clientY: box.top + y, bubbles: true }));
    const wheel = (by) => host.dispatchEvent(new WheelEvent('wheel', { deltaY: by, clientX: box.left + 500, clientY: box.top + 400, bubbles: true, cancelable: true }));
    const run = async (step) => {
      const times = [];
      let last = await frame();
      for (let n = 0; n < 240; n++) {
        step(n);
        const now = await frame();
        times.push(now - last);
        last = now;
      }
      return times;
    };
    point('pointerdown', 500, 400);
    const pan = await run((n) => point('pointermove', 500 + 250 * Math.sin(n / 17), 400 + 150 * Math.cos(n / 13)));
    point('pointerup', 500, 400);
    const zoom = await run((n) => wheel(n % 120 < 60 ? -24 : 24));
    return { pan, zoom };
  });
  for (const [what, times] of Object.entries(frames)) {
    const sorted = times.slice().sort((a, b) => a - b);
    t.diagnostic(`big-box ${what}: ${((1000 * times.length) / times.reduce((a, b) => a + b, 0)).toFixed(1)} frames a second, 95 % of frames within ${at(sorted, 0.95).toFixed(1)} ms, longest ${at(sorted, 1).toFixed(1)} ms`);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test('from a click on a step to its result on the screen, box-over-germany', async (t) => {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'box-over-germany', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  const times = await page.evaluate(async () => {
    const shown = () => new Promise((done) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        done(performance.now());
      });
      watch.observe(document.querySelector('.panel'), { childList: true, attributes: true, characterData: true, subtree: true });
    });
    const all = [];
    while (all.length < 200) {
      const choice = [...document.querySelectorAll('.choice:not(.no)')].find((c) => c.getAttribute('aria-pressed') !== 'true');
      const draft = document.querySelector('.table').dataset.state === 'draft';
      const button = draft && (!choice || document.querySelectorAll('.pips .used').length > 2) ? document.querySelector('.undo') : choice;
      const done = shown();
      const start = performance.now();
      button.click();
      all.push((await done) - start);
    }
    return all;
  });
  const sorted = times.sort((a, b) => a - b);
  t.diagnostic(`click to result: median ${at(sorted, 0.5).toFixed(1)} ms, 99 % within ${at(sorted, 0.99).toFixed(1)} ms, of ${times.length} clicks`);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Notes when the first page can be used: its games are there and have been painted. */
function whenUsable() {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('#main [data-game]:not([disabled])')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.usable = performance.now(); }));
  });
  watch.observe(document, { childList: true, subtree: true });
}

test('from opening the first page to choosing a game', async (t) => {
  const times = { first: [], again: [] };
  let asked = 0;
  for (let n = 0; n < 5; n++) {
    const { context, page, errors } = await open(on.browser);
    await page.addInitScript(whenUsable);
    if (!n) page.on('request', () => asked++);
    for (const visit of ['first', 'again']) {
      await page.goto(`${on.server.url}/`);
      times[visit].push(await (await page.waitForFunction(() => globalThis.usable)).jsonValue());
      if (!n && visit === 'first') t.diagnostic(`first page: ${asked} requests until it can be used`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  }
  for (const [visit, all] of Object.entries(times)) {
    const sorted = all.sort((a, b) => a - b);
    t.diagnostic(`first page, ${visit} visit: usable after ${at(sorted, 0.5).toFixed(0)} ms (median of ${sorted.length}, longest ${at(sorted, 1).toFixed(0)} ms)`);
  }
});

/** Sits down at the table with 184 aircraft. */
async function bigBox() {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'fast-and-easy', scenario: 'big-box', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  await page.evaluate(inPage);
  return { context, page, errors };
}

/** Gives the page tools: the places of aircraft on the screen, the pointer, and the moment at which something has been painted. */
function inPage() {
  const host = document.querySelector('.board');
  host.setPointerCapture = () => {};
  const seen = () => {
    const box = host.getBoundingClientRect();
    const inside = (p) => p.x > box.left + 40 && p.x < box.right - 80 && p.y > box.top + 40 && p.y < box.bottom - 40;
    return [...document.querySelectorAll('.aircraft .turned')].map((a) => a.getBoundingClientRect())
      .map((b) => ({ x: b.x + b.width / 2, y: b.y + b.height / 2 })).filter(inside);
  };
  const send = (type, { x, y }) => host.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, clientX: x, clientY: y, bubbles: true,
  }));
  // After the frame that is drawn next has been handed to the compositor.
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(0);
  }));
  // Any moment of a frame, the same ones in every run.
  let seed = 1;
  const moment = () => {
    seed = (seed * 48271) % 0x7fffffff;
    return new Promise((done) => setTimeout(done, 17 * (1 + seed / 0x7fffffff)));
  };
  globalThis.measuring = {
    seen,
    painted,
    moment,
    hover: (p) => send('pointermove', p),
    select: (p) => {
      send('pointerdown', p);
      send('pointerup', p);
    },
  };
}

/** A choice of the present decision that a click would take, else the button that undoes. */
const CHOICE = '.choice:not(.no):not([aria-pressed=true])';

test('on the board of 184 aircraft a look, a selection and a choice touch what they change and nothing else', async (t) => {
  const { context, page, errors } = await bigBox();
  const touched = await page.evaluate(async (choice) => {
    const { seen, painted, hover, select } = globalThis.measuring;
    /** How many nodes were changed, put in or taken out. */
    const count = async (act) => {
      const nodes = new Set();
      const watch = new MutationObserver((all) => {
        for (const m of all) {
          nodes.add(m.target);
          for (const n of [...m.addedNodes, ...m.removedNodes]) for (const part of [n, ...(n.querySelectorAll?.('*') ?? [])]) nodes.add(part);
        }
      });
      watch.observe(document.body, { childList: true, attributes: true, characterData: true, subtree: true });
      act();
      for (let n = 0; n < 3; n++) await painted();
      watch.disconnect();
      return nodes.size;
    };
    const spots = seen();
    const most = { hover: 0, select: 0, choose: 0 };
    for (let n = 0; n < 12; n++) {
      const p = spots[(n * 7) % spots.length];
      most.hover = Math.max(most.hover, await count(() => hover(p)));
      most.select = Math.max(most.select, await count(() => select(p)));
    }
    most.choose = await count(() => document.querySelector(choice).click());
    return { most, all: document.querySelectorAll('.table *').length };
  }, CHOICE);
  t.diagnostic(`big-box touches of ${touched.all} nodes at most: ${Object.entries(touched.most).map(([what, n]) => `${what} ${n}`).join(', ')}`);
  assert.ok(touched.most.hover > 0 && touched.most.select > 0, 'something was drawn');
  // A card, a remark, an arc, and the parts of one or two aircraft; with the decision its buttons.
  assert.ok(touched.most.hover < 150, `hovering touched ${touched.most.hover} nodes`);
  assert.ok(touched.most.select < 150, `selecting touched ${touched.most.select} nodes`);
  assert.ok(touched.most.choose < 400, `choosing touched ${touched.most.choose} nodes`);
  assert.deepEqual(errors, []);
  await context.close();
});

test('from an event to its picture, big-box', async (t) => {
  const { context, page, errors } = await bigBox();
  const times = await page.evaluate(async (choice) => {
    const { seen, painted, moment, hover, select } = globalThis.measuring;
    const all = { hover: [], select: [], choose: [] };
    const spots = seen();
    const time = async (what, act) => {
      await moment();
      const start = performance.now();
      act();
      all[what].push((await painted()) - start);
    };
    for (let n = 0; n < 200; n++) {
      const p = spots[(n * 7) % spots.length];
      await time('hover', () => hover(p));
      if (n % 2) await time('select', () => select(p));
    }
    for (let n = 0; n < 100; n++) await time('choose', () => (document.querySelector(choice) ?? document.querySelector('.undo')).click());
    return all;
  }, CHOICE);
  report(t, times);
  assert.deepEqual(errors, []);
  await context.close();
});

/** The button that commits what is armed or drafted. */
const COMMIT = '.commit:not([aria-disabled])';

test('from Commit to its picture, and to the picture of the next decision, big-box', async (t) => {
  const { context, page, errors } = await bigBox();
  const times = { commit: [], 'commit and answer': [] };
  for (let n = 0; n < 30; n++) {
    while (!(await page.$(COMMIT))) {
      await page.evaluate((choice) => document.querySelector(choice).click(), CHOICE);
      await quiet(page);
    }
    const [shown, answered] = await page.evaluate(async (commit) => {
      const { painted, moment } = globalThis.measuring;
      const table = document.querySelector('.table');
      await moment();
      const [before, start] = [table.dataset.seq, performance.now()];
      document.querySelector(commit).click();
      const first = await painted();
      if (table.dataset.state !== 'busy' && table.dataset.seq === before) throw new Error('nothing shows that Commit was pressed');
      while (table.dataset.seq === before || table.dataset.state === 'busy') await painted();
      return [first - start, performance.now() - start];
    }, COMMIT);
    times.commit.push(shown);
    times['commit and answer'].push(answered);
    await turn(page);
  }
  report(t, times);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Prints how long things took. @param {Record<string, number[]>} times */
function report(t, times) {
  for (const [what, all] of Object.entries(times)) {
    const sorted = all.sort((a, b) => a - b);
    t.diagnostic(`big-box ${what} to paint: median ${at(sorted, 0.5).toFixed(1)} ms, 99 % within ${at(sorted, 0.99).toFixed(1)} ms, of ${sorted.length}`);
  }
}

// Figures, printed and not judged: frames a second of the biggest board, and how long a click takes to show its result.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, open, stage, turn } from './lib.js';

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
      watch.observe(document.querySelector('.panel'), { childList: true, subtree: true });
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

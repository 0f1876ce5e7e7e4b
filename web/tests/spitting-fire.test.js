// Whole matches of Spitting Fire between two browsers, from buying forces to victory, on each board. What one side keeps secret is looked
// for in everything that the other browser receives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, moment, open, past, quiet, reach, stage, turn } from './lib.js';

const on = stage();

/** No match takes more decisions. */
const MOST = 1500;

/** A page that keeps everything its sockets receive. */
async function player() {
  const p = await open(on.browser, { viewport: { width: 1100, height: 740 } });
  p.received = [];
  p.page.on('websocket', (ws) => ws.on('framereceived', (f) => p.received.push(String(f.payload))));
  return p;
}

/** Waits until the force has so many aircraft. */
const aircraft = (page, n) => page.waitForFunction((k) => document.querySelectorAll('.unit').length === k, n);

/** How many aircraft each group has. */
const groups = (page) => page.$$eval('.band', (all) => all.map((b) => b.querySelectorAll('.unit').length));

/** Buys so many of a type by clicking. */
async function buy(page, card, count) {
  const had = (await page.$$('.unit')).length;
  for (let n = 1; n <= count; n++) {
    await page.click(`[data-card=${card}]`);
    await aircraft(page, had + n);
  }
}

/** Commits, by mouse or by keys, and waits until the table has gone on. */
async function commit(page, keys = false) {
  const { seq } = await moment(page);
  await page.waitForSelector('.commit:not([aria-disabled])');
  await (keys ? page.keyboard.press('Enter') : page.click('.commit:not([aria-disabled])'));
  await past(page, seq);
}

/** Takes a choice and commits it: by mouse, or by the key that its button shows. */
async function give(page, label, keys = false) {
  const choice = `.choice[data-label=${JSON.stringify(label)}]:not(.no)`;
  const [key] = label && keys ? await page.$$eval(`${choice} small`, (all) => all.map((t) => t.textContent.split('·').at(-1).trim())) : [];
  if (key?.length === 1) {
    await page.keyboard.press(key);
    await page.waitForSelector('.choice.armed');
  } else if (label) await page.click(choice);
  await commit(page, keys);
}

/** Drags from the middle of one element to the middle of another. */
async function drag(page, from, to) {
  const middle = async (selector) => {
    await page.locator(selector).first().scrollIntoViewIfNeeded();
    const box = await page.locator(selector).first().boundingBox();
    return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 20) };
  };
  const b = await middle(to);
  const a = await middle(from);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

/** The Allies buy by clicking, dragging and keyboard; the Axis takes a ready-made force, saves, deletes and loads. */
async function chooseForces(allies, axis) {
  await turn(allies.page);
  await turn(axis.page);
  await buy(allies.page, 'corsair', 6);
  assert.deepEqual(await groups(allies.page), [3, 3]);
  // By mouse: one goes to the other group, and one of another type is refused there with the rule.
  await drag(allies.page, '.band[data-drop=band-0] .unit', '.band[data-drop=band-1] .band-head');
  await allies.page.waitForFunction(() => document.querySelectorAll('.band')[1].querySelectorAll('.unit').length === 4);
  await buy(allies.page, 'mustang', 2);
  await drag(allies.page, '.band[data-drop=band-2] .unit', '.band[data-drop=band-0] .band-head');
  await allies.page.waitForSelector('.refusal .rule');
  assert.match(await allies.page.textContent('.refusal'), /one type/);
  // By mouse from the list into a group.
  await drag(allies.page, 'li.offer:has([data-card=mustang]) .grip', '.band[data-drop=band-2] .band-head');
  await aircraft(allies.page, 9);
  // By keyboard: lifted, carried past the full group and put back down where it came from.
  await allies.page.focus('.band[data-drop=band-1] [data-do=move]');
  await allies.page.keyboard.press('Enter');
  await allies.page.keyboard.press('ArrowDown');
  await allies.page.waitForSelector('.band[data-drop=band-0].aimed.takes');
  await allies.page.keyboard.press('Enter');
  await allies.page.waitForFunction(() => document.querySelectorAll('.band')[0].querySelectorAll('.unit').length === 3);
  assert.deepEqual(await groups(allies.page), [3, 3, 3]);
  await buy(allies.page, 'corsair', 1);
  await buy(allies.page, 'mustang', 1);
  const left = Number(await allies.page.textContent('.muster-points b'));
  const dear = await allies.page.$$eval('.offer', (all, room) => all.filter((o) => Number(o.querySelector('.offer-add').textContent) > room).map((o) => o.className), left);
  assert.ok(dear.length > 0 && dear.every((c) => c.includes('no')), 'what costs more than is left is greyed');
  assert.match(await allies.page.textContent('.offer.no small.no'), /points/);

  // The ready-made force of the fewest aircraft.
  const sizes = await axis.page.$$eval('.muster-ready small', (all) => all.map((t) => t.textContent.match(/\d+(?= [A-Z])/g).reduce((sum, n) => sum + Number(n), 0)));
  await axis.page.click(`.ready >> nth=${sizes.indexOf(Math.min(...sizes))}`);
  await axis.page.waitForSelector('.unit');
  const ready = await groups(axis.page);
  await axis.page.fill('[data-key=save-name]', 'My wing');
  await axis.page.click('[data-key=save]');
  await axis.page.click('.choice[data-label="Start again with nothing"]');
  await aircraft(axis.page, 0);
  await axis.page.click('[data-load="My wing"]');
  await axis.page.waitForSelector('.unit');
  assert.deepEqual(await groups(axis.page), ready, 'a saved force comes back as it was');
  await axis.page.click('[aria-label="Delete My wing"]');
  await axis.page.waitForSelector('[data-load="My wing"]', { state: 'detached' });

  await give(allies.page);
  await give(axis.page);
  await give(allies.page, 'Confirm the force');
  const secret = (p, words) => p.received.filter((f) => words.some((w) => f.includes(w)));
  assert.deepEqual(secret(axis, ['corsair', 'mustang', 'Corsair', 'Mustang']), [], 'the Axis has not heard of the Allied force');
  const theirs = await axis.page.$$eval('.band-head span', (all) => all.map((b) => b.textContent));
  assert.ok(theirs.length > 1);
  assert.deepEqual(secret(allies, theirs), [], 'nor the Allies of theirs');
  assert.equal(await axis.page.$('.aircraft'), null);
  await give(axis.page, 'Confirm the force');
  await allies.page.waitForFunction((name) => document.querySelector('.log')?.textContent.includes(name), theirs[0]);
}

/** Sets up one group: a level, a place on the board, and on the open table a heading by the dial. */
async function setUp(page, n, keys) {
  await page.click('.choice:not(.no)');
  await page.click('.choice[data-label="Level 5"]');
  await page.waitForSelector('.layer-reach path');
  const spots = await reach(page);
  const spot = spots[Math.floor((spots.length * ((n * 7 + 3) % 10)) / 10)];
  await page.mouse.click(spot.x, spot.y);
  await page.waitForSelector('.commit:not([aria-disabled])');
  assert.ok((await page.$$('.layer-ghost .ghost')).length >= 1, 'the group stands there on trial');
  await commit(page, keys);
}

/**
 * The board as a player sees it, in window pixels: the aircraft with their headings, and the nearest enemy of each.
 * @param {string} side whose enemies are looked for
 */
function sight(page, side) {
  return page.evaluate((own) => {
    const host = document.querySelector('.board').getBoundingClientRect();
    const world = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform);
    const all = [...document.querySelectorAll('.aircraft')].map((a) => {
      const [x, y] = a.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
      const heading = Number(a.querySelector('.turned').getAttribute('transform').match(/rotate\((-?[\d.]+)/)[1]);
      return { id: Number(a.dataset.id), own: a.classList.contains(own), heading, x: host.left + world.e + world.a * x, y: host.top + world.f + world.d * y };
    });
    return { unit: 52 * world.a, planes: all.filter((a) => a.own), enemies: all.filter((a) => !a.own) };
  }, side);
}

const off = (a, b) => Math.abs(((a - b + 540) % 360) - 180);
const bearing = (a, b) => ((Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI + 360) % 360;
const nearest = (p, all) => all.toSorted((a, b) => Math.hypot(a.x - p.x, a.y - p.y) - Math.hypot(b.x - p.x, b.y - p.y))[0];

/** A marker for every group that has none: towards the nearest enemy, keeping the level. By its key. */
async function plot(page, side) {
  for (;;) {
    await turn(page);
    const unplotted = '.choice[data-label^=Group]:has-text("no marker")';
    // The group that comes next is opened by itself.
    if (!(await page.$('.choice[data-label="Straight Level"]'))) {
      if (!(await page.$(unplotted))) break;
      await page.click(unplotted);
    }
    await page.waitForSelector('.choice[data-label="Straight Level"]');
    const id = Number(await page.getAttribute('.aircraft.selected', 'data-id').catch(() => '0'));
    const { planes, enemies } = await sight(page, side);
    const leader = planes.find((a) => a.id === id) ?? planes[0];
    const to = bearing(leader, nearest(leader, enemies));
    const by = ((to - leader.heading + 540) % 360) - 180;
    const { seq } = await moment(page);
    await page.keyboard.press(Math.abs(by) < 40 ? 's' : by < 0 ? 'a' : 'd');
    await page.waitForSelector('.choice.armed');
    await page.keyboard.press('Enter');
    await past(page, seq);
  }
  await give(page, 'Confirm the plots', true);
}

/** Flies one aircraft to the end that brings it best into range of an enemy, by clicking there; by the buttons where no end is certain. */
async function fly(page, side, keys) {
  if (!(await page.$('.layer-reach path')) && (await page.$('.fleet-item:not(.idle)')) && !(await page.$('.fleet-item.on'))) await page.click('.fleet-item:not(.idle)');
  await page.waitForFunction(() => document.querySelector('.layer-reach path') || document.querySelector('.choice:not(.no)'));
  await quiet(page);
  const spots = await reach(page);
  if (!spots.length) {
    await page.click('.choice:not(.no)');
    return commit(page, keys);
  }
  const { enemies, unit } = await sight(page, side);
  const worth = (p) => Math.abs(Math.hypot(nearest(p, enemies).x - p.x, nearest(p, enemies).y - p.y) - 2.5 * unit);
  const spot = spots.toSorted((a, b) => worth(a) - worth(b))[0];
  await page.mouse.click(spot.x, spot.y);
  await page.waitForFunction(() => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])'));
  const headings = await page.$$eval('.chooser:not([hidden]) .way-to-end', (all) => all.map((b) => Number(b.textContent.match(/\d+/)[0])));
  if (headings.length) {
    const to = bearing(spot, nearest(spot, enemies));
    const best = headings.indexOf(headings.toSorted((a, b) => off(a, to) - off(b, to))[0]);
    await page.click(`.chooser .way-to-end >> nth=${best}`);
  }
  await commit(page, keys);
  await page.waitForFunction(() => document.querySelector('.table').dataset.state !== 'busy');
}

/** One decision of a player, whatever it is: the Allies use the mouse, the Axis the keys where there are some. */
async function decide(page, side, n, seen) {
  const keys = side === 'axis';
  const prompt = await page.textContent('.prompt');
  if (/Set up/.test(prompt)) return setUp(page, n, keys);
  if (/marker|plots/.test(prompt)) return plot(page, side);
  if (/Activate/.test(prompt)) return give(page, await page.getAttribute('.choice:not(.no)', 'data-label'), keys);
  if (/Attack/.test(prompt)) {
    const [shot] = await page.$$eval('.choice[data-label^="Fire everything"]:not(.no)', (all) => all.map((c) => c.dataset.label));
    if (shot) seen.add('fired');
    return give(page, shot ?? 'Hold fire', keys);
  }
  if (/Pivot/.test(prompt)) {
    await page.click('.choice:not(.no)');
    return commit(page, keys);
  }
  return fly(page, side, keys);
}

/** Every thing with tags in what a page was sent. */
function* tagged(value) {
  if (!value || typeof value !== 'object') return;
  if (Array.isArray(value.tags) && value.side) yield value;
  for (const part of Object.values(value)) yield* tagged(part);
}

/** That no frame shows a marker of the other side, in the aircraft or in the log. */
function noMarkerOf(frames, side) {
  for (const frame of frames) {
    const said = JSON.parse(frame);
    for (const a of tagged(said)) assert.ok(a.side !== side || !a.tags.some((t) => t.rule === 'spitting-fire/plotting'), frame);
    assert.ok(!/group \d+: (Level|Straight|Climb|Dive)/.test(frame) || said.id !== undefined, frame);
  }
}

/** On the open table a turn is set by dragging the dial, and then by keys. */
async function useTheDial(page) {
  if (!(await page.$('.fleet-item.on')) && (await page.$('.fleet-item'))) await page.click('.fleet-item:not(.idle)');
  await page.click('.choice[data-label=Forward]:not(.no)');
  await page.waitForSelector('.range input');
  await page.focus('.range input');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('.range input').value === document.querySelector('.range input').max);
  await commit(page);
  await turn(page);
  const dial = await page.waitForFunction(() => {
    const handle = document.querySelector('.dial-handle')?.getBoundingClientRect();
    return handle && { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2, ranges: document.querySelectorAll('.dial-range').length };
  });
  const { x, y, ranges } = await dial.jsonValue();
  assert.equal(ranges, 2, 'the legal range to both sides');
  // Which one is marked does not tell which one moves: a contact that comes to lie under the resting mouse is marked too.
  const before = await page.$$eval('.aircraft', (all) => all.map((a) => [a.dataset.id, a.querySelector('.turned').getAttribute('transform')]));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 4, { steps: 5 });
  const set = await page.waitForFunction(() => document.querySelector('.dial-text')?.textContent.match(/^\d+° (left|right)$/)?.[0]);
  const text = await set.jsonValue();
  await page.mouse.up();
  // The slider shows what the handle was dragged to.
  await page.waitForFunction((degrees) => `${document.querySelector('.range input')?.value}°` === degrees, text.split(' ')[0]);
  await turn(page);
  await page.focus('.range input');
  // Away from straight ahead, which the dial has other words for.
  const away = await page.$eval('.range input', (range) => (Number(range.value) > Number(range.min) + 1 ? 'ArrowLeft' : 'ArrowRight'));
  await page.keyboard.press(away);
  await page.waitForFunction((was) => /^\d+° (left|right)$/.test(document.querySelector('.dial-text')?.textContent ?? was) && document.querySelector('.dial-text').textContent !== was, text);
  await turn(page);
  const degrees = parseInt(await page.textContent('.dial-text'), 10);
  await commit(page);
  // One aircraft has turned, by as much as the dial said.
  await page.waitForFunction(([before, degrees]) => {
    const heading = (turned) => Number(turned.match(/rotate\((-?[\d.]+)\)/)[1]);
    const now = new Map([...document.querySelectorAll('.aircraft')].map((a) => [a.dataset.id, a.querySelector('.turned').getAttribute('transform')]));
    const turns = before.map(([id, was]) => Math.abs(((heading(now.get(id) ?? was) - heading(was) + 540) % 360) - 180)).filter(Boolean);
    return turns.length === 1 && turns[0] === degrees;
  }, [before, degrees]);
  await page.waitForSelector('.layer-arc path');
  await turn(page);
  // Where nothing else is left, it ends by itself.
  if (await page.$('.choice[data-label="End the move"]')) await give(page, 'End the move');
}

/** The ruler measures between two aircraft, by mouse and by keys, and moves nothing. */
async function measure(page) {
  const { seq } = await moment(page);
  await page.keyboard.press('m');
  const middle = async (n) => {
    const box = await page.locator('.aircraft .turned').nth(n).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.click(...(await middle(0)));
  await page.mouse.click(...(await middle(1)));
  await page.waitForSelector('.layer-ruler path', { state: 'attached' });
  await page.waitForFunction(() => document.querySelector('.tip')?.textContent);
  assert.match(await page.textContent('.tip'), /^\d+(\.\d\d)? SU · .*(nose|ahead|astern) · same level$/);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.layer-ruler path', { state: 'detached' });
  assert.equal((await moment(page)).seq, seq);
}

// A whole match takes minutes: the open table always, which has the dial and the ruler too, hexes where there is time.
for (const mode of process.env.TALLYHO_LONG ? ['open', 'hexes'] : ['open']) {
  test(`500 points between two browsers, from buying forces to victory, ${mode === 'open' ? 'on the open table' : 'on hexes'}`, async (t) => {
    const allies = await player();
    const axis = await player();
    const options = { mode, points: 500, 'axis-edge': 'north' };
    const { id, links } = await make(allies.page, on.server.url, { game: 'spitting-fire', scenario: 'match', options, dice: { seed: 21 } });
    await allies.page.goto(`${on.server.url}/table/${id}`);
    await axis.page.goto(`${on.server.url}${links.axis}`);
    await axis.page.waitForURL(`**/table/${id}`);
    await chooseForces(allies, axis);
    const sides = [['allies', allies], ['axis', axis]];
    const seen = new Set();
    let special = false;
    for (let n = 0; ; n++) {
      assert.ok(n < MOST, 'the match ends');
      const [side, p] = await Promise.any(sides.map(async (s) => {
        await turn(s[1].page);
        return s;
      }));
      if ((await moment(p.page)).state === 'over') break;
      const prompt = (await p.page.textContent('.prompt')).split(' ')[0];
      if (prompt === 'Give' && !seen.has('plotted')) {
        // Both plot, neither hears of the other's markers.
        seen.add('plotted');
        const from = sides.map(([, q]) => q.received.length);
        await plot(allies.page, 'allies');
        await turn(axis.page);
        noMarkerOf(axis.received.slice(from[1]), 'allies');
        const half = allies.received.length;
        await plot(axis.page, 'axis');
        noMarkerOf(allies.received.slice(half).filter((f) => !f.includes('top card')), 'axis');
        continue;
      }
      if (!special && side === 'allies' && prompt === 'Choose' && (await p.page.$('.choice[data-label=Forward], .fleet-item'))) {
        special = true;
        await measure(p.page);
        if (mode === 'open') {
          await useTheDial(p.page);
          continue;
        }
      }
      seen.add(prompt);
      const { seq } = await moment(p.page);
      await decide(p.page, side, n, seen);
      for (const [, q] of sides) await past(q.page, seq);
    }
    for (const [, p] of sides) {
      await p.page.waitForSelector('.outcome');
      assert.deepEqual(p.errors, []);
    }
    for (const stage of ['Set', 'plotted', 'Activate', 'Attack,', 'fired']) assert.ok(seen.has(stage), `the match had a stage ${stage}: ${[...seen]}`);
    const ends = await Promise.all(sides.map(([, p]) => p.page.textContent('.outcome h2')));
    const said = await allies.page.textContent('.outcome p');
    const [, winner, more, less] = said.match(/(?:the (\w+) win|a draw,) (\d+) to (\d+)/i);
    assert.ok(winner ? Number(more) > Number(less) : more === less, said);
    const end = { allies: 'You win,You lose', axis: 'You lose,You win' }[winner?.toLowerCase()] ?? 'A draw,A draw';
    assert.equal(ends.join(), end, `both are told how it ended: ${said}`);
    t.diagnostic(said);
    for (const [, p] of sides) await p.context.close();
  });
}

test('whoever sets up looks at their own area, wherever the enemy stands, and always the same way', async () => {
  const { context, page, errors } = await open(on.browser);
  const seats = { allies: 'human', axis: 'pilot:cadet' };
  const { id } = await make(page, on.server.url, { game: 'spitting-fire', scenario: 'germany-britain-500', dice: { seed: 1 }, seats });
  await page.goto(`${on.server.url}/table/${id}`);
  /** Whether the board is seen from the side, and how far the own area reaches beyond the picture. */
  const look = () => page.evaluate(() => {
    const board = document.querySelector('.board');
    const host = board.getBoundingClientRect();
    const area = [...document.querySelectorAll('.marker.area')].find((a) => a.textContent.startsWith('Allies')).querySelector('rect').getBoundingClientRect();
    const beyond = Math.max(host.left - area.left, host.top - area.top, area.right - host.right, area.bottom - host.bottom);
    return { oblique: board.classList.contains('oblique'), beyond, large: area.width / host.width, standing: ['allies', 'axis'].map((side) => document.querySelectorAll(`.aircraft.${side}`).length) };
  });
  const seen = [];
  do {
    await turn(page);
    seen.push(await look());
    await setUp(page, seen.length, false);
  } while (!seen.at(-1).standing.every(Boolean));
  assert.ok(seen.some((s) => s.standing[1] > 0 && s.standing[0] === 0) || seen.length > 1, 'the enemy stood there while one set up');
  for (const s of seen) assert.ok(s.oblique && s.beyond < 1 && s.large > 0.3, JSON.stringify(seen));
  assert.deepEqual(errors, []);
  await context.close();
});

test('on a phone aircraft are moved by tapping, and a saved force that no longer fits says why', async () => {
  const { context, page, errors } = await open(on.browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const order = { game: 'spitting-fire', scenario: 'match', dice: { seed: 2 }, seats: { allies: 'human', axis: 'pilot:simple' } };
  const rich = await make(page, on.server.url, { ...order, options: { points: 500 } });
  await page.goto(`${on.server.url}/table/${rich.id}`);
  await turn(page);
  for (let n = 1; n <= 6; n++) {
    await page.tap('[data-card=corsair]');
    await aircraft(page, n);
  }
  assert.deepEqual(await groups(page), [3, 3]);
  await page.tap('.band[data-drop=band-0] .unit');
  await page.waitForSelector('.band[data-drop=band-1].takes');
  await page.tap('.band[data-drop=band-1] .band-head');
  await page.waitForFunction(() => document.querySelectorAll('.band')[1].querySelectorAll('.unit').length === 4);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  const small = await page.$$eval('button, select', (all) => all.filter((b) => b.offsetParent && (b.offsetHeight < 44 || b.offsetWidth < 44)).map((b) => b.textContent || b.getAttribute('aria-label')));
  assert.deepEqual(small, [], 'every button is at least 44 pixels wide and high');
  await page.fill('[data-key=save-name]', 'Six Corsairs');
  await page.tap('[data-key=save]');
  await page.waitForSelector('[data-load="Six Corsairs"]');
  const poor = await make(page, on.server.url, { ...order, options: { points: 200 } });
  await page.goto(`${on.server.url}/table/${poor.id}`);
  await turn(page);
  await page.tap('[data-load="Six Corsairs"]');
  // The reasons come first, then what they are against.
  await page.waitForSelector('.refusal:has-text("Six Corsairs does not fit here")');
  assert.match(await page.textContent('.refusal'), /Six Corsairs does not fit here.*270 of 200 points/);
  assert.ok(await page.$('.refusal .rule'), 'with the rule');
  await aircraft(page, 0);
  assert.deepEqual(errors, []);
  await context.close();
});

// What a player gives and what not, in a real browser: nothing that ends the game by one click, nothing twice, nothing across a hand-over,
// and own dice and cards as they fall.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commit, make, moment, open, past, pick, stage, turn } from './lib.js';

const on = stage();

/** Sets a table and sits down at it; keeps what is sent. */
async function sit(order, how) {
  const { context, page, errors } = await open(on.browser, how);
  const sent = [];
  page.on('websocket', (ws) => ws.on('framesent', (f) => sent.push(JSON.parse(String(f.payload)))));
  const { id, links } = await make(page, on.server.url, order);
  await page.goto(`${on.server.url}/table/${id}`);
  return { context, page, errors, id, links, sent };
}

/** Whether something comes true: a page draws with the next frame, and what it sends is heard of a little later. */
async function comes(page, check) {
  for (let n = 0; n < 5000; n++) {
    if (await check()) return true;
    await page.waitForTimeout(20);
  }
  return false;
}

/** Commands that a page has given. */
const acts = (sent) => sent.filter((m) => m.method === 'act').map((m) => m.params.command);

const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 5 } };
/** Two fighters that will both be able to fire. */
const FACE_TO_FACE = {
  game: 'spitfire', dice: { seed: 1 },
  scenario: {
    kind: 'air-superiority', types: { allies: 'Spitfire-I', axis: 'Bf.109E-3' },
    aircraft: [{ player: 'first', hex: '3024', facing: 'N', altitude: 10, speed: 5 }, { player: 'second', hex: '3016', facing: 'S', altitude: 10, speed: 5 }],
  },
};

test('giving up is behind the dots, asks once more, and no digit reaches it', async () => {
  const { context, page, errors, sent } = await sit({ ...DUEL, hot_seat: true });
  await turn(page);
  assert.equal(await page.$('.panel [data-label=Resign]'), null);
  for (const digit of '123456789') await page.keyboard.press(digit);
  await page.keyboard.press('Enter');
  assert.ok(!acts(sent).includes('concede'));
  await page.keyboard.press('Escape');
  await page.click('.quits');
  await page.click('[data-quit=Resign]');
  await page.waitForSelector('[data-key=confirm-quit]');
  // Enter plays on: the button that gives up does not have the focus.
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog', { state: 'detached' });
  assert.ok(!acts(sent).includes('concede'));
  await page.click('.quits');
  await page.click('[data-quit=Resign]');
  await page.click('[data-key=confirm-quit]');
  await page.waitForSelector('.outcome');
  assert.deepEqual(acts(sent).at(-1), 'concede');
  assert.equal(await page.$('.quits'), null, 'nothing is left to be ended');
  assert.deepEqual(errors, []);
  await context.close();
});

test('an offer of the other side is a quiet line with an answer, which asks once more', async () => {
  const one = await sit(FACE_TO_FACE);
  const two = await open(on.browser);
  await two.page.goto(`${on.server.url}${one.links.axis}`);
  await turn(one.page);
  await two.page.waitForSelector('.quits');
  await two.page.click('.quits');
  await two.page.click('[data-quit="Offer to end the game"]');
  await two.page.click('[data-key=confirm-quit]');
  await one.page.waitForSelector('.aside');
  assert.match(await one.page.textContent('.aside'), /Luftwaffe: an offer to end the game/);
  await pick(one.page, ['Move Spitfire-I 1']);
  assert.ok(await one.page.isVisible('.aside'), 'also in the middle of a trial');
  await one.page.click('.aside [data-key=answer]');
  await one.page.click('dialog.quit .go');
  await one.page.waitForSelector('dialog', { state: 'detached' });
  assert.ok(await one.page.isVisible('.aside'), 'whoever plays on may still answer');
  await one.page.click('.aside [data-key=answer]');
  await one.page.click('[data-key=confirm-quit]');
  for (const p of [one, two]) {
    await p.page.waitForSelector('.outcome');
    assert.deepEqual(p.errors, []);
    await p.context.close();
  }
});

test('taking back what the other side has seen: grey with a reason, asked for, refused, asked again, allowed, and in the log', async () => {
  const mover = await sit(FACE_TO_FACE);
  const other = await open(on.browser);
  await other.page.goto(`${on.server.url}${mover.links.axis}`);
  await other.page.waitForFunction(() => document.querySelector('.table')?.dataset.state === 'wait');
  await turn(mover.page);
  assert.equal(await mover.page.getAttribute('.undo', 'aria-disabled'), 'true');
  assert.match(await mover.page.textContent('#why-no-undo'), /nothing to take back/);
  await pick(mover.page, ['Move Spitfire-I 1', 'Level flight', 'Speed 5', ...Array(5).fill('Forward')]);
  await commit(mover.page);
  const { seq } = await moment(mover.page);
  await past(other.page, seq - 1);
  const ask = async () => {
    await mover.page.click('.undo:has-text("Ask to take back"):not([aria-disabled])');
    await other.page.waitForSelector('.aside [data-key=consent-true]');
    assert.match(await mover.page.textContent('.aside'), /You have asked/);
  };
  await ask();
  await other.page.click('.aside [data-key=consent-false]');
  await mover.page.waitForSelector('.aside', { state: 'detached' });
  await other.page.waitForSelector('.aside', { state: 'detached' });
  assert.equal((await moment(mover.page)).seq, seq, 'a refusal changes nothing');
  await ask();
  await other.page.click('.aside [data-key=consent-true]');
  for (const p of [mover, other]) {
    await past(p.page, seq);
    await p.page.waitForSelector('.log-list .entry:has-text("back")');
    assert.deepEqual(p.errors, []);
  }
  for (const p of [mover, other]) await p.context.close();
});

test('a double click on Commit gives one command, and arms nothing in the next decision', async () => {
  const { context, page, errors, sent } = await sit({ ...FACE_TO_FACE, hot_seat: true });
  await turn(page);
  await pick(page, ['Move Spitfire-I 1', 'Level flight', 'Speed 5', ...Array(5).fill('Forward')]);
  const { seq } = await moment(page);
  await page.dblclick('.commit:not([aria-disabled])');
  await past(page, seq);
  await turn(page);
  assert.equal(acts(sent).length, 1);
  assert.equal(await page.$('.choice.armed'), null);
  assert.equal((await moment(page)).state, 'decide');
  assert.deepEqual(errors, []);
  await context.close();
});

test('keys typed faster than the table answers are all carried out', async () => {
  const { context, page, errors } = await sit({ ...DUEL, seats: { allies: 'human', axis: 'pilot:simple' } });
  if ((await turn(page)) === 'decide') await page.click('.choice:not(.no)');
  await page.waitForSelector('.pips');
  await page.evaluate(() => {
    for (let n = 0; n < 3; n++) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 3);
  assert.deepEqual(errors, []);
  await context.close();
});

test('hot seat: a reload before the hand-over is confirmed covers the table again, and fetches nothing of either side', async () => {
  const { context, page, errors, sent } = await sit({ ...FACE_TO_FACE, hot_seat: true });
  await turn(page);
  await pick(page, ['Move Spitfire-I 1', 'Level flight', 'Speed 5', ...Array(5).fill('Forward')]);
  await commit(page);
  await turn(page);
  await pick(page, ['Spitfire-I 1 fires its forward guns at Bf.109E-3 1']);
  await page.click('.commit:not([aria-disabled])');
  await page.waitForSelector('dialog.handover');
  sent.length = 0;
  await page.reload();
  await page.waitForSelector('dialog.handover');
  assert.deepEqual(sent, [], 'nothing is fetched');
  assert.doesNotMatch(await page.textContent('body'), /will fire/);
  await page.click('dialog.handover .go');
  await turn(page);
  assert.deepEqual(sent.filter((m) => m.method === 'sit').map((m) => m.params.seat), ['axis']);
  assert.doesNotMatch(await page.textContent('body'), /will fire/);
  sent.length = 0;
  await page.reload();
  await turn(page);
  assert.equal(await page.$('dialog.handover'), null, 'who has sat down stays seated');
  assert.deepEqual(errors, []);
  await context.close();
});

/** Answers a request for dice or cards: cards by key, black and red in turn; dice by click. Answers what was asked. */
async function throwOwn(page, n) {
  const name = await page.getAttribute('dialog.ask', 'aria-labelledby');
  const asked = await page.$$eval('dialog.ask fieldset', (rows) => rows.map((row) => ({
    card: !!row.querySelector('.card-choice'), left: [...row.querySelectorAll('.card-choice')].map((c) => Number(c.textContent.match(/(\d+) left/)[1])),
  })));
  for (const [row, { card, left }] of asked.entries()) {
    if (!card) await page.locator('dialog.ask fieldset').nth(row).locator('input').nth(n % 6).check({ force: true });
    else await page.keyboard.press((n % 2 && left[0] > 0) || left[1] === 0 ? 'r' : 'b');
  }
  await page.keyboard.press('Enter');
  // The next question may come at once.
  await page.waitForSelector(`dialog[aria-labelledby=${name}]`, { state: 'detached' });
  return asked;
}

/** A Spitfire behind a Bf 109, before the first plot. */
const BEHIND = {
  title: 'Behind him', options: { points: 70 },
  groups: [
    { side: 'allies', card: 'spitfire', altitude: 5, aircraft: [{ hex: '12.16', facing: 'N' }] },
    { side: 'axis', card: 'bf-109', altitude: 5, aircraft: [{ hex: '12.18', facing: 'N' }] },
  ],
};

test('Spitting Fire with own dice and cards: a turn is played, red and black are offered as long as there are some', async () => {
  const { context, page, errors, sent } = await sit({ game: 'spitting-fire', scenario: BEHIND, dice: 'ask', hot_seat: true });
  const asked = [];
  for (let n = 0; n < 200; n++) {
    await page.waitForFunction(() => document.querySelector('dialog.ask, dialog.handover') || ['decide', 'draft', 'over'].includes(document.querySelector('.table')?.dataset.state));
    if (await page.$('dialog.handover')) {
      await page.click('dialog.handover .go');
      await page.waitForSelector('dialog.handover', { state: 'detached' });
    } else if (await page.$('dialog.ask')) asked.push(...(await throwOwn(page, asked.length)));
    else if ((await moment(page)).state === 'over') break;
    else await step(page);
    if (asked.some((a) => !a.card) && /Turn [2-9]/.test(await page.textContent('#top'))) break;
  }
  const cards = asked.filter((a) => a.card).map((a) => a.left[0] + a.left[1]);
  assert.ok(cards.length > 1, `cards were drawn: ${cards}`);
  assert.ok(cards.every((c, k) => k === 0 || c === cards[k - 1] - 1 || c > cards[k - 1]), `one card fewer each time, until the deck is shuffled: ${cards}`);
  const thrown = () => sent.filter((m) => m.method === 'act' && m.params.dice).flatMap((m) => m.params.dice);
  const all = () => ['red', 'black'].every((c) => thrown().includes(c)) && thrown().some((f) => typeof f === 'number');
  assert.ok(await comes(page, all), thrown().join(' '));
  assert.deepEqual(errors, []);
  await context.close();
});

/** Takes the next step of a decision: commits what is ready, fires where it can, otherwise flies straight on. */
async function step(page) {
  const { seq } = await moment(page);
  if (await page.$('.commit:not([aria-disabled])')) {
    await page.click('.commit:not([aria-disabled])');
    await page.waitForFunction((was) => document.querySelector('dialog') || Number(document.querySelector('.table')?.dataset.seq) > was, seq);
    return;
  }
  if ((await page.$('.fleet-item:not(.idle)')) && !(await page.$('.fleet-item.on'))) await page.click('.fleet-item:not(.idle)');
  const seen = '.choice:not(.no):visible';
  // Places are picked on the board, and from a list.
  if (!(await page.locator(seen).count())) await page.click('.panel details:has(.choice:not(.no)) summary');
  const before = await page.$eval('.panel', (p) => p.textContent);
  const wanted = ['Fire everything', 'Straight Level', 'Forward', 'End the move'].map((label) => `.choice[data-label^="${label}"]:not(.no):visible`);
  const found = await Promise.all([...wanted, seen].map((w) => page.locator(w).count()));
  await page.locator([...wanted, seen][found.findIndex((count) => count > 0)]).first().click();
  await page.waitForFunction((was) => document.querySelector('.panel').textContent !== was || document.querySelector('.commit:not([aria-disabled]), dialog'), before);
}

const OPEN = { game: 'spitting-fire', scenario: 'duel', options: { mode: 'open', 'axis-edge': 'north' }, dice: { seed: 3 }, seats: { allies: 'human', axis: 'pilot:simple' } };

/** Opens the setting up of a group on the open table, at level 5. */
async function setUp(page) {
  await turn(page);
  await page.click('.choice:not(.no)');
  await page.click('.choice[data-label="Level 5"]');
  await page.waitForSelector('.region');
}

/** Whole pixels of the window: a place inside the legal region, and one beyond it. */
async function places(page) {
  const [board, box] = await Promise.all(['.board', '.region'].map((s) => page.$eval(s, (e) => e.getBoundingClientRect().toJSON())));
  const x = Math.round(board.left + board.width / 2) + 7;
  const top = Math.max(board.top, box.top);
  const inside = { x, y: Math.round((top + Math.min(board.bottom, box.bottom)) / 2) + 3 };
  return { inside, beyond: { x, y: Math.round(Math.max(board.top + 20, top - 150)) } };
}

/** Where the pale aircraft stand, in window pixels. */
const ghosts = (page) => page.$$eval('.layer-ghost .ghost', (all) => all.map((g) => {
  const host = document.querySelector('.board').getBoundingClientRect();
  const world = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform);
  const [x, y] = g.getAttribute('transform').match(/-?[\d.]+/g).map(Number);
  return { x: host.left + world.e + world.a * x, y: host.top + world.f + world.d * y };
}));
const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

test('an open table: a group is placed where the mouse is, shown before the click, or at the nearest legal place with the reason', async () => {
  const { context, page, errors, sent } = await sit(OPEN);
  await setUp(page);
  const { inside, beyond } = await places(page);
  await page.mouse.move(inside.x, inside.y);
  await page.waitForSelector('.layer-ghost .ghost');
  assert.ok(await comes(page, async () => (await ghosts(page)).length === 2), 'the whole group is shown');
  const off = async () => Math.min(...(await ghosts(page)).map((g) => near(g, inside)));
  assert.ok(await comes(page, async () => (await off()) < 6), 'where the pointer is');
  await page.mouse.move(beyond.x, beyond.y);
  await page.waitForSelector('.tip .rule');
  assert.ok(await comes(page, async () => /nearest legal place/.test(await page.textContent('.tip'))));
  await page.mouse.move(inside.x, inside.y);
  await page.mouse.click(inside.x, inside.y);
  await page.waitForSelector('.commit:not([aria-disabled])');
  assert.equal(acts(sent).length, 0, 'nothing is given before Commit');
  // One of them is lifted and put a little aside.
  const [first] = (await ghosts(page)).toSorted((a, b) => near(a, inside) - near(b, inside));
  await page.mouse.click(Math.round(first.x), Math.round(first.y));
  await page.waitForSelector('.region');
  await page.mouse.click(Math.round(first.x), Math.round(first.y) + 40);
  await page.waitForSelector('.region', { state: 'detached' });
  await page.waitForSelector('.commit:not([aria-disabled])');
  const moved = async () => Math.min(...(await ghosts(page)).map((g) => near(g, first))) > 15;
  assert.ok(await comes(page, moved), 'it stands elsewhere');
  const { seq } = await moment(page);
  await page.click('.commit');
  await past(page, seq);
  assert.equal(acts(sent).length, 1);
  assert.ok(await comes(page, async () => (await page.$$('.aircraft.allies')).length === 2));
  assert.deepEqual(errors, []);
  await context.close();
});

test('an open table on a phone: a tap places the group, a tap elsewhere places it anew', async () => {
  const { context, page, errors } = await sit(OPEN, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await setUp(page);
  const { inside } = await places(page);
  await page.touchscreen.tap(inside.x, inside.y);
  await page.waitForSelector('.commit:not([aria-disabled])');
  const stood = () => page.$$eval('.layer-ghost .ghost', (all) => all.map((g) => g.getAttribute('transform')));
  const before = await stood();
  await page.touchscreen.tap(inside.x - 150, inside.y);
  await page.waitForFunction((was) => {
    const now = [...document.querySelectorAll('.layer-ghost .ghost')].map((g) => g.getAttribute('transform'));
    return now.length === was.length && now.every((place) => !was.includes(place));
  }, before);
  assert.deepEqual(errors, []);
  await context.close();
});

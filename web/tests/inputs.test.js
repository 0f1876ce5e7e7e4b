// How many inputs a turn takes that is played by hand: a key, a click on the board or a button is one each. Groups are led, best shots are fired together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, moment, open, reach, stage, turn } from './lib.js';

const on = stage();

/** A player who counts every input. */
class Player {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.inputs = 0;
  }

  async key(key) {
    this.inputs++;
    await this.page.keyboard.press(key);
    await this.settled();
  }

  async click(selector) {
    this.inputs++;
    await this.page.click(selector);
    await this.settled();
  }

  /** Waits until this player is to decide, and neither an order nor a computer pilot is at work. */
  async settled() {
    do {
      await this.page.waitForFunction(() => !document.querySelector('[data-key=stop-order], .relief'));
      await turn(this.page);
      // An order gives one command after another, each a decision of its own.
    } while (await this.has('[data-key=stop-order], .relief'));
  }

  has(selector) {
    return this.page.$(selector);
  }

  /** @returns {Promise<number>} */
  turn() {
    return this.page.$eval('#top', (t) => Number(t.textContent.match(/Turn (\d+)/)[1]));
  }

  /** Flies to the farthest place within reach, and ends there the first way that is offered. */
  async fly() {
    const from = await this.page.$eval('.selected', (a) => a.getBoundingClientRect().toJSON());
    const far = (p) => Math.hypot(p.x - from.x, p.y - from.y);
    const { x, y } = (await reach(this.page)).reduce((a, b) => (far(b) > far(a) ? b : a));
    this.inputs++;
    await this.page.mouse.click(x, y);
    await this.settled();
    if (await this.has('.chooser:not([hidden])')) await this.click('.chooser .way-to-end');
  }

  /** Takes one decision as somebody would who leads groups. */
  async decide() {
    if (await this.has('[data-key=best]')) {
      await this.key('b');
      if (await this.has('.volley')) await this.key('Enter');
      return;
    }
    const led = (await this.has('[data-key=follow]')) ? 'g' : (await this.has('[data-key=follow-all]')) && (await this.plots()) ? 'y' : null;
    if (led) return this.key(led);
    if (await this.has('.commit:not([aria-disabled])')) return this.key('Enter');
    const moves = /move|straight on|Choose the next/i.test(await this.page.textContent('.prompt'));
    if (moves && (await reach(this.page)).length) return this.fly();
    await this.click('.choice');
  }

  /** Whether markers are given to groups, which may all have the same. */
  async plots() {
    return /marker/.test(await this.page.textContent('.prompt'));
  }

  /** Plays until the turn is over; answers how many inputs that took. */
  async play() {
    const [turn, before] = [await this.turn(), this.inputs];
    while ((await moment(this.page)).state !== 'over' && (await this.turn()) === turn) await this.decide();
    return this.inputs - before;
  }
}

/** @param {object} order @returns {Promise<Player & { errors: string[], context: import('playwright-core').BrowserContext }>} */
async function sit(order) {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { dice: { seed: 7 }, ...order });
  await page.goto(`${on.server.url}/table/${id}`);
  const player = new Player(page);
  await player.settled();
  return Object.assign(player, { errors, context });
}

const ALLIES = { seats: { allies: 'human', axis: 'pilot:simple' } };
const AXIS = { seats: { allies: 'pilot:simple', axis: 'human' } };

for (const [most, order] of /** @type {[number, { game: string, scenario: string }][]} */ ([
  [10, { game: 'fast-and-easy', scenario: 'kent-duel', ...ALLIES }],
  [20, { game: 'fast-and-easy', scenario: 'box-over-germany', ...AXIS }],
  [60, { game: 'fast-and-easy', scenario: 'big-box', ...AXIS }],
])) {
  test(`a turn of ${order.scenario} takes at most ${most} inputs`, async () => {
    const player = await sit(order);
    const inputs = await player.play();
    assert.ok(inputs > 2 && inputs <= most, `${inputs} inputs`);
    assert.deepEqual(player.errors, []);
    await player.context.close();
  });
}

test('one key lets the computer fly the rest of the turn, and the next turn is the player\'s again', async () => {
  const player = await sit({ game: 'fast-and-easy', scenario: 'kent-duel', ...ALLIES });
  await player.key('l');
  await player.page.waitForFunction(() => /Turn 2/.test(document.querySelector('#top')?.textContent));
  await player.settled();
  assert.deepEqual([await player.turn(), player.inputs], [2, 1]);
  assert.equal(await player.has('.relief'), null);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

test('a turn of 500 points of Spitting Fire takes at most 40 inputs', async () => {
  const player = await sit({ game: 'spitting-fire', scenario: 'germany-britain-500', ...ALLIES });
  // Setting up is no part of a turn: the quickest pilot does it, and flies the first one.
  await player.page.evaluate(async () => {
    const { Socket } = await import(moduleOf('wire/net.js'));
    const none = () => {};
    await new Promise((hello) => {
      const socket = new Socket(location.pathname.split('/').at(-1), { hello: () => hello(socket.call('relieve', { seat: 'allies', until: 'turn', level: 'simple' })), changed: none, presence: none, pace: none, relieved: none, asked: none, state: none });
    });
  });
  await player.page.waitForFunction(() => /Turn 2/.test(document.querySelector('#top')?.textContent), null, { timeout: 0 });
  await player.settled();
  const inputs = await player.play();
  assert.ok(inputs > 10 && inputs <= 40, `${inputs} inputs`);
  assert.deepEqual(player.errors, []);
  await player.context.close();
});

// Two processes on one PostgreSQL behind a proxy that takes them in turn: the one that serves the browser goes, and the game goes on at the
// other with the trial that was not yet sent.

import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { clickTurn, launch, make, moment, open, past, serve, turn } from './lib.js';

const DATABASE = process.env.TALLYHO_POSTGRES;
const DUEL = { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 7 }, seats: { allies: 'human', axis: 'pilot:simple' } };

/**
 * Passes connections on to the processes in turn; if one is down, to the next. `socketAt` is the process that the last WebSocket went to.
 * @param {{ url: string }[]} processes
 */
async function proxy(processes) {
  const now = { url: '', socketAt: -1, close: () => {} };
  let turns = 0;
  const ends = new Set();
  const server = createServer((client) => {
    ends.add(client.on('error', () => {}).on('close', () => ends.delete(client)));
    client.once('data', (head) => {
      client.pause();
      const pass = (tries) => {
        const n = turns++ % processes.length;
        const to = connect(Number(new URL(processes[n].url).port), '127.0.0.1');
        to.once('error', () => (tries > 1 ? pass(tries - 1) : client.destroy()));
        to.once('connect', () => {
          if (head.toString().startsWith('GET /ws/')) now.socketAt = n;
          to.removeAllListeners('error').on('error', () => client.destroy()).on('close', () => client.destroy());
          client.on('close', () => to.destroy());
          to.write(head);
          client.pipe(to).pipe(client);
        });
      };
      pass(processes.length);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  now.url = `http://127.0.0.1:${server.address().port}`;
  now.close = () => {
    for (const end of ends) end.destroy();
    server.close();
  };
  return now;
}

/** Takes one trial step of the first aircraft that may move. */
async function tryOut(page) {
  if ((await turn(page)) === 'decide') await page.click('.choice:not(.no)');
  await page.waitForSelector('.pips');
  await page.mouse.move(2, 2);
  await page.keyboard.press('W');
  await page.waitForFunction(() => document.querySelectorAll('.pips .used').length === 1);
}

test('a process goes in the middle of a trial, and the trial is committed at the other', { skip: !DATABASE && 'LEFT OUT: there is no PostgreSQL to test with; run the tests by scripts/postgres' }, async () => {
  const processes = await Promise.all([1, 2].map(() => serve(['--database', DATABASE])));
  const front = await proxy(processes);
  const browser = await launch();
  try {
    const { page } = await open(browser);
    const { id } = await make(page, front.url, DUEL);
    await page.goto(`${front.url}/table/${id}`);
    for (const end of ['down', 'drain', 'down']) {
      await tryOut(page);
      const { seq } = await moment(page);
      const was = front.socketAt;
      await processes[was][end]();
      await page.waitForFunction(() => document.body.classList.contains('offline') || document.querySelector('#banner')?.hidden);
      while (front.socketAt === was) await page.waitForTimeout(20);
      await page.waitForSelector('#banner', { state: 'hidden' });
      assert.equal(await page.$$eval('.pips .used', (all) => all.length), 1, `${end}: the trial is still there`);
      assert.equal((await moment(page)).seq, seq);
      await clickTurn(page, 0);
      await past(page, seq);
      await processes[was].up();
    }
  } finally {
    await browser.close();
    front.close();
    await Promise.all(processes.map((one) => one.stop()));
  }
});

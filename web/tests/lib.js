// What the browser tests share: the real server, a real browser, and a player who only clicks or only types.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What is waited for comes, however busy the machine is. The limit is for what never comes. */
const PATIENCE_MS = 180_000;

/** Starts the server on a free port with data of its own, and with `more` flags. `TALLYHO_URL` names one that already runs instead, for pictures and for single tests. */
export async function serve(more = []) {
  if (process.env.TALLYHO_URL) return { url: process.env.TALLYHO_URL, stop: async () => {} };
  const data = await mkdtemp(join(tmpdir(), 'tallyho-web-'));
  const binary = process.env.TALLYHO_BIN ?? join(ROOT, 'target', 'debug', 'tallyho');
  let port = '0';
  let child;
  const start = () => new Promise((resolve, reject) => {
    child = spawn(binary, ['serve', '--no-open', '--port', port, '--data-dir', data, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const hear = (chunk) => {
      said += chunk;
      // A server with a public address prints that one; its log says where it listens.
      const at = said.match(/(?:http:\/\/|address=)([\d.]+:(\d+))/);
      if (at) {
        port = at[2];
        resolve(`http://${at[1]}`);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const kill = (signal) => new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
    child.once('exit', resolve);
    child.kill(signal);
  });
  const url = await start();
  return {
    url,
    stop: async () => {
      await kill('SIGTERM');
      await rm(data, { recursive: true, force: true });
    },
    down: () => kill('SIGKILL'),
    drain: () => kill('SIGTERM'),
    up: start,
  };
}

/** The server and the browser of a test file: started before its tests, stopped after them. @param {string[]} [more] flags of the server */
export function stage(more) {
  const on = /** @type {{ server: Awaited<ReturnType<typeof serve>>, browser: import('playwright-core').Browser }} */ ({});
  before(async () => {
    [on.server, on.browser] = await Promise.all([serve(more), launch()]);
  });
  after(async () => {
    await on.browser?.close();
    await on.server?.stop();
  });
  return on;
}

/** @param {string[]} [more] switches of the browser */
export function launch(more = []) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    timeout: PATIENCE_MS,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic', '--no-first-run', '--disable-component-update', '--disable-sync', ...more],
  });
}

/** The dice of tables that a test sets up by clicking. */
const SEED = 7;

/** What a page has asked the server and not been answered, by page. */
const asked = new WeakMap();

/**
 * A page that remembers everything that went wrong on it. Motion is off unless asked for, so that nothing has to be waited out; dice are
 * known, so that every run plays the same games.
 * @param {import('playwright-core').Browser} browser
 * @param {object} [how] options of the context
 */
export async function open(browser, how = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', ...how });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.route('**/api/tables', (route) => {
    const order = route.request().method() === 'POST' ? route.request().postDataJSON() : { dice: 'no order' };
    return route.continue(order.dice && order.dice !== 'seed' ? {} : { postData: JSON.stringify({ ...order, dice: { seed: SEED } }) });
  });
  // A test that looks into a module of the page finds it under the address that the page uses.
  await context.addInitScript(() => {
    globalThis.moduleOf = (path) => document.querySelector('script[type=module]').src.replace(/app\.js$/, path);
  });
  const page = await context.newPage();
  const errors = [];
  const open = new Set();
  asked.set(page, open);
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => open.add(JSON.parse(String(payload)).id));
    socket.on('framereceived', ({ payload }) => open.delete(JSON.parse(String(payload)).id));
    socket.on('close', () => open.clear());
  });
  page.on('console', (m) => m.type() === 'error' && errors.push(`${m.text()} ${m.location()?.url ?? ''}`));
  page.on('pageerror', (e) => errors.push(e.stack ?? String(e)));
  return { context, page, errors };
}

/** Sets a table up through the page, so that its cookies are the browser's. */
export async function make(page, base, order) {
  await page.goto(`${base}/`);
  return page.evaluate(async (body) => {
    const answer = await fetch('/api/tables', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const json = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(json));
    return { ...json, id: json.table };
  }, order);
}

/** Has pilots give so many commands for both sides, by their links alone. */
export const fly = (page, links, commands) => page.evaluate(async ([links, commands]) => {
  const sockets = {};
  for (const side of ['allies', 'axis']) {
    sockets[side] = new WebSocket(location.origin.replace('http', 'ws') + links[side]);
    await new Promise((resolve) => sockets[side].addEventListener('open', resolve, { once: true }));
  }
  let id = 0;
  const ask = (side, method, params = {}) => new Promise((resolve, reject) => {
    const wanted = ++id;
    sockets[side].addEventListener('message', (e) => {
      const said = JSON.parse(e.data);
      if (said.id !== wanted) return;
      if (said.error) reject(new Error(said.error.message));
      else resolve(said.result);
    });
    sockets[side].send(JSON.stringify({ jsonrpc: '2.0', id: wanted, method, params }));
  });
  for (let n = 0; n < commands; n++) {
    const [side] = (await ask('allies', 'pending')).to_act;
    await ask(side, 'pilot', { seat: side, level: 'random', play: true });
  }
  for (const socket of Object.values(sockets)) socket.close();
}, [links, commands]);

/** Where the page is: its moment and its sequence number. */
export const moment = (page) => page.$eval('.table', (t) => ({ state: t.dataset.state, seq: Number(t.dataset.seq) }));

const OWN = ['decide', 'draft', 'over'];

/** Waits until this player owes a decision or the game is over, and nothing more is under way; answers which. */
export async function turn(page) {
  for (;;) {
    await page.waitForFunction((own) => own.includes(document.querySelector('.table')?.dataset.state ?? ''), OWN);
    await quiet(page);
    // It may have been the decision before: its answer was still on the way.
    const { state } = await moment(page);
    if (OWN.includes(state)) return state;
  }
}

/** Waits until the page has every answer that it asked for and has drawn it: then nothing is replaced without something being done. */
export async function quiet(page) {
  do {
    // Titles of rules come by themselves, and a chip without its title still shows the end of the rule's id.
    await page.waitForFunction(() => [...document.querySelectorAll('a.rule[data-rule]')].every((a) => !a.dataset.rule.endsWith(`/${a.textContent}`)));
    await page.evaluate(async () => {
      for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    });
    // What was sent meanwhile is heard of before this answer.
  } while (asked.get(page).size > 0);
}

/** Waits until the table has gone on from `seq`. */
export const past = (page, seq) => page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.seq) > n, seq);

/** Places that can be reached or picked, in window pixels, those in sight only. */
export function reach(page) {
  return page.evaluate(async () => {
    // A board that was just resized frames its picture anew before the next frame.
    for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
    const host = document.querySelector('.board').getBoundingClientRect();
    // A finger that comes close to a button presses it.
    const covers = [...document.querySelectorAll('.tools, .tray:not([hidden]), .compass')].map((e) => e.getBoundingClientRect());
    const world = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform);
    // The ground is flattened where it is seen from the side.
    const flat = [...document.querySelector('.layer-reach').parentElement.transform.baseVal][0]?.matrix.d ?? 1;
    const d = document.querySelector('.layer-reach path')?.getAttribute('d') ?? '';
    return d.split('Z').filter(Boolean).map((cell) => {
      // A hex is six corners; a point of the open table is a small diamond that begins at its left.
      const numbers = cell.match(/-?[\d.]+/g).map(Number);
      const points = cell.includes('l') ? [[numbers[0] + 4, numbers[1]]] : cell.slice(1).split('L').map((p) => p.split(' ').map(Number));
      const x = points.reduce((t, p) => t + p[0], 0) / points.length;
      const y = points.reduce((t, p) => t + p[1], 0) / points.length;
      return { x: host.left + world.e + world.a * x, y: host.top + world.f + world.d * y * flat };
    }).filter((p) => p.x > host.left + 8 && p.x < host.right - 8 && p.y > host.top + 8 && p.y < host.bottom - 8
      && !covers.some((t) => p.x > t.left - 12 && p.x < t.right + 12 && p.y > t.top - 12 && p.y < t.bottom + 12));
  });
}

/**
 * Takes one decision with the mouse alone: flies to a hex by clicking it, aims by clicking the button of a shot, then presses Commit.
 * Answers how often the table asked for dice.
 * @param {number} n which of the reachable hexes to prefer, to fly differently each time
 */
export async function clickTurn(page, n) {
  const { state, seq } = await moment(page);
  if (state === 'draft') {
    const ready = await page.$('.commit:not([aria-disabled])');
    const hexes = ready ? [] : await reach(page);
    if (hexes.length) {
      const hex = hexes[n % hexes.length];
      const before = await page.$eval('.panel', (p) => p.textContent);
      const changed = (was) => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])') || document.querySelector('.panel').textContent !== was;
      await page.mouse.click(hex.x, hex.y);
      await page.waitForFunction(changed, before);
      // Pointing alone changes the words of the panel.
      await quiet(page);
      if (await page.$('.chooser:not([hidden])')) {
        await page.click('.chooser .way-to-end');
        await page.waitForFunction((was) => document.querySelector('.chooser').hidden && (document.querySelector('.commit:not([aria-disabled])') || document.querySelector('.panel').textContent !== was), before);
        await quiet(page);
      }
      // A place where an aircraft comes in is only the first step of its move.
      if (!(await page.$('.commit:not([aria-disabled])'))) return 0;
    } else if (!ready) {
      const before = await page.$eval('.panel', (p) => p.textContent);
      // Places are picked on the board; where something covers them all, there is a list.
      const list = '.panel details:not([open]):has(.choice:not(.no)) summary';
      if ((await page.$(list)) && !(await page.isVisible('.choice:not(.no)'))) await page.click(list);
      await page.click('.choice:not(.no)');
      await page.waitForFunction((was) => document.querySelector('.panel').textContent !== was || document.querySelector('.commit:not([aria-disabled])'), before);
      await quiet(page);
      if (!(await page.$('.commit:not([aria-disabled])'))) return 0;
    }
  } else {
    // Where there are many, the aircraft comes first and then what it may do.
    if (await page.$('.fleet-item:not(.idle)') && !(await page.$('.fleet-item.on'))) await page.click('.fleet-item:not(.idle)');
    await page.click('.choice:not(.no)');
    await page.waitForFunction(() => document.querySelector('.commit:not([aria-disabled])') || document.querySelector('.table').dataset.state !== 'decide');
    if ((await moment(page)).state === 'draft') return 0;
  }
  await page.click('.commit:not([aria-disabled])');
  return throwDice(page, seq);
}

/**
 * Plays until the game is over; answers how many decisions that took. No game of these tests takes more than `most`; one that does not end
 * would otherwise be waited for until the end of time.
 */
export async function toTheEnd(page, decide, most = 400) {
  for (let n = 0; n < most; n++) {
    if ((await turn(page)) === 'over') return n;
    await decide(page, n);
  }
  throw new Error(`not over after ${most} decisions`);
}

/** Clicks the choices with these labels, one after another, each as soon as it is offered. @param {string[]} labels */
export async function pick(page, labels) {
  for (const label of labels) {
    const before = await page.$eval('.panel', (p) => p.textContent);
    await page.click(`.choice:not(.no)[data-label="${label}"]`);
    await page.waitForFunction((was) => document.querySelector('.panel').textContent !== was || document.querySelector('.choice.armed'), before);
    // Pointing alone changes the words of the panel.
    await quiet(page);
  }
}

/** Waits until a trial is whole, choosing at its place what is asked there. */
export async function chosenThere(page) {
  const asked = '.chooser:not([hidden]) :is(.move-name, .way-to-end)';
  for (;;) {
    await page.waitForSelector(`.commit:not([aria-disabled]), ${asked}`);
    await quiet(page);
    if (await page.$('.commit:not([aria-disabled])')) return;
    await page.click(asked);
    await quiet(page);
  }
}

/** Presses Commit and waits until the table has gone on, throwing `face` wherever it asks for dice; answers how often it asked. */
export async function commit(page, face = 4) {
  const { seq } = await moment(page);
  await page.click('.commit:not([aria-disabled])');
  return throwDice(page, seq, face);
}

/**
 * Waits until the table has gone on from `seq` and has answered this page, throwing `face` wherever it asks for dice; answers how often it did.
 * Where both sides decide at once, the other one may have moved it on.
 */
async function throwDice(page, seq, face = 4) {
  for (let asked = 0; ; asked++) {
    await page.waitForFunction((n) => document.querySelector('dialog.ask') || Number(document.querySelector('.table')?.dataset.seq) > n, seq);
    await quiet(page);
    if (!(await page.$('dialog.ask'))) return asked;
    for (const row of await page.$$('dialog.ask fieldset')) await (await row.$(`input[value="${face}"], input[value="1"]:last-of-type`)).check({ force: true });
    await page.click('dialog.ask .go');
    await page.waitForSelector('dialog.ask', { state: 'detached' });
  }
}

/** Takes one decision with the keyboard alone. */
export async function typeTurn(page, n) {
  const { state, seq } = await moment(page);
  const ready = () => page.$('.commit:not([aria-disabled])');
  // Every choice shows its key after the last dot of its small print.
  const shown = () => page.$$eval('.choice:not(.no)', (all) => all.map((c) => (c.querySelector('small')?.textContent ?? '').split('·').at(-1).trim()).filter((k) => k.length === 1));
  if (state === 'decide') {
    await page.keyboard.press((await shown())[0]);
    await page.waitForFunction(() => document.querySelector('.commit:not([aria-disabled])') || document.querySelector('.table')?.dataset.state === 'draft');
    if ((await moment(page)).state === 'draft') return;
  }
  for (let step = 0; step < 40 && !(await ready()); step++) {
    // Places to pick on the board have digits too, though their buttons are folded away.
    const keys = await shown();
    if (!keys.length) keys.push('1');
    const before = await page.$eval('.panel', (p) => p.textContent);
    await page.keyboard.press(keys.includes('W') && step % 3 !== n % 3 ? 'W' : keys[(n + step) % keys.length]);
    await page.waitForFunction((was) => document.querySelector('.panel').textContent !== was || document.querySelector('.commit:not([aria-disabled])'), before);
  }
  await page.keyboard.press('Enter');
  await past(page, seq);
}

/** No guided game takes more decisions. */
const MOST_GUIDED = 160;

/** Follows the hints of a first flight to its end; answers the lessons that were taught and how many reasons were given. */
export async function followHints(page) {
  const lessons = new Set();
  let reasons = 0;
  for (let n = 0; n < 2 * MOST_GUIDED; n++) {
    await page.waitForSelector('.coach-show:not([aria-disabled]), .commit.coach, .outcome');
    if (await page.$('.outcome')) return { lessons, reasons };
    lessons.add(await page.textContent('.coach-card h2 small'));
    if (await page.$('.coach-card .because')) reasons++;
    const { seq } = await moment(page);
    if (await page.$('.commit.coach')) {
      await page.click('.commit.coach');
      await past(page, seq);
      await turn(page);
    } else {
      await page.click('.coach-show');
      await page.waitForSelector('.commit.coach');
    }
  }
  throw new Error('the flight does not end');
}

// A real nginx in front of three processes on one PostgreSQL, round robin: players need not come back to the process that they were with.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { clickTurn, launch, make, moment, open, past, serve, turn } from './lib.js';

const PLACE = process.env.TALLYHO_POSTGRES;
const PROCESSES = 3;
/** A browser that comes again is at any process with the same chance, so that few tries bring two apart. */
const MOST_TRIES = 40;
/** Decisions of each side before the process is killed and, unless there is time for all of them, after it. */
const BEFORE = 3;
const AFTER = process.env.TALLYHO_LONG ? Infinity : 3;
/** No game of this test takes more decisions. */
const MOST = 300;

/** A port that is free now. @returns {Promise<number>} */
const freePort = () => new Promise((resolve) => {
  const listener = createServer().listen(0, '127.0.0.1', () => {
    const at = listener.address();
    listener.close(() => resolve(typeof at === 'object' && at ? at.port : 0));
  });
});

/** Starts nginx with files of its own in front of these servers. @param {string[]} urls */
async function proxy(urls) {
  const dir = await mkdtemp(join(tmpdir(), 'tallyho-nginx-'));
  const port = await freePort();
  const settings = `
    daemon off;
    pid ${dir}/pid;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    error_log stderr error;
    events {}
    http {
      access_log off;
      client_body_temp_path ${dir}/body;
      proxy_temp_path ${dir}/proxy;
      fastcgi_temp_path ${dir}/fastcgi;
      uwsgi_temp_path ${dir}/uwsgi;
      scgi_temp_path ${dir}/scgi;
      map $http_upgrade $connection_upgrade { default upgrade; '' close; }
      upstream tallyho { ${urls.map((url) => `server ${new URL(url).host};`).join(' ')} }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://tallyho;
          proxy_http_version 1.1;
          proxy_set_header Host $http_host;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_upgrade;
          proxy_connect_timeout 3s;
          proxy_read_timeout 90s;
          proxy_buffering off;
          add_header X-Process $upstream_addr always;
        }
      }
    }`;
  await writeFile(join(dir, 'nginx.conf'), settings);
  const child = spawn('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', 'stderr'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } });
  let said = '';
  child.stderr.on('data', (chunk) => { said += chunk; });
  const ended = new Promise((resolve) => { child.once('exit', resolve); });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await Promise.race([fetch(`${url}/healthz`).catch(() => null), ended.then(() => 'ended')]);
    assert.notEqual(answer, 'ended', `nginx ended: ${said}`);
    if (answer) break;
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  return { url, stop };
}

/** A page that knows at which process its socket is. @param {import('playwright-core').Browser} browser */
async function visitor(browser) {
  const opened = await open(browser);
  const player = { ...opened, process: '' };
  const inside = await opened.context.newCDPSession(opened.page);
  inside.on('Network.webSocketHandshakeResponseReceived', ({ response }) => {
    const header = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'x-process');
    // Behind a process that did not answer the one that did is named last.
    player.process = header?.[1].split(', ').at(-1) ?? '';
  });
  await inside.send('Network.enable');
  return player;
}

/** Waits for something that is known here and not on the page. @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => { setTimeout(resolve, 50); });
}

/** Ends the game before its time. @param {import('playwright-core').Page} page */
async function resign(page) {
  await page.keyboard.press('Escape');
  await page.click('.quits');
  await page.click('[data-quit=Resign]');
  await page.click('[data-key=confirm-quit]');
}

/** @type {{ browser?: import('playwright-core').Browser, proxy?: Awaited<ReturnType<typeof proxy>> }} */
const on = {};
/** @type {Awaited<ReturnType<typeof serve>>[]} */
const servers = [];

if (PLACE) {
  before(async () => {
    for (let n = 0; n < PROCESSES; n++) servers.push(await serve(['--database', PLACE]));
    [on.browser, on.proxy] = await Promise.all([launch(), proxy(servers.map((server) => server.url))]);
  });
  after(async () => {
    await on.browser?.close();
    await on.proxy?.stop();
    for (const server of servers) await server.stop();
  });
} else console.error('LEFT OUT: there is no PostgreSQL to test with; run scripts/web by scripts/postgres');

test('two browsers at different processes play to the end, though one process is killed', { skip: !PLACE }, async () => {
  const { url } = on.proxy;
  const [one, two] = [await visitor(on.browser), await visitor(on.browser)];
  const { id, links } = await make(one.page, url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 3 } });
  await one.page.goto(`${url}/table/${id}`);
  await two.page.goto(`${url}${links.axis}`);
  for (const { page } of [one, two]) await page.waitForSelector('.table[data-state]');
  for (let n = 0; n < MOST_TRIES && one.process === two.process; n++) {
    two.process = '';
    await two.page.reload();
    await until(() => two.process !== '');
    await two.page.waitForSelector('.table[data-state]');
  }
  assert.notEqual(one.process, two.process);

  const decided = new Map([[one, 0], [two, 0]]);
  let killed = '';
  for (let n = 0; ; n++) {
    assert.ok(n < MOST, 'the game ends');
    const player = await Promise.any([one, two].map(async (p) => {
      await turn(p.page);
      return p;
    }));
    if ((await moment(player.page)).state === 'over') break;
    const least = Math.min(...decided.values());
    if (least >= BEFORE + AFTER) {
      await resign(player.page);
      break;
    }
    if (!killed && least >= BEFORE) {
      killed = one.process;
      await servers.find((server) => new URL(server.url).host === killed).down();
      await until(() => one.process !== killed);
      await one.page.waitForSelector('.table[data-state]');
      continue;
    }
    decided.set(player, decided.get(player) + 1);
    await clickTurn(player.page, n);
    const now = (await moment(player.page)).seq;
    for (const p of [one, two]) await past(p.page, now - 1);
  }
  assert.ok(killed, 'a process was killed in the middle');
  const results = [];
  for (const p of [one, two]) {
    await p.page.waitForSelector('.outcome');
    results.push([(await moment(p.page)).seq, (await p.page.textContent('.outcome')).replace(/You (win|lose)/, '').trim()]);
    const other = p.errors.filter((error) => !/WebSocket connection|ERR_CONNECTION|status of 502/.test(error));
    assert.deepEqual(other, [], 'nothing went wrong but the connection');
    assert.notEqual(p.process, killed);
  }
  assert.deepEqual(results[0], results[1], 'both see the same end');
  for (const p of [one, two]) await p.context.close();
});

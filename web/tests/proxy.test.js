// A real nginx in front of three processes on one PostgreSQL, with the settings that docs/host.md shows: players need not come back to the
// process that they were with. Those of Caddy are only validated.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { clickTurn, launch, make, moment, open, past, serve, turn } from './lib.js';

const PLACE = process.env.TALLYHO_POSTGRES;
const PROCESSES = 3;
/** How often a browser comes again until it is at another process than the other one. */
const MOST_TRIES = 10;
/** Decisions of each side before the process is killed. */
const BEFORE = 2;
/** Two against two, near enough to fire, for three turns. Where there is time a whole game is played. */
const SHORT = {
  title: 'A short duel', board: 'small', turns: 3, escort: 'axis', sides: { allies: 'RAF', axis: 'Luftwaffe' },
  groups: [
    { name: 'Rotte', side: 'axis', aircraft: 'ME 109 E', facing: 0, hexes: ['10.10', '10.09'] },
    { name: 'Red section', side: 'allies', aircraft: 'Spitfire I', facing: 3, hexes: ['19.10', '19.09'] },
  ],
};
const GAME = { game: 'fast-and-easy', scenario: process.env.TALLYHO_LONG ? 'kent-duel' : SHORT, dice: { seed: 3 } };
/** No game of this test takes more decisions. */
const MOST = 300;

/** A port that is free now. @returns {Promise<number>} */
const freePort = () => new Promise((resolve) => {
  const listener = createServer().listen(0, '127.0.0.1', () => {
    const at = listener.address();
    listener.close(() => resolve(typeof at === 'object' && at ? at.port : 0));
  });
});

/** Puts something in the place of what docs/host.md shows. @param {string} text @param {string} shown @param {string} own */
function instead(text, shown, own) {
  assert.ok(text.includes(shown), `docs/host.md shows ${shown}`);
  return text.replace(shown, () => own);
}

/**
 * The settings that docs/host.md shows, with names, ports and a certificate of this test in their place, and a header that tells which
 * process has answered.
 * @param {string} dir @param {{ tls: number, plain: number }} ports @param {string[]} urls
 */
async function shownSettings(dir, ports, urls) {
  const page = await readFile(new URL('../../docs/host.md', import.meta.url), 'utf8');
  let text = page.match(/```nginx\n([^]*?)```/)?.[1] ?? '';
  const line = text.match(/^ *server 127\.0\.0\.1:1940 .*$/m)?.[0];
  assert.ok(line, 'docs/host.md shows a process');
  text = instead(text, line, urls.map((url) => line.replace('127.0.0.1:1940', new URL(url).host)).join('\n'));
  text = instead(text, 'listen 443 ssl;', `listen 127.0.0.1:${ports.tls} ssl;`);
  text = instead(text, 'listen [::]:443 ssl;', '');
  text = instead(text, 'listen 80;', `listen 127.0.0.1:${ports.plain};`);
  text = instead(text, 'listen [::]:80;', '');
  text = instead(text, 'server_name club.example;', 'server_name 127.0.0.1; add_header X-Process $upstream_addr always;');
  return instead(text, '# ssl_certificate …; ssl_certificate_key …;', `ssl_certificate ${dir}/certificate; ssl_certificate_key ${dir}/key;`);
}

/** Starts nginx with files of its own in front of these servers. @param {{ tls: number, plain: number }} ports @param {string[]} urls */
async function proxy(ports, urls) {
  const dir = await mkdtemp(join(tmpdir(), 'tallyho-nginx-'));
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1',
    '-keyout', join(dir, 'key'), '-out', join(dir, 'certificate'),
  ], { stdio: 'pipe' });
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
      ${await shownSettings(dir, ports, urls)}
    }`;
  await writeFile(join(dir, 'nginx.conf'), settings);
  const child = spawn('nginx', ['-p', dir, '-c', join(dir, 'nginx.conf'), '-e', 'stderr'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` } });
  let said = '';
  child.stderr.on('data', (chunk) => { said += chunk; });
  const ended = new Promise((resolve) => { child.once('exit', resolve); });
  const ca = await readFile(join(dir, 'certificate'));
  const status = () => new Promise((resolve) => {
    get(`https://127.0.0.1:${ports.tls}/healthz`, { ca }, (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(0));
  });
  for (;;) {
    const answer = await Promise.race([status(), ended.then(() => 'ended')]);
    assert.notEqual(answer, 'ended', `nginx ended: ${said}`);
    if (answer === 200) break;
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dir, { recursive: true, force: true });
  };
  return { stop };
}

/** A page that knows at which process its socket is. @param {import('playwright-core').Browser} browser */
async function visitor(browser) {
  const opened = await open(browser, { ignoreHTTPSErrors: true });
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

/** The status of an attempt to open a socket. @param {string} url @param {string} id */
function knock(url, id) {
  const headers = {
    connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', origin: url,
  };
  return new Promise((resolve) => {
    const asks = request(`${url}/ws/${id}`, { headers, rejectUnauthorized: false, agent: false });
    asks.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode);
    });
    asks.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asks.on('error', () => resolve(0));
    asks.end();
  });
}

/** Waits for something that is known here and not on the page. @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await new Promise((resolve) => { setTimeout(resolve, 50); });
}

/** @type {{ browser?: import('playwright-core').Browser, proxy?: Awaited<ReturnType<typeof proxy>>, url?: string, plain?: number }} */
const on = {};
/** @type {Awaited<ReturnType<typeof serve>>[]} */
const servers = [];

if (PLACE) {
  before(async () => {
    const ports = { tls: await freePort(), plain: await freePort() };
    on.url = `https://127.0.0.1:${ports.tls}`;
    on.plain = ports.plain;
    const settings = ['--database', PLACE, '--public-url', on.url, '--trusted-proxies', '1'];
    for (let n = 0; n < PROCESSES; n++) servers.push(await serve(settings));
    [on.browser, on.proxy] = await Promise.all([launch(), proxy(ports, servers.map((server) => server.url))]);
  });
  after(async () => {
    await on.browser?.close();
    await on.proxy?.stop();
    for (const server of servers) await server.stop();
  });
} else console.error('LEFT OUT: there is no PostgreSQL to test with; run scripts/web by scripts/postgres');

test('Caddy takes its settings, for one process and for several', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'tallyho-caddy-'));
  try {
    const page = await readFile(new URL('../../docs/host.md', import.meta.url), 'utf8');
    const one = page.match(/```caddy\n([^]*?)```/)?.[1] ?? '';
    // An older Caddy does not know this one.
    const commented = /^( *)# (?!stream_close_delay)([a-z_]+ \S+)$/gm;
    assert.equal(one.match(commented)?.length, 7, 'seven lines are for several processes');
    const several = one.replace(commented, '$1$2');
    for (const settings of [one, instead(several, 'to 127.0.0.1:1940', 'to 127.0.0.1:1940 127.0.0.1:1941')]) {
      await writeFile(join(dir, 'Caddyfile'), settings);
      const env = { ...process.env, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
      execFileSync('caddy', ['validate', '--config', join(dir, 'Caddyfile')], { stdio: 'pipe', env });
    }
  } catch (e) {
    if (e.syscall !== 'spawnSync caddy') throw e;
    t.skip('there is no caddy');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

test('who comes without TLS is led to it', { skip: !PLACE }, async () => {
  const answer = await fetch(`http://127.0.0.1:${on.plain}/rules`, { redirect: 'manual' });
  assert.deepEqual([answer.status, answer.headers.get('location')], [301, 'https://127.0.0.1/rules']);
});

test('nobody who opens a socket is turned away by a process that stops', { skip: !PLACE }, async () => {
  const { url } = on;
  const visitors = [await visitor(on.browser)];
  const { id } = await make(visitors[0].page, url, { ...GAME, watch: 'anyone' });
  // Sockets at every process: a process with sockets takes a moment to stop.
  while (visitors.length < 6) visitors.push(await visitor(on.browser));
  for (const { page } of visitors) await page.goto(`${url}/table/${id}`);
  for (const { page } of visitors) await page.waitForSelector('.table[data-state]');
  let stopped = false;
  const stopping = servers[0].drain().then(() => { stopped = true; });
  const answers = [];
  while (!stopped) {
    answers.push(await knock(url, id));
    // Fewer than the proxy lets through.
    await new Promise((resolve) => { setTimeout(resolve, 15); });
  }
  await stopping;
  answers.push(await knock(url, id));
  await servers[0].up();
  assert.deepEqual([...new Set(answers)], [101], `${answers.length} sockets`);
  for (const { context } of visitors) await context.close();
});

test('two browsers at different processes play to the end, though one process is killed', { skip: !PLACE }, async () => {
  const { url } = on;
  const [one, two] = [await visitor(on.browser), await visitor(on.browser)];
  const { id, links } = await make(one.page, url, GAME);
  await one.page.goto(`${url}/table/${id}`);
  await two.page.goto(`${url}${links.axis}`);
  for (const { page } of [one, two]) await page.waitForSelector('.table[data-state]');
  for (let n = 0; n < MOST_TRIES && one.process === two.process; n++) {
    two.process = '';
    // Processes are taken in turn. If a reload asks as often as there are processes, it comes to the same one for ever.
    await knock(url, id);
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

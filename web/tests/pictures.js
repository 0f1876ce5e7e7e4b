// Screenshots of every screen, light, dark and on a phone, into target/pictures. Run by `make pictures`.

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chosenThere, clickTurn, launch, make, moment, open, reach, serve, turn } from './lib.js';

const TO = fileURLToPath(new URL('../../target/pictures/', import.meta.url));
await mkdir(TO, { recursive: true });
const [server, browser] = await Promise.all([serve(), launch()]);

const LOOKS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
};
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Waits until nothing on the page moves any more, then takes the picture. */
async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => {
    const world = document.querySelector('.world');
    return !world || world.style.willChange !== 'auto';
  });
  await page.screenshot({ path: `${TO}${name}.png` });
  console.log(`target/pictures/${name}.png`);
}

/** Plays on until the present decision is a shot that may be taken, or `most` decisions have passed. */
async function untilShot(page, most) {
  for (let n = 0; n < most; n++) {
    if ((await turn(page)) === 'over') return;
    const { state } = await moment(page);
    if (state === 'decide' && (await page.$('.aim.open'))) return;
    await hint(page);
  }
}

/** Plays on until a move can be tried after which somebody could fire, and leaves that trial on the table. */
async function inTheThick(page) {
  for (let n = 0; n < 80; n++) {
    await turn(page);
    const turnNow = await page.textContent('#top .chip:nth-child(3)');
    if (/Turn [3-9]/.test(turnNow ?? '') && (await page.$('.choice:not(.no)')) && /move/.test((await page.textContent('.prompt')) ?? '')) {
      if ((await moment(page)).state === 'decide') await page.click('.choice:not(.no)');
      await page.waitForSelector('.pips');
      const hexes = await reach(page);
      for (const hex of hexes) {
        await page.mouse.click(hex.x, hex.y);
        await page.waitForFunction(() => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])'));
        if (await page.$('.chooser:not([hidden])')) await page.click('.chooser .way-to-end');
        await page.waitForSelector('.commit:not([aria-disabled])');
        if (await page.$('.forecast li.allies, .forecast li.axis')) return;
        await page.click('.undo');
        await page.waitForFunction(() => document.querySelector('.commit').getAttribute('aria-disabled') === 'true');
      }
    }
    await hint(page);
  }
}

/** Lets the computer pilot take the present decision, through the page's own socket. */
async function hint(page) {
  const { seq } = await moment(page);
  await page.evaluate(async (at) => {
    const id = location.pathname.split('/')[2];
    const ws = new WebSocket(`ws://${location.host}/ws/${id}`);
    await new Promise((done) => {
      ws.onmessage = (e) => {
        const m = JSON.parse(e.data);
        if (m.method === 'hello') ws.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'pilot', params: { seat: m.params.table.to_act[0], play: true } }));
        if (m.id === 1) done(undefined);
      };
    });
    ws.close();
    return at;
  }, seq);
  await page.waitForFunction((n) => Number(document.querySelector('.table')?.dataset.seq) > n, seq);
}

/** The screens, with a fight of Fast and Easy. */
async function screens(page, look) {
  await page.goto(`${server.url}/`);
  await page.waitForSelector('.first-flight-start');
  await shoot(page, `first-page-${look}`);
  await page.click('[data-game=fast-and-easy]');
  await page.click('[data-scenario=kent-duel]');
  await page.mouse.move(2, 300);
  await shoot(page, `scramble-${look}`);

  const { id } = await make(page, server.url, { game: 'fast-and-easy', scenario: 'box-over-germany', dice: { seed: 4 }, hot_seat: true });
  await page.goto(`${server.url}/table/${id}`);
  await turn(page);
  await inTheThick(page);
  await shoot(page, `table-${look}`);
  await page.click('#top .way');
  await shoot(page, `stand-${look}`);
  await page.click('#top .way');
  await page.keyboard.press('Escape');
  await untilShot(page, 200);
  if (await page.$('.choice:not(.no)')) await page.click('.choice:not(.no)');
  await shoot(page, `fire-${look}`);

  const wings = await make(page, server.url, { game: 'fighting-wings', scenario: 'kent', dice: { seed: 3 }, hot_seat: true });
  await page.goto(`${server.url}/table/${wings.id}`);
  await turn(page);
  await page.click('.move-name[data-move=climbing]');
  await page.click('.place-list summary');
  await shoot(page, `moves-${look}`);
  await page.click('.place >> nth=3');
  await chosenThere(page);
  await shoot(page, `trial-${look}`);

  const duel = await make(page, server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 9 }, seats: { allies: 'human', axis: 'pilot:simple' } });
  await page.goto(`${server.url}/table/${duel.id}`);
  for (let n = 0; n < 300 && (await turn(page)) !== 'over'; n++) await hint(page);
  await shoot(page, `over-${look}`);
  await page.goto(`${server.url}/replay/${duel.id}`);
  await page.waitForSelector('.controls');
  await page.click('[aria-label=Tracks]');
  await page.click('[aria-label="To the end"]');
  await page.waitForSelector('.skill .figures', { timeout: 0 });
  await page.waitForFunction(() => !document.querySelector('.so-far'), null, { timeout: 0 });
  await shoot(page, `replay-${look}`);

  await page.goto(`${server.url}/hangar/spitfire#spitfire%2FSpitfire-I,spitfire%2FBf.109E-3`);
  await page.waitForSelector('.sheet');
  await shoot(page, `hangar-${look}`);
  await page.goto(`${server.url}/lab`);
  await page.click('.lab-start');
  await page.waitForSelector('.lab-run[data-state=done]', { timeout: 0 });
  await shoot(page, `lab-${look}`);
  await page.goto(`${server.url}/rules/fast-and-easy#fast-and-easy/declared-turn`);
  await page.waitForSelector('.digest');
  await shoot(page, `rules-${look}`);
  await page.goto(`${server.url}/rules/fast-and-easy#shooting`);
  await page.waitForSelector('.diagram');
  await shoot(page, `guide-${look}`);
  await page.goto(`${server.url}/`);
  await page.click('.first-flight-start');
  await page.waitForSelector('.coach-show');
  await page.click('.coach-show');
  await page.waitForSelector('.commit.coach');
  await shoot(page, `first-flight-${look}`);

  const big = await make(page, server.url, { game: 'fast-and-easy', scenario: 'big-box', dice: { seed: 1 }, hot_seat: true });
  await page.goto(`${server.url}/table/${big.id}`);
  await turn(page);
  await shoot(page, `big-box-${look}`);
}

/** Buying a force, and steering on the open table. */
async function openTable(page, look) {
  const bought = await make(page, server.url, { game: 'spitting-fire', scenario: 'match', dice: { seed: 7 }, seats: { allies: 'human', axis: 'pilot:simple' } });
  await page.goto(`${server.url}/table/${bought.id}`);
  await turn(page);
  for (const card of ['corsair', 'corsair', 'corsair', 'corsair', 'spitfire', 'spitfire', 'spitfire', 'mustang', 'mustang']) {
    const had = (await page.$$('.unit')).length;
    await page.click(`[data-card=${card}]`);
    await page.waitForFunction((n) => document.querySelectorAll('.unit').length > n, had);
  }
  await page.mouse.move(2, 300);
  await shoot(page, `force-${look}`);
  const duel = await make(page, server.url, { game: 'spitting-fire', scenario: 'duel', options: { mode: 'open', 'axis-edge': 'north' }, dice: { seed: 7 }, seats: { allies: 'human', axis: 'pilot:simple' } });
  await page.goto(`${server.url}/table/${duel.id}`);
  // Two turns on the aircraft are near each other; then the first that may turn does so on trial.
  for (let n = 0; n < 200; n++) {
    await turn(page);
    if (/Turn [3-9]/.test((await page.textContent('#top .chip:nth-child(3)')) ?? '') && (await page.$('.dial-handle'))) break;
    await hint(page);
  }
  const handle = await page.locator('.dial-handle').boundingBox();
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + handle.width / 2 + 24, handle.y + handle.height / 2 + 10, { steps: 4 });
  await page.mouse.up();
  await page.waitForSelector('.range input');
  await page.mouse.move(2, 300);
  await shoot(page, `dial-${look}`);
}

/** A fight of Spitfire, with the card of the aircraft that is about to move. */
async function spitfire(page, look) {
  const { id } = await make(page, server.url, { game: 'spitfire', scenario: 'air-superiority', dice: { seed: 3 }, seats: { allies: 'human', axis: 'pilot:simple' } });
  await page.goto(`${server.url}/table/${id}`);
  for (let n = 0; n < 60; n++) {
    await turn(page);
    if (/Turn [4-9]/.test((await page.textContent('#top .chip:nth-child(3)')) ?? '') && (await moment(page)).state === 'decide') break;
    await hint(page);
  }
  await page.click('.fleet-item:not(.idle), .choice:not(.no)');
  await page.waitForSelector('.card');
  await page.click('.card summary');
  await page.$eval('.desk', (desk) => {
    desk.scrollTop = desk.querySelector('.card').offsetTop - desk.offsetTop;
  });
  await page.mouse.move(2, 300);
  await shoot(page, `spitfire-${look}`);
}

/** What lies around a game: its briefing, talk, settings and keys, then the pages of books, editor and links that lead nowhere. */
async function asides(page, look) {
  const { id } = await make(page, server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 9 }, seats: { allies: 'human', axis: 'pilot:simple' } });
  await page.goto(`${server.url}/table/${id}`);
  await turn(page);
  for (const [name, button] of Object.entries({ briefing: '#top .brief', talk: '#top .talk', settings: '#top [aria-label=Settings]', keys: '#top .help', quits: '#top .quits' })) {
    if (!(await page.isVisible(button))) continue;
    await page.click(button);
    await shoot(page, `${name}-${look}`);
    await page.keyboard.press('Escape');
  }
  for (const game of ['fast-and-easy', 'spitfire', 'spitting-fire', 'fighting-wings']) {
    await page.goto(`${server.url}/editor/${game}`);
    await page.waitForSelector('.board');
    await shoot(page, `editor-${game}-${look}`);
    await page.goto(`${server.url}/rules/${game}`);
    await page.waitForSelector('.digest');
    await shoot(page, `rules-${game}-${look}`);
  }
  for (const [name, path] of Object.entries({ hangar: '/hangar', lab: '/lab', editor: '/editor', nowhere: '/nowhere', 'no-table': '/table/none' })) {
    await page.goto(server.url + path);
    await page.waitForSelector('#main h1');
    await shoot(page, `${name}-page-${look}`);
  }
}

/** The parts of this album, by name; those named on the command line, or all. */
const PARTS = { screens, openTable, spitfire, asides };
const wanted = process.argv.slice(2);
for (const [look, how] of Object.entries(LOOKS)) {
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const { context, page } = await open(browser, how);
    await part(page, look);
    await context.close();
  }
}

for (const scheme of wanted.length && !wanted.includes('phone') ? [] : ['light', 'dark']) {
  const { context, page } = await open(browser, { ...PHONE, colorScheme: scheme });
  await page.goto(`${server.url}/`);
  await page.waitForSelector('.first-flight-start');
  await shoot(page, `phone-scramble-${scheme}`);
  const { id } = await make(page, server.url, { game: 'fast-and-easy', scenario: 'kent-duel', dice: { seed: 9 }, seats: { allies: 'human', axis: 'pilot:simple' } });
  await page.goto(`${server.url}/table/${id}`);
  await turn(page);
  await clickTurn(page, 3);
  await turn(page);
  await shoot(page, `phone-table-${scheme}`);
  await page.goto(`${server.url}/replay/${id}`);
  await page.waitForSelector('.controls');
  await shoot(page, `phone-replay-${scheme}`);
  await asides(page, `phone-${scheme}`);
  await context.close();
}

await browser.close();
await server.stop();

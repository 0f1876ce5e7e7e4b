// Whole games of Spitfire by clicks: against the computer and hot seat, with fire declared by both sides at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickTurn, commit, make, moment, open, past, pick, stage, toTheEnd, turn } from './lib.js';

const on = stage();

/** Sets a table and sits down at it. */
async function sit(order) {
  const { context, page, errors } = await open(on.browser);
  const { id } = await make(page, on.server.url, { game: 'spitfire', ...order });
  await page.goto(`${on.server.url}/table/${id}`);
  await turn(page);
  return { context, page, errors, id };
}

/** Flies an aircraft by its buttons and gives the move. The one that comes next is opened by itself. */
async function fly(page, name, labels) {
  const opened = (await turn(page)) === 'draft' && (await page.textContent('.panel h2')).startsWith(name);
  await pick(page, [...(opened ? [] : [`Move ${name}`]), ...labels]);
  await commit(page);
}

/** Who sits at the table. */
const seat = (page) => page.textContent('.chip.seat');

/** The lines of *If you stop here*. */
const forecast = (page) => page.$$eval('.forecast li', (all) => all.map((li) => li.textContent));

/** The hand-over screen: covers everything, and is left by saying who one is. */
async function handOver(page, to) {
  const dialog = await page.waitForSelector('dialog.handover');
  assert.match(await dialog.innerText(), new RegExp(to));
  const covered = await page.evaluate(() => getComputedStyle(document.querySelector('dialog.handover'), '::backdrop').backgroundColor);
  assert.match(covered, /^rgb\(/, 'nothing shines through');
  await page.click('dialog.handover .go');
  await page.waitForSelector('dialog.handover', { state: 'detached' });
  await page.waitForFunction((name) => document.querySelector('.chip.seat')?.textContent.includes(name), to);
}

const FORWARD_5 = ['Level flight', 'Speed 5', ...Array(5).fill('Forward')];

/** A fighter at speed 5 on level 10. */
const fighter = (player, hex, facing, more = {}) => ({ player, hex, facing, altitude: 10, speed: 5, ...more });

/** The ready-made set-ups, which side is clicked, and the fewest decisions that a whole game of it takes. */
const WHOLE = [['air-superiority', 'allies', 15], ['bombing', 'axis', 15], ['formations', 'axis', 4], ['formations-variant', 'allies', 4]];

for (const [scenario, side, least] of WHOLE) {
  test(`${scenario} against the computer, clicked from the ready-made set-up to its end`, async (t) => {
    const seats = { allies: 'pilot:simple', axis: 'pilot:simple', [side]: 'human' };
    const { context, page, errors, id } = await sit({ scenario, dice: { seed: 3 }, seats });
    const decisions = await toTheEnd(page, clickTurn);
    assert.ok(decisions >= least, `${decisions} decisions`);
    t.diagnostic(`${decisions} decisions: ${await page.textContent('.outcome')}`);
    assert.match(await page.textContent('.outcome'), /You (win|lose)|draw/);
    assert.match(await page.getAttribute('.outcome .rule', 'data-rule'), /^spitfire\/9\./);
    assert.match(await page.textContent('.outcome .rule'), /^[A-Z][a-z]+/, 'in words');
    await page.goto(`${on.server.url}/replay/${id}`);
    await page.waitForSelector('.controls');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('air superiority in a hot seat: both declare fire in secret, the hand-over covers the table, and whoever has nobody left loses', async () => {
  const { context, page, errors } = await sit({
    scenario: {
      kind: 'air-superiority', first: 'axis', types: { allies: 'Spitfire-I', axis: 'Bf.109E-3' },
      aircraft: [
        fighter('second', '3024', 'N'), fighter('second', '3026', 'N'),
        fighter('first', '3011', 'S', { 'max-speed': 8 }), fighter('first', '3009', 'S', { 'max-speed': 8 }),
      ],
    },
    dice: 'ask', hot_seat: true,
  });
  await fly(page, 'Bf.109E-3 1', FORWARD_5);
  await fly(page, 'Bf.109E-3 2', FORWARD_5);
  await page.waitForFunction(() => document.querySelector('.chip.seat')?.textContent.includes('RAF'));
  assert.equal(await page.$('dialog.handover'), null, 'nobody can fire: nothing is secret');
  // The trial marker: what is greyed says why, and the forecast who is how many points short of a sight.
  await turn(page);
  await pick(page, ['Move Spitfire-I 1', 'Level flight', 'Speed 5', 'Forward']);
  assert.equal(await page.$$eval('.pips .used', (all) => all.length), 1);
  assert.match(await page.textContent('.not-yet'), /points still to be spent: 4/);
  assert.match(await page.textContent('.why-more'), /Turn left: 3 forward hexes are needed before this turn, 1 have been flown Turning/);
  assert.ok(await page.$('.why [data-rule="spitfire/6.B"]'), 'with the rule behind it');
  const short = await forecast(page);
  assert.match(short[0], /^Spitfire-I 1 on Bf\.109E-3 1 \(forward guns\): 1 of 2 points short of a sight, range 7 Firer moved last/);
  assert.ok(await page.$('.forecast [data-rule="spitfire/8.B"]'), 'with the rule behind it');
  assert.match(short[3], /^Bf\.109E-3 2 on Spitfire-I 1 \(forward guns\): 1 of 2 points short of a sight, range 9; range 9: this gun fires at ranges 1 to 6/);
  await pick(page, ['Forward', 'Forward', 'Forward', 'Forward']);
  assert.match((await forecast(page))[0], /^Spitfire-I 1 on Bf\.109E-3 1 \(forward guns\): sighted, range 3 · 83 % to hit/);
  assert.match(await page.textContent('.panel h2'), /3019 heading north, level 10/);
  await commit(page);
  await fly(page, 'Spitfire-I 2', FORWARD_5);
  // Both declare; each declaration is shown only when both are in.
  await turn(page);
  assert.match(await seat(page), /RAF/);
  await pick(page, ['Spitfire-I 1 fires its forward guns at Bf.109E-3 2', 'Spitfire-I 2 fires its forward guns at Bf.109E-3 1']);
  await page.click('.commit:not([aria-disabled])');
  await handOver(page, 'Luftwaffe');
  await turn(page);
  assert.doesNotMatch(await page.textContent('body'), /will fire|Spitfire-I \d on Bf/, 'not even where only a screen reader looks');
  await pick(page, ['Bf.109E-3 1 fires its forward guns at Spitfire-I 1']);
  assert.equal(await commit(page, 1), 1, 'the dice of all guns are asked for at once');
  assert.equal(await turn(page), 'over');
  assert.match(await page.textContent('.log'), /Spitfire-I 2 fires its forward guns at Bf\.109E-3 1 at range 5 and does 2 Damage Points/);
  assert.match(await page.textContent('.outcome'), /You lose/);
  assert.match(await page.getAttribute('.outcome .rule', 'data-rule'), /^spitfire\/9\./);
  assert.deepEqual(errors, []);
  await context.close();
});

test('B lists the best shot of every gun, to be corrected, and declares them together', async () => {
  const aircraft = [fighter('second', '3024', 'N'), fighter('second', '3026', 'N'), fighter('first', '3011', 'S'), fighter('first', '3009', 'S')];
  const types = { allies: 'Spitfire-I', axis: 'Bf.109E-3' };
  const { context, page, errors } = await sit({ scenario: { kind: 'air-superiority', first: 'axis', types, aircraft }, dice: { seed: 3 }, hot_seat: true });
  for (const name of ['Bf.109E-3 1', 'Bf.109E-3 2', 'Spitfire-I 1', 'Spitfire-I 2']) await fly(page, name, FORWARD_5);
  await turn(page);
  await page.keyboard.press('b');
  await page.waitForSelector('.volley');
  const shooters = await page.$$eval('.volley li span', (all) => all.map((s) => s.textContent));
  assert.deepEqual(shooters, ['Spitfire-I 1', 'Spitfire-I 2']);
  await page.selectOption('.volley li:first-child select', { label: 'Hold fire' });
  await page.click('.commit:not([aria-disabled])');
  await handOver(page, 'Luftwaffe');
  await turn(page);
  const { seq } = await moment(page);
  await page.keyboard.press('b');
  await page.click('.volley ~ .row .commit:not([aria-disabled])');
  await past(page, seq);
  const log = await page.textContent('.log');
  assert.match(log, /Spitfire-I 2 fires its forward guns/);
  assert.doesNotMatch(log, /Spitfire-I 1 fires its forward guns/, 'it was told to hold its fire');
  assert.match(log, /Bf\.109E-3 \d fires its forward guns/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('holding fire looks like firing: the hand-over appears all the same, and not again once both have declared', async () => {
  const { context, page, errors } = await sit({
    scenario: {
      kind: 'air-superiority', types: { allies: 'Spitfire-I', axis: 'Bf.109E-3' },
      aircraft: [fighter('first', '3024', 'N'), fighter('second', '3016', 'S')],
    },
    dice: { seed: 1 }, hot_seat: true,
  });
  await fly(page, 'Spitfire-I 1', FORWARD_5);
  await turn(page);
  await pick(page, ['Hold fire']);
  await page.click('.commit:not([aria-disabled])');
  await handOver(page, 'Luftwaffe');
  await turn(page);
  await pick(page, ['Bf.109E-3 1 fires its forward guns at Spitfire-I 1']);
  await commit(page);
  await fly(page, 'Bf.109E-3 1', FORWARD_5);
  await page.waitForFunction(() => document.querySelector('.chip.seat')?.textContent.includes('RAF') && document.querySelector('.table')?.dataset.state === 'decide');
  assert.equal(await page.$('dialog.handover'), null);
  assert.ok((await page.$$('.trail')).length >= 2, 'the ways of both last moves are still drawn');
  assert.deepEqual(errors, []);
  await context.close();
});

test('bombing against the computer: over the targets at level 1 and home over the east edge', async () => {
  const bomber = (hex) => ({ player: 'second', hex, facing: 'SE', altitude: 3, speed: 8 });
  const { context, page, errors } = await sit({
    scenario: {
      kind: 'bombing', types: { allies: 'Hurricane-I', axis: 'He.111H-3' }, targets: ['5016', '5020'],
      aircraft: [{ player: 'first', hex: '3005', facing: 'N', altitude: 12 }, bomber('4815'), bomber('4819')],
    },
    dice: { seed: 1 }, seats: { allies: 'pilot:simple', axis: 'human' },
  });
  const straight = Array(8).fill('Forward');
  for (const name of ['He.111H-3 1', 'He.111H-3 2']) {
    await fly(page, name, ['Horizontal dive of 2 levels', 'Speed 8', ...straight]);
  }
  await page.waitForFunction(() => document.querySelector('.chip.score').ariaLabel.includes('RAF 0, Luftwaffe 20'));
  for (const name of ['He.111H-3 1', 'He.111H-3 2']) await fly(page, name, ['Level flight', 'Speed 8', ...straight.slice(0, 4)]);
  await page.waitForSelector('.outcome');
  assert.match(await page.textContent('.outcome'), /You win/);
  assert.match(await page.textContent('.points'), /RAF 0, Luftwaffe 120/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('formations in a hot seat: a Vee against a Vee until one aircraft is left', async () => {
  const plane = (player, hex, facing, role, more = {}) => fighter(player, hex, facing, { role, ...more });
  const { context, page, errors } = await sit({
    scenario: {
      kind: 'formations', types: { allies: 'Hurricane-I', axis: 'Bf.109E-3' },
      aircraft: [
        plane('first', '3028', 'N', 'leader'), plane('first', '2929', 'N', 'left'), plane('first', '3129', 'N', 'right'),
        plane('second', '3011', 'S', 'leader', { 'max-speed': 8 }), plane('second', '3009', 'S', 'wing', { 'max-speed': 8 }),
      ],
    },
    dice: 'ask', hot_seat: true,
  });
  const side = async (names) => {
    for (const name of names) await fly(page, name, FORWARD_5);
  };
  await side(['Hurricane-I 1', 'Hurricane-I 2', 'Hurricane-I 3']);
  await page.waitForFunction(() => document.querySelector('.chip.seat')?.textContent.includes('Luftwaffe'));
  assert.equal(await page.$('dialog.handover'), null, 'nothing is secret');
  await side(['Bf.109E-3 1', 'Bf.109E-3 2']);
  // The leaders are seven hexes apart and the Hurricane's guns reach that far.
  await turn(page);
  await pick(page, ['Hurricane-I 1 fires its forward guns at Bf.109E-3 1']);
  await commit(page, 1);
  await turn(page);
  assert.match(await page.textContent('.outcome'), /win/);
  assert.equal(await page.getAttribute('.outcome .rule', 'data-rule'), 'spitfire/9.3.W');
  assert.deepEqual(errors, []);
  await context.close();
});

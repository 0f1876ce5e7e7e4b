// The rule book: chips in words, rules that explain before they cite, guides with diagrams, a search with the best hit first.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { check } from './axe.js';
import { clickTurn, make, open, pick, stage, turn } from './lib.js';

const on = stage();
const GAMES = ['fast-and-easy', 'fighting-wings', 'spitfire', 'spitting-fire'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A page at one of the rules' addresses, drawn. */
async function rules(address, how = {}) {
  const opened = await open(on.browser, how);
  await opened.page.goto(`${on.server.url}/rules/${address}`);
  await opened.page.waitForSelector('.rules-page [aria-current]');
  return opened;
}

/** Whose turn it is in a hot seat. */
async function table(order) {
  const opened = await open(on.browser);
  const { id } = await make(opened.page, on.server.url, { dice: { seed: 3 }, hot_seat: true, ...order });
  await opened.page.goto(`${on.server.url}/table/${id}`);
  await turn(opened.page);
  return opened;
}

const answer = (page, path) => page.evaluate(async (at) => (await fetch(at)).json(), path);

for (const [game, scenario] of [['fast-and-easy', 'kent-duel'], ['spitfire', 'air-superiority'], ['spitting-fire', 'duel']]) {
  test(`chips of ${game} show the titles of their rules`, async () => {
    const { context, page, errors } = await table({ game, scenario });
    const { titles } = await answer(page, `/api/titles/${game}`);
    for (let n = 0; n < 3; n++) {
      await clickTurn(page, n);
      await turn(page);
    }
    assert.ok((await page.$$('.log .rule')).length > 0, 'in the log too');
    await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
    const chips = await page.$$eval('a.rule', (all) => all.map((a) => [a.dataset.rule, a.textContent, a.getAttribute('aria-label')]));
    assert.ok(chips.length > 3, `${chips.length} chips`);
    for (const [id, text, label] of chips.filter(([id]) => !id.startsWith('table/'))) {
      assert.equal(text, titles[id]);
      assert.equal(label, `Rule: ${titles[id]}`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('chips of fighting-wings show the titles of their rules', async () => {
  // A move there is planned point by point, so its chips are those of a plan under way.
  const { context, page, errors } = await table({ game: 'fighting-wings', scenario: 'kent' });
  await pick(page, ['Hold this pitch']);
  await turn(page);
  await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
  const { titles } = await answer(page, '/api/titles/fighting-wings');
  const chips = await page.$$eval('a.rule', (all) => all.map((a) => [a.dataset.rule, a.textContent]));
  assert.ok(chips.length > 3, `${chips.length} chips`);
  for (const [id, text] of chips.filter(([id]) => !id.startsWith('table/'))) assert.equal(text, titles[id]);
  assert.deepEqual(errors, []);
  await context.close();
});

test('a rule explains itself before it cites the digest, and its details are folded', async () => {
  const { context, page, errors } = await table({ game: 'spitfire', scenario: 'air-superiority' });
  const id = await page.getAttribute('.prompt .rule', 'data-rule');
  const rule = (await answer(page, '/api/rules/spitfire')).rules.find((r) => r.id === id);
  await page.click('.prompt .rule');
  await page.waitForSelector('dialog details.exact');
  assert.equal(await page.textContent('dialog h2'), rule.title);
  const parts = await page.$$eval('.rule-told > *', (all) => all.map((part) => [part.matches('details') ? 'details' : part.className, part.textContent]));
  assert.equal(parts[0][1], rule.plain, 'first what it means');
  assert.deepEqual(parts.slice(-2).map(([kind]) => kind), ['cite', 'details'], 'then where it stands, then the details');
  assert.ok(parts.at(-2)[1].startsWith(`Rule ${id.split('/')[1]} of the digest`), parts.at(-2)[1]);
  assert.ok(await page.$('dialog details.exact:not([open])'), 'closed');
  await page.click('dialog summary');
  await page.waitForSelector('dialog .rule-text > *');
  await check(page, 'Rule with details');
  assert.deepEqual(errors, []);
  await context.close();
});

test('the rule behind a reason opens with its details', async () => {
  const { context, page } = await table({ game: 'fast-and-easy', scenario: 'kent-duel' });
  await pick(page, [await page.getAttribute('.choice:not(.no)', 'data-label')]);
  await page.click('.not-yet .rule');
  await page.waitForSelector('dialog details.exact[open] .rule-text > *');
  await page.click('dialog .cite a');
  await page.waitForSelector('.rule-entry.found details.exact:not([open])');
  assert.equal(await page.$('dialog'), null, 'the page of the rules takes its place');
  await context.close();
});

for (const game of GAMES) {
  test(`the guide of ${game} teaches with all its diagrams, and nothing of the engineering is shown`, async () => {
    const { context, page, errors } = await rules(game);
    const text = await readFile(new URL(`../../rules/guides/${game}.md`, import.meta.url), 'utf8');
    const wanted = [...text.matchAll(/```diagram\n([^]*?)```/g)].map(([, json]) => JSON.parse(json));
    const drawn = await page.$$eval('.guide figure.diagram', (all) => all.map((f) => ({
      caption: f.querySelector('figcaption').textContent,
      planes: f.querySelectorAll('.aircraft').length,
      ghosts: f.querySelectorAll('.ghost').length,
      shots: f.querySelectorAll('.fireline').length,
      spots: f.querySelectorAll('.spot').length,
      said: f.querySelector('svg').getAttribute('aria-label'),
    })));
    assert.ok(wanted.length >= 4);
    assert.deepEqual(drawn.map(({ said: _, ...d }) => d), wanted.map((d) => ({
      caption: d.caption, planes: d.planes.length, ghosts: d.paths?.length ?? 0, shots: d.shots?.length ?? 0, spots: d.marks?.length ?? 0,
    })));
    drawn.forEach(({ said }, n) => wanted[n].planes.forEach((p) => assert.ok(said.includes(p.name), `${said} names ${p.name}`)));
    assert.equal(await page.$('.guide pre'), null, 'no diagram is left as text');
    const whole = await page.textContent('#main');
    for (const word of ['Coverage', 'crates/', '## ', '```', 'rule:']) assert.ok(!whole.includes(word), word);
    await page.click('.rule-parts a[href="#glossary"]');
    await page.waitForSelector('#glossary:not([hidden]) dt');
    assert.ok((await page.$$('.glossary dt')).length >= 15);
    assert.equal((await page.$$('.glossary dt')).length, (text.split('## Glossary')[1].match(/^- /gm) ?? []).length);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test(`all rules of ${game} stand on one page, each with its details folded`, async () => {
    const { context, page, errors } = await rules(`${game}#rules`);
    const digest = await answer(page, `/api/rules/${game}`);
    const shown = await page.$$eval('.rule-entry', (all) => all.map((e) => [e.id, e.querySelector('h4').textContent, e.querySelectorAll('details:not([open])').length]));
    assert.deepEqual(shown, digest.rules.map((r) => [r.id, r.title, 1]));
    await page.evaluate(() => document.querySelectorAll('.rule-entry details').forEach((d) => (d.open = true)));
    await page.waitForFunction(() => [...document.querySelectorAll('.rule-entry .rule-text')].every((d) => d.firstChild));
    const whole = await page.textContent('#main');
    for (const word of ['Coverage', 'crates/']) assert.ok(!whole.includes(word), `${word}, not even in the details`);
    // The titles come in an answer of their own.
    await page.waitForFunction(() => [...document.querySelectorAll('.all-rules a.rule')].every((a) => a.textContent !== a.dataset.rule.split('/').slice(1).join('/')));
    assert.ok((await page.$$('.all-rules a.rule')).length > 0, 'there are chips within details, with titles too');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

/** What is looked at closely: every guide once, and each part in each look. */
const LOOKS = [
  ['light', { colorScheme: 'light' }, GAMES.map((game) => [game, 'guide'])],
  ['dark', { colorScheme: 'dark' }, ['guide', 'rules', 'glossary'].map((part) => ['spitting-fire', part])],
  ['phone', PHONE, ['guide', 'rules', 'glossary'].map((part) => ['spitfire', part])],
];

for (const [look, how, parts] of LOOKS) {
  test(`no violation in the rule books, ${look}`, async () => {
    const { context, page, errors } = await rules('table', how);
    for (const [game, part] of parts) {
      await page.goto(`${on.server.url}/rules/${game}#${part}`);
      await page.waitForSelector(`#${part}:not([hidden])`);
      await check(page, `${part} of ${game}`);
    }
    await page.fill('#find-rule', 'turn');
    await check(page, 'found rules');
    for (const game of GAMES) {
      await page.goto(`${on.server.url}/rules/${game}#guide`);
      await page.waitForSelector('.diagram');
      assert.ok(await page.evaluate(() => document.querySelector('#main').scrollWidth <= innerWidth), `the guide of ${game} is no wider than the screen`);
    }
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test('the search shows the best hit first, says how many there are, and needs no mouse', async () => {
  const { context, page, errors } = await rules('fast-and-easy');
  const hits = () => page.$$eval('.hits b', (all) => all.map((b) => b.textContent));
  const said = () => page.textContent('.find [role=status]');
  await page.focus('#find-rule');
  await page.keyboard.type('tail');
  assert.equal((await hits())[0], 'Tailing', 'a title that begins with the word');
  assert.match(await said(), new RegExp(`^${(await hits()).length} rules found`));
  assert.ok(!(await page.isVisible('.guide')), 'hits take the place of the guide');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'find-rule', 'down to the hits and up again');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.rule-entry.found');
  assert.equal(await page.getAttribute('.rule-entry.found', 'id'), 'fast-and-easy/tailing-fire');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'fast-and-easy/tailing-fire');
  await page.fill('#find-rule', 'zeppelin');
  assert.deepEqual([await hits(), await said()], [[], 'No rule speaks of that.']);
  await page.focus('#find-rule');
  await page.keyboard.press('Escape');
  assert.equal(await page.inputValue('#find-rule'), '');
  assert.ok(await page.isVisible('.all-rules'), 'the page is back');
  await page.fill('#find-rule', 'tail');
  await page.click('.hits a');
  await page.waitForSelector('.all-rules', { state: 'visible' });
  assert.equal(await page.inputValue('#find-rule'), '', 'a hit where the address points already ends the search too');
  assert.deepEqual(errors, []);
  await context.close();
});

test('a link opens its rule, with the details if it says so', async () => {
  const { context, page, errors } = await rules('spitfire#spitfire/7.F');
  await page.waitForSelector('.rule-entry.found[id="spitfire/7.F"] details:not([open])');
  assert.ok(await page.isVisible('.all-rules'));
  await page.goto(`${on.server.url}/rules/spitfire#spitfire/7.F?details`);
  await page.waitForSelector('.rule-entry.found[id="spitfire/7.F"] details[open] .rule-text > *');
  await page.goto(`${on.server.url}/rules/spitfire#damage`);
  await page.waitForSelector('#guide:not([hidden])');
  await page.click('.guide a[data-rule="spitfire/7.F"]');
  await page.waitForSelector('dialog .cite');
  assert.equal(await page.textContent('dialog h2'), 'Damage', 'in the guide a rule opens beside the text');
  await page.keyboard.press('Escape');
  await page.click('.others a[href="/rules/table"]');
  await page.waitForSelector('[id="table/resign"]');
  assert.equal((await page.$$('.rule-parts a')).length, 1, 'what holds at every table has no guide');
  assert.deepEqual(errors, []);
  await context.close();
});

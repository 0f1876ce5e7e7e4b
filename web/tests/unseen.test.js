// A small game of each kind, played by somebody who does not see the board: everything is found by its role and its name, as a screen
// reader finds it. No place of the board, no class, no pixel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { make, open, quiet, stage } from './lib.js';

const on = stage();
/** No game here takes more steps. */
const MOST = 300;

const SEATS = { allies: 'human', axis: 'pilot:cadet' };
const group = (side, name, aircraft, facing, hex) => ({ side, name, aircraft, facing, hexes: [hex] });
const fighter = (name, type, side, start) => ({ name, type, side, pilot: 'regular', start });

/** What is played: one against one, near enough to meet. */
const GAMES = {
  'Fast and Easy': {
    game: 'fast-and-easy', dice: { seed: 4 },
    scenario: {
      // It begins with a shot.
      title: 'On its tail', board: 'small', turns: 2, escort: 'axis', start: { turn: 1, step: 5, combat: true },
      groups: [group('axis', 'Schwarm', 'ME 109 E', 0, '14.10'), group('allies', 'Red', 'Spitfire I', 0, '12.10')],
    },
  },
  Spitfire: {
    game: 'spitfire', dice: { seed: 1 }, options: { turn_cap: 5 },
    scenario: {
      kind: 'air-superiority', types: { allies: 'Spitfire-I', axis: 'Bf.109E-3' },
      aircraft: [{ player: 'first', hex: '3024', facing: 'N', altitude: 10, speed: 5 }, { player: 'second', hex: '3016', facing: 'S', altitude: 10, speed: 5 }],
    },
  },
  'Spitting Fire': { game: 'spitting-fire', scenario: 'duel', dice: { seed: 7 }, options: { turns: 1, 'axis-edge': 'north' } },
  'Simple Fighting Wings': {
    game: 'fighting-wings', dice: { seed: 5 },
    scenario: {
      title: 'Kent', turns: 2, sides: { allies: 'RAF', axis: 'Luftwaffe' }, 'first-kill': true,
      aircraft: [
        fighter('A1', 'spitfire-mk1', 'allies', { hex: [0, 0], heading: 90, altitude: 180, speed: '6.0' }),
        fighter('X1', 'bf-109e-3', 'axis', { hex: [8, -2], heading: 270, altitude: 180, speed: '6.0' }),
      ],
    },
  },
};

/** A player who hears the page: regions, headings and buttons by name. @param {import('playwright-core').Page} page */
function listener(page) {
  const decision = page.getByRole('region', { name: 'Decision' });
  const contacts = page.getByRole('region', { name: 'Contacts' });
  return {
    over: () => decision.getByRole('heading', { name: /^(You win|You lose|A draw)$/ }),
    commit: () => decision.getByRole('button', { name: /^Commit(?!,)/, disabled: false }),
    sights: () => contacts.getByRole('button', { name: /in your sights/, pressed: false }),
    contacts: () => contacts.getByRole('button', { name: /^Bandit .+ (o’clock|straight|same place)/ }),
    aircraft: () => decision.getByRole('group', { name: 'Aircraft' }).getByRole('button', { pressed: false }),
    choices: () => decision.getByRole('group', { name: 'Choices' }).first().getByRole('button', { disabled: false }),
    waiting: () => decision.getByRole('heading', { name: /^(Waiting|The computer pilot)/ }),
  };
}

/** Takes one step of a decision; answers whether it fired at a contact. @param {number} n to fly differently each time */
async function step(page, hears, n) {
  if (await hears.commit().count()) {
    await hears.commit().click();
    return false;
  }
  if (await hears.sights().count()) {
    await hears.sights().first().click();
    return true;
  }
  const buttons = hears.choices();
  const count = await buttons.count();
  // Places that are folded away have their numbers all the same.
  if (count) await buttons.nth(n % count).click();
  else if (await hears.aircraft().count()) await hears.aircraft().first().click();
  else await page.keyboard.press('1');
  return false;
}

/** Until it is this player's decision or the game is over; the heading tells. */
async function heard(page, hears) {
  do {
    await hears.waiting().waitFor({ state: 'detached' });
    await quiet(page);
  } while (await hears.waiting().count());
}

for (const [name, order] of Object.entries(GAMES)) {
  test(`${name} is played to its end without the board`, async (t) => {
    const { context, page, errors } = await open(on.browser);
    const { id } = await make(page, on.server.url, { ...order, seats: SEATS });
    await page.goto(`${on.server.url}/table/${id}`);
    await page.getByRole('region', { name: 'Decision' }).waitFor();
    const hears = listener(page);
    let [n, shots, told] = [0, 0, 0];
    for (; n < MOST; n++) {
      await heard(page, hears);
      if (await hears.over().count()) break;
      told = Math.max(told, await hears.contacts().count());
      if (await step(page, hears, n)) shots++;
    }
    t.diagnostic(`${n} steps, ${shots} contacts fired at: ${await hears.over().textContent()}`);
    assert.ok(n < MOST, 'the game ends');
    if (order.scenario.start) assert.ok(shots > 0, 'a contact is fired at by its name');
    assert.ok(told > 0, 'bandits are told by clock and distance');
    const news = page.getByRole('log', { name: 'What happens' });
    assert.match(await news.textContent(), /heading (north|south|east|west)/, 'trial steps are announced');
    assert.deepEqual(errors, []);
    await context.close();
  });
}

// Scramble: three clicks to a fight, and the tables that this browser knows.

import { h, fill, find } from '../lib/dom.js';
import { http, once } from '../wire/net.js';
import { go } from '../lib/go.js';
import { sideName } from '../lib/words.js';
import { briefingCard } from '../table/briefing.js';
import { invite, keepLinks } from '../table/invite.js';
import { flights, hasFlown, startFlight } from '../table/coach.js';
import { mine as ownScenarios } from '../editor/kept.js';
import { keep, read } from '../lib/storage.js';
import { say, sayNow } from '../lib/speech.js';
import { optionList } from './options.js';
import { CLOCKS, gameMenu, peopleStrip, seatsToTake } from './people.js';
/** @import { Briefing, GameInfo, Opened, ScenarioInfo, Side } from '../wire/types.js' */
/** @import { GameList, TableInfo, Tables } from '../wire/types.js' */

/**
 * @typedef {{ game: GameInfo | null, scenario: ScenarioInfo | null, options: Record<string, any>, dice: string, watch:
 *   string, side: Side, clock: keyof typeof CLOCKS }} Order
 */

/** Where it is kept which computers flew against each other last. */
const RIVALS = 'tallyho:rivals';
/** More scenarios than this are easier to find by a word. */
const MANY = 12;

/** @param {HTMLElement} main */
export async function scramble(main) {
  document.title = 'Tallyho';
  // All is asked for at once: each answer takes as long as the way to the server and back.
  const asked = askTables();
  const [list, guided] = await Promise.all([
    /** @type {Promise<GameList>} */ (once('/api/games')),
    flights().then(Object.keys),
  ]);
  /** @type {Order} */
  const order = { game: null, scenario: null, options: {}, dice: 'seed', watch: 'link', side: 'allies', clock: 'none' };
  const steps = h('div', { class: 'steps' });
  const tables = h('section', { class: 'tables', 'aria-label': 'Tables' });
  const redraw = () =>
    fill(
      steps,
      games(list, order, guided, redraw),
      order.game && scenarios(order, redraw),
      order.scenario && opponents(list, order),
    );
  redraw();
  fill(
    main,
    h(
      'div',
      { class: 'scramble' },
      h(
        'div',
        { class: 'hero' },
        h('h1', null, 'Scramble'),
        h('p', { class: 'lead' }, 'Choose a game, a scenario and an opponent: three clicks to a fight.'),
        firstFlight(),
      ),
      steps,
      tables,
    ),
  );
  await showTables(tables, list, asked);
}

/** Starts a guided first game. @param {string} [game] */
async function takeOff(game) {
  try {
    go(`/table/${await startFlight(game)}`);
  } catch (e) {
    trouble(e);
  }
}

/** The guided first game, prominent until it was flown once. */
function firstFlight() {
  return h(
    'div',
    { class: `first-flight${hasFlown() ? ' again' : ''}` },
    h(
      'div',
      null,
      h('h2', null, 'First flight'),
      h('p', null, 'Never played? Fly a guided duel: every decision is explained as it comes up. About ten minutes.'),
    ),
    h('button', { class: 'go first-flight-start', onclick: () => void takeOff() }, 'Take off'),
  );
}

/**
 * @param {GameList} list @param {Order} order @param {string[]} guided games that have a first flight
 * @param {() => void} redraw
 */
function games(list, order, guided, redraw) {
  const { game } = order;
  return h(
    'section',
    { class: 'step', 'aria-labelledby': 'step-game' },
    h('h2', { id: 'step-game' }, h('span', { class: 'n' }, '1'), 'Game'),
    h(
      'div',
      { class: 'cards few' },
      list.games.map((g) =>
        h(
          'button',
          {
            class: `pick game${order.game === g ? ' on' : ''}`,
            'aria-pressed': String(order.game === g),
            'data-game': g.id,
            onclick: () => {
              Object.assign(order, { game: g, scenario: null, options: {} });
              redraw();
              next('step-scenario');
            },
          },
          h('b', null, g.title),
          h('span', null, g.text),
          h(
            'span',
            { class: 'facts' },
            facts(`${g.scenarios.length} scenarios`, `${g.aircraft.length} types of aircraft`),
          ),
        ),
      ),
    ),
    game &&
      h(
        'p',
        { class: 'muted about-game' },
        h('a', { href: `/rules/${game.id}` }, 'Learn the game'),
        ' · ',
        h('a', { href: `/hangar/${game.id}` }, 'Look at the aircraft'),
        guided.includes(game.id) && [
          ' · ',
          h('button', { class: 'plain guided', onclick: () => void takeOff(game.id) }, 'Fly a guided first game'),
        ],
      ),
  );
}

/** @param {Order} order @param {() => void} redraw */
function scenarios(order, redraw) {
  const { game } = order;
  const cards = shortestFirst(game?.scenarios ?? []).map((s) =>
    h(
      'button',
      {
        class: `pick scenario${order.scenario === s ? ' on' : ''}`,
        'aria-pressed': String(order.scenario === s),
        'data-scenario': s.id,
        onclick: () => {
          order.scenario = s;
          redraw();
          next('step-opponent');
        },
      },
      h('b', null, s.title),
      h('span', null, s.text),
      h(
        'span',
        { class: 'facts' },
        facts(
          Object.values(s.sides).join(' – '),
          s.aircraft ? `${s.aircraft} aircraft` : 'forces of your choice',
          s.minutes && `${s.minutes} min`,
        ),
      ),
    ),
  );
  return h(
    'section',
    { class: 'step', 'aria-labelledby': 'step-scenario' },
    h('h2', { id: 'step-scenario', tabindex: '-1' }, h('span', { class: 'n' }, '2'), 'Scenario'),
    cards.length > MANY && finder(cards),
    h('div', { class: 'cards' }, cards),
    ownOnes(game?.id ?? ''),
  );
}

/** Scenarios of this browser, and the way to write one. @param {string} game */
function ownOnes(game) {
  const own = ownScenarios().filter((k) => k.game === game);
  return h(
    'p',
    { class: 'muted own-scenarios' },
    own.length ? 'Yours: ' : 'None of these? ',
    own.map((k) => [h('a', { href: `/editor/${game}#mine=${k.id}` }, k.title || 'Without a title'), ' · ']),
    h('a', { href: `/editor/${game}` }, 'Write a scenario'),
  );
}

/** A field that leaves only those cards that hold what is typed. @param {HTMLElement[]} cards */
function finder(cards) {
  const found = h('span', { class: 'muted', role: 'status' }, `${cards.length} scenarios`);
  return h(
    'p',
    { class: 'finder' },
    h('input', {
      type: 'search',
      placeholder: 'Find a scenario',
      'aria-label': 'Find a scenario',
      oninput: (/** @type {Event} */ e) => {
        const wanted = /** @type {HTMLInputElement} */ (e.target).value.toLowerCase();
        for (const card of cards) card.hidden = !card.textContent?.toLowerCase().includes(wanted);
        found.textContent = `${cards.filter((c) => !c.hidden).length} scenarios`;
      },
    }),
    found,
  );
}

/** Facts in a row, none of which is broken over two lines. @param {...(string | number | null | undefined)} all */
function facts(...all) {
  return all.filter(Boolean).map((fact, n) => [n > 0 && ' · ', h('span', { class: 'fact' }, fact)]);
}

/** A newcomer should meet the short ones first. @param {ScenarioInfo[]} all */
function shortestFirst(all) {
  const long = (/** @type {ScenarioInfo} */ s) => s.minutes ?? 10_000;
  return [...all].sort((a, b) => long(a) - long(b) || a.aircraft - b.aircraft);
}

/**
 * One of several, as a row of buttons.
 * @param {string} legend
 * @param {'side' | 'dice' | 'watch' | 'clock'} name which part of the order it is
 * @param {Record<string, string>} values
 * @param {Order} order
 */
function segments(legend, name, values, order) {
  const choice = (/** @type {[string, string]} */ [value, text]) => {
    const onchange = () => Object.assign(order, { [name]: value });
    const radio = h('input', { type: 'radio', name, value, checked: order[name] === value, onchange });
    return h('label', null, radio, h('span', null, text));
  };
  return h('fieldset', { class: 'segments' }, h('legend', null, legend), Object.entries(values).map(choice));
}

/** @param {GameList} list @param {Order} order */
function opponents(list, order) {
  const start = (/** @type {any} */ seats, /** @type {any} */ more = {}) => void make(order, seats, more);
  return h(
    'section',
    { class: 'step', 'aria-labelledby': 'step-opponent' },
    h('h2', { id: 'step-opponent', tabindex: '-1' }, h('span', { class: 'n' }, '3'), 'Opponent'),
    h('div', { class: 'step-desk' }, h('div', null, seats(list, order, start)), briefing(order)),
  );
}

/**
 * Who sits where, and what is agreed.
 * @param {GameList} list @param {Order} order @param {(seats: any, more?: any) => void} start
 */
function seats(list, order, start) {
  const sides = order.scenario?.sides ?? {};
  const other = () => (order.side === 'allies' ? 'axis' : 'allies');
  const radios = (
    /** @type {string} */ legend,
    /** @type {'side' | 'dice' | 'watch' | 'clock'} */ name,
    /** @type {Record<string, string>} */ values,
  ) => segments(legend, name, values, order);
  const pick = (
    /** @type {string} */ id,
    /** @type {string} */ title,
    /** @type {string} */ text,
    /** @type {() => void} */ onclick,
  ) =>
    h('button', { class: 'pick opponent', 'data-opponent': id, onclick }, h('b', null, title), h('span', null, text));
  return [
    h(
      'div',
      { class: 'order' },
      radios('You fly for', 'side', { allies: sides.allies ?? 'Allies', axis: sides.axis ?? 'Axis' }),
      radios('Dice', 'dice', { seed: 'The table throws', ask: 'I throw my own' }),
      radios('Watchers', 'watch', { link: 'By link', anyone: 'Anybody' }),
    ),
    optionList(order.game?.options ?? [], order.options),
    h('h3', { id: 'pilots' }, 'A computer pilot'),
    h(
      'div',
      { class: 'cards pilots', role: 'group', 'aria-labelledby': 'pilots' },
      list.levels.map((p) =>
        pick(p.id, p.title, p.text, () => start({ [order.side]: 'human', [other()]: `pilot:${p.id}` })),
      ),
    ),
    h('h3', { id: 'others' }, 'Or somebody else'),
    radios('Clock', 'clock', Object.fromEntries(Object.entries(CLOCKS).map(([id, c]) => [id, c.text]))),
    h(
      'div',
      { class: 'cards', role: 'group', 'aria-labelledby': 'others' },
      pick('hot-seat', 'Hot seat', 'Both sides at this screen.', () => start({}, { hot_seat: true })),
      pick('friend', 'A friend by link', 'You get a secret link to send.', () =>
        start({}, { mine: order.side, clock: CLOCKS[order.clock].order }),
      ),
      pick('stranger', 'Whoever comes', 'Anybody may take the other seat from this page.', () =>
        start({}, { mine: order.side, open: true, clock: CLOCKS[order.clock].order }),
      ),
    ),
    computers(list, sides, start),
  ];
}

/**
 * Two computer pilots, of the levels that were watched last.
 * @param {GameList} list @param {ScenarioInfo['sides']} names @param {(seats: any, more?: any) => void} start
 */
function computers({ levels }, names, start) {
  const best = levels.at(-1)?.id ?? '';
  const kept = read(RIVALS, /** @type {Partial<Record<Side, string>>} */ ({}));
  const pilots = { allies: '', axis: '' };
  const select = (/** @type {Side} */ side) => {
    const known = levels.some((p) => p.id === kept[side]);
    pilots[side] = (known && kept[side]) || best;
    const onchange = (/** @type {Event} */ e) => {
      pilots[side] = /** @type {HTMLSelectElement} */ (e.target).value;
      keep(RIVALS, pilots);
    };
    const option = (/** @type {{ id: string, title: string }} */ p) =>
      h('option', { value: p.id, selected: p.id === pilots[side] }, p.title);
    return h(
      'label',
      null,
      h('span', { class: `who ${side}` }, names[side] ?? sideName(side)),
      h('select', { name: `${side}-pilot`, onchange }, levels.map(option)),
    );
  };
  const watch = () => start({ allies: `pilot:${pilots.allies}`, axis: `pilot:${pilots.axis}` }, { watch: 'anyone' });
  return [
    h('h3', { id: 'computers' }, 'Or computer against computer'),
    h(
      'div',
      { class: 'computers', role: 'group', 'aria-labelledby': 'computers' },
      select('allies'),
      select('axis'),
      h('button', { class: 'opponent', 'data-opponent': 'watch', onclick: watch }, 'Lean back and watch'),
    ),
  ];
}

/** The card of the scenario, once it is here. @param {Order} order */
function briefing({ game, scenario }) {
  const slot = h('div', { class: 'briefing-slot', 'aria-busy': 'true' }, h('h3', null, scenario?.title));
  const path = `/api/briefing/${game?.id}/${scenario?.id}`;
  /** @type {Promise<Briefing>} */ (once(path))
    .then((b) => slot.append(briefingCard(b, null)))
    .catch(() => slot.append(h('p', { class: 'error' }, 'The briefing cannot be had now.')))
    .finally(() => slot.removeAttribute('aria-busy'));
  return slot;
}

/** @param {Order} order @param {any} seats @param {any} more */
async function make(order, seats, more) {
  try {
    const made = /** @type {Opened} */ (
      await http('/api/tables', {
        game: order.game?.id,
        scenario: order.scenario?.id,
        options: order.options,
        dice: order.dice,
        watch: order.watch,
        seats,
        ...more,
      })
    );
    if (made.links) keepLinks(made.table, made.links);
    go(`/table/${made.table}`);
    // Without the link nobody comes.
    if (more.mine && !more.open) invite(made.table, order.scenario?.sides ?? {}, more.mine);
  } catch (e) {
    trouble(e);
  }
}

/** @param {unknown} e */
function trouble(e) {
  const text = e instanceof Error ? e.message : String(e);
  const banner = find('#banner');
  banner.textContent = text;
  banner.hidden = false;
  sayNow(text);
}

/** Leads eye and focus to the next step. @param {string} id */
function next(id) {
  const head = document.getElementById(id);
  head?.parentElement?.scrollIntoView({ block: 'nearest' });
  head?.focus({ preventScroll: true });
  if (head) say(`Step ${head.textContent ?? ''}`);
}

/** The tables that this browser may know of; nothing if they cannot be had. @returns {Promise<Tables | null>} */
const askTables = () => /** @type {Promise<Tables>} */ (http('/api/tables')).catch(() => null);

/** @param {HTMLElement} node @param {GameList} offer @param {Promise<Tables | null>} [asked] */
async function showTables(node, offer, asked = askTables()) {
  const list = await asked;
  if (!list) return fill(node, h('p', { class: 'error' }, 'The list of tables cannot be had now.'));
  const { mine } = list;
  const open = list.open.filter((t) => !mine.some((m) => m.id === t.id));
  const going = mine.filter((t) => !t.outcome);
  const done = mine.filter((t) => t.outcome);
  const redo = () => void showTables(node, offer);
  return fill(
    node,
    peopleStrip(mine.length > 0),
    seatsToTake(list.seats, offer, redo),
    group('In progress', going, 'No game is on the table. Make one above.', offer, redo),
    group('Finished', done, 'Finished games stay here, with a replay.', offer, redo),
    group('To watch', open, 'Nobody plays in the open just now.', offer),
  );
}

/** Who plays against whom, as this browser sees it. @param {TableInfo} t @param {GameList} offer */
function rivals(t, offer) {
  const name = (/** @type {Side} */ s) => {
    const pilot = offer.levels.find((p) => p.id === t.sides[s]?.pilot);
    const person = pilot?.title ?? t.people.names[s];
    return `${t.sides[s]?.name ?? sideName(s)}${person ? ` (${person})` : ''}`;
  };
  return t.hot_seat ? 'hot seat' : `${name('allies')} – ${name('axis')}`;
}

/**
 * @param {string} title @param {TableInfo[]} tables @param {string} none @param {GameList} offer
 * @param {() => void} [redo] asks for the list anew, where games may be renamed and deleted
 */
function group(title, tables, none, offer, redo) {
  return h(
    'div',
    { class: 'group' },
    h('h2', null, title),
    tables.length === 0
      ? h('p', { class: 'muted' }, none)
      : h(
          'ul',
          null,
          tables.map((t) =>
            h(
              'li',
              { class: redo ? 'own' : '' },
              redo && gameMenu(t, redo),
              h(
                'a',
                { href: t.outcome ? `/replay/${t.id}` : `/table/${t.id}` },
                h('b', null, t.people.label ?? t.title),
                h('span', { class: whose(t).mine ? 'turn mine' : 'turn' }, whose(t).text),
                h('span', { class: 'muted' }, rivals(t, offer)),
                h(
                  'span',
                  { class: 'muted' },
                  facts(
                    offer.games.find((g) => g.id === t.game)?.title,
                    `turn ${t.turn}${t.turns ? ` of ${t.turns}` : ''}`,
                    new Date(t.created_ms).toLocaleDateString(),
                  ),
                ),
              ),
            ),
          ),
        ),
  );
}

/** @param {TableInfo} t */
function whose(t) {
  if (t.outcome)
    return {
      mine: false,
      text: t.outcome.winner ? `${t.sides[t.outcome.winner]?.name ?? sideName(t.outcome.winner)} won` : 'a draw',
    };
  const mine = t.to_act.some((s) => t.held.includes(s));
  return {
    mine,
    text: mine
      ? 'your turn'
      : t.to_act.length
        ? `${t.to_act.map((s) => t.sides[s]?.name ?? sideName(s)).join(' and ')} to decide`
        : '',
  };
}

// The lab: let computer pilots fly a scenario many times, and see who wins. The server plays; this page orders, waits
// and shows.

import { find } from '../lib/dom.js';
import { go } from '../lib/go.js';
import { html, live, nothing, render } from '../lib/html.js';
import { say, sayNow } from '../lib/speech.js';
import { keep, read } from '../lib/storage.js';
import { sideName } from '../lib/words.js';
import { http, mayPass, once, Refused } from '../wire/net.js';
import { figures, winners } from './lab-figures.js';
/** @import { GameInfo, GameList, LabOffer, LabOrder, LabPilot, LabRun, Side } from '../wire/types.js' */

/** What is shown: the order as it is filled in, the run, and what went wrong with either. */
/**
 * @typedef {{ games: GameInfo[], offer: LabOffer, order: LabOrder, run: LabRun | null, sending: boolean, lost: boolean,
 *   trouble: string, under: string, gone: string }} Shown `under`: one's own run, which is in the way of another
 */
/** @typedef {{ change: (by: Partial<LabOrder>) => void, start: () => void, stop: () => void }} Acts */

const SIDES = /** @type {Side[]} */ (['allies', 'axis']);
/** How often the server is asked how far it is; less often while it cannot be reached. */
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const FORGOTTEN =
  'The server remembers a run for half an hour. Start it again: the same seed gives the same games.';
/** Where the run is kept that this browser ordered last. */
const OWN = 'tallyho:lab';
/** What was ordered last, for the next visit. @type {LabOrder | null} */
let last = null;
/** The run that was started just now: eye and focus are led to it. */
let begun = '';

/** @param {HTMLElement} main @param {string} [id] the run that is shown */
export async function lab(main, id) {
  document.title = 'Lab · Tallyho';
  const [{ games }, offer] = /** @type {[GameList, LabOffer]} */ (
    await Promise.all([once('/api/games'), http('/api/lab')])
  );
  const { run, gone } = id ? await found(id) : { run: await ownRun(), gone: '' };
  const order = run ? ordered(run) : (last ?? first(games, offer));
  /** @type {Shown} */
  const shown = { games, offer, order, run, sending: false, lost: false, trouble: '', under: '', gone };
  const watch = { closed: false, timer: 0 };
  const draw = () => {
    if (!watch.closed) render(page(shown, { change, start, stop }), main);
  };
  /** @param {Partial<LabOrder>} by */
  const change = (by) => {
    shown.order = fitting(games, { ...shown.order, ...by });
    draw();
  };
  const start = async () => {
    Object.assign(shown, { sending: true, trouble: '', under: '' });
    draw();
    try {
      last = shown.order;
      const made = /** @type {LabRun} */ (await http('/api/lab', shown.order));
      say('The run has begun');
      begun = made.id;
      keep(OWN, made.id);
      go(`/lab/${made.id}`);
    } catch (e) {
      Object.assign(shown, { sending: false, ...(await refused(e)) });
      sayNow(shown.trouble);
      draw();
    }
  };
  const stop = async () => {
    try {
      await http(`/api/lab/${shown.run?.id}`, undefined, 'DELETE');
    } catch (e) {
      sayNow(inWords(e));
    }
  };
  if (run) follow(shown, draw, watch);
  draw();
  if (run && run.id === begun) {
    requestAnimationFrame(() => find('.lab-run h2', main).focus());
    // A short run can be over before its page is there.
    if (isOver(run)) announceEnd(run, offer);
  }
  begun = '';
  return {
    close: () => {
      watch.closed = true;
      clearTimeout(watch.timer);
    },
  };
}

/** A run by its id, or why it cannot be shown. @param {string} id */
async function found(id) {
  try {
    return { run: /** @type {LabRun} */ (await http(`/api/lab/${encodeURIComponent(id)}`)), gone: '' };
  } catch (e) {
    if (!(e instanceof Refused) || e.code !== 'unknown-run') throw e;
    return { run: null, gone: FORGOTTEN };
  }
}

/** The run that this browser ordered last, as long as the server remembers it. */
async function ownRun() {
  const id = read(OWN, '');
  const { run } = id ? await found(id) : { run: null };
  if (!run) keep(OWN, null);
  return run;
}

/** Why an order was refused, and which run of one's own is in its way. @param {unknown} e */
async function refused(e) {
  const own = e instanceof Refused && e.code === 'one-at-a-time' ? await ownRun().catch(() => null) : null;
  return own && !isOver(own)
    ? { trouble: 'You have a run under way: wait for it, or stop it.', under: own.id }
    : { trouble: inWords(e), under: '' };
}

/**
 * Asks how far a run is until it has ended.
 * @param {Shown} shown @param {() => void} draw @param {{ closed: boolean, timer: number }} watch
 */
function follow(shown, draw, watch) {
  let pause = PAUSE_MS;
  const ask = async () => {
    if (watch.closed || !shown.run || isOver(shown.run)) return;
    try {
      const before = shown.run;
      shown.run = /** @type {LabRun} */ (await http(`/api/lab/${before.id}`));
      Object.assign(shown, { lost: false });
      pause = PAUSE_MS;
      if (!watch.closed) announce(before, shown.run, shown.offer);
    } catch (e) {
      const lost = mayPass(e);
      if (lost && !shown.lost) sayNow('The server cannot be reached');
      shown.lost = lost;
      // A server that was started again knows nothing of the run.
      if (!lost) Object.assign(shown, { run: null, gone: inWords(e) });
      pause = Math.min(LONGEST_PAUSE_MS, pause * 1.7);
    }
    draw();
    if (!watch.closed) watch.timer = setTimeout(ask, pause);
  };
  watch.timer = setTimeout(ask, pause);
}

/** @param {LabRun} run */
const isOver = (run) => run.state !== 'waiting' && run.state !== 'playing';

/** Says every quarter of a run, and its end. @param {LabRun} before @param {LabRun} now @param {LabOffer} offer */
function announce(before, now, offer) {
  const quarter = (/** @type {LabRun} */ r) => Math.floor((4 * r.played) / r.games);
  if (isOver(now)) announceEnd(now, offer);
  else if (quarter(now) > quarter(before)) say(`${now.played} of ${now.games} games played`);
}

/** @param {LabRun} run @param {LabOffer} offer */
function announceEnd(run, offer) {
  say(run.result ? `${heading(run)}. ${winners(run, run.result, titles(run, offer))}` : heading(run));
}

/** What the pilots of a run are called, the Allies' first one first. @param {LabRun} run @param {LabOffer} offer */
const titles = ({ pilots }, offer) =>
  SIDES.map((side) => offer.pilots.find((p) => p.id === pilots[side])?.title ?? pilots[side] ?? '');

/** @param {unknown} e */
const inWords = (e) => {
  const text = e instanceof Error ? e.message : String(e);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
};

/** What a newcomer is offered. @param {GameInfo[]} games @param {LabOffer} offer @returns {LabOrder} */
function first(games, offer) {
  const pilot = offer.pilots.find((p) => p.id === 'simple')?.id ?? offer.pilots[0]?.id ?? '';
  const game = games[0]?.id ?? '';
  return fitting(games, { game, scenario: '', allies: pilot, axis: pilot, swap: false, games: 200, seed: 1 });
}

/** @param {LabRun} run @returns {LabOrder} */
const ordered = ({ game, scenario, pilots, swap, games, seed }) =>
  ({ game, scenario, allies: pilots.allies ?? '', axis: pilots.axis ?? '', swap, games, seed });

/**
 * An order that can be given: a scenario of its game, and pilots that can change sides if they are to.
 * @param {GameInfo[]} games @param {LabOrder} order
 */
function fitting(games, order) {
  const scenarios = games.find((g) => g.id === order.game)?.scenarios ?? [];
  const small = [...scenarios].sort((a, b) => (a.minutes ?? 10_000) - (b.minutes ?? 10_000))[0];
  const scenario = scenarios.some((s) => s.id === order.scenario) ? order.scenario : (small?.id ?? '');
  return { ...order, scenario, swap: order.swap && order.allies !== order.axis };
}

/** @param {Shown} shown @param {Acts} act */
function page(shown, act) {
  const { offer, run, gone } = shown;
  const off = html`<p>Whoever runs this server has switched the lab off. On your own machine
    <code>tallyho lab run</code> does the same, without limits.</p>`;
  return html`<div class="lab">
    <h1>Lab</h1>
    <p class="lead">What do many games say? Computer pilots fly a scenario again and again; you see who wins, how
      long it lasts and who is lost.</p>
    ${offer.on ? html`<div class="lab-desk">${form(shown, act)}${run ? progress(shown, act) : empty(gone)}</div>` : off}
  </div>`;
}

/** @param {string} gone why a run is not shown */
function empty(gone) {
  return html`<section class="lab-run empty" aria-label="Run">
    <h2>${gone ? 'Nothing to show' : 'No run yet'}</h2>
    <p>${gone || 'Choose a scenario and two pilots, and start. Two hundred games of a duel take some seconds.'}</p>
  </section>`;
}

/** @param {Event} e */
const value = (e) => /** @type {HTMLInputElement | HTMLSelectElement} */ (e.target).value;

/** @param {Shown} shown @param {Acts} act */
function form(shown, act) {
  const { games, offer, order, run, sending, trouble, under } = shown;
  const game = games.find((g) => g.id === order.game);
  const scenarios = game?.scenarios ?? [];
  const sides = scenarios.find((s) => s.id === order.scenario)?.sides ?? {};
  const busy = sending || (run !== null && !isOver(run));
  const submit = (/** @type {Event} */ e) => {
    e.preventDefault();
    if (!busy) act.start();
  };
  // A field that is empty for the moment is about to be filled in.
  const typed = (/** @type {'games' | 'seed'} */ field) => (/** @type {Event} */ e) => {
    if (value(e)) act.change({ [field]: Number(value(e)) });
  };
  const number = (/** @type {'games' | 'seed'} */ field, /** @type {number} */ min, /** @type {number} */ max) =>
    html`<input type="number" name=${field} required min=${min} max=${max} .value=${live(String(order[field]))}
      @input=${typed(field)}>`;
  return html`<form class="lab-order" aria-label="Order" @submit=${submit}>
    <label>Game ${select('game', games.map((g) => [g.id, g.title]), order.game, act)}</label>
    <label>Scenario ${select('scenario', scenarios.map((s) => [s.id, s.title]), order.scenario, act)}</label>
    ${SIDES.map((side) => pilot(side, sides[side] ?? sideName(side), offer.pilots, order, act))}
    <label class="check">
      <input type="checkbox" name="swap" .checked=${live(order.swap)} ?disabled=${order.allies === order.axis}
        @change=${(/** @type {Event} */ e) => act.change({ swap: /** @type {HTMLInputElement} */ (e.target).checked })}>
      Change sides in every second game
    </label>
    <div class="pair">
      <label>Games ${number('games', 1, offer.most_games)}</label>
      <label>Seed ${number('seed', 0, 4294967295)}</label>
    </div>
    <p class="muted">At most ${offer.most_games} games and ${Math.round(offer.most_seconds / 60)} minutes a run, one run
      at a time. The same seed gives the same games. Wing commanders and bots fly only in
      <code>tallyho lab run</code>: one large game of theirs takes minutes, in which it could not be stopped.</p>
    ${trouble ? html`<p class="error" role="alert">${trouble}</p>` : nothing}
    ${under ? html`<a class="button lab-under" href="/lab/${under}">Open your run</a>` : nothing}
    <button class="go lab-start" aria-disabled=${String(busy)}>${busy ? 'A run is under way' : 'Start the run'}</button>
  </form>`;
}

/** @param {'game' | 'scenario' | Side} name @param {string[][]} values @param {string} chosen @param {Acts} act */
function select(name, values, chosen, act) {
  const option = (/** @type {string[]} */ [id, text]) =>
    html`<option value=${id} .selected=${id === chosen}>${text}</option>`;
  return html`<select name=${name} @change=${(/** @type {Event} */ e) => act.change({ [name]: value(e) })}>
    ${values.map(option)}
  </select>`;
}

/** @param {Side} side @param {string} name @param {LabPilot[]} pilots @param {LabOrder} order @param {Acts} act */
function pilot(side, name, pilots, order, act) {
  const text = pilots.find((p) => p.id === order[side])?.text ?? '';
  return html`<label><span class="who ${side}">${name} (${side === 'allies' ? 'Allies' : 'Axis'})</span>
    ${select(side, pilots.map((p) => [p.id, p.title]), order[side], act)}
    <small class="muted">${text}</small>
  </label>`;
}

/** What has become of a run, in a few words. @param {LabRun} run */
function heading(run) {
  const [played, games] = [run.result?.games ?? run.played, run.games];
  switch (run.state) {
    case 'waiting': return 'Waiting for a turn';
    case 'playing': return `${played} of ${games} games`;
    case 'done': return run.ended ? ENDS[run.ended].some(played, games) : `${games} games`;
    case 'stopped': return ENDS[run.ended ?? 'asked'].none;
    case 'failed': return 'The run failed';
  }
}

/** Why a run ended before its last game: in the heading, after some games or none, and as a sentence. */
const ENDS = {
  time: {
    some: (/** @type {number} */ n, /** @type {number} */ of) => `Time was up after ${n} of ${of} games`,
    none: 'Time was up before the first game was over',
    says: (/** @type {LabOffer} */ offer) => `A run may play ${minutes(offer)}, and this one took longer.`,
  },
  asked: {
    some: (/** @type {number} */ n, /** @type {number} */ of) => `Stopped after ${n} of ${of} games`,
    none: 'Stopped before the first game was over',
    says: () => 'Somebody stopped this run.',
  },
  server: {
    some: (/** @type {number} */ n, /** @type {number} */ of) => `The server stopped after ${n} of ${of} games`,
    none: 'The server stopped before the first game was over',
    says: () => 'The server was stopped in the middle of this run. The same order gives the same games.',
  },
};

/** @param {LabOffer} offer */
const minutes = ({ most_seconds }) => span(most_seconds);

/** A time in words, as exactly as one cares. @param {number} seconds */
function span(seconds) {
  return seconds < 90 ? `${Math.max(5, 5 * Math.round(seconds / 5))} seconds` : `${Math.round(seconds / 60)} minutes`;
}

/** How a run has ended, in a sentence. @param {LabRun} run @param {LabOffer} offer */
function ending({ ended, state }, offer) {
  if (state === 'failed') return 'That is a fault of this program, not of yours. Its log says more.';
  if (!ended) return '';
  const counted = state === 'done' ? 'What was played is counted.' : 'There is nothing to count.';
  return `${ENDS[ended].says(offer)} ${counted}`;
}

/** How long a run will go on, from what it has played. @param {LabRun} run @param {LabOffer} offer */
function timing({ games, played, played_ms }, offer) {
  const gone = played_ms / 1000;
  const room = Math.max(0, offer.most_seconds - gone);
  if (!played) return `It may play ${minutes(offer)}.`;
  const left = (gone / played) * (games - played);
  if (left <= room) return `About ${span(left)} left.`;
  const until = Number(((played / gone) * offer.most_seconds).toPrecision(2));
  return `About ${span(room)} left: time will be up after some ${until} games.`;
}

/** @param {Shown} shown @param {Acts} act */
function progress(shown, act) {
  const { offer, run, lost } = shown;
  if (!run) return nothing;
  const pilots = titles(run, offer);
  const flown = `${pilots.join(' against ')}${run.swap ? ', changing sides' : ''}`;
  const back = 'You may leave this page and come back.';
  const says =
    run.state === 'waiting'
      ? `Other runs are played first. ${back}`
      : run.state === 'playing'
        ? `${timing(run, offer)} ${back}`
        : ending(run, offer);
  return html`<section class="lab-run" aria-label="Run" data-state=${run.state}>
    <h2 tabindex="-1">${heading(run)}</h2>
    <p class="muted">${run.title} · ${flown} · seed ${run.seed}</p>
    ${isOver(run) ? nothing : bar(run, act)}
    ${lost ? html`<p class="error">The server cannot be reached. Trying again …</p>` : html`<p>${says}</p>`}
    ${run.result ? figures(run, run.result, pilots) : nothing}
  </section>`;
}

/** @param {LabRun} run @param {Acts} act */
function bar(run, act) {
  const played = run.state === 'waiting' ? nothing : run.played;
  return html`<div class="row">
    <progress aria-label="Games played" max=${run.games} value=${played}></progress>
    <button class="lab-stop" @click=${act.stop}>Stop the run</button>
  </div>`;
}

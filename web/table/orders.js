// Orders to many aircraft: the group of the present one, what the others may be told to do, the list of best shots, and
// a computer pilot that flies for the player.

import { reasonChip } from '../lib/chip.js';
import { html, live, nothing, repeat } from '../lib/html.js';
import { capital, percent } from '../lib/words.js';
import { committable, trying, unfired } from '../state/decision.js';
import { MANNERS } from '../state/formation.js';
import { able, sole } from '../state/layout.js';
import { baseMenu, comrades, followers, openers, spent } from '../state/lead.js';
import { ordering } from '../state/orders.js';
import { aircraftOf, sideOf } from '../state/record.js';
import { groupOf, reliefOf } from '../state/relief.js';
import { oddsOf, volleyShots } from '../state/shots.js';
/** @import { Aircraft } from '../wire/types.js' */
/** @import { AnyChoice, Order, Pick, Reason, State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** Groups larger than this are told in numbers alone. */
const MANY = 16;

/** The last number of a name, by which its pilot is called. @param {Aircraft} a @param {number} n */
const numberOf = (a, n) => a.name.match(/(\d{1,2})$/)?.[1] ?? String(n + 1);

/** The aircraft that the decision is about now. @param {State} state */
export const present = (state) =>
  state.menu?.draft?.aircraft ?? state.armed?.aircraft ?? sole(state.menu) ?? state.selected;

/**
 * The group of the present aircraft, who of it has moved, and how many are left in all. Nothing where no two fly
 * together.
 * @param {State} state
 * @param {Acts} act
 */
export function groupBar(state, act) {
  const one = aircraftOf(state, present(state));
  const members = groupOf(state, one?.id);
  if (!one || members.length < 2) return nothing;
  const moved = spent(state);
  const dot = (/** @type {Aircraft} */ a, /** @type {number} */ n) => {
    const done = moved.includes(a.id);
    const on = a.id === one.id;
    return html`<button
      class="dot ${a.side}${on ? ' on' : ''}${done && !on ? ' done' : ''}"
      data-key="dot-${a.id}"
      aria-label="${a.name}${on ? ', now' : done ? ', done' : ''}"
      aria-pressed=${String(on)}
      @click=${() => act.select(a.id)}
    >${numberOf(a, n)}</button>`;
  };
  const left = state.bar ? 0 : toGo(state);
  return html`<div class="group-bar" role="group" aria-label="Group ${one.group}">
    <b class=${one.side}>${one.group || 'Group'}</b>
    ${members.length > MANY ? `${members.length} aircraft` : repeat(members, (a) => a.id, dot)}
    <span class="muted">${left ? `${left} to go` : nothing}</span>
  </div>`;
}

/**
 * What is named where the player points: the choice, its chance and where it ends.
 * @param {string} text
 */
export const pointed = (text) => html`<p class="pointed" aria-hidden="true">${text || ' '}</p>`;

/** @param {string} key @param {string} letter @param {unknown} text @param {() => void} does */
const order = (key, letter, text, does) =>
  html`<button class="order" data-key=${key} @click=${does}><span>${text} <kbd>${letter}</kbd></span></button>`;

/** How wingmen are to follow. @param {State} state @param {Acts} act */
function manners({ manner }, act) {
  const option = (/** @type {State['manner']} */ m) => html`<button class="manner" data-key="manner-${m}"
    aria-pressed=${String(m === manner)} @click=${() => act.manner(m)}>${MANNERS[m]}</button>`;
  const all = /** @type {State['manner'][]} */ (Object.keys(MANNERS));
  return html`<div class="manners" role="group" aria-label="How wingmen follow">${all.map(option)}</div>`;
}

/** Whether orders may be given now. @param {State} state */
const mayOrder = (state) => !state.coach && !state.busy && !!state.menu?.owed && !state.volley;

/** The aircraft whose trial is whole: whoever follows it does so with its commit. @param {State} state */
const leader = (state) => (trying(state) && committable(state) ? (state.menu?.draft?.aircraft ?? null) : null);

/** Wingmen who would follow. @param {State} state */
function wingmen(state) {
  const id = leader(state);
  return id === null ? followers(state, 'group') : comrades(state, id);
}

/**
 * What the present group may be told, and all others where they have no bar below the board.
 * @param {State} state
 * @param {Acts} act
 */
export function orders(state, act) {
  if (!mayOrder(state)) return nothing;
  const wing = wingmen(state);
  const follow = wing.length === 1 ? 'wingman follows' : `${wing.length} wingmen follow`;
  const led = leader(state) === null ? capital(follow) : `Commit, ${follow}`;
  return html`${wing.length ? manners(state, act) : nothing}
    <div class="orders" role="group" aria-label="Orders to many">
    ${wing.length ? order('follow', 'G', led, () => act.follow('group')) : nothing}
    ${state.bar ? nothing : toAll(state, act)}
    ${reliefOf(state) ? nothing : group(state, act)}
  </div>`;
}

/** What all may be told at once. @param {State} state @param {Acts} act */
function toAll(state, act) {
  const id = leader(state);
  const rest = id === null ? followers(state, 'all') : able(baseMenu(state)).filter((o) => o !== id);
  const others = rest.length === 1 ? 'The other one does the same' : `All ${rest.length} others do the same`;
  const shots = volleyShots(state);
  const best = new Set(shots.map((c) => c.aircraft)).size > 1 ? 'Fire all best shots' : 'Fire the best shot';
  return html`${
    rest.length > wingmen(state).length ? order('follow-all', 'Y', others, () => act.follow('all')) : nothing
  }${shots.length ? order('best', 'B', best, act.bestShots) : nothing}${
    reliefOf(state) ? nothing : order('relieve', 'L', 'Computer flies the rest', act.relieveTurn)
  }`;
}

/** How many aircraft are still to act. @param {State} state */
const toGo = (state) => (openers(state).length ? able(baseMenu(state)).length : 0);

/** The orders below the board: who comes next, and what all may be told. @param {State} state @param {Acts} act */
export function orderBar(state, act) {
  if (!state.bar || !mayOrder(state)) return nothing;
  const left = toGo(state);
  return html`<div class="orders" role="group" aria-label="Orders to all">
    ${left ? html`<span class="to-go"><b>${left}</b> to go</span>` : nothing}
    ${left > 1 ? order('next', '.', 'Next', act.next) : nothing}
    ${toAll(state, act)}
  </div>`;
}

/** Has the computer fly the present group alone, where there are others. @param {State} state @param {Acts} act */
function group(state, act) {
  const members = groupOf(state, present(state));
  const own = (state.view?.aircraft ?? []).filter((a) => a.flying && a.side === sideOf(state));
  if (members.length < 2 || members.length === own.length) return nothing;
  const name = members[0].group || 'this group';
  return order('relieve-group', 'U', `Computer flies ${name}`, act.relieveGroup);
}

/** The best shots, to be corrected and fired. @param {State} state @param {Acts} act */
export function volley(state, act) {
  if (!state.volley) return nothing;
  const line = (/** @type {Pick} */ p) => {
    const a = aircraftOf(state, p.aircraft);
    const chance = (/** @type {AnyChoice} */ c) => {
      const odds = oddsOf(state, c);
      return odds ? `, ${percent(odds.harm.ppm)}` : '';
    };
    const option = (/** @type {AnyChoice} */ c) => html`<option value=${c.label} ?selected=${c === p.shot}>
      ${aircraftOf(state, c.target)?.name ?? c.label}${chance(c)}
    </option>`;
    const pick = (/** @type {Event} */ e) => act.correct(p.gun, /** @type {HTMLSelectElement} */ (e.target).value);
    // Where an aircraft has several guns, each line names its own.
    const several = state.volley?.some((other) => other !== p && other.aircraft === p.aircraft);
    const see = () => act.glance(p.shot?.target == null ? null : { lines: [{ from: p.aircraft, to: p.shot.target }] });
    return html`<li @mouseenter=${see} @mouseleave=${() => act.glance(null)}>
      <label><span>${several ? p.gun.slice(p.gun.indexOf(' ') + 1) : a?.name}</span>
        <select data-key="shot-${p.gun}" .value=${live(p.shot?.label ?? '')} @change=${pick}>
          ${p.options.map(option)}
          <option value="" ?selected=${!p.shot}>Hold fire</option>
        </select></label>
    </li>`;
  };
  const count = state.volley.filter((p) => p.shot).length;
  return html`<section class="volley" aria-label="Best shots">
    <p>The best shot of each aircraft, ${count} in all. Change what you like, then press Fire.</p>
    <ul>${repeat(state.volley, (p) => p.gun, line)}</ul>
  </section>`;
}

/** Shots that would stay unfired. @param {State} state */
export function warning(state) {
  const shots = unfired(state);
  if (!shots.length) return nothing;
  const shooters = new Set(shots.map((c) => c.aircraft)).size;
  const who = shooters === 1 ? 'One aircraft could' : `${shooters} aircraft could`;
  return html`<p class="warning" role="status">${who} still fire. ${
    state.warned === state.armed ? 'Commit once more to pass over that.' : 'B fires the best shots.'
  }</p>`;
}

/** What became of the last order to many, and what was passed by itself. @param {State} state @param {Acts} act */
export function orderReport(state, act) {
  const { order: last, passed } = state;
  const alone = passed.labels.length
    ? html`<p class="muted passed">By itself, as the only choice: ${passed.labels.join('; ')}.</p>`
    : nothing;
  return html`${alone}${last ? report(last, ordering(state), act) : nothing}`;
}

/** @param {Order} last @param {boolean} on @param {Acts} act */
function report({ title, done, left }, on, act) {
  const why = (/** @type {Reason} */ r) => html`${r.why} ${r.rule ? reasonChip(r.rule) : nothing} `;
  const stop = html`<button class="small" data-key="stop-order" @click=${act.stopOrder}>Stop</button>`;
  return html`<div class="order-report" role="status">
    <p>${title}: ${done} done${left.length ? `, ${left.length} not` : ''}${on ? ' …' : '.'} ${on ? stop : nothing}</p>
    <ul>${left.map((l) => html`<li><b>${l.name}</b>: ${l.reasons.map(why)}</li>`)}</ul>
  </div>`;
}

/**
 * The computer pilot that flies for the player, and how to take the seat back.
 * @param {State} state
 * @param {Acts} act
 */
export function relief(state, act) {
  const now = reliefOf(state);
  if (!now || state.view?.outcome) return nothing;
  const long = now.turn === null ? 'until you take your seat back' : 'for the rest of this turn';
  const title = state.levels.find((p) => p.id === now.level)?.title ?? 'Computer pilot';
  const some = now.aircraft.length > 0;
  const whom = some ? aircraftOf(state, now.aircraft[0])?.group || `${now.aircraft.length} aircraft` : 'for you';
  const good = html`<button data-key="relieve-good" @click=${act.relieveForGood}>For good</button>`;
  return html`<section class="relief" aria-label="Computer pilot">
    <p>${title} flies ${whom} ${long}.</p>
    <div class="row">
      ${now.turn === null || some ? nothing : good}
      <button class=${some ? '' : 'go'} data-key="take-seat" @click=${act.takeSeat}>Fly myself <kbd>L</kbd></button>
    </div>
  </section>`;
}

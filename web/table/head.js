// The header of a table or replay: where the game is, who sits where, and the way to settings.

import { find, h } from '../lib/dom.js';
import { html, nothing, render } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { listKeys } from '../lib/keys.js';
import { change, openSettings, settings } from '../lib/settings.js';
import { nameOf } from '../state/layout.js';
import { onlyPilots } from '../state/position.js';
import { sideOf } from '../state/record.js';
import { quitButton } from './asides.js';
import { invite } from './invite.js';
import { phaseChips } from './timeline.js';
/** @import { Side, TableInfo, View } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** Fills the bar at the top of the page. @param {...Part} parts what stands beside the way home */
export function top(...parts) {
  const home = html`<a class="brand" href="/" aria-label="TALLYHO, back to Scramble">
    <span class="word">TALLYHO</span>${icon('home')}
  </a>`;
  render([home, parts], find('#top'));
}

/**
 * @param {State} state
 * @param {Acts} act
 * @param {Map<string, string>} pilots what the computer pilots are called, by id
 */
export function tableHead(state, act, pilots) {
  const view = /** @type {View} */ (state.view);
  const { id, presence } = state;
  const side = sideOf(state);
  const seat = side
    ? html`<span class="wide-only">You: </span>${nameOf(state, side)}`
    : view.seat === 'referee'
      ? 'Referee'
      : 'Watching';
  const score = scoreText(view);
  const names = { allies: nameOf(state, 'allies'), axis: nameOf(state, 'axis') };
  const watching = presence?.observer ?? 0;
  top(html`<span class="chip title" title=${view.title}>${view.title}</span>
    ${phaseChips(view.phase)}
    <span class="spring"></span>
    <span class="chip seat ${side ?? ''}" title=${side ? 'Your side' : nothing}>${seat}</span>
    ${rival(state, pilots)}
    ${score ? html`<span class="chip score" title="${names.allies} : ${names.axis}">${score}</span>` : nothing}
    ${watching > 0 ? html`<span class="chip eyes">${watching} watching</span>` : nothing}
    ${state.inviting ? html`<button class="chip" @click=${() => invite(id, names, side)}>Invite</button>` : nothing}
    ${quitButton(state, act)}
    ${lookAndHelp(view.game)}`);
}

/** @param {State} state @param {Map<string, string>} pilots */
function rival(state, pilots) {
  const { table, presence } = state;
  const side = sideOf(state);
  if (!table) return nothing;
  if (!side) return onlyPilots(state) ? html`<span class="chip rival">${bothPilots(table, pilots)}</span>` : nothing;
  const other = side === 'allies' ? 'axis' : 'allies';
  const name = nameOf(state, other);
  const pilot = table.sides[other]?.pilot;
  const text = pilot
    ? `${pilots.get(pilot) ?? 'Computer'}: ${name}`
    : table.hot_seat
      ? 'Hot seat'
      : `${name}: ${presence?.[other] ? 'here' : 'away'}`;
  return html`<span class="chip rival" title=${text}>${text}</span>`;
}

/** Which computer pilots fly against each other. @param {TableInfo} table @param {Map<string, string>} pilots */
function bothPilots({ sides }, pilots) {
  const title = (/** @type {Side} */ side) => pilots.get(sides[side]?.pilot ?? '') ?? 'Computer';
  return `${title('allies')} – ${title('axis')}`;
}

/** Settings and keys. @param {() => HTMLElement} [more] what else stands in the settings */
export function settingsAndKeys(more) {
  return html`<button class="chip" @click=${() => openSettings(more?.())} aria-label="Settings">${icon('gear')}</button>
    <button class="chip help" @click=${listKeys} aria-label="Keys">${icon('help')}</button>`;
}

/** Way of looking, rules, settings and keys. @param {string} game */
export function lookAndHelp(game) {
  const plan = settings.way === 'plan';
  const label = plan ? 'Plan; change to the stand view' : 'Stands; change to the plan view';
  const turn = () => change({ way: plan ? 'stand' : 'plan' });
  const rules = () => h('a', { class: 'button', href: `/rules/${game}` }, 'Rules of this game');
  return html`<button class="chip way" aria-label=${label} @click=${turn}>${plan ? 'Plan' : 'Stands'}</button>
    <a class="chip" href="/rules/${game}">Rules</a>
    ${settingsAndKeys(rules)}`;
}

/** The first standing of both sides, as `VP 7 : 23`. @param {View} view */
export function scoreText(view) {
  const first = view.score[0]?.label;
  if (first === undefined) return '';
  const value = (/** @type {string} */ side) =>
    view.score.findLast((s) => s.label === first && s.side === side)?.value ?? 0;
  return `${first} ${value('allies')} : ${value('axis')}`;
}

// The header of a table or replay: where the game is, who sits where, and the way to settings.

import { wayFor } from '../board/stand.js';
import { find, h } from '../lib/dom.js';
import { html, nothing, render } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { listKeys } from '../lib/keys.js';
import { change, openSettings, settings } from '../lib/settings.js';
import { nameOf } from '../state/layout.js';
import { onlyPilots } from '../state/position.js';
import { sideOf } from '../state/record.js';
import { personOf } from '../state/talk.js';
import { quitButton } from './asides.js';
import { watchers } from './chat.js';
import { invitation } from './empty-seat.js';
import { tellMeButton } from './tell-me.js';
import { turnChip } from './timeline.js';
/** @import { PilotInfo, Side, TableInfo, View } from '../wire/types.js' */
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
 * @param {{ pilots: Map<string, string>, people: Part }} more names of computer pilots by id; clocks, talk
 */
export function tableHead(state, act, { pilots, people }) {
  const view = /** @type {View} */ (state.view);
  const { presence } = state;
  const side = sideOf(state);
  const seat = side
    ? html`<span class="wide-only">You: </span>${nameOf(state, side)}`
    : view.seat === 'referee'
      ? 'Referee'
      : 'Watching';
  const names = { allies: nameOf(state, 'allies'), axis: nameOf(state, 'axis') };
  const watching = presence?.observer ?? 0;
  const { who, what } = moment(state);
  top(html`<span class="chip title" title=${view.title}>${view.title}</span>
    ${turnChip(view.phase)}
    <ol class="phases" aria-label="Whose move it is">
      <li class="chip ${view.outcome ? '' : 'on'}" aria-current="step" title=${who + what}><span>${who}${
        what ? html`<span class="step">${what}</span>` : nothing
      }</span></li>
    </ol>
    <span class="spring"></span>
    <span class=${['chip seat', side ?? '', state.table?.hot_seat ? 'shared' : ''].join(' ')}
      title=${side ? 'Your side' : nothing}>${seat}</span>
    ${rival(state, pilots)}
    ${scoreChip(view, names, side)}
    ${watching > 0 ? html`<span class="chip eyes" title=${watchers(state)}>${watching} watching</span>` : nothing}
    ${people}
    <button class="chip brief" @click=${act.brief} title="What happened, your task, how you win (I)">Briefing</button>
    ${quitButton(state, act)}
    ${lookAndHelp(view.game, view, {
      brief: act.brief,
      invite: invitation(state),
      wish: () => wishOf(state),
      levels: state.levels,
    })}`);
}

/** The way to be told of one's turn, or no more, for whoever plays against a person. @param {State} state */
function wishOf(state) {
  const side = sideOf(state);
  const { id, table } = state;
  const alone = !table || table.hot_seat || Object.values(table.sides).some((s) => s?.pilot);
  return !side || alone ? null : tellMeButton(id, side);
}

/** Whose move it is, and what kind of move: small screens have no room for that. @param {State} state */
export function moment(state) {
  const view = /** @type {View} */ (state.view);
  if (view.outcome) return { who: 'The game is over', what: '' };
  const side = sideOf(state);
  const step = view.phase.steps[view.phase.step]?.name ?? '';
  const others = view.to_act.filter((s) => s !== side).map((s) => nameOf(state, s));
  const mine = side !== null && view.to_act.includes(side);
  const shared = mine && state.table?.hot_seat;
  const who = mine && !shared ? 'Your move' : `${(shared ? [nameOf(state, side)] : others).join(' and ')} to move`;
  // A step that is named after whose move it is says nothing more.
  const named = step.endsWith(' moves') && view.phase.steps[view.phase.step]?.side;
  return { who, what: step && !named ? ` · ${step}` : '' };
}

/** @param {State} state @param {Map<string, string>} pilots */
function rival(state, pilots) {
  const { table, presence } = state;
  const side = sideOf(state);
  if (!table) return nothing;
  if (!side) return onlyPilots(state) ? bothPilots(table, pilots) : nothing;
  const other = side === 'allies' ? 'axis' : 'allies';
  const name = nameOf(state, other);
  const pilot = table.sides[other]?.pilot;
  const text = pilot
    ? `${pilots.get(pilot) ?? 'Computer'}: ${name}`
    : table.hot_seat
      ? 'Hot seat'
      : `${personOf(state, other) || name}: ${presence?.[other] ? 'here' : 'away'}`;
  return html`<span class="chip rival" title=${text}>${text}</span>`;
}

/** Which computer pilots fly against each other. @param {TableInfo} table @param {Map<string, string>} pilots */
function bothPilots({ sides }, pilots) {
  const title = (/** @type {Side} */ side) => pilots.get(sides[side]?.pilot ?? '') ?? 'Computer';
  return html`<span class="chip rival both"><span>${title('allies')} –</span> <span>${title('axis')}</span></span>`;
}

/**
 * Settings and keys.
 * @param {() => HTMLElement} [first] what stands first in the settings
 * @param {PilotInfo[]} [levels] computer pilots that may fly for the player
 */
export function settingsAndKeys(first, levels) {
  const set = () => openSettings(first?.(), levels);
  return html`<button class="chip" @click=${set} aria-label="Settings">${icon('gear')}</button>
    <button class="chip help" @click=${listKeys} aria-label="Keys">${icon('help')}</button>`;
}

/**
 * What the settings of a screen have besides: the ways to the briefing and the links of a table, to be told of one's
 * turn, and the computer pilots that may fly for the player.
 * @typedef {{ brief?: () => void, invite?: (() => void) | null, wish?: () => HTMLElement | null,
 *   levels?: PilotInfo[] }} More
 */

/** Way of looking, rules, settings and keys. @param {string} game @param {View | null} view @param {More} [more] */
export function lookAndHelp(game, view, { brief, invite, wish, levels } = {}) {
  const plan = wayFor(settings.way, view) === 'plan';
  const label = plan ? 'Plan; change to the stand view' : 'Stands; change to the plan view';
  const turn = () => change({ way: plan ? 'stand' : 'plan' });
  const button = (/** @type {string} */ text, /** @type {() => void} */ opens) => {
    const onclick = (/** @type {Event} */ e) => {
      /** @type {HTMLElement} */ (e.target).closest('dialog')?.close();
      opens();
    };
    return h('button', { onclick }, text);
  };
  const rules = () =>
    h(
      'div',
      { class: 'row' },
      brief && button('Briefing', brief),
      h('a', { class: 'button', href: `/rules/${game}` }, 'Rules of this game'),
      invite && button('Invite', invite),
      wish?.(),
    );
  return html`<button class="chip way" aria-label=${label} @click=${turn}>${plan ? 'Plan' : 'Stands'}</button>
    <a class="chip" href="/rules/${game}">Rules</a>
    ${settingsAndKeys(rules, levels)}`;
}

/**
 * The first standing of both sides: `RAF 7 – 23 Luftwaffe`, with a bar. Nothing where nothing is counted.
 * @param {View} view
 * @param {Record<Side, string>} names
 * @param {Side | null} own
 */
export function scoreChip(view, names, own) {
  const label = view.score[0]?.label;
  if (label === undefined) return nothing;
  const of = (/** @type {Side} */ side) => view.score.findLast((s) => s.label === label && s.side === side);
  const value = (/** @type {Side} */ side) => of(side)?.value ?? 0;
  const written = (/** @type {Side} */ side) => `${of(side)?.about ? '≈\u2009' : ''}${value(side)}`;
  const [allies, axis] = [Math.max(0, value('allies')), Math.max(0, value('axis'))];
  const name = (/** @type {Side} */ side) =>
    html`<span class="name ${side}${own === side ? ' mine' : ''}">${names[side]}</span>`;
  const about = view.score.some((s) => s.about) ? '; lost aircraft count as what their dice bring on average' : '';
  const says = `${names.allies} ${value('allies')}, ${names.axis} ${value('axis')} (${label}${about})`;
  const sum = allies + axis;
  const part = sum ? Math.round((100 * allies) / sum) : 0;
  return html`<span class="chip score" title=${says} role="img" aria-label="Score: ${says}">
    ${name('allies')}<b class="allies">${written('allies')}</b>
    <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none">
      <rect class=${sum ? 'axis' : 'none'} width="100" height="8"></rect>
      <rect class="allies" width=${part} height="8"></rect>
    </svg><span class="dash">–</span>
    <b class="axis">${written('axis')}</b>${name('axis')}
  </span>`;
}

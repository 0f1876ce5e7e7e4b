// The decision panel: what is asked, what may be chosen and what not and why, trial, undo and commit.

import { gridOf, poseText } from '../board/geo.js';
import { chip, reasonChip } from '../lib/chip.js';
import { flag, html, keyed, live, nothing, repeat } from '../lib/html.js';
import { capital, percent, thousandths } from '../lib/words.js';
import { committable, ranging, trying } from '../state/decision.js';
import { able, asOnKeyboard, choiceKeys, layout, nameOf, places, sole, waitingFor } from '../state/layout.js';
import { baseMenu } from '../state/lead.js';
import { aircraftOf } from '../state/record.js';
import { relieved } from '../state/relief.js';
import { oddsOf } from '../state/shots.js';
import { onceMore } from './again.js';
import { emptySeat } from './empty-seat.js';
import { chances } from './forecast.js';
import { hintButton } from './hint.js';
import { logSheets } from './log-sheets.js';
import { calculation, sentence } from './log.js';
import { moves } from './moves.js';
import { groupBar, orderReport, orders, pointed, relief, volley, warning } from './orders.js';
import { pace } from './pace.js';
import { account, trialSheet } from './trial.js';
/** @import { Aircraft, Barred, Side, View } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { AnyChoice, Reason, State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** More buttons than this are drawn small. */
const DENSE = 15;

/** @param {State} state @param {Acts} act */
export function panel(state, act) {
  const { menu, view } = state;
  const what = view?.outcome
    ? [over(state, view), after(state, act)]
    : menu?.owed
      ? decide(state, act)
      : wait(state, act);
  return html`<section class="panel" aria-label="Decision">${what}</section>`;
}

/** Folded parts open and close with the trial step that they belong to. @param {State} state @param {Part} part */
const folded = (state, part) => keyed(`${state.decision}/${state.stack.length}`, part);

/** @param {State} state @param {Acts} act */
function wait(state, act) {
  const { menu } = state;
  const back = !menu?.draft && !state.view?.outcome && state.takeBack;
  return html`<h2 tabindex="-1">${waitingFor(state) || 'Waiting'}</h2>
    ${emptySeat(state)}
    <p class="muted">You may look around, read the log and open cards.</p>
    ${refusals(state)}
    ${pace(state, act)}
    ${relief(state, act)}
    ${orderReport(state, act)}
    ${menu ? anytime(state, act) : nothing}
    ${menu?.draft ? [notYet(menu.draft), row(state, act)] : nothing}
    ${back ? [html`<div class="row">${undoButton(state, act)}</div>`, whyNot(state)] : nothing}`;
}

/** @param {State} state @param {Acts} act */
function decide(state, act) {
  const menu = /** @type {NonNullable<State['menu']>} */ (state.menu);
  const { draft } = menu;
  if (relieved(state)) {
    return html`<h2 tabindex="-1">The computer pilot is flying …</h2>${relief(state, act)}${refusals(state)}`;
  }
  const a = aircraftOf(state, draft?.aircraft ?? state.armed?.aircraft ?? sole(menu));
  const { shown, fleet } = layout(state);
  const keys = choiceKeys(shown);
  const who = a
    ? html`${a.name} · ${state.cards[a.card]?.name ?? a.card} <small>${condition(a, state)}</small>`
    : 'Your decision';
  return html`${groupBar(state, act)}
    <h2 tabindex="-1">${who}</h2>
    <p class="prompt">${menu.prompt} ${chip(menu.rule)}</p>
    ${draft && !menu.muster && draft.of > 0 ? pips(draft.spent, draft.of) : nothing}
    ${fleet.length ? fleetRow(fleet, state, act) : nothing}
    ${draft ? trialSheet(state, draft) : nothing}
    ${state.volley ? volley(state, act) : [moves(state, act), buttons(shown, keys, state, act)]}
    ${pointed(pointedText(state))}
    ${rangeRow(state, act)}
    ${draft ? account(draft) : nothing}
    ${state.armed || !draft ? nothing : notYet(draft)}
    ${state.volley ? nothing : reasons(shown, state)}
    ${warning(state)}
    ${refusals(state)}
    ${orderReport(state, act)}
    ${oddsBox(state)}
    ${row(state, act)}
    ${orders(state, act)}
    ${relief(state, act)}`;
}

/** @param {Aircraft} a @param {State} state */
function condition(a, { menu, view }) {
  const pose = menu?.draft?.pose ?? a.pose;
  return pose && view ? poseText(gridOf(view.board), pose, view.level_feet) : a.status;
}

/** @param {number} spent @param {number} of */
function pips(spent, of) {
  const label = `${spent} of ${of} spent`;
  if (of > 40) return html`<p class="pips-text">${label}</p>`;
  const pip = (/** @type {unknown} */ _, /** @type {number} */ n) => html`<i class=${n < spent ? 'used' : ''}></i>`;
  return html`<div class="pips" role="img" aria-label=${label}>${Array.from({ length: of }, pip)}</div>`;
}

/** @param {number[]} fleet @param {State} state @param {Acts} act */
function fleetRow(fleet, state, act) {
  const { menu, selected } = state;
  const legal = new Set((menu?.choices ?? []).flatMap((c) => (c.barred.length ? [] : [c.aircraft])));
  const item = (/** @type {number} */ id) => {
    const a = aircraftOf(state, id);
    const on = id === selected;
    return html`<button
      class="fleet-item ${a?.side ?? ''}${on ? ' on' : ''}${legal.has(id) ? '' : ' idle'}"
      data-key="fleet-${id}"
      aria-pressed=${String(on)}
      @click=${() => act.select(on ? null : id)}
    >${a?.name ?? id}</button>`;
  };
  return html`<div class="fleet" role="group" aria-label="Aircraft">${repeat(fleet, (id) => id, item)}</div>`;
}

/**
 * A choice that is pointed at, in words: what it is, its chance or cost, where it ends.
 * @param {State} state
 */
function pointedText(state) {
  const { hoverChoice: c, view } = state;
  if (!c || !view || c.barred.length) return '';
  const ends = c.pose && c.target === null ? `ends ${poseText(gridOf(view.board), c.pose, view.level_feet)}` : '';
  return [c.label, noteOf(state, c), ends].filter(Boolean).join(', ');
}

/**
 * What stands below a choice; the chance of a shot where the game does not say it.
 * @param {State} state @param {AnyChoice} c
 */
function noteOf(state, c) {
  const odds = c.target === null || c.note.includes('%') ? null : oddsOf(state, c);
  return [c.note, odds && percent(odds.harm.ppm)].filter(Boolean).join(', ');
}

/**
 * Whether a choice is about nothing on the board and has no key: drawn smaller where there are others.
 * @param {AnyChoice} c
 */
const aside = (c) => c.aircraft === null && c.target === null && c.pose === null && c.key === null;

/**
 * @param {AnyChoice[]} shown
 * @param {Map<AnyChoice, string>} keys
 * @param {State} state
 * @param {Acts} act
 * @returns {Part}
 */
function buttons(shown, keys, state, act) {
  const onBoard = places(shown);
  if (!onBoard.length) return grid(shown, keys, state, act);
  const rest = shown.filter((c) => !onBoard.includes(c) || c === state.armed);
  const anywhere = !!state.menu?.draft?.free.length;
  const where = anywhere
    ? 'Point anywhere in the shaded part of the board.'
    : `Pick one of ${onBoard.length} places on the board.`;
  const list = html`<details>
    <summary>${anywhere ? 'Some of them as a list' : 'All of them'}</summary>
    ${grid(onBoard, keys, state, act)}
  </details>`;
  return html`<p class="muted">${where}</p>
    ${buttons(rest, keys, state, act)}
    ${folded(state, list)}`;
}

/** @param {AnyChoice[]} shown @param {Map<AnyChoice, string>} keys @param {State} state @param {Acts} act */
function grid(shown, keys, state, act) {
  const offered = shown.filter((c) => !c.barred.length);
  if (!offered.length) return nothing;
  const dense = offered.length > DENSE;
  const long = !dense && offered.filter((c) => c.label.length > 15 || c.note.length > 22).length * 2 >= offered.length;
  const main = offered.some((c) => !aside(c));
  const now = ranging(state);
  const button = (/** @type {AnyChoice | null} */ c) => {
    if (!c) return html`<span class="gap"></span>`;
    const name = c.label;
    const n = shown.indexOf(c);
    const armed = state.armed === c || now?.label === name;
    const key = keys.get(c);
    const wordy = name.length > (long ? 32 : 15);
    const look = [wordy && 'wordy', main && aside(c) && 'minor', armed && 'armed'].filter(Boolean);
    const note = noteOf(state, c);
    const kbd = key ? html`<kbd>${note ? ' · ' : ''}${key}</kbd>` : !note ? ' ' : nothing;
    return html`<button
      class=${['choice', ...look].join(' ')}
      data-key="choice-${n}-${name}"
      data-label=${name}
      aria-pressed=${flag(armed)}
      @click=${() => act.choose(c)}
      @mouseenter=${() => act.hoverChoice(c)}
      @mouseleave=${() => act.hoverChoice(null)}
      @focus=${() => act.hoverChoice(c)}
    >${name}${dense ? nothing : html`<small>${note}${kbd}</small>`}</button>`;
  };
  const key = (/** @type {AnyChoice | null} */ c, /** @type {number} */ n) =>
    c ? `${shown.indexOf(c)} ${c.label}` : n;
  return html`<div class="choices${long ? ' long' : ''}${dense ? ' dense' : ''}" role="group" aria-label="Choices">
    ${repeat(asOnKeyboard(offered), key, button)}
  </div>`;
}

/** @param {Barred[]} barred */
const because = (barred) => barred.map((b) => [b.why, ' ', reasonChip(b.rule), ' ']);

/** What a trial lacks. @param {{ barred: Barred[] }} draft */
function notYet({ barred }) {
  return barred.length ? html`<p class="not-yet">Not complete: ${because(barred)}</p>` : nothing;
}

/** What is not possible now, in one line that opens. @param {AnyChoice[]} shown @param {State} state */
function reasons(shown, state) {
  const barred = shown.filter((c) => c.barred.length);
  if (!barred.length) return nothing;
  const lines = barred.map((c) => html`<li><b>${c.label}</b>: ${because(c.barred)}</li>`);
  const [first] = barred;
  const title =
    barred.length === 1
      ? html`<span>${first.label} is not possible now: <i>${first.barred[0].why}</i></span>`
      : html`<span>${barred.length} are not possible now: <i>${first.label}: ${first.barred[0].why}</i></span>`;
  // Where nothing at all is possible, the reasons are what a player looks for.
  const open = barred.length === shown.length && !committable(state);
  return folded(
    state,
    html`<details class="why-more" ?open=${open}><summary>${title}</summary><ul class="why">${lines}</ul></details>`,
  );
}

/** @param {State} state */
function refusals({ refusal }) {
  if (!refusal) return nothing;
  const line = (/** @type {Reason} */ r) => html`<p>${r.why} ${r.rule ? reasonChip(r.rule) : nothing}</p>`;
  return html`<div class="refusal">${refusal.map(line)}</div>`;
}

/** @param {State} state @param {Acts} act */
function rangeRow(state, act) {
  const now = ranging(state);
  const choice = now && state.menu?.choices.find((c) => c.label === now.label);
  if (!choice || !('range' in choice.say)) return nothing;
  const { min, max, unit } = choice.say.range[1];
  const text = `${now.value} ${unit}`;
  const set = (/** @type {Event} */ e) => act.range(choice, Number(/** @type {HTMLInputElement} */ (e.target).value));
  return html`<label class="range">
    <span>${now.label}</span>
    <input
      type="range"
      min=${min}
      max=${max}
      .value=${live(String(now.value))}
      data-key="range"
      aria-valuetext=${text}
      @input=${set}
    >
    <output>${text}</output>
  </label>`;
}

/** @param {State} state */
function oddsBox({ odds, view }) {
  if (!odds || !view) return nothing;
  const damage = thousandths(Number(odds.expected_milli));
  return html`<div class="odds">
    <p class="odds-line">${chances(odds)} · <b>${damage}</b> damage expected · <b>${percent(odds.kill.ppm)}</b> kill</p>
    ${odds.text ? html`<p class="muted">${sentence(odds.text, view.aircraft)}</p>` : nothing}
    ${odds.calculations.map(calculation)}
  </div>`;
}

/** @param {State} state @param {Acts} act */
function row(state, act) {
  const path = state.menu?.draft?.path ?? [];
  const trial = html`<button data-key="trial" class="trial" @click=${act.trial}>Trial run</button>`;
  return html`<div class="row">
      ${undoButton(state, act)}
      ${path.length > 1 ? trial : nothing}
      ${state.bar ? nothing : hintButton(state, act)}
      ${commitButton(state, act)}
    </div>
    ${whyNot(state)}`;
}

/** What Commit does now. @param {State} state */
function commitText(state) {
  if (state.volley) return 'Fire';
  const id = state.menu?.draft?.aircraft;
  return id != null && able(baseMenu(state)).length > 1 ? 'Commit and next' : 'Commit';
}

/** @param {State} state @param {Acts} act */
function commitButton(state, act) {
  return html`<button
    data-key="commit"
    class="go commit${state.coach?.commit ? ' coach' : ''}"
    aria-disabled=${flag(!committable(state))}
    @click=${act.commit}
  >${commitText(state)} <kbd>⏎</kbd></button>`;
}

/** @param {State} state @param {Acts} act */
function undoButton(state, act) {
  const { takeBack } = state;
  const no = !trying(state) && (!takeBack || takeBack.may === 'no' || state.asked !== null);
  const label = trying(state) ? 'Undo' : takeBack?.may === 'ask' ? 'Ask to take back' : 'Take back';
  return html`<button
    data-key="undo"
    class="undo"
    aria-disabled=${flag(no)}
    aria-describedby=${no && takeBack?.why ? 'why-no-undo' : nothing}
    title=${(no && takeBack?.why) || nothing}
    @click=${act.undo}
  >${label} <kbd>⌫</kbd></button>`;
}

/** Why the last command may not be taken back; to whoever presses the button it is shown. @param {State} state */
function whyNot(state) {
  if (trying(state) || state.takeBack?.may !== 'no' || !state.takeBack.why) return nothing;
  return html`<p class="unseen no-undo" id="why-no-undo">${capital(state.takeBack.why)}</p>`;
}

/** What may be said although nothing is asked. @param {State} state @param {Acts} act */
function anytime(state, act) {
  const choices = layout(state).shown;
  if (!choices.length) return nothing;
  const all = html`<details class="anytime">
    <summary>At any time</summary>
    ${buttons(choices, new Map(), state, act)}
    ${state.armed ? html`<div class="row">${commitButton(state, act)}</div>` : nothing}
  </details>`;
  return keyed(state.decision, all);
}

/** @param {State} state @param {View} view */
function over(state, { outcome, seat }) {
  if (!outcome) return nothing;
  const { winner, points } = outcome;
  const name = (/** @type {Side} */ s) => nameOf(state, s);
  const plays = seat === 'allies' || seat === 'axis';
  const won = (/** @type {Side} */ side) =>
    seat === side ? 'You win' : plays ? 'You lose' : `Victory for ${name(side)}`;
  const count = html`<p class="points">Points: ${name('allies')} ${points[0]}, ${name('axis')} ${points[1]}</p>`;
  return html`${refusals(state)}
    <div class="outcome ${winner ?? 'draw'}">
      <h2 tabindex="-1">${winner ? won(winner) : 'A draw'}</h2>
      ${late(state)}
      <p>${capital(outcome.text)} ${chip(outcome.rule)}</p>
      ${points.some((p) => p !== 0) ? count : nothing}
    </div>`;
}

/** Whose time ran out, if that ended the game. @param {State} state */
function late(state) {
  const side = state.table?.people.late;
  return side ? html`<p>Time ran out for ${nameOf(state, side)}.</p>` : nothing;
}

/** What may be done with a game that is over. @param {State} state @param {Acts} act */
function after(state, act) {
  const { id, table } = state;
  return html`<div class="row after">
    <a class="button go" href="/replay/${id}">Watch the replay</a>
    ${onceMore(state, act)}
    <a class="button" href="/api/tables/${id}/transcript" download="${table?.title ?? 'game'}.jsonl">Transcript</a>
    ${logSheets(table)}
    <a class="button" href="/">Scramble</a>
  </div>`;
}

// What is said at the pointer: where a move would lead and what it would cost, who somebody is, and how a shot at it
// stands.

import { gridOf } from '../board/geo.js';
import { reasonChip } from '../lib/chip.js';
import { html, nothing } from '../lib/html.js';
import { percent, signed, thousandths } from '../lib/words.js';
import { choiceAt } from '../state/layout.js';
import { longText, measured } from '../state/look.js';
import { aircraftOf } from '../state/record.js';
import { choiceText, plansText } from './chooser.js';
import { chances } from './forecast.js';
/** @import { At, Barred, Calculation, Forecast, Odds } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { AnyDraft, AnyPlan, Placed, State } from '../state/record.js' */

/** So many who could fire after a move are named. */
const NAMED = 3;

/** Where something is said, and what. @param {State} state @returns {{ at: At | null, says: Part | null }} */
export function tipOf(state) {
  const { ruler, tip } = state;
  if (ruler.on) return { at: ruler.to, says: ruler.to && html`<b>${measured(state)}</b>` };
  if (!tip || !state.view) return { at: null, says: null };
  if ('plans' in tip) return { at: tip.at, says: ofMove(state, tip.at, tip.plans, tip.draft) };
  return { at: tip.at, says: 'placed' in tip ? ofPlacing(tip.placed) : ofAircraft(state, tip.aircraft, tip.odds) };
}

/** @param {Barred[]} barred */
const reasons = (barred) => barred.map((b) => html`<span class="no">${b.why} ${reasonChip(b.rule)}</span>`);

/** @param {State} state @param {number} id @param {Odds | null} odds */
function ofAircraft(state, id, odds) {
  const a = aircraftOf(state, id);
  if (!a) return null;
  if (odds) return html`<b>${a.name}</b>${ofShot(odds)}`;
  const choice = choiceAt(state, id);
  return html`<b>${a.name}</b><span>${state.cards[a.card]?.name ?? a.card}</span>${
    choice ? reasons(choice.barred) : nothing
  }`;
}

/** @param {Odds} odds */
function ofShot(odds) {
  const sums = odds.calculations.filter((c) => c.terms.length);
  const terms = (/** @type {Calculation} */ c) =>
    c.terms.map((t) => `${t.from} ${signed(t.value, c.parts)}`).join(', ');
  const damage = thousandths(Number(odds.expected_milli));
  return html`<span>${chances(odds)} · ${damage} damage expected · ${percent(odds.kill.ppm)} kill</span>
    <span>${odds.text}</span>
    ${sums.map((c) => html`<small>${c.of}: ${terms(c)}</small>`)}`;
}

/**
 * @param {State} state
 * @param {At} at
 * @param {AnyPlan[]} plans
 * @param {AnyDraft | null} draft what the table says of it
 */
function ofMove(state, at, plans, draft) {
  const where = `${state.view ? gridOf(state.view.board).name(at) : ''} · ${longText(state, plans[0].path)}`;
  const fire = plans.length > 1 ? [] : (draft?.forecast ?? []);
  const name = (/** @type {number} */ id) => aircraftOf(state, id)?.name ?? '';
  const line = (/** @type {Forecast} */ f) =>
    html`<small>${name(f.shooter)} could fire on ${name(f.target)}${f.hit ? [': ', chances(f)] : nothing}</small>`;
  const spent = draft && draft.of > 0 ? ` · ${draft.spent} of ${draft.of} spent` : '';
  return html`<b>${where}${spent}</b>
    <span>${plans.length > 1 ? choiceText(plans) : 'click to fly there'}</span>
    ${plans.length === 1 && plans[0].manoeuvre ? html`<small>${plansText(plans)}</small>` : nothing}
    ${fire.slice(0, NAMED).map(line)}
    ${fire.length > NAMED ? html`<small>and ${fire.length - NAMED} more</small>` : nothing}`;
}

/** @param {Placed} placed */
function ofPlacing(placed) {
  return html`<b>${placed.command === null ? 'No room here' : 'The nearest legal place'}</b>${reasons(placed.barred)}`;
}

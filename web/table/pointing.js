// What is found out about the place under the pointer: what a move there would cost, how a shot at an aircraft stands.

import { plansAt } from '../state/ends.js';
import { choiceAt } from '../state/layout.js';
import { addRemark, remarkOn } from '../state/look.js';
/** @import { Aircraft, At } from '../wire/types.js' */
/** @import { Play } from '../state/play.js' */
/** @import { Tip } from '../state/record.js' */

/** How long the pointer must rest before the table is asked what a move would cost. */
const REST_MS = 120;

/**
 * Puts into the record what is said of a place, and more of it once the table has answered.
 * @param {Play} play
 * @param {At | null} at
 * @param {Aircraft | null} aircraft
 */
export async function remark(play, at, aircraft) {
  const { state, ears } = play;
  const plans = plansAt(state, at);
  const tip = /** @type {Tip | null} */ (
    at && plans.length ? { at, plans, draft: null } : at && aircraft ? { at, aircraft: aircraft.id, odds: null } : null
  );
  remarkOn(state, tip);
  const more = !tip ? null : 'plans' in tip ? await ofMove(play, tip) : aircraft && (await ofShot(play, aircraft));
  // By now the pointer may be elsewhere.
  if (tip && more && addRemark(state, tip, more)) ears.changed();
}

/** @param {Play} play @param {Extract<Tip, { plans: unknown }>} tip */
async function ofMove(play, tip) {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const draft = play.state.tip === tip ? await play.look(tip.plans[0]) : null;
  return draft && { draft };
}

/** @param {Play} play @param {Aircraft} aircraft */
async function ofShot(play, aircraft) {
  const choice = choiceAt(play.state, aircraft.id);
  if (!choice || choice.target === null || choice.aircraft === null || choice.barred.length) return null;
  const odds = await play.odds(choice.aircraft, choice.target);
  return odds && { odds };
}

// Picking on the board: a click, a tap or Space at a place flies there, aims, or selects.

import { same } from '../board/geo.js';
import { settled } from '../state/decision.js';
import { plansAt, watched } from '../state/ends.js';
import { choiceAt, layout } from '../state/layout.js';
import { askWay, closeChooser, point } from '../state/look.js';
/** @import { Aircraft, At } from '../wire/types.js' */
/** @import { Play } from '../state/play.js' */
/** @import { AnyPlan, Way } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/**
 * Does what the menu offers at a place; answers whether it offers something.
 * @param {Play} play
 * @param {Acts} act
 * @param {At} at
 * @param {Aircraft | null} aircraft
 */
export function pickAt(play, act, at, aircraft) {
  const { state } = play;
  // While the choices are on their way, those on the screen belong to a trial step that is past.
  if (!settled(state)) return false;
  const target = aircraft && choiceAt(state, aircraft.id);
  if (target) {
    void act.choose(target);
    return true;
  }
  const plans = plansAt(state, at);
  if (plans.length) {
    if (plans.length === 1) act.takeWay(plans[0]);
    else ask(play, at, plans);
    return true;
  }
  if (aircraft && state.menu?.draft?.aircraft === aircraft.id) return false;
  const here = layout(state).shown.filter(
    (c) => c.pose && c.target === null && !c.barred.length && same(c.pose.at, at),
  );
  if (!here.length) return false;
  if (here.length === 1 || here.some((c) => state.armed === c)) void act.choose(here[0]);
  else ask(play, at, here);
  return true;
}

/** @param {Play} play @param {At} at @param {Way[]} ways */
function ask({ state, ears }, at, ways) {
  askWay(state, at, ways);
  ears.changed();
}

/** Takes a move as the trial. @param {Play} play @param {AnyPlan} plan */
export async function takePlan(play, plan) {
  const { state } = play;
  if (!settled(state)) return;
  closeChooser(state);
  point(state, null, null);
  const aircraft = state.menu?.draft?.aircraft ?? watched(state);
  await play.take(
    plan.command,
    aircraft !== null && plan.pose ? { aircraft, pose: JSON.stringify(plan.pose) } : undefined,
  );
}

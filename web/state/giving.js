// Giving a command: once, with the dice that the player throws for it, or step by step to the end that the player
// picked.

import { CODE, Refused } from '../wire/net.js';
import { deedOf, remember } from './lead.js';
/** @import { Face } from '../wire/types.js' */
/** @import { Command, Goal } from './record.js' */
/** @import { Play } from './play.js' */

/**
 * @param {Play} play
 * @param {Command} command
 * @param {Goal | null} course where it leads, if it is only the next step there
 */
export async function give(play, command, course) {
  const { state } = play;
  state.waiting.drop();
  state.busy = true;
  state.course = course;
  play.ears.changed();
  try {
    for (let next = command; next !== undefined; next = await nextStep(play)) {
      if (!(await act(play, next))) break;
    }
  } catch (e) {
    play.report(e);
  }
  const stopped = !!state.course;
  state.course = null;
  state.busy = false;
  if (stopped && !state.menu) await play.ask();
  play.ears.changed();
}

/**
 * Gives a command; answers whether it was carried out, which it is not where the player throws no dice.
 * @param {Play} play
 * @param {Command} command
 */
async function act({ state, socket, ears }, command) {
  const { seq, seat } = state;
  const deed = deedOf(state, command);
  /** @type {Face[]} */
  const dice = [];
  for (;;) {
    try {
      await socket.call('act', { seat, command, seq, events: false, ...(dice.length ? { dice } : {}) });
      remember(state, deed);
      return true;
    } catch (e) {
      if (!(e instanceof Refused) || e.code !== CODE.dice) throw e;
      const faces = await ears.dice(e.data.need ?? []);
      if (!faces) return false;
      // What is asked for now comes after what was thrown before.
      dice.push(...faces);
    }
  }
}

/**
 * The next step towards the end that was committed, as long as there is one.
 * @param {Play} play
 * @returns {Promise<Command>}
 */
async function nextStep(play) {
  const { course } = play.state;
  if (!course) return undefined;
  const answer = await play.question('plans', { aircraft: course.aircraft }, 'position');
  if (!answer || play.state.course !== course) return undefined;
  return answer.plans.find((p) => JSON.stringify(p.pose) === course.pose)?.command;
}

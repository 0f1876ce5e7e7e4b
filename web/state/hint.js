// What a computer pilot advises in a decision: asked for, shown on the board, taken or put away. No DOM.

import { alike } from '../wire/pointer.js';
import { backTo, committable } from './decision.js';
/** @import { Play } from './play.js' */
/** @import { Command, Hint, State } from './record.js' */

/** The choice of the present menu that gives just this command. @param {State} state @param {Command} command */
const choiceOf = ({ menu }, command) =>
  menu?.choices.find((c) => 'command' in c.say && alike(c.say.command, command) && !c.barred.length) ?? null;

/** Asks what a wing commander would do, and what that comes to. @param {Play} play */
export async function askHint(play) {
  const { state, ears } = play;
  if (!state.menu?.owed || state.busy || state.hint?.thinking) return;
  /** @type {Hint} */
  const asked = { thinking: true, reply: null, draft: null, choice: null };
  state.hint = asked;
  ears.changed();
  try {
    const reply = await play.question('hint', {}, 'decision');
    const choice = reply && choiceOf(state, reply.command);
    const look = { draft: reply?.command, plans: false };
    const menu = reply && !choice ? await play.question('legal', look, 'decision') : null;
    // By now it may have been put away, or the decision be over.
    if (state.hint === asked) state.hint = reply && { thinking: false, reply, draft: menu?.draft ?? null, choice };
  } catch (e) {
    if (state.hint === asked) state.hint = null;
    play.report(e);
  }
  ears.changed();
}

/** The advice that is shown on the board: nothing of it once something else is tried. @param {State} state */
export const advised = ({ hint, stack, armed }) => (hint?.reply && !stack.length && !armed ? hint : null);

/** Puts the advice away. @param {Play} play */
export function dropHint({ state, ears }) {
  state.hint = null;
  ears.changed();
}

/** Takes the advice, in place of what is tried. @param {Play} play */
export async function takeHint(play) {
  const { state } = play;
  const reply = state.hint?.reply;
  if (!reply || state.busy) return;
  state.hint = null;
  if (state.stack.length || state.armed) await play.cancel();
  await adopt(play, reply.command);
}

/**
 * Lays a command that a pilot would give on the table: as a choice, as a trial, or armed where it is neither.
 * @param {Play} play @param {Command} command
 */
export async function adopt(play, command) {
  const { state } = play;
  const same = choiceOf(state, command);
  if (same) return play.choose(same, true);
  const depth = state.stack.length;
  await play.take(command);
  // Where its last step is a button, that button shows what was chosen.
  const last = choiceOf(state, command);
  if (last) return play.choose(last, true);
  if (state.stack.length > depth && committable(state)) return;
  backTo(state, depth);
  play.arm(command, 'What the pilot would do');
}

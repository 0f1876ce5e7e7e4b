// Giving a command: once, with the dice that the player throws for it, or step by step to the end that the player picked.

import { CODE, Refused } from '../wire/net.js';
/** @import { Changed, Face, Plan, View } from '../wire/types.js' */
/** @import { Goal, Play } from './play.js' */

export class Giving {
  /** The end to which the move on the way was committed. It is forgotten with the first change that is not a step there. @type {Goal | null} */
  goal = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** @param {any} command @param {Goal | null} goal where it leads, if it is only the next step there */
  async give(command, goal) {
    const { play } = this;
    play.waiting.drop();
    play.busy = true;
    this.goal = goal;
    play.ears.redraw();
    try {
      for (let next = command; next !== undefined; next = await this.#nextStep()) {
        if (!(await this.#act(next))) break;
      }
    } catch (e) {
      play.report(e);
    }
    const stopped = !!this.goal;
    this.goal = null;
    play.busy = false;
    if (stopped && !play.menu) await play.ask();
    play.ears.redraw();
  }

  /** Gives a command; answers whether it was carried out, which it is not where the player throws no dice. @param {any} command */
  async #act(command) {
    const { seq, seat, socket, ears } = this.play;
    /** @type {Face[]} */
    const dice = [];
    for (;;) {
      try {
        await socket.call('act', { seat, command, seq, ...(dice.length ? { dice } : {}) });
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

  /** The end of the move, if a change was a step on the way there and more are to come. @param {Changed} c @param {View} before */
  after(c, before) {
    const { goal, play } = this;
    if (!goal || c.by !== play.side || !play.asBefore(c, before)) return null;
    const pose = play.view?.aircraft.find((a) => a.id === goal.aircraft)?.pose;
    return pose && JSON.stringify(pose) !== goal.pose ? goal : null;
  }

  /** The next step towards the end that was committed, as long as there is one. */
  async #nextStep() {
    const { goal, play } = this;
    if (!goal) return undefined;
    const { seq, seat } = play;
    const { plans } = await play.socket.call('plans', { seat, aircraft: goal.aircraft });
    if (play.seq !== seq || this.goal !== goal) return undefined;
    return plans.find((/** @type {Plan<any>} */ p) => JSON.stringify(p.pose) === goal.pose)?.command;
  }
}

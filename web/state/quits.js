// Choices that end the game before its time: giving up, offering an end, answering an offer. The menu marks them; they are kept apart from
// all others.

import { alike } from '../wire/pointer.js';
/** @import { AnyChoice, AnyMenu } from '../table/panel.js' */
/** @import { Play } from './play.js' */

export class Quits {
  /** As they were last offered. @type {AnyChoice[]} */
  offered = [];
  #seq = -1;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** The answer to an offer of the other side, while there is one. */
  get answer() {
    return this.offered.find((c) => c.quit === 'answer') ?? null;
  }

  /** @param {AnyMenu | null} menu one that is about no trial */
  learn(menu) {
    this.offered = menu?.choices.filter((c) => c.quit && !c.barred.length) ?? [];
    this.#seq = this.play.seq;
  }

  /** Asks for them in the middle of a trial, whose menu is about the trial alone. */
  async ask() {
    const { seq, seat, socket, ears } = this.play;
    if (this.#seq === seq) return;
    const answer = await socket.call('legal', { seat }).catch(() => null);
    if (!answer || this.play.seq !== seq || this.#seq === seq) return;
    this.learn(answer.decision);
    ears.redraw();
  }

  /** Gives one, if it is still offered. @param {AnyChoice} choice */
  async give(choice) {
    const { play } = this;
    const now = this.offered.find((c) => alike(c.say, choice.say));
    if (now && 'command' in now.say && !play.busy) return play.giving.give(now.say.command, null);
    play.refuse([{ why: `${choice.label}: that is not possible any more.`, rule: choice.rule }]);
  }
}

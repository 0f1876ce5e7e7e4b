// Placing on an open table. What would be placed is shown before the click; a tap shows it as the trial. Knows no
// rules.

import { gridOf } from '../board/geo.js';
import { say, sayNow } from '../lib/speech.js';
import { backTo } from '../state/decision.js';
import { lift, placingDraft, region, showPlaced, standing } from '../state/placing.js';
import { aircraftOf } from '../state/record.js';
import { alike, withChange } from '../wire/pointer.js';
/** @import { At } from '../wire/types.js' */
/** @import { Play } from '../state/play.js' */
/** @import { Command, Placed } from '../state/record.js' */

export class Placing {
  /** The point under the pointer; the last one wins. @type {At | null} */
  #wanted = null;
  #asking = false;

  /** @param {Play} play @param {() => number} scale of the board on the screen */
  constructor(play, scale) {
    this.play = play;
    this.scale = scale;
  }

  /**
   * The pointer is somewhere: shows what a press there would place. Answers whether placing is what is going on.
   * @param {At | null} at
   */
  hover(at) {
    const { state } = this.play;
    if (!placingDraft(state)) return false;
    this.#wanted = at && (state.placing.lifted !== null || standing(state, at, this.scale()) === null) ? at : null;
    if (!this.#wanted) this.#show(null);
    else if (!this.#asking) void this.#look();
    return true;
  }

  /** Asks about the point under the pointer, one question at a time. */
  async #look() {
    const { state } = this.play;
    this.#asking = true;
    while (this.#wanted && this.#wanted !== state.placing.offer?.at && placingDraft(state)) {
      const draft = placingDraft(state);
      const placed = await this.#ask(this.#wanted);
      if (draft !== placingDraft(state)) break;
      if (!placed) this.#wanted = null;
      if (this.#wanted) this.#show(placed);
    }
    this.#asking = false;
  }

  /** @param {Placed | null} placed */
  #show(placed) {
    const { state, ears } = this.play;
    showPlaced(state, placed);
    ears.changed();
  }

  /** What the table says of a trial step. @param {Command} command */
  async #draft(command) {
    const answer = await this.play.question('legal', { draft: command }, 'trial').catch(() => null);
    return answer?.draft ?? null;
  }

  /**
   * What the table makes of a point; nothing where it does not answer.
   * @param {At} at
   * @returns {Promise<Placed | null>}
   */
  async #ask(at) {
    const free = region(this.play.state) ?? (await this.#whole())?.free;
    if (!free) return null;
    const command = withChange(free.draft, free.field, (was) => ({ .../** @type {object} */ (was), ...at }));
    const draft = await this.#draft(command);
    if (!draft) return null;
    if (draft.mended) return { at, ...draft.mended };
    return { at, command: draft.barred.length ? null : command, also: draft.also, barred: draft.barred };
  }

  /**
   * The trial step in which nothing of the group stood yet, and where its first aircraft may go: placed anew, the whole
   * group moves.
   */
  async #whole() {
    const { stack } = this.play.state;
    for (let depth = stack.length - 1; depth > 0; depth--) {
      const draft = await this.#draft(stack[depth - 1]);
      if (draft?.free.length && draft.barred.length) return { free: draft.free[0], depth };
    }
    return null;
  }

  /**
   * A press at a point: places there, or lifts the aircraft that stands there. Answers whether placing is what is going
   * on.
   * @param {At} at
   */
  pick(at) {
    const { state } = this.play;
    if (!placingDraft(state)) return false;
    const there = state.placing.lifted === null ? standing(state, at, this.scale()) : null;
    if (there === null) void this.#place(at);
    else if (typeof there === 'number') this.#lift(there);
    return true;
  }

  /** @param {number} aircraft */
  #lift(aircraft) {
    const { state, ears } = this.play;
    lift(state, aircraft);
    say(`${aircraftOf(state, aircraft)?.name ?? ''} is lifted. Pick where it shall stand.`);
    ears.changed();
  }

  /** @param {At} at */
  async #place(at) {
    const { play } = this;
    const { state } = play;
    const draft = placingDraft(state);
    const depth = region(state) ? state.stack.length : (await this.#whole())?.depth;
    const placed = alike(state.placing.offer?.at, at) ? state.placing.offer : await this.#ask(at);
    if (!placed || depth === undefined || draft !== placingDraft(state)) return;
    if (placed.command === null) {
      sayNow(placed.barred.map((b) => b.why).join(' '));
      return play.refuse(placed.barred);
    }
    backTo(state, depth);
    await play.take(placed.command);
    const g = state.view && gridOf(state.view.board);
    say(placed.also.map((p) => `${aircraftOf(state, p.aircraft)?.name ?? ''} at ${g?.name(p.pose.at)}`).join(', '));
  }
}

// Taking a command back: at once as long as nobody else has seen it, with the other side's consent once they have.

/** @import { Asked, MayTakeBack, Side } from '../wire/types.js' */
/** @import { Play } from './play.js' */

export class TakeBack {
  /** Whether the last command may be taken back, and why not. @type {MayTakeBack | null} */
  may = null;
  /** Who asks the other side for its consent. @type {Side | null} */
  asked = null;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  /** The side whose consent is asked for, if it sits here. @returns {Side | null} */
  get consents() {
    const other = this.asked === null ? null : this.asked === 'allies' ? 'axis' : 'allies';
    return other && this.play.seats.includes(other) ? other : null;
  }

  /** @param {{ take_back?: MayTakeBack | null, asked?: Side | null }} news a change withdraws what was asked */
  learn(news) {
    this.may = news.take_back ?? null;
    this.asked = news.asked ?? null;
  }

  /** @param {Asked} asked */
  hear(asked) {
    if (asked.seq !== this.play.seq) return;
    this.asked = asked.by;
    this.play.ears.redraw();
  }

  /** Takes the last command back, or asks for it. */
  async take() {
    const { play, may } = this;
    if (!play.side || !may) return;
    if (may.may === 'no') return play.refuse([{ why: may.why ?? '' }]);
    if (this.asked) return;
    await this.#call('undo', { seat: play.seat });
  }

  /** Answers what the other side asks. @param {boolean} allow */
  async consent(allow) {
    const seat = this.consents;
    if (seat) await this.#call('consent', { seat, seq: this.play.seq, allow });
  }

  /** @param {string} method @param {Record<string, any>} params */
  async #call(method, params) {
    const { play } = this;
    if (play.busy) return;
    play.busy = true;
    play.ears.redraw();
    try {
      await play.socket.call(method, params);
    } catch (e) {
      play.report(e);
    }
    play.busy = false;
    play.ears.redraw();
  }
}

// What this browser keeps of a table, so that a reload changes nothing: the trial steps, and who sat down last.

import { keep, read } from '../lib/settings.js';
/** @import { Side } from '../wire/types.js' */
/** @import { Play } from './play.js' */

/** @typedef {{ seq: number, stack: any[], armed?: string, ranged: { label: string, aircraft: number | null, value: number } | null }} Trial */

export class Kept {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
  }

  get #trialKey() {
    return `tallyho:draft:${this.play.id}:${this.play.seat}`;
  }

  get #seatKey() {
    return `tallyho:seat:${this.play.id}`;
  }

  /** The trial steps that belong to the present position. @returns {Trial | null} */
  get trial() {
    const kept = read(this.#trialKey, /** @type {Trial | null} */ (null));
    return kept?.seq === this.play.seq ? kept : null;
  }

  /** Keeps the trial as it is now. */
  remember() {
    const { seq, stack, armed, ranging } = this.play;
    const ranged = ranging && { label: ranging.label, aircraft: ranging.aircraft, value: ranging.value };
    keep(this.#trialKey, stack.length || armed ? { seq, stack, armed: armed?.choice.label, ranged } : null);
  }

  /** Whether this browser keeps anything at all; some do not. */
  get works() {
    const key = `${this.#seatKey}:kept`;
    keep(key, true);
    const kept = read(key, false);
    keep(key, null);
    return kept;
  }

  /** The side that sat down last. @returns {Side | null} */
  get seat() {
    return read(this.#seatKey, null);
  }

  set seat(side) {
    keep(this.#seatKey, side);
  }
}

// What a player does belongs to what the player saw: to one decision, and to the trial step whose choices were on the
// screen. What comes while the choices of the same decision are on their way waits for them; what belongs to a decision
// that is over is dropped.

/** Input that waits for the choices of the decision in which it came. */
export class Waiting {
  /** @type {(() => void)[]} */
  #acts = [];

  /** @param {() => void} act */
  add(act) {
    this.#acts.push(act);
  }

  /** Does what waits, in its order, as long as the choices are there. @param {() => boolean} ready */
  run(ready) {
    while (this.#acts.length && ready()) this.#acts.shift()?.();
  }

  /** Takes the last one back; answers whether there was one. */
  pop() {
    return this.#acts.pop() !== undefined;
  }

  /** Drops everything: its decision is over. */
  drop() {
    this.#acts = [];
  }
}

/** What was pressed. The second press of a double click belongs to what the first one met. */
export class Presses {
  #first = { decision: -1, control: '' };
  #before = this.#first;

  /** A press begins. @param {number} decision the one on the screen @param {string} control what is pressed */
  press(decision, control) {
    this.#before = this.#first;
    this.#first = { decision, control };
  }

  /** How many presses have followed each other, as the system counts them. @param {number} count */
  counted(count) {
    if (count > 1) this.#first = this.#before;
  }

  /** Whether the last press still means what it meets now. @param {number} decision @param {string} control */
  meant(decision, control) {
    return this.#first.decision === decision && this.#first.control === control;
  }
}

// What a player does belongs to what the player saw: to one decision, and to the trial step whose choices were on the screen. What comes
// while the choices of the same decision are on their way waits for them; what belongs to a decision that is over is dropped.

/** Input that waits for the choices of the decision in which it came. */
export class Waiting {
  /** @type {(() => void)[]} */
  #acts = [];

  /** @param {() => boolean} ready whether the choices of the present trial step are there */
  constructor(ready) {
    this.ready = ready;
  }

  /** Does it now, or after what waits already, as soon as the choices are there. @param {() => void} act */
  add(act) {
    this.#acts.push(act);
    this.run();
  }

  /** Does what waits, in its order, as long as nothing has to be asked for. */
  run() {
    while (this.#acts.length && this.ready()) this.#acts.shift()?.();
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

/** Buttons of a decision. Everything else on the page may be pressed at any time. */
const DECIDES = '.panel button, .muster button, .chooser button';

/**
 * Lets presses of a decision's buttons through only where they mean what they meet.
 * @param {HTMLElement} frame
 * @param {() => number} decision the present one
 */
export function guardPresses(frame, decision) {
  const presses = new Presses();
  const control = (/** @type {Event} */ e) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (e.target).closest(DECIDES));
    return button ? button.dataset.label ?? button.dataset.key ?? button.getAttribute('aria-label') ?? '' : '';
  };
  frame.addEventListener('pointerdown', (e) => presses.press(decision(), control(e)), true);
  frame.addEventListener('mousedown', (e) => presses.counted(e.detail), true);
  frame.addEventListener('click', (e) => {
    const pressed = control(e);
    // A click that no pointer made comes from a key, and is meant for what has the focus.
    if (e.detail === 0 || !pressed || presses.meant(decision(), pressed)) return;
    e.stopPropagation();
    e.preventDefault();
  }, true);
  return presses;
}

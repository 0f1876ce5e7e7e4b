// Lets presses of a decision's buttons through only where they mean what they meet.

import { Presses } from '../state/input.js';

/** Buttons of a decision. Everything else on the page may be pressed at any time. */
const DECIDES = '.panel button, .muster button, .chooser button, .contacts button';

/**
 * @param {HTMLElement} frame
 * @param {() => number} decision the one on the screen
 */
export function guardPresses(frame, decision) {
  const presses = new Presses();
  const control = (/** @type {Event} */ e) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (e.target).closest(DECIDES));
    return button ? (button.dataset.label ?? button.dataset.key ?? button.getAttribute('aria-label') ?? '') : '';
  };
  frame.addEventListener('pointerdown', (e) => presses.press(decision(), control(e)), true);
  frame.addEventListener('mousedown', (e) => presses.counted(e.detail), true);
  frame.addEventListener(
    'click',
    (e) => {
      const pressed = control(e);
      // A click that no pointer made comes from a key, and is meant for what has the focus.
      if (e.detail === 0 || !pressed || presses.meant(decision(), pressed)) return;
      e.stopPropagation();
      e.preventDefault();
    },
    true,
  );
  return presses;
}

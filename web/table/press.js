// Whether something is being pressed just now: drawn anew between press and click, it would lose the click.

/** A finger's click comes after it was lifted, as an event of its own; if none has come by then, none will. */
const CLICK_MS = 500;

/** What is drawn anew with the table and hears clicks; the board itself stays. */
const CLICKED = 'button, a, summary, label, input, select, .rung, [data-carry]';

let down = false;
let timer = 0;
/** What waits for the click. @type {(() => void) | null} */
let waiting = null;

/**
 * Whether a pointer is down on something that can be clicked. If so, `then` is called once its click has been heard or none can come; of
 * several, the last.
 * @param {() => void} then
 */
export function pressed(then) {
  if (down) waiting = then;
  return down;
}

/** Goes on after so many milliseconds: not before the listeners of this event have heard it. @param {number} [ms] */
function release(ms = 0) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    down = false;
    const then = waiting;
    waiting = null;
    then?.();
  }, ms);
}

addEventListener('pointerdown', (e) => {
  if (!e.isPrimary) return;
  if (/** @type {Element} */ (e.target).closest?.(CLICKED)) {
    clearTimeout(timer);
    down = true;
  } else release();
}, true);
addEventListener('pointerup', (e) => down && release(e.pointerType === 'mouse' ? 0 : CLICK_MS), true);
addEventListener('click', () => down && release(), true);
addEventListener('pointercancel', () => release(), true);
addEventListener('blur', () => release());

// Whether a button is being pressed just now.

let down = false;
/** @type {Set<() => void>} */
const waiting = new Set();

/**
 * Whether a pointer is down on a button or link; `then` is called once it is up and its click has been heard. While one is down `then` is
 * kept once, however often it is given by the same caller in the meantime.
 * @param {() => void} then
 */
export function pressed(then) {
  if (!down) return false;
  if (waiting.size === 0) waiting.add(then);
  return true;
}

addEventListener('pointerdown', (e) => {
  down = !!(/** @type {Element} */ (e.target).closest?.('button, a, summary, label'));
}, true);

function up() {
  down = false;
  setTimeout(() => {
    for (const then of waiting) then();
    waiting.clear();
  });
}

addEventListener('pointerup', up, true);
addEventListener('pointercancel', up, true);
addEventListener('blur', up);

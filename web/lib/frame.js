// Drawing as soon as there is a reason to, but at most twice in a frame of the screen, however many reasons there are.

/**
 * A function that has `draw` called. What changes first in a frame is drawn at once, so that it need not wait for the
 * next one; what changes after that is drawn together, before the frame is painted.
 * @param {() => void} draw
 */
export function perFrame(draw) {
  /** Whether there is something to draw. */
  let due = false;
  /** Whether something was drawn, or will be in a moment, that is not painted yet. */
  let unpainted = false;
  const now = () => {
    if (!due) return;
    due = false;
    draw();
  };
  return () => {
    due = true;
    if (unpainted) return;
    unpainted = true;
    requestAnimationFrame(() => {
      unpainted = false;
      now();
    });
    // Not before whoever changes something has changed all of it.
    queueMicrotask(now);
  };
}

// Drawing as soon as there is a reason to, but at most twice in a frame of the screen, however many reasons there are.

/**
 * A function that has `draw` called. What changes first in a frame is drawn at once, so that it need not wait for the
 * next one; what changes after that is drawn together, before the frame is painted. Its `painted` answers when what was
 * drawn at once is on the screen.
 * @param {() => boolean} draw answers whether there was anything to draw; if not, the next change is the first
 */
export function perFrame(draw) {
  /** Whether there is something to draw. */
  let due = false;
  /** Whether something was drawn, or will be in a moment, that is not painted yet. */
  let unpainted = false;
  const now = () => {
    if (!due) return true;
    due = false;
    return draw();
  };
  const redraw = () => {
    due = true;
    if (unpainted) return;
    unpainted = true;
    requestAnimationFrame(() => {
      unpainted = false;
      now();
    });
    // Not before whoever changes something has changed all of it.
    queueMicrotask(() => {
      if (!now()) unpainted = false;
    });
  };
  return Object.assign(redraw, { painted: () => (unpainted ? painted() : Promise.resolve()) });
}

/** Answers once the next frame is painted, or the page is hidden, where no frame comes. @returns {Promise<void>} */
function painted() {
  return new Promise((done) => {
    if (document.visibilityState === 'hidden') return done();
    const end = () => {
      document.removeEventListener('visibilitychange', end);
      done();
    };
    document.addEventListener('visibilitychange', end);
    // A frame is painted right after its callbacks; a timer of theirs comes after that.
    requestAnimationFrame(() => setTimeout(end));
  });
}

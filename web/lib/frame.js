// Drawing once in each frame of the screen, however often there is a reason to.

/** A function that has `draw` called once before the next frame is painted. @param {() => void} draw */
export function perFrame(draw) {
  let due = 0;
  return () => {
    due ||= requestAnimationFrame(() => {
      due = 0;
      draw();
    });
  };
}

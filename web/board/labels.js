// Where words go that belong to a place: beside it, and over as little as possible of what is drawn.

/** @import { Point } from './geo.js' */

/** @typedef {{ x: number, y: number, width: number, height: number }} Frame */
/**
 * Something drawn, and how bad it is to cover a pixel of it; what belongs to a place may be covered by words for it.
 * @typedef {Frame & { weight: number, of?: Point }} Box
 */
/**
 * Words for a place; `tries` are steps from it, the best first.
 * @typedef {{ text: string, kind: string, p: Point, tries: number[][] }} Wish
 */

/** Width of a letter, height of a line, and room at both ends. */
const LETTER = 6.5;
const LINE = 16;
const ENDS = 4;
/** What it costs to cover words, and to stick out of the picture. */
const WORDS = 5;
const OUTSIDE = 8;
/** What the square of a pixel's distance from the best place costs. */
const FAR = 0.16;

/**
 * Puts every wish somewhere: the box that its words fill.
 * @param {Wish[]} wishes @param {Box[]} taken @param {Frame} frame
 */
export function labelled(wishes, taken, frame) {
  const boxes = [...taken];
  return wishes.map((wish) => {
    const width = wish.text.length * LETTER + 2 * ENDS;
    const [bx, by] = wish.tries[0];
    const tried = wish.tries.map(([dx, dy]) => {
      // Words beside a place begin or end there.
      const x = wish.p.x + dx + (Math.sign(dx) - 1) * (width / 2);
      // Rather pushed inside than cut off.
      const inside = Math.max(frame.x + 2, Math.min(frame.x + frame.width - width - 2, x));
      const box = { x: inside, y: wish.p.y + dy - LINE / 2, width, height: LINE, weight: WORDS };
      const others = boxes.filter(({ of }) => of?.x !== wish.p.x || of.y !== wish.p.y);
      const covered = others.reduce((sum, other) => sum + overlap(box, other) * other.weight, 0);
      const outside = (width * LINE - overlap(box, frame)) * OUTSIDE;
      const off = (dx - bx) ** 2 + (dy - by) ** 2 + (inside - x) ** 2;
      return { box, cost: covered + outside + off * FAR };
    });
    const { box } = tried.reduce((a, b) => (b.cost < a.cost ? b : a));
    boxes.push(box);
    return { ...wish, box };
  });
}

/** @param {Frame} a @param {Frame} b */
function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const tall = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, wide) * Math.max(0, tall);
}

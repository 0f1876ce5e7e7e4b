// The board as a picture that stands alone: SVG with all styles written into it, or pixels.

import { s } from '../lib/dom.js';
/** @import { Board } from './board.js' */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box a part of the board, in its own units */

/** What the style sheet says about drawings. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-opacity', 'opacity', 'paint-order', 'font-size', 'font-family', 'font-weight', 'text-anchor'],
  ...['dominant-baseline', 'letter-spacing', 'stop-color', 'stop-opacity', 'vector-effect'],
];
/** Room around the aircraft, in the units of the board. */
const ROOM = 110;
/** A picture is at least this large, and at most so many times as wide as high, and the other way round. */
const LEAST = 420;
const LONGEST = 1.6;
/** How wide a letter is, as part of its height. */
const LETTER = 0.46;
/** Height of the line under a picture, as part of its width. */
const CAPTION = 0.045;

/** Writes styles into a copy and leaves out what is not seen. @param {Element} from @param {Element} to */
function dress(from, to) {
  const style = getComputedStyle(from);
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return false;
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value && value !== 'none' && value !== 'normal') to.setAttribute(name, value);
    else if (name === 'fill' || name === 'stroke') to.setAttribute(name, 'none');
  }
  // Sizes that the style sheet sets by a transform of its own.
  if (style.transform !== 'none' && !from.hasAttribute('transform')) to.setAttribute('transform', style.transform);
  const copies = [...to.children];
  [...from.children].forEach((child, n) => dress(child, copies[n]) || copies[n].remove());
  return true;
}

/** A drawing of the page as one that stands alone. @param {SVGSVGElement} svg @returns {SVGSVGElement} */
export function standalone(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  dress(svg, copy);
  copy.removeAttribute('transform');
  return copy;
}

/**
 * How far a picture may reach that shows from `start` to `end` of a sheet, and where one of some size begins.
 * @param {number} start @param {number} end @param {number} sheet
 */
function reach(start, end, sheet) {
  const [first, last] = [Math.min(0, start), Math.max(sheet, end)];
  const from = (/** @type {number} */ size) => Math.max(first, Math.min(last - size, (start + end - size) / 2));
  return { most: last - first, from };
}

/**
 * The part of the board in which the fight is: around all these points, in a good shape, and beyond the sheet only as
 * far as names at its edge need.
 * @param {Board} board
 * @param {{ x: number, y: number }[]} points
 * @returns {Box}
 */
export function around(board, points) {
  const { width: w, height: h } = board.camera.size;
  const range = (/** @type {number[]} */ all, /** @type {number} */ end) =>
    all.length ? [Math.min(...all) - ROOM, Math.max(...all) + ROOM] : [0, end];
  const [left, right] = range(points.map((p) => p.x), w);
  const [top, bottom] = range(points.map((p) => p.y), h);
  const [x, y] = [reach(left, right, w), reach(top, bottom, h)];
  const width = Math.min(x.most, Math.max(LEAST, right - left, (bottom - top) / LONGEST));
  const height = Math.min(y.most, Math.max(LEAST, bottom - top, width / LONGEST));
  return { x: x.from(width), y: y.from(height), width, height };
}

/**
 * A part of the board as a drawing, with a line of text under it.
 * @param {Board} board
 * @param {Box} box
 * @param {string} caption
 */
export function drawing(board, box, caption) {
  const copy = standalone(board.svg);
  const strip = box.width * CAPTION;
  const height = box.height + strip;
  const paint = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => paint.getPropertyValue(name).trim();
  const [x, y] = [box.x, box.y + box.height];
  const size = strip * 0.52;
  const most = Math.floor(box.width / (size * LETTER));
  const text = caption.length > most ? `${caption.slice(0, most - 1)}…` : caption;
  // What lies beyond the sheet.
  copy.prepend(s('rect', { x, y: box.y, width: box.width, height: box.height, fill: colour('--paper') }));
  copy.append(
    s('rect', { x, y, width: box.width, height: strip, fill: colour('--bar') }),
    s(
      'text',
      { x: x + strip * 0.4, y: y + strip * 0.68, 'font-size': size, fill: colour('--bar-ink'), 'font-family': FAMILY },
      text,
    ),
  );
  copy.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${height}`);
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('role', 'img');
  copy.setAttribute('aria-label', caption);
  copy.removeAttribute('aria-hidden');
  copy.removeAttribute('class');
  return copy;
}

const FAMILY = 'Cabin, "Gill Sans", "Trebuchet MS", sans-serif';

/** The letters of this page as a style sheet without addresses. @type {Promise<string> | null} */
let letters = null;

/** @param {string} name @param {number} weight */
async function face(name, weight) {
  const font = await (await fetch(new URL(`../fonts/${name}.otf`, import.meta.url))).blob();
  const url = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(font);
  });
  return `@font-face{font-family:Cabin;font-weight:${weight};src:url(${url})}`;
}

/** The fonts of this page, to be put into a file that stands alone. */
export function fonts() {
  letters ??= Promise.all([face('Cabin-Regular', 400), face('Cabin-SemiBold', 600)]).then((all) => all.join(''));
  return letters;
}

/**
 * A drawing as pixels.
 * @param {SVGSVGElement} svg
 * @param {number} width in pixels
 */
export async function pixels(svg, width) {
  const ratio = Number(svg.getAttribute('height')) / Number(svg.getAttribute('width'));
  const height = Math.round(width * ratio);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.prepend(s('style', null, await fonts()));
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }));
  const image = new Image();
  image.src = url;
  await image.decode().finally(() => URL.revokeObjectURL(url));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const on = canvas.getContext('2d', { willReadFrequently: true });
  if (!on) throw new Error('no canvas');
  on.drawImage(image, 0, 0, width, height);
  return on;
}

// Small helpers that make elements; nothing else in the client writes HTML from strings.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Children[]} Children */

/**
 * Makes an HTML element. `on*` properties become listeners, `class`, `aria-*`, `data-*` and the like attributes; `true` sets an empty
 * attribute, `false`, `null` and `undefined` leave it out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  set(el, props);
  add(el, children);
  return el;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const el = document.createElementNS(SVG, tag);
  set(el, props);
  add(el, children);
  return el;
}

/**
 * Sets properties as `h` does.
 * @param {Element} el
 * @param {Record<string, any> | null | undefined} props
 */
export function set(el, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith('on') && typeof value === 'function') {
      el.addEventListener(name.slice(2).toLowerCase(), value);
    } else if (value === true) {
      el.setAttribute(name, '');
    } else if (value === false || value == null) {
      el.removeAttribute(name);
    } else {
      el.setAttribute(name, String(value));
    }
  }
}

/**
 * @param {Element} el
 * @param {Children[]} children
 */
function add(el, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(el, child);
    else if (child !== null && child !== undefined && child !== false) el.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces what is in an element.
 * @param {Element} el
 * @param {...Children} children
 */
export function fill(el, ...children) {
  el.replaceChildren();
  add(el, children);
  return el;
}

/**
 * Draws the inside of an element anew and gives the focus back to what had it, known by its `data-key`, or else to `otherwise`.
 * @param {HTMLElement} el
 * @param {() => void} draw
 * @param {...string} otherwise selectors, the first that finds something
 */
export function refill(el, draw, ...otherwise) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const kept = focused && el.contains(focused) ? focused.dataset.key : undefined;
  draw();
  if (kept === undefined) return;
  const found = [`[data-key="${CSS.escape(kept)}"]`, ...otherwise].map((s) => el.querySelector(s)).find(Boolean);
  /** @type {HTMLElement | undefined} */ (found)?.focus({ preventScroll: true });
}

/**
 * Finds an element that must be there.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 */
export function find(selector, within = document) {
  const el = within.querySelector(selector);
  if (!el) throw new Error(`the page has no ${selector}`);
  return /** @type {HTMLElement} */ (el);
}

/** How many times larger than usual the reader has letters, for what is drawn in pixels. */
export function letters() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 15;
}

/** A short random name for things that this page makes. */
export function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(16).padStart(2, '0')).join('');
}

/**
 * A percentage as people write it: `50 %`, `0.4 %`, `< 0.1 %`.
 * @param {number} ppm millionths
 */
export function percent(ppm) {
  const p = ppm / 10000;
  if (ppm === 0) return '0 %';
  if (p < 0.1) return '< 0.1 %';
  if (p < 3 || (p > 97 && p < 100)) return `${p.toFixed(1)} %`;
  return `${Math.round(p)} %`;
}

/**
 * Expected damage from thousandths.
 * @param {number} milli
 */
export function thousandths(milli) {
  return (milli / 1000).toFixed(milli < 100 && milli > 0 ? 2 : 1);
}

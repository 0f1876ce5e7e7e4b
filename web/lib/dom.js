// Small helpers that make elements which are drawn once. What is drawn again and again is a template (html.js).

import { render } from './html.js';
/** @import { TemplateResult } from '../vendor/lit-html/lit-html.js' */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | TemplateResult | string | number | null | undefined | false} Child */
/** @typedef {Child | Children[]} Children */

/**
 * Makes an HTML element. `on*` properties become listeners, `class`, `aria-*`, `data-*` and the like attributes; `true`
 * sets an empty attribute, `false`, `null` and `undefined` leave it out.
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
 * Puts children behind what is in an element.
 * @param {Element} el
 * @param {Children[]} children
 */
export function add(el, children) {
  for (const child of children) {
    if (Array.isArray(child)) add(el, child);
    else if (child === null || child === undefined || child === false) continue;
    else if (typeof child === 'object' && !(child instanceof Node)) {
      const made = document.createDocumentFragment();
      render(child, made);
      el.append(made);
    } else el.append(child instanceof Node ? child : String(child));
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

/** Whether the decision is a sheet at the bottom and has little room; the style sheet says so. */
export const inSheet = () => getComputedStyle(find('#main')).getPropertyValue('--sheet') === '1';

/** Whether there is room for orders below the board; the style sheet says so. */
export const hasBar = () => getComputedStyle(find('#main')).getPropertyValue('--bar-room') === '1';

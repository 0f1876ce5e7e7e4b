// Templates that keep every node that did not change. What is drawn more than once goes through them.

import { nothing } from '../vendor/lit-html/lit-html.js';
/** @import { TemplateResult } from '../vendor/lit-html/lit-html.js' */

export { html, nothing, render, svg } from '../vendor/lit-html/lit-html.js';
export { guard } from '../vendor/lit-html/directives/guard.js';
export { keyed } from '../vendor/lit-html/directives/keyed.js';
export { live } from '../vendor/lit-html/directives/live.js';
export { repeat } from '../vendor/lit-html/directives/repeat.js';

/**
 * What a template may hold in a place for children.
 * @typedef {TemplateResult | TemplateResult<2> | Node | string | number | symbol | object | null | undefined} Part
 */

/** The value of an attribute that is `true` or not there. @param {unknown} on */
export const flag = (on) => (on ? 'true' : nothing);

// Options of the rules, as they are chosen for a new game.

import { chip } from '../lib/chip.js';
import { h } from '../lib/dom.js';
import { named } from '../lib/words.js';
/** @import { OptionInfo } from '../wire/types.js' */

/** What may be chosen of an option, in words. @param {unknown} value */
function word(value) {
  if (value === null) return 'As usual';
  return typeof value === 'boolean' ? (value ? 'On' : 'Off') : named(String(value));
}

/**
 * @param {OptionInfo[]} options
 * @param {Record<string, unknown>} chosen those that are not as usual
 */
export function optionList(options, chosen) {
  if (!options.length) return null;
  const set = (/** @type {OptionInfo} */ o, /** @type {unknown} */ value) => {
    if (value === o.default) delete chosen[o.id];
    else chosen[o.id] = value;
  };
  const line = (/** @type {OptionInfo} */ o) =>
    h(
      'div',
      { class: 'option' },
      h('label', { for: `option-${o.id}` }, h('b', null, named(o.id)), h('span', null, o.text)),
      chip(o.rule),
      o.values.length ? pick(o, chosen, set) : number(o, chosen, set),
    );
  const title = h('summary', null, `Options of the rules (${options.length})`);
  return h('details', { class: 'options' }, title, h('div', null, options.map(line)));
}

/** @typedef {(o: OptionInfo, value: unknown) => void} Set */

/** @param {OptionInfo} o @param {Record<string, unknown>} chosen @param {Set} set */
function pick(o, chosen, set) {
  const onchange = (/** @type {Event} */ e) =>
    set(o, o.values[/** @type {HTMLSelectElement} */ (e.target).selectedIndex]);
  const now = chosen[o.id] ?? o.default;
  const choice = (/** @type {unknown} */ v) => h('option', { selected: v === now }, word(v));
  return h('select', { id: `option-${o.id}`, onchange }, o.values.map(choice));
}

/** A number of one's own. @param {OptionInfo} o @param {Record<string, unknown>} chosen @param {Set} set */
function number(o, chosen, set) {
  const onchange = (/** @type {Event} */ e) => {
    const typed = /** @type {HTMLInputElement} */ (e.target).value;
    set(o, typed === '' ? o.default : Math.round(Number(typed)));
  };
  const value = chosen[o.id] ?? o.default;
  return h('input', { type: 'number', id: `option-${o.id}`, value: value === null ? '' : String(value), onchange });
}

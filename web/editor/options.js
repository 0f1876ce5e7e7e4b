// Options of the rules: what each does, in a sentence, with its rule.

import { chip } from '../lib/chip.js';
import { html, live, nothing } from '../lib/html.js';
import { named } from '../lib/words.js';
import { idOf } from './form.js';
import { at, within } from './path.js';
import { shape } from './schema.js';
/** @import { OptionInfo } from '../wire/types.js' */
/** @import { Desk } from './form.js' */
/** @import { Schema } from './schema.js' */

/** @param {Desk} desk @param {OptionInfo[]} options @param {Schema} schema of the options @returns {unknown} */
export function optionList(desk, options, schema) {
  const kind = shape(schema, desk.root);
  const fields = kind.kind === 'fields' ? kind.fields : [];
  return options.map((o) => option(desk, o, fields.find((f) => f.name === o.id)?.schema));
}

/** @param {Desk} desk @param {OptionInfo} o @param {Schema | undefined} schema */
function option(desk, o, schema) {
  const path = within('options', o.id);
  const value = at(desk.scenario, path) ?? o.default;
  const set = (/** @type {unknown} */ v) => desk.change(path, v === o.default || v === '' ? undefined : v);
  const wrong = desk.flaws.filter((f) => f.path === path);
  const values = o.values.length ? o.values : typeof o.default === 'boolean' ? [false, true] : [];
  const says = html`<small class="hint" id="${idOf(path)}-says">${o.text}</small>
    ${wrong.map((f) => html`<small class="wrong">${f.says}</small>`)}`;
  if (values.length === 2 && values.includes(true) && values.includes(false)) {
    const turn = (/** @type {Event} */ e) => set(/** @type {HTMLInputElement} */ (e.target).checked);
    return html`<div class="field"><label class="switch">
      <input type="checkbox" id=${idOf(path)} .checked=${live(value === true)} aria-describedby="${idOf(path)}-says"
        @change=${turn}><span>${named(o.id)}</span>${chip(o.rule)}</label>${says}</div>`;
  }
  const number = !values.length && schema && shape(schema, desk.root).kind === 'number';
  const text = (/** @type {unknown} */ v) => (v === null || v === undefined ? '' : String(v));
  const word = (/** @type {unknown} */ v) => (v === null ? 'As usual' : named(text(v)));
  const choose = (/** @type {Event} */ e) => set(values[/** @type {HTMLSelectElement} */ (e.target).selectedIndex]);
  const write = (/** @type {Event} */ e) => {
    const typed = /** @type {HTMLInputElement} */ (e.target).value;
    set(typed !== '' && number ? Math.round(Number(typed)) : typed);
  };
  const control = values.length
    ? html`<select id=${idOf(path)} aria-describedby="${idOf(path)}-says" @change=${choose}>
        ${values.map((v) => html`<option .selected=${live(v === value)}>${word(v)}</option>`)}
      </select>`
    : html`<input type=${number ? 'number' : 'text'} id=${idOf(path)} .value=${live(text(value))}
        aria-describedby="${idOf(path)}-says" aria-invalid=${wrong.length ? 'true' : nothing} @change=${write}>`;
  return html`<div class="field">
    <span class="name"><label for=${idOf(path)}>${named(o.id)}</label>${chip(o.rule)}</span>${control}${says}</div>`;
}

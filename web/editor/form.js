// A form for a part of a scenario, made from its schema. What has no value is folded away; each field has its flaws
// beside it. Knows no game.

import { chip } from '../lib/chip.js';
import { html, live, nothing } from '../lib/html.js';
import { named } from '../lib/words.js';
import { icon } from '../lib/icons.js';
import { at, isIn, parent, within } from './path.js';
import { fits, made, shape, spokenWord, words } from './schema.js';
/** @import { Flaw } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { Scenario } from './draft.js' */
/** @import { Schema, Shape, Word } from './schema.js' */

/**
 * What a form is made from, and what it tells. `opened` are the parts that are unfolded.
 * @typedef {{ root: Schema, scenario: Scenario, flaws: Flaw[], cards: Record<string, { name: string }>,
 *   opened: Set<string>, change: (path: string, value: unknown) => void, unfold: (path: string, on: boolean) => void
 *   }} Desk
 */
/** A field in its place. @typedef {{ path: string, label: string, schema: Schema, needed: boolean }} Place */

/** The id of a field on the page, so that a flaw can lead to it. @param {string} path */
export const idOf = (path) => `field-${path.replace(/[^\w-]/g, '_')}`;

/**
 * Leads to a field that is on the page; if the form has none for it, to the part that it is in.
 * @param {string} path @param {HTMLElement} sheet
 */
export function focusField(path, sheet) {
  for (let p = path; p; p = parent(p)) {
    const node = document.getElementById(idOf(p)) ?? document.getElementById(idOf(`${p}.`));
    if (!node) continue;
    node.scrollIntoView({ block: 'center' });
    return node.focus();
  }
  return sheet.querySelector('h2')?.focus();
}

/**
 * The fields of a part.
 * @param {Desk} desk @param {string} path @param {Schema} schema @param {string[]} [without] fields shown elsewhere
 * @returns {Part}
 */
export function fieldsOf(desk, path, schema, without = []) {
  const kind = shape(schema, desk.root);
  if (kind.kind !== 'fields') {
    const label = kind.kind === 'points' ? 'Points' : named(path);
    return field(desk, { path, label, schema, needed: true }, '', undefined);
  }
  const own = kind.fields.filter((f) => !without.includes(f.name));
  const given = (/** @type {string} */ name) => at(desk.scenario, within(path, name)) !== undefined;
  const one = (/** @type {typeof own[number]} */ f) => {
    const { label, hint, rule } = words(f.name, f.schema, desk.root);
    return field(desk, { path: within(path, f.name), label, schema: f.schema, needed: f.needed }, hint, rule);
  };
  const rest = own.filter((f) => !f.needed && !given(f.name));
  return html`${own.filter((f) => f.needed || given(f.name)).map(one)}
    ${rest.length ? fold(desk, `${path}?`, `${rest.length} more, left out`, () => rest.map(one)) : nothing}`;
}

/** @param {Desk} desk @param {string} key @param {string} title @param {() => Part} inner */
function fold(desk, key, title, inner) {
  const open = desk.opened.has(key);
  const turn = (/** @type {Event} */ e) => {
    const { open: now } = /** @type {HTMLDetailsElement} */ (e.currentTarget);
    if (now !== desk.opened.has(key)) desk.unfold(key, now);
  };
  return html`<details class="fold" .open=${live(open)} @toggle=${turn}>
    <summary>${title}</summary>${open ? html`<div class="folded">${inner()}</div>` : nothing}</details>`;
}

/** Parts that must be open for a field to be seen. @param {string} path @returns {string[]} */
export function folds(path) {
  const up = path ? folds(parent(path)) : [];
  return [...up, path, `${parent(path)}?`];
}

/** @param {Desk} desk @param {Place} place @param {string} hint @param {string | undefined} rule @returns {Part} */
function field(desk, place, hint, rule) {
  const { path, label } = place;
  const kind = shape(place.schema, desk.root);
  const value = at(desk.scenario, path);
  const wrong = desk.flaws.filter((f) => f.path === path);
  const more = html`${hint ? html`<small class="hint" id="${idOf(path)}-hint">${hint}</small>` : nothing}
    ${wrong.map((f) => html`<small class="wrong" id="${idOf(path)}-wrong">${f.says}</small>`)}`;
  const large = ['fields', 'list', 'map', 'variants'].includes(kind.kind);
  if (large && value === undefined && !place.needed) {
    const begin = () => {
      desk.unfold(path, true);
      desk.change(path, made(place.schema, desk.root));
    };
    return html`<div class="field add">
      <button class="small" id=${idOf(path)} @click=${begin}>${icon('plus')} ${label}</button>${more}</div>`;
  }
  const drop = place.needed || value === undefined ? nothing : leaveOut(desk, place);
  const chips = rule ? chip(rule) : nothing;
  if (kind.kind === 'fields' || kind.kind === 'list' || kind.kind === 'map') {
    const inside = desk.flaws.some((f) => f.path !== path && isIn(f.path, path));
    const count = kind.kind === 'list' && Array.isArray(value) ? ` (${value.length})` : '';
    return html`<div class="field part ${inside ? 'flawed' : ''}" id=${idOf(path)} tabindex="-1">
      ${fold(desk, path, `${label}${count}`, () => inner(desk, place, kind))}${more}${chips}${drop}</div>`;
  }
  if (kind.kind === 'switch')
    return html`<div class="field"><label class="switch">
      ${control(desk, place, kind, value)}<span>${label}</span>${chips}</label>${more}</div>`;
  const group = kind.kind === 'words' || kind.kind === 'pair' || kind.kind === 'variants';
  const own = kind.kind === 'variants' || kind.kind === 'words' ? idOf(`${path}.`) : nothing;
  return html`<div class="field" id=${own} tabindex=${own === nothing ? nothing : '-1'}
    role=${group ? 'group' : nothing} aria-label=${group ? label : nothing}>
    <span class="name">${group ? html`<b>${label}</b>` : html`<label for=${idOf(path)}>${label}</label>`}
      ${chips}${drop}</span>
    ${control(desk, place, kind, value)}${more}</div>`;
}

/** @param {Desk} desk @param {Place} place */
function leaveOut(desk, { path, label }) {
  return html`<button class="plain drop" aria-label="Leave out: ${label}" title="Leave out"
    @click=${() => desk.change(path, undefined)}>${icon('cross')}</button>`;
}

/** What is in a part that has parts itself. @param {Desk} desk @param {Place} place @param {Shape} kind */
function inner(desk, { path, schema }, kind) {
  const value = at(desk.scenario, path);
  if (kind.kind === 'map') {
    return kind.keys.map((key) =>
      field(desk, { path: within(path, key), label: named(key), schema: kind.value, needed: false }, '', undefined));
  }
  if (kind.kind !== 'list') return fieldsOf(desk, path, schema);
  const items = Array.isArray(value) ? value : [];
  const item = (/** @type {unknown} */ v, /** @type {number} */ n) => {
    const own = within(path, n);
    const name = /** @type {Record<string, unknown> | null} */ (v)?.name;
    const place = { path: own, label: `${n + 1}${typeof name === 'string' ? ` · ${name}` : ''}` };
    return html`<div class="item" id=${idOf(own)} tabindex="-1">
      ${fold(desk, own, place.label, () => fieldsOf(desk, own, kind.item))}
      ${leaveOut(desk, { ...place, schema: kind.item, needed: false })}</div>`;
  };
  const add = () => {
    desk.unfold(within(path, items.length), true);
    desk.change(path, [...items, made(kind.item, desk.root)]);
  };
  return html`${items.map(item)}<button class="small" @click=${add}>${icon('plus')} One more</button>`;
}

/** @param {Event} e */
const typed = (e) => /** @type {HTMLInputElement} */ (e.target).value;

/** @param {Desk} desk @param {Place} place @param {Shape} kind @param {unknown} value @returns {Part} */
function control(desk, place, kind, value) {
  const { path, needed } = place;
  const wrong = desk.flaws.some((f) => f.path === path);
  const id = idOf(path);
  const said = wrong ? `${id}-wrong` : nothing;
  const set = (/** @type {unknown} */ v) => desk.change(path, v);
  const text = value === undefined || value === null ? '' : String(value);
  /** An empty field is one that is left out, unless the scenario needs it. */
  const write = (/** @type {Event} */ e) => set(typed(e) === '' && !needed ? undefined : typed(e));
  switch (kind.kind) {
    case 'switch':
      return html`<input type="checkbox" id=${id} .checked=${live(value === true)} aria-invalid=${wrong}
        @change=${(/** @type {Event} */ e) => set(/** @type {HTMLInputElement} */ (e.target).checked)}>`;
    case 'number': {
      const count = (/** @type {Event} */ e) =>
        set(typed(e) === '' ? (needed ? 0 : undefined) : Math.round(Number(typed(e))));
      return html`<input type="number" id=${id} min=${kind.min ?? nothing} max=${kind.max ?? nothing}
        .value=${live(text)} aria-invalid=${wrong} aria-describedby=${said} @change=${count}>`;
    }
    case 'word':
      return select(id, kind.words, value, { needed, wrong, set });
    case 'words':
      return many(kind.words, Array.isArray(value) ? value : [], (list) =>
        set(list.length || needed ? list : undefined));
    case 'pair': {
      const pair = Array.isArray(value) ? value : ['', ''];
      const half = (/** @type {number} */ n) => (/** @type {Event} */ e) =>
        set([0, 1].map((k) => (k === n ? Math.round(Number(typed(e))) : Number(pair[k]))));
      return html`<span class="pair">${[0, 1].map((n) => html`<input type="number" id=${n ? nothing : id}
        aria-label="${place.label}, ${n ? 'second' : 'first'} number" aria-invalid=${wrong}
        .value=${live(String(pair[n] ?? ''))} @change=${half(n)}>`)}</span>`;
    }
    case 'points':
      return points(place, Array.isArray(value) ? value : [], { wrong, set });
    case 'texts':
    case 'numbers':
      return several(place, kind.kind === 'numbers', Array.isArray(value) ? value : [], { wrong, set });
    case 'variants':
      return variants(desk, place, kind.variants, value);
    case 'text':
      if (path === 'text')
        return html`<textarea id=${id} rows="4" .value=${live(text)} aria-invalid=${wrong}
          aria-describedby=${said} @input=${write}></textarea>`;
      return html`<input type="text" id=${id} list=${desk.cards[text] ? 'editor-cards' : nothing}
        .value=${live(text)} aria-invalid=${wrong} aria-describedby=${said} @input=${write}>`;
    default:
      return raw(place, value, { wrong, set });
  }
}

/** A sentence as a choice: without its full stop. @param {string} text */
const unstopped = (text) => text.replace(/\.$/, '');

/** How a control tells. @typedef {{ wrong: boolean, set: (value: unknown) => void }} Tell */

/** @param {string} id @param {Word[]} all @param {unknown} value @param {Tell & { needed: boolean }} how */
function select(id, all, value, { needed, wrong, set }) {
  const choose = (/** @type {Event} */ e) => {
    const n = /** @type {HTMLSelectElement} */ (e.target).selectedIndex - (needed ? 0 : 1);
    set(n < 0 ? undefined : all[n].value);
  };
  const option = (/** @type {Word} */ w) =>
    html`<option .selected=${live(w.value === value)}>${unstopped(spokenWord(w))}</option>`;
  return html`<select id=${id} aria-invalid=${wrong} @change=${choose}>
    ${needed ? nothing : html`<option .selected=${live(value === undefined)}>As usual</option>`}${all.map(option)}
  </select>`;
}

/** Any of some words. @param {Word[]} all @param {unknown[]} value @param {(list: unknown[]) => void} set */
function many(all, value, set) {
  const turn = (/** @type {Word} */ w) => () =>
    set(value.includes(w.value) ? value.filter((v) => v !== w.value) : [...value, w.value]);
  return html`<span class="many">${all.map((w) => html`<label class="switch" title=${w.says}>
    <input type="checkbox" .checked=${live(value.includes(w.value))} @change=${turn(w)}>
    <span>${named(String(w.value))}</span></label>`)}</span>`;
}

/** Several numbers or texts, one a line. @param {Place} place @param {boolean} numbers @param {unknown[]} value
 *  @param {Tell} tell */
function several({ path, needed }, numbers, value, { wrong, set }) {
  const read = (/** @type {Event} */ e) => {
    const lines = typed(e).split(numbers ? /[\s,;]+/ : '\n').map((line) => line.trim()).filter(Boolean);
    const list = numbers ? lines.map(Number).filter(Number.isFinite) : lines;
    set(list.length || needed ? list : undefined);
  };
  const text = value.join(numbers ? ', ' : '\n');
  if (numbers)
    return html`<input type="text" id=${idOf(path)} inputmode="numeric" .value=${live(text)} aria-invalid=${wrong}
      @change=${read}>`;
  return html`<textarea id=${idOf(path)} rows=${Math.min(6, Math.max(2, value.length))} .value=${live(text)}
    aria-invalid=${wrong} aria-describedby="${idOf(path)}-lines" @change=${read}></textarea>
    <small class="hint" id="${idOf(path)}-lines">One a line.</small>`;
}

/** Points along a line, one a line. @param {Place} place @param {unknown[]} value @param {Tell} tell */
function points({ path }, value, { wrong, set }) {
  const number = (/** @type {string} */ text) => Math.round(Number(text));
  const read = (/** @type {Event} */ e) => {
    const lines = typed(e).split('\n').map((line) => line.split(/[\s,;]+/).filter(Boolean).map(number));
    set(lines.filter((pair) => pair.length === 2 && pair.every(Number.isFinite)));
  };
  return html`<textarea id=${idOf(path)} class="points" rows=${Math.min(10, Math.max(3, value.length + 1))}
    inputmode="numeric" .value=${live(value.map((pair) => [pair].flat().join(', ')).join('\n'))} aria-invalid=${wrong}
    aria-describedby="${idOf(path)}-points" @change=${read}></textarea>
    <small class="hint" id="${idOf(path)}-points">One point a line: how far east, how far south. 0, 0 is the
      north-west corner of the map, 1000, 1000 the south-east one.</small>`;
}

/** @param {Desk} desk @param {Place} place @param {import('./schema.js').Variant[]} all @param {unknown} value */
function variants(desk, { path, label, needed }, all, value) {
  const now = all.findIndex((v) => fits(value, v.schema, desk.root));
  const choose = (/** @type {Event} */ e) => {
    const n = /** @type {HTMLSelectElement} */ (e.target).selectedIndex - (needed ? 0 : 1);
    desk.unfold(path, true);
    desk.change(path, n < 0 ? undefined : made(all[n].schema, desk.root));
  };
  const inside = all[now] && !('const' in all[now].schema) ? all[now].schema : null;
  return html`<select id="${idOf(path)}-kind" aria-label="${label}: kind" @change=${choose}>
      ${needed ? nothing : html`<option .selected=${live(now < 0)}>As usual</option>`}
      ${all.map((v, n) => html`<option .selected=${live(n === now)}>${unstopped(v.says)}</option>`)}
    </select>
    ${inside ? html`<div class="folded">${inVariant(desk, { path, label, schema: inside, needed: true })}</div>`
      : nothing}`;
}

/** @param {Desk} desk @param {Place} place of the variant that is chosen */
function inVariant(desk, place) {
  const { path, schema } = place;
  const kind = shape(schema, desk.root);
  if (kind.kind === 'fields') return fieldsOf(desk, path, schema);
  if (kind.kind === 'list') return inner(desk, place, kind);
  return html`<label class="unseen" for=${idOf(path)}>${place.label}</label>
    ${control(desk, place, kind, at(desk.scenario, path))}`;
}

/** Whatever has no better form, as JSON. @param {Place} place @param {unknown} value @param {Tell} tell */
function raw({ path, needed }, value, { wrong, set }) {
  const read = (/** @type {Event} */ e) => {
    const field = /** @type {HTMLTextAreaElement} */ (e.target);
    try {
      set(field.value.trim() === '' && !needed ? undefined : JSON.parse(field.value));
      field.setCustomValidity('');
    } catch {
      field.setCustomValidity('This is not JSON.');
      field.reportValidity();
    }
  };
  return html`<textarea id=${idOf(path)} class="json" rows="2" spellcheck="false" aria-invalid=${wrong}
    .value=${live(value === undefined ? '' : JSON.stringify(value))} @change=${read}></textarea>`;
}

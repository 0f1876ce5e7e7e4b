// The force builder: what can be bought, the groups bought so far, ready-made and saved forces. Everything it does is one of the choices of
// the menu; which choice does what is in the menu's `muster`. Knows no rules.

import { h, fill, refill } from '../lib/dom.js';
import { picture } from './card.js';
import { chip } from '../screens/rules.js';
import { Carry } from '../lib/carry.js';
import { keep, read } from '../lib/settings.js';
import { say, sayNow } from '../lib/speech.js';
import { icon } from '../lib/icons.js';
/** @import { Card, Muster as MusterPart, Band, Ware, Side } from '../wire/types.js' */
/** @import { AnyChoice, AnyMenu } from './panel.js' */

/** @typedef {{ name: string, side: Side, note: string, command: any }} Saved */
/**
 * @typedef {{ menu: AnyMenu | null, cards: Record<string, Card>, game: string, side: Side | null, busy: boolean }} MusterState
 * @typedef {{ choose: (c: AnyChoice) => Promise<void>, load: (command: any, name: string) => Promise<boolean>, refuse: (reasons: { rule?: string, why: string }[]) => void }} MusterActions
 */

/** Choices that the builder shows itself. @param {AnyMenu | null} menu @returns {Set<AnyChoice>} */
export function mustered(menu) {
  const m = menu?.muster;
  if (!menu || !m) return new Set();
  const numbers = [...m.offers.map((o) => o.choice), ...m.ready, ...(m.take === null ? [] : [m.take]),
    ...m.bands.flatMap((b) => [b.more, b.fewer, ...(b.apart === null ? [] : [b.apart]), ...b.moves.map((t) => t.choice)])];
  return new Set(numbers.map((n) => menu.choices[n]));
}

export class Muster {
  /** @param {MusterActions} act */
  constructor(act) {
    this.act = act;
    /** @type {MusterState} */
    this.state = { menu: null, cards: {}, game: '', side: null, busy: false };
    this.nation = '';
    this.fitting = false;
    this.head = h('header', { class: 'muster-head' });
    this.filter = h('div', { class: 'muster-filter' });
    this.shop = h('ul', { class: 'muster-offers', 'aria-label': 'What can be had' });
    this.groups = h('div', { class: 'muster-groups' });
    this.lists = h('div', { class: 'muster-lists' });
    this.node = h('section', { class: 'muster', 'aria-label': 'Your force', hidden: true }, this.head,
      h('div', { class: 'muster-shop', 'data-drop': 'out' }, this.filter, this.shop), h('div', { class: 'muster-force' }, this.groups, this.lists));
    this.carry = new Carry(this.node, {
      over: (from, to) => this.#route(from, to),
      drop: (from, to) => void this.#drop(from, to),
      name: (place) => this.#placeName(place),
      targets: () => [...this.#muster.bands.map((_, n) => `band-${n}`), 'new', 'out'],
    });
  }

  /** @returns {MusterPart} */
  get #muster() {
    return /** @type {MusterPart} */ (this.state.menu?.muster);
  }

  /** @param {number} n @returns {AnyChoice} */
  #choice(n) {
    return /** @type {AnyMenu} */ (this.state.menu).choices[n];
  }

  /** @param {MusterState} state */
  show(state) {
    this.state = state;
    const muster = state.menu?.muster;
    this.node.hidden = !muster;
    if (!muster) return;
    refill(this.node, () => {
      fill(this.head, this.#points(muster));
      fill(this.filter, this.#filters(muster));
      fill(this.shop, muster.offers.filter((o) => this.#shown(o)).map((o) => this.#offer(o)));
      fill(this.groups, this.#bands(muster));
      fill(this.lists, this.#ready(muster), this.#saved(muster));
    });
    this.#tell(muster);
  }

  told = '';

  /** Says what the force has come to. @param {MusterPart} m */
  #tell(m) {
    const text = `${m.spent} of ${m.of} ${m.unit}. ${m.bands.map((b) => `${b.name}: ${b.count} ${this.#name(b.card)}`).join(', ')}`;
    if (this.told && this.told !== text) say(text);
    this.told = text;
  }

  /** @param {string} card */
  #name(card) {
    return this.state.cards[card]?.name ?? card;
  }

  /** @param {MusterPart} m */
  #points(m) {
    const count = m.bands.reduce((t, b) => t + b.count, 0);
    const bar = h('i');
    bar.style.width = `${m.of > 0 ? Math.min(100, (100 * m.spent) / m.of) : 0}%`;
    return [h('h2', null, 'Your force ', h('small', null, `${count} aircraft in ${m.bands.length} ${m.bands.length === 1 ? 'group' : 'groups'}`)),
      h('p', { class: 'muster-points' }, h('b', null, String(m.of - m.spent)), ` ${m.unit} left of ${m.of}`),
      h('div', { class: 'bar', role: 'meter', 'aria-label': `${m.unit} spent`, 'aria-valuemin': 0, 'aria-valuemax': m.of, 'aria-valuenow': Math.min(m.spent, m.of) }, bar)];
  }

  /** @param {MusterPart} m */
  #filters(m) {
    const nations = [...new Set(m.offers.map((o) => this.state.cards[o.card]?.nation ?? ''))].filter(Boolean).sort();
    const option = (/** @type {string} */ value, /** @type {string} */ text) => h('option', { value, selected: this.nation === value }, text);
    return [h('label', null, h('span', { class: 'unseen' }, 'Nation'), h('select', {
      'data-key': 'nation', onchange: (/** @type {Event} */ e) => {
        this.nation = /** @type {HTMLSelectElement} */ (e.target).value;
        this.show(this.state);
      },
    }, option('', 'All nations'), nations.map((n) => option(n, n)))),
    h('label', { class: 'switch' }, h('input', {
      type: 'checkbox', 'data-key': 'fitting', checked: this.fitting, onchange: (/** @type {Event} */ e) => {
        this.fitting = /** @type {HTMLInputElement} */ (e.target).checked;
        this.show(this.state);
      },
    }), ' Only what still fits')];
  }

  /** @param {Ware} o */
  #shown(o) {
    return (!this.nation || this.state.cards[o.card]?.nation === this.nation) && (!this.fitting || !this.#choice(o.choice).barred.length);
  }

  /** @param {Ware} o */
  #offer(o) {
    const choice = this.#choice(o.choice);
    const card = this.state.cards[o.card];
    const barred = choice.barred.length > 0;
    const why = `offer-why-${o.choice}`;
    return h('li', { class: `offer${barred ? ' no' : ''}` },
      h('span', { class: 'grip', 'data-carry': `offer-${o.choice}`, title: 'Drag into a group' }, card && picture(card, { side: this.state.side ?? 'allies' })),
      h('span', { class: 'offer-text' }, h('b', null, this.#name(o.card)), ' ', h('small', null, choice.note), h('small', { class: 'muted' }, o.text),
        barred && h('small', { class: 'no', id: why }, choice.barred.map((b) => [b.why, ' ', chip(b.rule), ' ']))),
      h('button', {
        class: 'offer-add', 'data-key': `offer-${o.card}`, 'data-card': o.card, 'aria-label': `${choice.label}, ${choice.note}`, 'aria-disabled': barred ? 'true' : null,
        'aria-describedby': barred ? why : null, onclick: () => void this.#take(choice),
      }, icon('plus'), String(o.cost)));
  }

  /** @param {MusterPart} m */
  #bands(m) {
    if (!m.bands.length) {
      return h('p', { class: 'muster-empty', 'data-drop': 'new' }, 'Nothing chosen yet. Add aircraft from the list, drag them here, or start with a ready-made force.');
    }
    return [h('ol', { class: 'bands', 'aria-label': 'Groups' }, m.bands.map((b, n) => this.#band(b, n))),
      h('p', { class: 'band-new', 'data-drop': 'new' }, 'A group of its own: drop an aircraft here')];
  }

  /** @param {Band} b @param {number} n */
  #band(b, n) {
    const card = this.state.cards[b.card];
    const button = (/** @type {string} */ what, /** @type {number | null} */ at, /** @type {import('../lib/dom.js').Children} */ face) => {
      if (at === null) return null;
      const choice = this.#choice(at);
      return h('button', {
        class: 'small', 'data-key': `band-${n}-${what}`, 'data-do': what, 'aria-label': typeof face === 'string' ? `${face}: ${choice.label}` : choice.label, title: choice.barred[0]?.why ?? choice.label,
        'aria-disabled': choice.barred.length ? 'true' : null, onclick: () => void this.#take(choice),
      }, face);
    };
    return h('li', { class: 'band', 'data-drop': `band-${n}` },
      h('div', { class: 'band-head' }, h('b', null, b.name), ' ', h('span', null, this.#name(b.card)), ' ', h('small', { class: 'muted' }, `${b.cost} ${this.#muster.unit}`)),
      h('div', { class: 'units' }, Array.from({ length: b.count }, () => h('span', { class: 'unit', 'data-carry': `band-${n}`, title: `${this.#name(b.card)}: drag to another group` },
        card && picture(card, { side: this.state.side ?? 'allies' })))),
      h('div', { class: 'band-row' }, button('more', b.more, icon('plus')), button('fewer', b.fewer, icon('minus')), button('apart', b.apart, 'Split'),
        h('button', {
          class: 'small', 'data-key': `band-${n}-move`, 'data-do': 'move', 'aria-pressed': 'false', 'aria-label': `Move a ${this.#name(b.card)} of ${b.name}: then arrow keys and Enter`,
          'data-lift': `band-${n}`,
        }, 'Move')));
  }

  /** What taking a piece somewhere amounts to. @param {string} from @param {string} to @returns {{ choice: AnyChoice } | { no: { rule?: string, why: string }[] }} */
  #route(from, to) {
    const m = this.#muster;
    const [kind, n] = [from.split('-')[0], Number(from.split('-')[1])];
    const band = to.startsWith('band-') ? Number(to.slice(5)) : -1;
    /** @type {number | null | undefined} */
    let at;
    if (kind === 'offer') {
      const card = m.offers.find((o) => o.choice === n)?.card;
      at = band < 0 ? n : m.bands[band].card === card ? m.bands[band].more : undefined;
      if (to === 'out') return { no: [] };
    } else if (to === 'out') at = m.bands[n].fewer;
    else if (to === 'new') at = m.bands[n].apart;
    else if (band === n) return { no: [] };
    else at = m.bands[n].moves.find((t) => t.to === band)?.choice;
    if (at === null) return { no: [] };
    if (at === undefined) return { no: m.astray };
    const choice = this.#choice(at);
    return choice.barred.length ? { no: choice.barred } : { choice };
  }

  /** @param {string} place */
  #placeName(place) {
    if (place === 'new') return 'a group of its own';
    if (place === 'out') return 'back to the list';
    const b = this.#muster.bands[Number(place.slice(5))];
    return `${b.name}, ${b.count} ${this.#name(b.card)}`;
  }

  /** @param {string} from @param {string} to */
  async #drop(from, to) {
    const way = this.#route(from, to);
    if ('choice' in way) return this.#take(way.choice);
    if (way.no.length) {
      sayNow(way.no.map((b) => b.why).join(' '));
      this.act.refuse(way.no);
    }
  }

  /** @param {AnyChoice} choice */
  async #take(choice) {
    if (this.state.busy) return;
    await this.act.choose(choice);
  }

  /** @param {MusterPart} m */
  #ready(m) {
    if (!m.ready.length) return null;
    return h('details', { class: 'muster-ready', open: !m.bands.length }, h('summary', null, `Ready-made forces (${m.ready.length})`), h('ul', null, m.ready.map((n) => {
      const choice = this.#choice(n);
      return h('li', null, h('button', { class: 'ready', 'data-key': `ready-${n}`, onclick: () => void this.#take(choice) }, h('b', null, choice.label), h('small', null, choice.note)));
    })));
  }

  get #key() {
    return `tallyho:forces:${this.state.game}`;
  }

  /** @returns {Saved[]} */
  #all() {
    return read(this.#key, /** @type {Saved[]} */ ([]));
  }

  /** @param {MusterPart} m */
  #saved(m) {
    const own = this.#all().filter((s) => s.side === this.state.side);
    const name = h('input', { type: 'text', 'data-key': 'save-name', 'aria-label': 'Name of the force', placeholder: 'Name', maxlength: 40 });
    const save = () => this.#save(m, name.value.trim());
    return h('details', { class: 'muster-saved', open: own.length > 0 || m.bands.length > 0 }, h('summary', null, `Saved forces (${own.length})`),
      m.take !== null && h('form', { class: 'save-row', onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        save();
      } }, name, h('button', { 'data-key': 'save' }, 'Save this force')),
      h('ul', null, own.map((s) => h('li', { class: 'saved' },
        h('button', { class: 'ready', 'data-key': `load-${s.name}`, 'data-load': s.name, onclick: () => void this.act.load(s.command, s.name) }, h('b', null, s.name), h('small', null, s.note)),
        h('button', { class: 'small', 'data-key': `forget-${s.name}`, 'aria-label': `Delete ${s.name}`, title: `Delete ${s.name}`, onclick: () => this.#forget(s.name) }, icon('cross'))))));
  }

  /** @param {MusterPart} m @param {string} name */
  #save(m, name) {
    if (!name || m.take === null || !this.state.side) return;
    const say = this.#choice(m.take).say;
    if (!('command' in say)) return;
    const note = `${m.spent} ${m.unit}: ${m.bands.map((b) => `${b.count} ${this.#name(b.card)}`).join(', ')}`;
    const others = this.#all().filter((s) => s.name !== name || s.side !== this.state.side);
    keep(this.#key, [...others, { name, side: this.state.side, note, command: say.command }]);
    sayNow(`Saved as ${name}`);
    this.show(this.state);
  }

  /** @param {string} name */
  #forget(name) {
    keep(this.#key, this.#all().filter((s) => s.name !== name || s.side !== this.state.side));
    sayNow(`${name} is deleted`);
    this.show(this.state);
  }
}

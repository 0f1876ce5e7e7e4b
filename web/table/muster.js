// The force builder: what can be bought, the groups bought so far, ready-made and saved forces. Everything it does is
// one of the choices of the menu; which choice does what is in the menu's `muster`. Knows no rules.

import { Carry } from '../lib/carry.js';
import { reasonChip } from '../lib/chip.js';
import { h } from '../lib/dom.js';
import { html, live, nothing, render, repeat } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { sayNow } from '../lib/speech.js';
import { keep, read } from '../lib/storage.js';
import { sideOf } from '../state/record.js';
import { picture } from './card.js';
/** @import { Band, Muster as MusterPart, Side, Ware } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { AnyChoice, AnyMenu, Command, Reason, State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** @typedef {{ name: string, side: Side, note: string, command: Command }} Saved */

/** What a type is called. @param {State} state @param {string} card */
const typeName = ({ cards }, card) => cards[card]?.name ?? card;

/** What the force has come to, in words. @param {State} state */
export function forceText(state) {
  const m = state.menu?.muster;
  if (!m) return '';
  const bands = m.bands.map((b) => `${b.name}: ${b.count} ${typeName(state, b.card)}`);
  return `${m.spent} of ${m.of} ${m.unit}. ${bands.join(', ')}`;
}

export class Muster {
  /** @param {State} state @param {Acts} act */
  constructor(state, act) {
    this.state = state;
    this.act = act;
    this.node = h('section', { class: 'muster', 'aria-label': 'Your force', hidden: true });
    this.carry = new Carry(this.node, {
      over: (from, to) => this.#route(from, to),
      drop: (from, to) => this.#drop(from, to),
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

  show() {
    const muster = this.state.menu?.muster;
    this.node.hidden = !muster;
    if (!muster) return;
    const offers = repeat(
      muster.offers.filter((o) => this.#shown(o)),
      (o) => o.card,
      (o) => this.#offer(o),
    );
    const parts = html`<header class="muster-head">${this.#points(muster)}</header>
      <div class="muster-shop" data-drop="out">
        <div class="muster-filter">${this.#filters(muster)}</div>
        <ul class="muster-offers" aria-label="What can be had">${offers}</ul>
      </div>
      <div class="muster-force">
        <div class="muster-groups">${this.#bands(muster)}</div>
        <div class="muster-lists">${this.#ready(muster)}${this.#saved(muster)}</div>
      </div>`;
    render(parts, this.node);
  }

  /** @param {MusterPart} m */
  #points(m) {
    const count = m.bands.reduce((t, b) => t + b.count, 0);
    const part = m.of > 0 ? Math.min(100, (100 * m.spent) / m.of) : 0;
    const groups = `${m.bands.length} ${m.bands.length === 1 ? 'group' : 'groups'}`;
    const now = Math.min(m.spent, m.of);
    return html`<h2>Your force <small>${count} aircraft in ${groups}</small></h2>
      <p class="muster-points"><b>${m.of - m.spent}</b> ${m.unit} left of ${m.of}</p>
      <div
        class="bar"
        role="meter"
        aria-label="${m.unit} spent"
        aria-valuemin="0"
        aria-valuemax=${m.of}
        aria-valuenow=${now}
      ><i .style=${`width: ${part}%`}></i></div>`;
  }

  /** @param {MusterPart} m */
  #filters(m) {
    const { nation, fitting } = this.state.muster;
    const nations = [...new Set(m.offers.map((o) => this.state.cards[o.card]?.nation ?? ''))].filter(Boolean).sort();
    const option = (/** @type {string} */ value, /** @type {string} */ text) =>
      html`<option value=${value} ?selected=${nation === value}>${text}</option>`;
    const from = (/** @type {Event} */ e) =>
      this.act.sift({ nation: /** @type {HTMLSelectElement} */ (e.target).value });
    const fit = (/** @type {Event} */ e) =>
      this.act.sift({ fitting: /** @type {HTMLInputElement} */ (e.target).checked });
    const options = [option('', 'All nations'), ...nations.map((n) => option(n, n))];
    return html`<label>
        <span class="unseen">Nation</span>
        <select data-key="nation" @change=${from}>${options}</select>
      </label>
      <label class="switch">
        <input type="checkbox" data-key="fitting" .checked=${live(fitting)} @change=${fit}> Only what still fits
      </label>`;
  }

  /** @param {Ware} o */
  #shown(o) {
    const { nation, fitting } = this.state.muster;
    return (
      (!nation || this.state.cards[o.card]?.nation === nation) && (!fitting || !this.#choice(o.choice).barred.length)
    );
  }

  /** @param {string} card */
  #picture(card) {
    const known = this.state.cards[card];
    return known ? picture(known, sideOf(this.state) ?? 'allies') : nothing;
  }

  /** @param {Ware} o */
  #offer(o) {
    const choice = this.#choice(o.choice);
    const barred = choice.barred.length > 0;
    const why = `offer-why-${o.choice}`;
    const reasons = choice.barred.map((b) => [b.why, ' ', reasonChip(b.rule), ' ']);
    const no = html`<small class="no" id=${why}>${reasons}</small>`;
    return html`<li class="offer${barred ? ' no' : ''}"
      ><span class="grip" data-carry="offer-${o.choice}" title="Drag into a group">${this.#picture(o.card)}</span
      ><span class="offer-text"><b>${typeName(this.state, o.card)}</b> <small>${choice.note}</small
        ><small class="muted">${o.text}</small>${barred ? no : nothing}</span
      ><button class="offer-add" data-key="offer-${o.card}" data-card=${o.card}
        aria-label="${choice.label}, ${choice.note}" aria-disabled=${barred ? 'true' : nothing}
        aria-describedby=${barred ? why : nothing} @click=${() => this.#take(choice)}>${icon('plus')}${o.cost}</button
      ></li>`;
  }

  /** @param {MusterPart} m */
  #bands(m) {
    if (!m.bands.length) {
      return html`<p class="muster-empty" data-drop="new">Nothing chosen yet. Add aircraft from the list, drag them
        here, or start with a ready-made force.</p>`;
    }
    return html`<ol class="bands" aria-label="Groups">${m.bands.map((b, n) => this.#band(b, n))}</ol
      ><p class="band-new" data-drop="new">A group of its own: drop an aircraft here</p>`;
  }

  /** @param {Band} b @param {number} n */
  #band(b, n) {
    const name = typeName(this.state, b.card);
    const button = (/** @type {string} */ what, /** @type {number | null} */ at, /** @type {Part} */ face) => {
      if (at === null) return nothing;
      const choice = this.#choice(at);
      const label = typeof face === 'string' ? `${face}: ${choice.label}` : choice.label;
      return html`<button class="small" data-key="band-${n}-${what}" data-do=${what} aria-label=${label}
        title=${choice.barred[0]?.why ?? choice.label} aria-disabled=${choice.barred.length ? 'true' : nothing}
        @click=${() => this.#take(choice)}>${face}</button>`;
    };
    const unit = () =>
      html`<span class="unit" data-carry="band-${n}" title="${name}: drag to another group"
        >${this.#picture(b.card)}</span>`;
    const row = [
      button('more', b.more, icon('plus')),
      button('fewer', b.fewer, icon('minus')),
      button('apart', b.apart, 'Split'),
    ];
    return html`<li class="band" data-drop="band-${n}"><div class="band-head"><b>${b.name}</b> <span>${name}</span>
        <small class="muted">${b.cost} ${this.#muster.unit}</small></div
      ><div class="units">${Array.from({ length: b.count }, unit)}</div
      ><div class="band-row">${row}<button class="small" data-key="band-${n}-move" data-do="move" aria-pressed="false"
        aria-label="Move a ${name} of ${b.name}: then arrow keys and Enter" data-lift="band-${n}">Move</button></div
      ></li>`;
  }

  /**
   * What taking a piece somewhere amounts to.
   * @param {string} from
   * @param {string} to
   * @returns {{ choice: AnyChoice } | { no: Reason[] }}
   */
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
    return `${b.name}, ${b.count} ${typeName(this.state, b.card)}`;
  }

  /** @param {string} from @param {string} to */
  #drop(from, to) {
    const way = this.#route(from, to);
    if ('choice' in way) return this.#take(way.choice);
    if (way.no.length) {
      sayNow(way.no.map((b) => b.why).join(' '));
      this.act.refuse(way.no);
    }
  }

  /** @param {AnyChoice} choice */
  #take(choice) {
    if (!this.state.busy) void this.act.choose(choice);
  }

  /** @param {MusterPart} m */
  #ready(m) {
    if (!m.ready.length) return nothing;
    const force = (/** @type {number} */ n) => {
      const choice = this.#choice(n);
      return html`<li>
        <button class="ready" data-key="ready-${n}" @click=${() => this.#take(choice)}>
          <b>${choice.label}</b><small>${choice.note}</small>
        </button>
      </li>`;
    };
    return html`<details class="muster-ready" ?open=${!m.bands.length}>
      <summary>Ready-made forces (${m.ready.length})</summary>
      <ul>${m.ready.map(force)}</ul>
    </details>`;
  }

  get #key() {
    return `tallyho:forces:${this.state.view?.game}`;
  }

  /** Forces of all sides that this browser keeps; looked up once. @type {Saved[] | null} */
  #forces = null;

  /** @returns {Saved[]} */
  get #kept() {
    this.#forces ??= read(this.#key, /** @type {Saved[]} */ ([]));
    return this.#forces;
  }

  /** @param {MusterPart} m */
  #saved(m) {
    const own = this.#kept.filter((s) => s.side === sideOf(this.state));
    const save = (/** @type {Event} */ e) => {
      e.preventDefault();
      const field = /** @type {HTMLFormElement} */ (e.target).querySelector('input');
      if (!field?.value.trim()) return;
      this.#save(m, field.value.trim());
      field.value = '';
    };
    const form = html`<form class="save-row" @submit=${save}>
      <input type="text" data-key="save-name" aria-label="Name of the force" placeholder="Name" maxlength="40">
      <button data-key="save">Save this force</button>
    </form>`;
    const line = (/** @type {Saved} */ s) => html`<li class="saved">
      <button
        class="ready"
        data-key="load-${s.name}"
        data-load=${s.name}
        @click=${() => void this.act.load(s.command, s.name)}
      ><b>${s.name}</b><small>${s.note}</small></button>
      <button
        class="small"
        data-key="forget-${s.name}"
        aria-label="Delete ${s.name}"
        title="Delete ${s.name}"
        @click=${() => this.#forget(s.name)}
      >${icon('cross')}</button>
    </li>`;
    return html`<details class="muster-saved" ?open=${own.length > 0 || m.bands.length > 0}>
      <summary>Saved forces (${own.length})</summary>
      ${m.take === null ? nothing : form}
      <ul>${repeat(own, (s) => s.name, line)}</ul>
    </details>`;
  }

  /** @param {MusterPart} m @param {string} name */
  #save(m, name) {
    const side = sideOf(this.state);
    const say = m.take !== null && side && this.#choice(m.take).say;
    if (!say || !('command' in say)) return;
    const note = `${m.spent} ${m.unit}: ${m.bands.map((b) => `${b.count} ${typeName(this.state, b.card)}`).join(', ')}`;
    this.#keep([...this.#others(name), { name, side, note, command: say.command }], `Saved as ${name}`);
  }

  /** @param {string} name */
  #forget(name) {
    this.#keep(this.#others(name), `${name} is deleted`);
  }

  /** @param {Saved[]} forces @param {string} done what is said of it */
  #keep(forces, done) {
    this.#forces = forces;
    keep(this.#key, forces);
    sayNow(done);
    this.act.sift({});
  }

  /** Kept forces but the one of this side with a name. @param {string} name */
  #others(name) {
    return this.#kept.filter((s) => s.name !== name || s.side !== sideOf(this.state));
  }
}

// Why a computer pilot did what it did: asked from the log, once the turn is over.

import { flag, html, nothing } from '../lib/html.js';
import { thousandths } from '../lib/words.js';
import { http } from '../wire/net.js';
import { sentence } from './log.js';
/** @import { Aircraft, Candidate, Explained, PastWhy, TableInfo, View } from '../wire/types.js' */

/** @typedef {PastWhy | 'thinking' | 'failed'} Answer */

/** What may be asked about at a table, and what was answered. */
export class Whys {
  /** @param {string} id of the table @param {() => void} changed */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    /** Commands that may be asked about. */
    this.offered = new Set();
    /** What is open, by command. @type {Map<number, Answer>} */
    this.open = new Map();
    /** Grows with every change. */
    this.version = 0;
  }

  /** The turn for which the server was asked last. */
  #turn = '';

  /**
   * Learns once in every turn what may be asked about.
   * @param {TableInfo | null} table
   * @param {View | null} view
   */
  async follow(table, view) {
    const turn = view && `${view.phase.turn} ${view.outcome ? 'over' : ''}`;
    if (!turn || turn === this.#turn || !Object.values(table?.sides ?? {}).some((s) => s?.pilot)) return;
    this.#turn = turn;
    const known = /** @type {Explained | null} */ (await http(`/api/tables/${this.id}/why`).catch(() => null));
    if (!known || turn !== this.#turn) return;
    this.offered = new Set(known.lines);
    this.#show();
  }

  #show() {
    this.version++;
    this.changed();
  }

  /** Asks why commands were given, or puts the answers away. @param {number[]} lines */
  toggle(lines) {
    const open = lines.filter((line) => this.open.delete(line));
    if (open.length) return this.#show();
    for (const line of lines) void this.#ask(line);
  }

  /** @param {number} line */
  async #ask(line) {
    this.open.set(line, 'thinking');
    this.#show();
    const answer = await http(`/api/tables/${this.id}/why/${line}`).catch(() => null);
    if (!this.open.has(line)) return;
    this.open.set(line, /** @type {PastWhy | null} */ (answer) ?? 'failed');
    this.#show();
    // An answer is longer than the line under which it opens; where there is little room it would lie outside.
    requestAnimationFrame(() => document.querySelector(`[data-why="${line}"]`)?.scrollIntoView({ block: 'nearest' }));
  }

  /**
   * The button at a line of the log, one for all commands that it tells of, and the answers below it.
   * @param {number[]} told @param {Aircraft[]} aircraft
   */
  at(told, aircraft) {
    const lines = told.filter((line) => this.offered.has(line));
    if (!lines.length) return nothing;
    const answered = lines.filter((line) => this.open.has(line));
    const ask = (/** @type {Event} */ e) => {
      // A click on the line itself means something else.
      e.stopPropagation();
      this.toggle(lines);
    };
    return html`<button class="why-ask" aria-expanded=${String(answered.length > 0)} @click=${ask}>Why?</button>${
      answered.map((line) => html`<div class="why-card" role="status" data-why=${line}>
        ${answer(this.open.get(line) ?? 'failed', aircraft)}
      </div>`)
    }`;
  }
}

/** Points from thousandths, with a proper minus. @param {number} milli */
const worth = (milli) => thousandths(milli).replace('-0.0', '0.0').replace('-', '−');

/** @param {Answer} says @param {Aircraft[]} aircraft */
function answer(says, aircraft) {
  if (says === 'thinking') return html`<p class="muted">Thinking back …</p>`;
  if (says === 'failed') return html`<p class="muted">No answer just now. Ask again later.</p>`;
  const { pilot, flies, why, given } = says;
  const line = (/** @type {Candidate} */ c, /** @type {number} */ n) => html`<li aria-current=${flag(n === given)}>
    <span class="worth">${worth(c.score_milli)}</span> ${sentence(c.label, aircraft)}${
      n === given ? html` <b>· this was done</b>` : nothing
    }${c.text ? html`<small>${sentence(c.text, aircraft)}</small>` : nothing}</li>`;
  const weighed = html`<p class="muted">What it weighed, in points as it reckons:</p>
    <ol>${why.candidates.map(line)}</ol>`;
  return html`<p>${sentence(why.text, aircraft)}.</p>
    ${why.candidates.length ? weighed : nothing}
    <p class="muted">${pilot}: ${flies}</p>`;
}

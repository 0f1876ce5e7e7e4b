// The log: paragraphs with their dice; rules, arithmetic and reasons where one points or presses.

import { chip } from '../lib/chip.js';
import { h } from '../lib/dom.js';
import { guard, html, nothing, render, repeat } from '../lib/html.js';
import { inParts, signed } from '../lib/words.js';
import { isPassed } from '../state/passing.js';
import { diceRow } from './dice.js';
import { countText, diceOf, entriesOf, filtered, first, heads, story } from './story.js';
/** @import { LogEntry, Aircraft, Calculation, Side } from '../wire/types.js' */
/** @import { Filter, Fold, Paragraph, Said } from './story.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { Whys } from './why.js' */

/**
 * A sentence with the names of aircraft in the colour of their side.
 * @param {string} text
 * @param {Aircraft[]} aircraft
 * @returns {Part[]}
 */
export function sentence(text, aircraft) {
  const names = namePattern(aircraft);
  if (!names) return [text];
  const sides = new Map(aircraft.map((a) => [a.name, a.side]));
  return text.split(names).map((part) => {
    const side = sides.get(part);
    return side ? html`<b class="who ${side}">${part}</b>` : part;
  });
}

/** @type {{ of: string | null, pattern: RegExp | null }} */
const last = { of: null, pattern: null };

/** A pattern of many names takes long to make, and names seldom change. @param {Aircraft[]} aircraft */
function namePattern(aircraft) {
  const of = aircraft.map((a) => a.name).join();
  if (last.of === of) return last.pattern;
  const names = [...new Set(aircraft.map((a) => a.name))].filter(Boolean).sort((a, b) => b.length - a.length);
  const escaped = names.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  last.of = of;
  last.pattern = names.length ? new RegExp(`(?<![\\w])(${escaped.join('|')})(?![\\w])`) : null;
  return last.pattern;
}

/**
 * A calculation, line by line; nothing where nothing was reckoned, no sum where there is nothing to add.
 * @param {Calculation} c
 */
export function calculation(c) {
  if (!c.terms.length) return nothing;
  const row = (/** @type {Calculation['terms'][0]} */ t) =>
    html`<tr><th scope="row">${t.from}</th><td>${signed(t.value, c.parts)}</td><td>${chip(t.rule)}</td></tr>`;
  const total = html`<tfoot><tr><th scope="row">total</th><td>${inParts(c.total, c.parts)}</td><td></td></tr></tfoot>`;
  return html`<table class="sum"><caption>${c.of}</caption><tbody>${c.terms.map(row)}</tbody>${
    c.terms.length > 1 ? total : nothing
  }</table>`;
}

/** The filters, and what is said where they leave nothing. @type {Record<Filter, { title: string, empty: string }>} */
const FILTERS = {
  all: { title: 'All', empty: 'Nothing has happened yet.' },
  fire: { title: 'Fire', empty: 'Nobody has fired yet.' },
  losses: { title: 'Losses', empty: 'Nobody is lost yet.' },
  mine: { title: 'Mine', empty: 'Nothing of yours yet.' },
};

export class Log {
  /**
   * @param {{ hover?: (e: LogEntry | null) => void, pick?: (e: LogEntry) => void, whys?: Whys }} [on] `whys`: the
   *   reasons of computer pilots
   */
  constructor(on = {}) {
    this.on = on;
    this.list = h('ol', { class: 'log-list', tabindex: '0', 'aria-label': 'Log' });
    this.filters = h('div', { class: 'log-filters', role: 'group', 'aria-label': 'Show in the log' });
    /** Downloads, where there are any. */
    this.links = h('p', { class: 'log-sheets' });
    const head = h('div', { class: 'log-head' }, h('h2', null, 'Log'), this.filters);
    this.node = h('section', { class: 'log' }, head, this.links, this.list);
    /** @type {Filter} */
    this.filter = 'all';
    /** Whose log it is, if a side's: then its own part can be shown. @type {Side | null} */
    this.side = null;
    /** @type {LogEntry | undefined} */
    this.last = undefined;
    /** Whether the latest is in sight; then it stays there when the list gets less room. */
    this.latest = true;
    this.tall = 0;
    this.list.addEventListener('scroll', () => {
      // While its size changes, where the list stands says nothing about what the reader wants.
      if (this.list.clientHeight === this.tall)
        this.latest = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 8;
    });
    new ResizeObserver(() => {
      this.tall = this.list.clientHeight;
      if (this.latest) this.#end();
    }).observe(this.list);
  }

  #end() {
    this.latest = true;
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** What is shown. @type {{ entries: LogEntry[], aircraft: Aircraft[], now: number | undefined }} */
  #shown = { entries: [], aircraft: [], now: undefined };

  /**
   * Shows these entries; those already there stay. In a replay `now` is the command on the board, and what comes after
   * it is pale.
   * @param {LogEntry[]} entries
   * @param {Aircraft[]} aircraft
   * @param {number} [now]
   */
  show(entries, aircraft, now) {
    this.#shown = { entries, aircraft, now };
    this.#draw();
    const last = entries.at(-1);
    if (last && last !== this.last) this.#end();
    this.last = last;
  }

  #draw() {
    const { entries, aircraft, now } = this.#shown;
    if (this.filter === 'mine' && !this.side) this.filter = 'all';
    const { filter, side } = this;
    const names = aircraft.map((a) => a.name).join();
    const list = () => {
      this.#firsts = new Map(entries.toReversed().map((e) => [e.line, e]));
      const items = filtered(story(entries, aircraft), filter, aircraft, side);
      if (!items.length) return html`<li class="empty">${FILTERS[filter].empty}</li>`;
      return repeat(
        items,
        (item) => entriesOf(item)[0],
        (item) => ('folded' in item ? this.#fold(item) : this.#paragraph(item)),
      );
    };
    render(guard([entries, names, now, filter, side, this.on.whys?.version], list), this.list);
    render(this.#filters(), this.filters);
  }

  #filters() {
    const known = /** @type {Filter[]} */ (Object.keys(FILTERS)).filter((f) => f !== 'mine' || this.side);
    const press = (/** @type {Filter} */ f) => () => {
      this.filter = f;
      this.#draw();
      this.#end();
    };
    return known.map(
      (f) =>
        html`<button aria-pressed=${f === this.filter} @click=${press(f)}>${FILTERS[f].title}</button>`,
    );
  }

  /** Where entries stand beside what is on the board. @param {LogEntry} e */
  #when(e) {
    const { now } = this.#shown;
    return now === undefined || e.line < now ? '' : e.line === now ? ' now' : ' later';
  }

  /** @param {Said} said */
  #said({ e, before, text, ends }) {
    const stop = ends && !/[.!?]$/.test(text) ? '.' : '';
    return html`${before}<span
      class="said ${e.kind}${isPassed(e) ? ' by-itself' : ''}${this.#when(e)}"
      data-line=${e.line}
      @mouseenter=${() => this.on.hover?.(e)}
      @click=${() => this.on.pick?.(e)}
    >${sentence(text, this.#shown.aircraft)}${stop}${e.dice.length ? [' ', diceRow(e.dice)] : nothing}</span>`;
  }

  /** The first entry of each command, by its number. @type {Map<number, LogEntry>} */
  #firsts = new Map();

  /** Commands that begin in a paragraph; they are asked about there. @param {Said[]} said */
  #begun = (said) => said.flatMap(({ e }) => (this.#firsts.get(e.line) === e ? [e.line] : []));

  /** Rules, arithmetic and reasons behind a paragraph. @param {Paragraph} p */
  #more({ said }) {
    const rules = [...new Set(said.flatMap(({ e }) => e.rules))];
    const sums = said.flatMap(({ e }) => (e.calculation ? [e.calculation] : []));
    const sum = (/** @type {Calculation} */ c) =>
      html`<details><summary>${c.of}: ${inParts(c.total, c.parts)}</summary>${calculation(c)}</details>`;
    const { whys } = this.on;
    const why = whys ? [whys.at(this.#begun(said), this.#shown.aircraft), ' '] : nothing;
    return html`<div class="more">${rules.map((r) => [chip(r), ' '])}${why}${sums.map(sum)}</div>`;
  }

  /** @param {Paragraph} p */
  #paragraph(p) {
    const asked = this.#begun(p.said).some((line) => this.on.whys?.open.has(line));
    const { kind } = first(p);
    return html`<li class="entry ${kind}${heads(first(p)) ? ' heading' : ''}" ?data-pinned=${asked}
      @click=${open} @mouseleave=${() => this.on.hover?.(null)}
    >${p.said.map((s) => this.#said(s))}${this.#more(p)}</li>`;
  }

  /** @param {Fold} fold */
  #fold(fold) {
    const { lead, folded } = fold;
    const line = (lead ?? folded[0]).said[0];
    const dice = diceOf(fold);
    const said = `said ${line.e.kind}${this.#when(line.e)}`;
    const head = html`<span class=${said}>${sentence(line.text, this.#shown.aircraft)}${lead ? '.' : ''}</span>`;
    return html`<li class="entry fold ${line.e.kind}"><details>
      <summary>${head} <span class="count">${countText(fold)}</span>${
        dice.length ? [' ', diceRow(dice)] : nothing
      }</summary>
      ${lead ? this.#more(lead) : nothing}
      <ol>${folded.map((p) => this.#paragraph(p))}</ol>
    </details></li>`;
  }

  /** Brings the entries of the command into sight that is now on the board. */
  reveal() {
    const now = [...this.list.querySelectorAll('.now')].pop();
    const fold = now?.closest('details');
    if (!now) return;
    this.latest = false;
    const at = (fold && !fold.open ? fold : now).getBoundingClientRect();
    this.list.scrollTop += at.top - this.list.getBoundingClientRect().top - this.list.clientHeight / 2;
  }
}

/** A press on a paragraph shows what is behind it, and puts it away again. @param {MouseEvent} e */
function open(e) {
  const on = /** @type {Element} */ (e.target);
  if (!on.closest('a, button, summary, .more')) /** @type {Element} */ (e.currentTarget).toggleAttribute('data-open');
}

// The log: a sentence, its dice, its rules, and the arithmetic on demand.

import { chip } from '../lib/chip.js';
import { h } from '../lib/dom.js';
import { guard, html, nothing, render, repeat } from '../lib/html.js';
import { inParts, signed } from '../lib/words.js';
import { diceRow } from './dice.js';
/** @import { LogEntry, Aircraft, Calculation } from '../wire/types.js' */
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

export class Log {
  /**
   * @param {{ hover?: (e: LogEntry | null) => void, pick?: (e: LogEntry) => void, whys?: Whys }} [on] `whys`: the
   *   reasons of computer pilots
   */
  constructor(on = {}) {
    this.on = on;
    this.list = h('ol', { class: 'log-list', tabindex: '0', 'aria-label': 'Log' });
    /** Downloads, where there are any. */
    this.links = h('p', { class: 'log-sheets' });
    this.node = h('section', { class: 'log' }, h('h2', null, 'Log'), this.links, this.list);
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

  /**
   * Shows these entries; those already there stay. In a replay `now` is the command on the board, and what comes after
   * it is pale.
   * @param {LogEntry[]} entries
   * @param {Aircraft[]} aircraft
   * @param {number} [now]
   */
  show(entries, aircraft, now) {
    const { whys } = this.on;
    const names = aircraft.map((a) => a.name).join();
    const list = () =>
      entries.length
        ? repeat(
            entries,
            (e) => e,
            (e, n) => this.#entry(e, aircraft, now, entries[n - 1]?.line !== e.line),
          )
        : html`<li class="empty">Nothing has happened yet.</li>`;
    render(guard([entries, names, now, whys?.version], list), this.list);
    const last = entries.at(-1);
    if (last && last !== this.last) this.#end();
    this.last = last;
  }

  /**
   * @param {LogEntry} e
   * @param {Aircraft[]} aircraft
   * @param {number | undefined} now
   * @param {boolean} first of its command
   */
  #entry(e, aircraft, now, first) {
    const when = now === undefined || e.line < now ? '' : e.line === now ? ' now' : ' later';
    const says = [sentence(e.text, aircraft), e.dice.length ? [' ', diceRow(e.dice)] : nothing];
    const sum = e.calculation;
    const total = sum && inParts(sum.total, sum.parts);
    const how = sum && html`<details><summary>${sum.of}: ${total}</summary>${calculation(sum)}</details>`;
    const why = (first && this.on.whys?.at(e.line, aircraft)) || nothing;
    return html`<li
      class="entry ${e.kind}${when}"
      data-line=${e.line}
      @mouseenter=${() => this.on.hover?.(e)}
      @mouseleave=${() => this.on.hover?.(null)}
      @click=${() => this.on.pick?.(e)}
    >${says} ${e.rules.map((r) => [chip(r), ' '])}${how}${why}</li>`;
  }

  /** Brings the entries of the command into sight that is now on the board. */
  reveal() {
    const now = /** @type {HTMLElement | undefined} */ ([...this.list.querySelectorAll('.now')].pop());
    if (!now) return;
    this.latest = false;
    this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
  }
}

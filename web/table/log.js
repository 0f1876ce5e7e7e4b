// The log: a sentence, its dice, its rules, and the arithmetic on demand.

import { h, fill } from '../lib/dom.js';
import { diceRow } from './dice.js';
import { chip } from '../screens/rules.js';
import { key } from '../board/geo.js';
/** @import { At, LogEntry, Aircraft, Calculation } from '../wire/types.js' */

/**
 * A sentence with the names of aircraft in the colour of their side.
 * @param {string} text
 * @param {Aircraft[]} aircraft
 */
export function sentence(text, aircraft) {
  const names = namePattern(aircraft);
  if (!names) return [text];
  const sides = new Map(aircraft.map((a) => [a.name, a.side]));
  return text.split(names).map((part) => {
    const side = sides.get(part);
    return side ? h('b', { class: `who ${side}` }, part) : part;
  });
}

/** @type {{ of: Aircraft[] | null, pattern: RegExp | null }} */
const last = { of: null, pattern: null };

/** @param {Aircraft[]} aircraft */
function namePattern(aircraft) {
  if (last.of === aircraft) return last.pattern;
  const names = [...new Set(aircraft.map((a) => a.name))].filter(Boolean).sort((a, b) => b.length - a.length);
  const escaped = names.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  last.of = aircraft;
  last.pattern = names.length ? new RegExp(`(?<![\\w])(${escaped.join('|')})(?![\\w])`) : null;
  return last.pattern;
}

/**
 * A calculation, line by line; nothing where nothing was reckoned, no sum where there is nothing to add.
 * @param {Calculation} c
 */
export function calculation(c) {
  if (!c.terms.length) return null;
  return h('table', { class: 'sum' },
    h('caption', null, c.of),
    h('tbody', null, c.terms.map((t) => h('tr', null, h('th', { scope: 'row' }, t.from), h('td', null, signed(t.value)), h('td', null, chip(t.rule))))),
    c.terms.length > 1 && h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'total'), h('td', null, String(c.total)), h('td'))));
}

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export class Log {
  /** @param {{ hover?: (e: LogEntry | null) => void, pick?: (e: LogEntry) => void }} [on] */
  constructor(on = {}) {
    this.on = on;
    this.list = h('ol', { class: 'log-list', tabindex: '0', 'aria-label': 'Log' });
    this.node = h('section', { class: 'log' }, h('h2', null, 'Log'), this.list);
    /** @type {LogEntry[]} */
    this.shown = [];
    /** Whether the latest is in sight; then it stays there when the list gets less room. */
    this.latest = true;
    this.tall = 0;
    this.list.addEventListener('scroll', () => {
      // While its size changes, where the list stands says nothing about what the reader wants.
      if (this.list.clientHeight === this.tall) this.latest = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 8;
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
   * Shows these entries; those already there stay.
   * @param {LogEntry[]} entries
   * @param {Aircraft[]} aircraft
   */
  show(entries, aircraft) {
    let same = 0;
    while (same < entries.length && same < this.shown.length && entries[same] === this.shown[same]) same++;
    while (this.list.childElementCount > same) this.list.lastElementChild?.remove();
    if (entries.length === 0) fill(this.list, h('li', { class: 'empty' }, 'Nothing has happened yet.'));
    else if (same === 0) fill(this.list);
    const fresh = entries.slice(same).map((e) => this.#entry(e, aircraft));
    this.list.append(...fresh);
    this.shown = entries.slice();
    if (fresh.length) this.#end();
  }

  /** @param {LogEntry} e @param {Aircraft[]} aircraft */
  #entry(e, aircraft) {
    const line = [sentence(e.text, aircraft), e.dice.length ? [' ', diceRow(e.dice)] : '', ' ', e.rules.map((r) => [chip(r), ' '])];
    return h('li', {
      class: `entry ${e.kind}`, 'data-line': e.line,
      onmouseenter: () => this.on.hover?.(e), onmouseleave: () => this.on.hover?.(null),
      onclick: () => this.on.pick?.(e),
    }, line.flat(2), e.calculation && h('details', null, h('summary', null, `${e.calculation.of}: ${e.calculation.total}`), calculation(e.calculation)));
  }

  /** Marks which command's entries are now on the board. @param {number} line */
  at(line) {
    for (const li of this.list.children) {
      const its = Number(/** @type {HTMLElement} */ (li).dataset.line ?? -1);
      li.classList.toggle('later', its > line);
      li.classList.toggle('now', its === line);
    }
    const now = this.list.querySelector('.now:last-of-type') ?? [...this.list.querySelectorAll('.now')].pop();
    if (!now) return;
    this.latest = false;
    this.list.scrollTop = /** @type {HTMLElement} */ (now).offsetTop - this.list.clientHeight / 2;
  }
}

/**
 * How an aircraft came to be where it is: the trail that the position holds, or the way of its last move in the log.
 * @param {Aircraft} a
 * @param {LogEntry[]} log
 * @returns {At[]}
 */
export function trail(a, log) {
  if (a.trail.length > 1) return a.trail;
  const last = log.findLast((e) => e.actor === a.id && e.path.length > 0);
  const end = last?.path.at(-1);
  // Whoever was put elsewhere since did not fly that way.
  return last && end && a.pose && key(end) === key(a.pose.at) ? last.path : [];
}

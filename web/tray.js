// The dice tray: what was thrown last, on the board.

import { h, fill } from './dom.js';
import { diceRow } from './dice.js';
import { sentence } from './log.js';
import { icon } from './icons.js';
/** @import { Aircraft, LogEntry } from './types.js' */

/** So many throws are shown, the last ones. */
const SHOWN = 4;

export class Tray {
  constructor() {
    this.node = h('div', { class: 'tray', role: 'group', 'aria-label': 'Dice', hidden: true });
  }

  /** Shows the dice of these events, if any were thrown. @param {LogEntry[]} events @param {Aircraft[]} aircraft */
  show(events, aircraft) {
    const rolls = events.filter((e) => e.dice.length).slice(-SHOWN);
    if (!rolls.length) return;
    fill(this.node, rolls.map((e) => h('p', null, diceRow(e.dice), ' ', h('span', null, sentence(e.text, aircraft)))),
      h('button', { class: 'plain close', 'aria-label': 'Put the dice away', onclick: () => this.clear() }, icon('cross')));
    this.node.hidden = false;
  }

  clear() {
    this.node.hidden = true;
  }
}

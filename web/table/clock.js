// The clocks of both sides, in the header. The server keeps the time; here it is only counted on between two words of
// the server.

import { h } from '../lib/dom.js';
import { sayNow } from '../lib/speech.js';
import { nameOf } from '../state/layout.js';
import { leftOf, sideOf } from '../state/record.js';
/** @import { ClockOrder, Side } from '../wire/types.js' */
/** @import { State } from '../state/record.js' */

const TICK_MS = 500;
/** With so much time left the clock is drawn in red, and a screen reader is told. */
const LITTLE_MS = 60_000;
const DAY_S = 86_400;
/** @type {Side[]} */
const SIDES = ['allies', 'axis'];

export class Clocks {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.node = h('span', { class: 'clocks', role: 'timer', hidden: true });
    this.faces = SIDES.map((side) => this.node.appendChild(h('span', { class: `chip clock ${side}` })));
    this.timer = setInterval(() => this.show(), TICK_MS);
    this.warned = false;
  }

  show() {
    const { state } = this;
    const { clock } = state;
    this.node.hidden = !clock;
    if (!clock) return;
    SIDES.forEach((side, n) => {
      const face = this.faces[n];
      const left = leftOf(state, side, Date.now());
      const runs = clock.runs.includes(side);
      face.hidden = !!state.table?.sides[side]?.pilot;
      face.classList.toggle('runs', runs);
      face.classList.toggle('little', left < LITTLE_MS);
      const text = timeText(left);
      if (face.textContent !== text) face.textContent = text;
      face.title = `${nameOf(state, side)}: ${text} left${runs ? ', running' : ''}`;
      if (runs && side === sideOf(state) && left < LITTLE_MS) this.#warn();
    });
  }

  #warn() {
    if (!this.warned) sayNow('Less than a minute is left on your clock.');
    this.warned = true;
  }

  close() {
    clearInterval(this.timer);
  }
}

/** A time as a clock shows it. @param {number} ms */
export function timeText(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (s >= DAY_S) return `${Math.floor(s / DAY_S)} d ${Math.floor((s % DAY_S) / 3600)} h`;
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))} h`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** How much time players have, in words. @param {ClockOrder | null | undefined} order */
export function orderText(order) {
  if (!order) return '';
  const { seconds, per } = order;
  const long =
    seconds % DAY_S === 0
      ? `${seconds / DAY_S} ${seconds === DAY_S ? 'day' : 'days'}`
      : seconds % 60 === 0
        ? `${seconds / 60} min`
        : `${seconds} s`;
  return `${long} ${per === 'game' ? 'a side' : per === 'turn' ? 'a turn' : 'a move'}`;
}

// What stands below the board: the way to the replay, orders to all where there is room for them, and the turns.

import { h, hasBar } from '../lib/dom.js';
import { nothing, render } from '../lib/html.js';
import { makeRoom } from '../state/look.js';
import { hintButton } from './hint.js';
import { orderBar } from './orders.js';
import { Timeline } from './timeline.js';
/** @import { View } from '../wire/types.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

export class Bar {
  /** @param {State} state @param {Acts} act */
  constructor(state, act) {
    this.state = state;
    this.act = act;
    this.orders = h('div', { class: 'bar' });
    this.advice = h('div', { class: 'bar' });
    const replay = h('a', { class: 'button small', href: `/replay/${state.id}` }, 'Replay');
    this.timeline = new Timeline({ before: [replay, this.orders], after: [this.advice] });
    this.node = this.timeline.node;
  }

  /** @param {View} view */
  show(view) {
    const { state, act } = this;
    render(orderBar(state, act), this.orders);
    render(state.bar ? hintButton(state, act) : nothing, this.advice);
    this.timeline.show(view.phase);
  }

  /** Looks whether there is room for orders, which changes with the page and its letters; answers whether it did. */
  makeRoom() {
    const was = this.state.bar;
    makeRoom(this.state, hasBar());
    return was !== this.state.bar;
  }
}

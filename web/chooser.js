// The chooser: where a move may end at one place in several ways, a small box there asks which.

import { h, fill } from './dom.js';
/** @import { At, Plan } from './types.js' */
/** @import { AnyChoice } from './panel.js' */
/** @import { Board } from './board.js' */

/** A way to end at the place: a whole move, or a choice of the menu. @typedef {Plan<any> | AnyChoice} Way */

export class Chooser {
  /** @param {Board} board @param {{ glance: (way: Way) => void, take: (way: Way) => void }} on */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.node = h('div', { class: 'chooser', role: 'group', 'aria-label': 'Heading', hidden: true });
    board.host.append(this.node);
  }

  get open() {
    return !this.node.hidden;
  }

  /** Lets the player choose how to point. @param {At} at @param {Way[]} ways */
  ask(at, ways) {
    const g = this.board.grid;
    if (!g) return;
    fill(this.node, ways.map((way) => this.#button(way)));
    this.node.hidden = false;
    this.#place(this.board.camera.toHost(g.centre(at)));
    /** @type {HTMLElement | null} */ (this.node.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** @param {Way} way */
  #button(way) {
    const arrow = h('span', { class: 'arrow', 'aria-hidden': 'true' }, '↑');
    arrow.style.transform = `rotate(${way.pose?.heading ?? 0}deg)`;
    const level = way.pose?.altitude != null ? ` · level ${way.pose.altitude}` : '';
    return h('button', {
      'aria-label': `Heading ${way.pose?.heading} degrees${level}`, onclick: () => {
        this.close();
        this.on.take(way);
      },
      onmouseenter: () => this.on.glance(way), onfocus: () => this.on.glance(way),
    }, arrow, ` ${way.pose?.heading}°${level}`);
  }

  /** @param {{ x: number, y: number }} p */
  #place(p) {
    const { clientWidth: w, clientHeight: hh } = this.board.host;
    const box = this.node.getBoundingClientRect();
    this.node.style.left = `${Math.max(8, Math.min(w - box.width - 8, p.x - box.width / 2))}px`;
    this.node.style.top = `${Math.max(8, p.y + 34 + box.height > hh ? p.y - 34 - box.height : p.y + 34)}px`;
  }

  close() {
    if (this.node.contains(document.activeElement)) this.board.host.focus({ preventScroll: true });
    this.node.hidden = true;
  }
}

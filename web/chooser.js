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
    const several = new Set(ways.map((way) => way.pose?.altitude)).size > 1;
    this.node.classList.toggle('levels', several);
    fill(this.node, several ? this.#rows(ways) : ways.map((way) => this.#button(way, [arrow(way), ` ${way.pose?.heading}°`])));
    this.node.hidden = false;
    this.#place(this.board.camera.toHost(g.centre(at)));
    /** @type {HTMLElement | null} */ (this.node.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** Headings one below the other, each with its levels from the highest down. @param {Way[]} ways */
  #rows(ways) {
    const headings = [...new Set(ways.map((way) => way.pose?.heading))];
    return headings.map((heading) => {
      const its = ways.filter((way) => way.pose?.heading === heading).sort((a, b) => (b.pose?.altitude ?? 0) - (a.pose?.altitude ?? 0));
      return h('div', { class: 'heading' }, h('span', null, arrow(its[0]), ` ${heading}° · level`), h('div', null, its.map((way) => this.#button(way, String(way.pose?.altitude)))));
    });
  }

  /** @param {Way} way @param {import('./dom.js').Children} face */
  #button(way, face) {
    const level = way.pose?.altitude != null ? `, level ${way.pose.altitude}` : '';
    return h('button', {
      'aria-label': `Heading ${way.pose?.heading} degrees${level}`, onclick: () => {
        this.close();
        this.on.take(way);
      },
      onmouseenter: () => this.on.glance(way), onfocus: () => this.on.glance(way),
    }, face);
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

/** @param {Way} way */
function arrow(way) {
  const node = h('span', { class: 'arrow', 'aria-hidden': 'true' }, '↑');
  node.style.transform = `rotate(${way.pose?.heading ?? 0}deg)`;
  return node;
}

/** What there is to choose from, in words. @param {Way[]} ways */
export function choiceText(ways) {
  const [headings, levels] = [(/** @type {Way} */ w) => w.pose?.heading, (/** @type {Way} */ w) => w.pose?.altitude].map((of) => new Set(ways.map(of)).size);
  return `${[headings > 1 && `${headings} headings`, levels > 1 && `${levels} levels`].filter(Boolean).join(' and ')} to choose from`;
}

// The chooser: where a move may end at one place in several ways, a small box there asks which.

import { h, fill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
/** @import { At, Plan } from '../wire/types.js' */
/** @import { AnyChoice } from './panel.js' */
/** @import { Board } from '../board/board.js' */

/** A way to end at the place: a whole move, or a choice of the menu. @typedef {Plan<any> | AnyChoice} Way */

/** How far from its place the box stands, how near to an aircraft it covers it, and how near to the edge of the board it may come. */
const ROOM = 34;
const COVER = 24;
const EDGE = 8;

export class Chooser {
  /** @param {Board} board @param {{ glance: (way: Way) => void, take: (way: Way) => void }} on */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    /** The place asked about. @type {At | null} */
    this.at = null;
    this.node = h('div', { class: 'chooser', role: 'group', 'aria-label': 'Heading and level', hidden: true });
    board.host.append(this.node);
  }

  get open() {
    return !this.node.hidden;
  }

  /** Lets the player choose how to point. @param {At} at @param {Way[]} ways */
  ask(at, ways) {
    const several = new Set(ways.map((way) => way.pose?.altitude)).size > 1;
    const before = this.board.overlay;
    const leave = () => {
      this.close();
      this.board.lay(before);
    };
    this.at = at;
    this.node.classList.toggle('levels', several);
    fill(this.node, several ? this.#rows(ways) : ways.map((way) => this.#button(way, [arrow(way), ` ${way.pose?.heading}°`])),
      h('button', { class: 'plain close', 'aria-label': 'Choose no heading', onclick: leave }, icon('cross')));
    this.node.hidden = false;
    if (this.#docked) this.#uncover();
    else this.place();
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

  /** @param {Way} way @param {import('../lib/dom.js').Children} face */
  #button(way, face) {
    const level = way.pose?.altitude != null ? `, level ${way.pose.altitude}` : '';
    return h('button', {
      class: 'way-to-end', 'aria-label': `Heading ${way.pose?.heading} degrees${level}`, onclick: () => {
        this.close();
        this.on.take(way);
      },
      onmouseenter: () => this.on.glance(way), onfocus: () => this.on.glance(way),
    }, face);
  }

  /** The places that it speaks of, on the board: where the move would end, and where its aircraft is now. @returns {{ x: number, y: number }[]} */
  #subjects() {
    const { grid, overlay, view } = this.board;
    const pose = view?.aircraft.find((a) => a.id === overlay.selected && a.flying)?.pose;
    return grid && this.at ? [...(pose ? [this.board.spot(pose)] : []), grid.centre(this.at)] : [];
  }

  /** Whether the style sheet lays it over the decision, where there is no room for it on the board. */
  get #docked() {
    return getComputedStyle(this.node).position === 'fixed';
  }

  /** Brings what it speaks of out from under it. */
  #uncover() {
    const { camera, host } = this.board;
    const [box, board] = [this.node.getBoundingClientRect(), host.getBoundingClientRect()];
    const beside = box.left > board.left + EDGE;
    const free = { width: beside ? box.left - board.left : board.width, height: beside ? board.height : box.top - board.top };
    for (const p of this.#subjects()) camera.reveal(p, { width: Math.min(free.width, board.width), height: Math.min(free.height, board.height) });
  }

  /** Puts the box beside the place, where it is whole and covers least: first of all what it speaks of, then other aircraft. */
  place() {
    const { board, node } = this;
    if (!this.open || this.#docked) return;
    const { clientWidth: w, clientHeight: hh } = board.host;
    const { offsetWidth: width, offsetHeight: height } = node;
    const [own, others] = [this.#subjects(), board.flying()].map((all) => all.map((p) => board.camera.toHost(p)));
    const { x, y } = own[own.length - 1];
    const corners = [{ x: x - width / 2, y: y + ROOM }, { x: x - width / 2, y: y - ROOM - height }, { x: x + ROOM, y: y - height / 2 }, { x: x - ROOM - width, y: y - height / 2 }]
      .map((c) => ({ x: Math.max(EDGE, Math.min(w - width - EDGE, c.x)), y: Math.max(EDGE, Math.min(hh - height - EDGE, c.y)) }));
    const covered = (/** @type {{ x: number, y: number }} */ c, /** @type {{ x: number, y: number }[]} */ spots) =>
      spots.filter((p) => p.x > c.x - COVER && p.x < c.x + width + COVER && p.y > c.y - COVER && p.y < c.y + height + COVER).length;
    const cost = corners.map((c) => covered(c, own) * 1000 + covered(c, others));
    const best = corners[cost.indexOf(Math.min(...cost))];
    node.style.setProperty('--x', `${Math.round(best.x)}px`);
    node.style.setProperty('--y', `${Math.round(best.y)}px`);
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

// The dice tray: what was thrown last, in that corner of the board where it covers least.

import { chip } from '../lib/chip.js';
import { h } from '../lib/dom.js';
import { html, render } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { diceRow } from './dice.js';
import { sentence } from './log.js';
/** @import { LogEntry } from '../wire/types.js' */
/** @import { Board } from '../board/board.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** So many throws are shown, the last ones; fewer where there is little room. */
const SHOWN = 4;
const SHOWN_SMALL = 2;
/** Distance from the edge, and room around what should stay in sight. */
const EDGE = 10;
const ROOM = 24;

export class Tray {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.node = h('div', { class: 'tray', role: 'group', 'aria-label': 'Dice', hidden: true });
    /** What lies in it. @type {LogEntry[]} */
    this.shown = [];
    board.host.append(this.node);
  }

  /** @param {State} state @param {Acts} act */
  show({ tray, view }, act) {
    if (tray === this.shown) return;
    this.shown = tray;
    this.node.hidden = !tray.length;
    const rolls = tray.slice(this.board.host.clientWidth < 500 ? -SHOWN_SMALL : -SHOWN);
    const roll = (/** @type {LogEntry} */ e) => {
      const says = sentence(e.text, view?.aircraft ?? []);
      return html`<p>${diceRow(e.dice)} <span class="said">${says}</span>${e.rules.map((r) => [' ', chip(r)])}</p>`;
    };
    const away = html`<button class="plain close" aria-label="Put the dice away" @click=${act.clearTray}>
      ${icon('cross')}
    </button>`;
    render([rolls.map(roll), away], this.node);
    this.place();
  }

  /** Puts the tray where it covers no aircraft. Where it cannot, old throws give way, then words: the log has them. */
  place() {
    const { node } = this;
    if (node.hidden) return;
    const throws = [...node.querySelectorAll('p')];
    for (const one of throws) one.hidden = false;
    node.classList.remove('bare');
    let best = this.#corner();
    for (const one of throws.slice(0, -1)) {
      if (!best.aircraft) break;
      one.hidden = true;
      best = this.#corner();
    }
    if (best.aircraft) {
      node.classList.add('bare');
      best = this.#corner();
    }
    node.style.transform = `translate(${best.x}px, ${best.y}px)`;
  }

  /** The corner where the tray covers the fewest aircraft, and of those the one with the fewest places within reach. */
  #corner() {
    const { board, node } = this;
    const { clientWidth: w, clientHeight: hh } = board.host;
    const [width, height] = [node.offsetWidth, node.offsetHeight];
    // Compass and tools stand at the right; where the tray would meet them it stays clear of them.
    const [compass, tools] = ['.compass', '.tools'].map((name) =>
      board.host.querySelector(name)?.getBoundingClientRect(),
    );
    const wide = EDGE + width + EDGE > w - Math.max(compass?.width ?? 0, tools?.width ?? 0) - EDGE;
    const top = EDGE;
    const low = hh - height - EDGE;
    const corners = [
      { x: EDGE, y: wide ? low - (tools?.height ?? 0) - EDGE : low },
      { x: EDGE, y: top },
      { x: w - width - EDGE, y: top + (compass?.height ?? 0) + EDGE },
      { x: EDGE, y: low / 2 },
    ];
    const covers = (/** @type {{ x: number, y: number }} */ c) => (/** @type {{ x: number, y: number }} */ spot) => {
      const p = board.camera.toHost(spot);
      return p.x > c.x - ROOM && p.x < c.x + width + ROOM && p.y > c.y - ROOM && p.y < c.y + height + ROOM;
    };
    const [flying, reachable] = [board.flying(), board.reachable()];
    const all = corners.map((c) => ({
      ...c,
      aircraft: flying.filter(covers(c)).length,
      places: reachable.filter(covers(c)).length,
    }));
    return all.reduce((a, b) => (b.aircraft - a.aircraft || b.places - a.places) < 0 ? b : a);
  }
}

// The chooser: where a move may end at one place in several ways, a small box there asks which.

import { h } from '../lib/dom.js';
import { html, nothing, render } from '../lib/html.js';
import { attitudeText, capital, heightText } from '../lib/words.js';
import { icon } from '../lib/icons.js';
import { watched } from '../state/ends.js';
import { horizonMark } from './instruments.js';
/** @import { Board } from '../board/board.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { State, Way } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/**
 * How far from its place the box stands, how near to an aircraft it covers it, and how near to the edge of the board it
 * may come.
 */
const ROOM = 34;
const COVER = 24;
const EDGE = 8;
/** More moves with names than this are chosen by name first. */
const MANY = 10;

export class Chooser {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The question on the screen. @type {State['chooser']} */
    this.asks = null;
    this.node = h('div', { class: 'chooser', role: 'group', 'aria-label': 'Heading and level', hidden: true });
    board.host.append(this.node);
  }

  /** Lets the player choose how to point. @param {State} state @param {Acts} act */
  show(state, act) {
    if (state.chooser === this.asks) return;
    this.asks = state.chooser;
    if (!this.asks) return this.#close();
    const { ways } = this.asks;
    const several = new Set(ways.map((way) => way.pose?.altitude)).size > 1;
    const id = state.menu?.draft?.aircraft ?? watched(state) ?? -1;
    const feet = state.view?.level_feet;
    const button = (/** @type {Way} */ way, /** @type {Part} */ face) => {
      const where = `heading ${way.pose?.heading} degrees`;
      const level = way.pose?.altitude != null ? `, ${heightText(way.pose.altitude, feet)}` : '';
      const flies = way.pose?.attitude ? `, ${attitudeText(way.pose.attitude)}` : '';
      const begins = named(way) ? `${way.pose?.altitude} ${named(way)?.note}, ${where}` : capital(where);
      const glance = () =>
        act.glance({ path: 'path' in way ? way.path : [], ghost: way.pose && { id, pose: way.pose } });
      return html`<button
        class="way-to-end"
        aria-label="${begins}${level}${flies}"
        @click=${() => act.takeWay(way)}
        @mouseenter=${glance}
        @focus=${glance}
      >${face}</button>`;
    };
    this.node.classList.toggle('levels', several || ways.some(named));
    render(
      html`${
        ways.some(named)
          ? ways.length > MANY && new Set(ways.map(nameOf)).size > 1
            ? names(state, ways, act)
            : byName(ways, button)
          : several
            ? rows(ways, button)
            : ways.map((way) => button(way, [arrow(way), ` ${way.pose?.heading}°`]))
      }
      <button class="plain close" aria-label="Choose no heading" @click=${act.closeChooser}>${icon('cross')}</button>`,
      this.node,
    );
    this.node.hidden = false;
    if (this.#docked) this.#uncover();
    else this.place();
    /** @type {HTMLElement | null} */ (this.node.querySelector('button'))?.focus({ preventScroll: true });
  }

  #close() {
    if (this.node.contains(document.activeElement)) this.board.host.focus({ preventScroll: true });
    this.node.hidden = true;
  }

  /**
   * The places that it speaks of, on the board: where the move would end, and where its aircraft is now.
   * @returns {{ x: number, y: number }[]}
   */
  #subjects() {
    const { grid, overlay, view } = this.board;
    const pose = view?.aircraft.find((a) => a.id === overlay.selected && a.flying)?.pose;
    return grid && this.asks ? [...(pose ? [this.board.spot(pose)] : []), grid.centre(this.asks.at)] : [];
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
    const free = {
      width: beside ? box.left - board.left : board.width,
      height: beside ? board.height : box.top - board.top,
    };
    for (const p of this.#subjects())
      camera.reveal(p, { width: Math.min(free.width, board.width), height: Math.min(free.height, board.height) });
  }

  /**
   * Puts the box beside the place, where it is whole and covers least: first of all what it speaks of, then other
   * aircraft.
   */
  place() {
    const { board, node } = this;
    if (!this.asks || this.#docked) return;
    const { clientWidth: w, clientHeight: hh } = board.host;
    const { offsetWidth: width, offsetHeight: height } = node;
    const [own, others] = [this.#subjects(), board.flying()].map((all) => all.map((p) => board.camera.toHost(p)));
    const { x, y } = own[own.length - 1];
    const corners = [
      { x: x - width / 2, y: y + ROOM },
      { x: x - width / 2, y: y - ROOM - height },
      { x: x + ROOM, y: y - height / 2 },
      { x: x - ROOM - width, y: y - height / 2 },
    ].map((c) => ({
      x: Math.max(EDGE, Math.min(w - width - EDGE, c.x)),
      y: Math.max(EDGE, Math.min(hh - height - EDGE, c.y)),
    }));
    const covered = (/** @type {{ x: number, y: number }} */ c, /** @type {{ x: number, y: number }[]} */ spots) =>
      spots.filter(
        (p) => p.x > c.x - COVER && p.x < c.x + width + COVER && p.y > c.y - COVER && p.y < c.y + height + COVER,
      ).length;
    const cost = corners.map((c) => covered(c, own) * 1000 + covered(c, others));
    const best = corners[cost.indexOf(Math.min(...cost))];
    node.style.setProperty('--x', `${Math.round(best.x)}px`);
    node.style.setProperty('--y', `${Math.round(best.y)}px`);
  }
}

/**
 * Headings one below the other, each with its levels from the highest down.
 * @param {Way[]} ways
 * @param {(way: Way, face: Part) => Part} button
 */
function rows(ways, button) {
  const headings = [...new Set(ways.map((way) => way.pose?.heading))];
  return headings.map((heading) => {
    const its = ways
      .filter((way) => way.pose?.heading === heading)
      .sort((a, b) => (b.pose?.altitude ?? 0) - (a.pose?.altitude ?? 0));
    const levels = its.map((way) => button(way, String(way.pose?.altitude)));
    return html`<div class="heading"><span>${arrow(its[0])} ${heading}° · level</span><div>${levels}</div></div>`;
  });
}

/** What a pilot would call a move. @param {Way} way */
const named = (way) => ('manoeuvre' in way ? way.manoeuvre : null);

/** @param {Way} way */
const nameOf = (way) => capital(`${named(way)?.kind}, ${named(way)?.way}`);

/**
 * Too many moves to show at once: first by name.
 * @param {State} state
 * @param {Way[]} ways
 * @param {Acts} act
 */
function names({ chooser }, ways, act) {
  const at = chooser?.at;
  return [...sorted(ways, nameOf)].map(
    ([name, its]) => html`<button class="move-name" data-name=${name} @click=${() => at && act.narrow(at, its)}>
      ${name} <small>${its.length}</small>
    </button>`,
  );
}

/**
 * Moves by name; under each a row for every heading and attitude, with the levels at which they end, from the highest
 * down.
 * @param {Way[]} ways
 * @param {(way: Way, face: Part) => Part} button
 */
function byName(ways, button) {
  return [...sorted(ways, nameOf)].map(([name, its]) => {
    const rows = sorted(its, (way) => JSON.stringify([way.pose?.heading, way.pose?.attitude]));
    return html`<h3>${name}</h3>${[...rows.values()].map((row) => ends(row, button))}`;
  });
}

/** @param {Way[]} its @param {(way: Way, face: Part) => Part} button */
function ends(its, button) {
  const { heading, attitude } = its[0].pose ?? {};
  const down = [...its].sort((a, b) => (b.pose?.altitude ?? 0) - (a.pose?.altitude ?? 0));
  const face = (/** @type {Way} */ way) => html`<span>${way.pose?.altitude} <small>${named(way)?.note}</small></span>`;
  return html`<div class="heading named">
    <span>
      ${attitude ? horizonMark(attitude) : nothing} ${arrow(its[0])}
      <span>${heading}°<small>${attitude ? attitudeText(attitude) : nothing}</small></span>
    </span>
    <div>${down.map((way) => button(way, face(way)))}</div>
  </div>`;
}

/** Ways by something, in their order. @param {Way[]} ways @param {(way: Way) => string} by */
function sorted(ways, by) {
  /** @type {Map<string, Way[]>} */
  const all = new Map();
  for (const way of ways) all.set(by(way), [...(all.get(by(way)) ?? []), way]);
  return all;
}

/** @param {Way} way */
function arrow(way) {
  const turned = `transform: rotate(${way.pose?.heading ?? 0}deg)`;
  return html`<span class="arrow" aria-hidden="true" .style=${turned}>↑</span>`;
}

/** What the moves to a place are, in words. @param {Way[]} ways */
export function plansText(ways) {
  if (ways.length > 1) return choiceText(ways);
  const move = ways[0] && named(ways[0]);
  return move ? `${move.kind}, ${move.way}, ${move.note}` : `heading ${ways[0]?.pose?.heading}°`;
}

/** What there is to choose from, in words. @param {Way[]} ways */
export function choiceText(ways) {
  if (ways.some(named)) return `${ways.length} ways to choose from`;
  const [headings, levels] = [
    (/** @type {Way} */ w) => w.pose?.heading,
    (/** @type {Way} */ w) => w.pose?.altitude,
  ].map((of) => new Set(ways.map(of)).size);
  const what = [headings > 1 && `${headings} headings`, levels > 1 && `${levels} levels`];
  return `${what.filter(Boolean).join(' and ')} to choose from`;
}

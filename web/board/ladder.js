// The altitude ladder: every aircraft on its level. Hidden in games without altitude.

import { h, letters } from '../lib/dom.js';
import { html, nothing, render, repeat, svg } from '../lib/html.js';
import { short } from '../lib/words.js';
/** @import { View, Aircraft } from '../wire/types.js' */

/**
 * Where the numbers end and the rungs begin; how wide a chip is; the room for the heading. In pixels, as everything
 * here, at the usual size of letters.
 */
const LEFT = 22;
const CHIP = 28;
const HEAD = 30;
/**
 * Aircraft of one level that are shown as one.
 * @typedef {{ key: string, its: Aircraft[], level: number, at: string }} Chip
 */

/** Levels nearer to each other than this are not all numbered. */
const NUMBERED = 13;

export class Ladder {
  /** @param {{ pick: (id: number) => void, hover: (id: number | null) => void }} on */
  constructor(on) {
    this.on = on;
    this.node = h('section', { class: 'ladder', hidden: true, 'aria-label': 'Altitude' });
    this.was = '';
    this.size = '';
    /** @type {(() => void) | null} */
    this.again = null;
    new ResizeObserver(() => {
      if (this.#size() !== this.size) this.again?.();
    }).observe(this.node);
  }

  #size() {
    return `${this.node.clientWidth} ${this.node.clientHeight}`;
  }

  /** @param {View} view @param {number | null} selected @param {{ id: number, altitude: number } | null} ghost */
  show(view, selected, ghost) {
    const high = view.aircraft.filter((a) => a.flying && a.pose && a.pose.altitude != null);
    this.node.hidden = high.length === 0;
    this.again = () => this.show(view, selected, ghost);
    this.size = this.#size();
    const size = letters();
    const wide = this.node.clientWidth / size || 96;
    const tall = Math.max(180, this.node.clientHeight / size - HEAD);
    const was = JSON.stringify([wide, tall, high.map((a) => [a.id, a.pose?.altitude]), selected, ghost]);
    if (was === this.was) return;
    this.was = was;
    const levels = high.map((a) => a.pose?.altitude ?? 0);
    const top = Math.max(10, ...levels.map((l) => Math.ceil((l + 1) / 5) * 5));
    const step = top > 40 ? 10 : 5;
    const gap = (tall - 44) / top;
    const y = (/** @type {number} */ level) => 22 + (top - level) * gap;
    const rungs = [];
    for (let level = 0; level <= top; level += top > 40 ? 2 : 1) {
      const main = level % step === 0 ? 'main' : '';
      rungs.push(svg`<line x1=${LEFT + 4} x2=${wide - 5} y1=${y(level)} y2=${y(level)} class=${main}></line>`);
      if (main || gap >= NUMBERED)
        rungs.push(svg`<text x=${LEFT} y=${y(level) + 4.5} text-anchor="end" class=${main}>${level}</text>`);
    }
    /** @type {Map<number, Aircraft[]>} */
    const rows = new Map();
    for (const a of high) rows.set(a.pose?.altitude ?? 0, [...(rows.get(a.pose?.altitude ?? 0) ?? []), a]);
    const chips = [...rows].flatMap(([level, all]) => this.#row(level, all, wide, y(level)));
    render(
      html`<h2>Altitude</h2><svg viewBox="0 0 ${wide} ${tall}" role="img" aria-label=${words(rows)}>${rungs}
      ${repeat(
        chips,
        (c) => c.key,
        (c) => this.#chip(c, selected),
      )}
      ${ghost ? svg`<path class="trial" d="M${wide - 1} ${y(ghost.altitude)}l-8 -6v12z"></path>` : nothing}</svg>`,
      this.node,
    );
  }

  /**
   * The aircraft of a level, by name where there is room, by number where there is not.
   * @param {number} level @param {Aircraft[]} all @param {number} wide @param {number} y @returns {Chip[]}
   */
  #row(level, all, wide, y) {
    const width = wide - LEFT - 6;
    const size = Math.min(1, width / (2 * CHIP));
    const room = Math.max(2, Math.floor(width / CHIP));
    const sides = [...new Set(all.map((a) => a.side))].sort();
    const chips = all.length <= room ? all.map((a) => [a]) : sides.map((side) => all.filter((a) => a.side === side));
    const middle = LEFT + 4 + width / 2;
    return chips.map((its, n) => {
      const x = middle + (n - (chips.length - 1) / 2) * CHIP * size;
      const key = its.length === 1 ? String(its[0].id) : `${level} ${its[0].side}`;
      return { key, its, level, at: `translate(${x} ${y}) scale(${size.toFixed(2)})` };
    });
  }

  /** @param {Chip} chip @param {number | null} selected */
  #chip({ its, level, at }, selected) {
    const [first] = its;
    const lone = its.length === 1 ? first : null;
    return svg`<g class="rung ${first.side}${its.some((a) => a.id === selected) ? ' selected' : ''}" transform=${at}
      @click=${() => this.on.pick(first.id)} @mouseenter=${() => this.on.hover(lone?.id ?? null)}
        @mouseleave=${() => this.on.hover(null)}
      ><title>${its.map((a) => a.name).join(', ')}: level ${level}</title>${SHAPES[first.side]}<text y="4.5"
        text-anchor="middle"
      >${lone ? short(lone.name) : `×${its.length}`}</text></g>`;
  }
}

/** Round ends for the Allies, cut corners for the Axis. */
const SHAPES = {
  allies: svg`<rect x="-14" y="-10" width="28" height="20" rx="10"></rect>`,
  axis: svg`<path d="M-14 -5l5 -5H9l5 5V5l-5 5H-9l-5 -5Z"></path>`,
};

/** @param {Map<number, Aircraft[]>} rows */
function words(rows) {
  return [...rows]
    .sort((a, b) => b[0] - a[0])
    .map(([level, all]) => `level ${level}: ${all.map((a) => a.name).join(', ')}`)
    .join('; ');
}

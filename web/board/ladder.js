// The altitude ladder: every aircraft on its level. Hidden in games without altitude.

import { h, s, fill, letters } from '../lib/dom.js';
/** @import { View, Aircraft } from '../wire/types.js' */

/** Where the numbers end and the rungs begin; how wide a chip is; the room for the heading. In pixels, as everything here, at the usual size of letters. */
const LEFT = 22;
const CHIP = 28;
const HEAD = 30;
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
      const main = level % step === 0;
      rungs.push(s('line', { x1: LEFT + 4, x2: wide - 5, y1: y(level), y2: y(level), class: main ? 'main' : '' }));
      if (main || gap >= NUMBERED) rungs.push(s('text', { x: LEFT, y: y(level) + 4.5, 'text-anchor': 'end', class: main ? 'main' : '' }, String(level)));
    }
    /** @type {Map<number, Aircraft[]>} */
    const rows = new Map();
    for (const a of high) rows.set(a.pose?.altitude ?? 0, [...(rows.get(a.pose?.altitude ?? 0) ?? []), a]);
    const chips = [...rows].flatMap(([level, all]) => this.#row(level, all, wide, y(level), selected));
    const trial = ghost && s('path', { class: 'trial', d: `M${wide - 1} ${y(ghost.altitude)}l-8 -6v12z` });
    fill(this.node, h('h2', null, 'Altitude'),
      s('svg', { viewBox: `0 0 ${wide} ${tall}`, role: 'img', 'aria-label': words(rows) }, rungs, chips, trial));
  }

  /** The aircraft of a level, by name where there is room, by number where there is not. @param {number} level @param {Aircraft[]} all @param {number} wide @param {number} y @param {number | null} selected */
  #row(level, all, wide, y, selected) {
    const width = wide - LEFT - 6;
    const size = Math.min(1, width / (2 * CHIP));
    const room = Math.max(2, Math.floor(width / CHIP));
    const sides = [...new Set(all.map((a) => a.side))].sort();
    const chips = all.length <= room ? all.map((a) => [a]) : sides.map((side) => all.filter((a) => a.side === side));
    const middle = LEFT + 4 + width / 2;
    return chips.map((its, n) => {
      const x = middle + (n - (chips.length - 1) / 2) * CHIP * size;
      const lone = its.length === 1 ? its[0] : null;
      return s('g', {
        class: `rung ${its[0].side}${its.some((a) => a.id === selected) ? ' selected' : ''}`, transform: `translate(${x} ${y}) scale(${size.toFixed(2)})`,
        onclick: () => this.on.pick(its[0].id), onmouseenter: () => this.on.hover(lone?.id ?? null), onmouseleave: () => this.on.hover(null),
      }, s('title', null, `${its.map((a) => a.name).join(', ')}: level ${level}`), shape(its[0].side), s('text', { y: 4.5, 'text-anchor': 'middle' }, lone ? short(lone.name) : `×${its.length}`));
    });
  }
}

/** Round ends for the Allies, cut corners for the Axis. @param {string} side */
function shape(side) {
  return side === 'allies'
    ? s('rect', { x: -14, y: -10, width: 28, height: 20, rx: 10 })
    : s('path', { d: 'M-14 -5l5 -5H9l5 5V5l-5 5H-9l-5 -5Z' });
}

/** "Red 1" becomes "R1", "Bf 109 3" "B3", "Mustang 2 1" "M2.1". @param {string} name */
export function short(name) {
  const words = name.trim().split(/\s+/);
  const letters = words.filter((w) => /^\p{L}/u.test(w)).map((w) => w[0].toUpperCase()).join('').slice(0, 2);
  // The number of a type says nothing that the letters do not.
  return letters + words.filter((w) => /^\d{1,2}$/.test(w)).join('.');
}

/** @param {Map<number, Aircraft[]>} rows */
function words(rows) {
  return [...rows].sort((a, b) => b[0] - a[0]).map(([level, all]) => `level ${level}: ${all.map((a) => a.name).join(', ')}`).join('; ');
}

// The altitude ladder: every aircraft on its level. Hidden in games without altitude.

import { h, s, fill } from './dom.js';
/** @import { View, Aircraft } from './types.js' */

export class Ladder {
  /** @param {{ pick: (id: number) => void, hover: (id: number | null) => void }} on */
  constructor(on) {
    this.on = on;
    this.node = h('section', { class: 'ladder', hidden: true, 'aria-label': 'Altitude' });
    this.was = '';
    this.height = 0;
    /** @type {(() => void) | null} */
    this.again = null;
    new ResizeObserver(() => {
      if (this.node.clientHeight !== this.height) this.again?.();
    }).observe(this.node);
  }

  /** @param {View} view @param {number | null} selected @param {{ id: number, altitude: number } | null} ghost */
  show(view, selected, ghost) {
    const high = view.aircraft.filter((a) => a.flying && a.pose && a.pose.altitude != null);
    this.node.hidden = high.length === 0;
    this.again = () => this.show(view, selected, ghost);
    this.height = this.node.clientHeight;
    const tall = Math.max(300, ((this.height - 34) * 92) / 96);
    const was = JSON.stringify([tall, high.map((a) => [a.id, a.pose?.altitude]), selected, ghost]);
    if (was === this.was) return;
    this.was = was;
    const levels = high.map((a) => a.pose?.altitude ?? 0);
    const top = Math.max(10, ...levels.map((l) => Math.ceil((l + 1) / 5) * 5));
    const step = top > 40 ? 10 : 5;
    const y = (/** @type {number} */ level) => 22 + ((top - level) / top) * (tall - 44);
    const rungs = [];
    for (let level = 0; level <= top; level += top > 40 ? 2 : 1) {
      const main = level % step === 0;
      rungs.push(s('line', { x1: 30, x2: 86, y1: y(level), y2: y(level), class: main ? 'main' : '' }));
      if (main || top <= 24) rungs.push(s('text', { x: 25, y: y(level) + 5, 'text-anchor': 'end', class: main ? 'main' : '' }, String(level)));
    }
    /** @type {Map<number, Aircraft[]>} */
    const rows = new Map();
    for (const a of high) rows.set(a.pose?.altitude ?? 0, [...(rows.get(a.pose?.altitude ?? 0) ?? []), a]);
    const chips = [...rows].flatMap(([level, all]) => this.#row(level, all, y(level), selected));
    const trial = ghost && s('path', { class: 'trial', d: `M88 ${y(ghost.altitude)}l-8 -6v12z` });
    fill(this.node, h('h2', null, 'Altitude'),
      s('svg', { viewBox: `0 0 92 ${tall}`, role: 'img', 'aria-label': words(rows) }, rungs, chips, trial));
  }

  /** @param {number} level @param {Aircraft[]} all @param {number} y @param {number | null} selected */
  #row(level, all, y, selected) {
    const many = all.length > 2;
    const shown = many ? [] : all;
    if (many) {
      const count = (/** @type {string} */ side) => all.filter((a) => a.side === side).length;
      return ['allies', 'axis'].filter((side) => count(side)).map((side, n, both) => s('g', {
        class: `rung ${side}`, transform: `translate(${both.length === 1 ? 58 : 44 + 29 * n} ${y})`,
        onclick: () => this.on.pick(all.filter((a) => a.side === side)[0].id),
      }, shape(side), s('text', { y: 4.5, 'text-anchor': 'middle' }, `×${count(side)}`)));
    }
    return shown.map((a, n) => s('g', {
      class: `rung ${a.side}${a.id === selected ? ' selected' : ''}`, transform: `translate(${all.length === 1 ? 58 : 44 + 29 * n} ${y})`,
      onclick: () => this.on.pick(a.id), onmouseenter: () => this.on.hover(a.id), onmouseleave: () => this.on.hover(null),
    }, s('title', null, `${a.name}, level ${level}`), shape(a.side), s('text', { y: 4.5, 'text-anchor': 'middle' }, short(a.name))));
  }
}

/** Round ends for the Allies, cut corners for the Axis. @param {string} side */
function shape(side) {
  return side === 'allies'
    ? s('rect', { x: -14, y: -10, width: 28, height: 20, rx: 10 })
    : s('path', { d: 'M-14 -5l5 -5H9l5 5V5l-5 5H-9l-5 -5Z' });
}

/** "Red 1" becomes "R1". @param {string} name */
export function short(name) {
  const number = name.match(/\d+$/)?.[0] ?? '';
  const letters = name.replace(/\d+$/, '').trim().split(/\s+/).map((w) => w[0]?.toUpperCase() ?? '').join('');
  return `${letters.slice(0, 2)}${number}`;
}

/** @param {Map<number, Aircraft[]>} rows */
function words(rows) {
  return [...rows].sort((a, b) => b[0] - a[0]).map(([level, all]) => `level ${level}: ${all.map((a) => a.name).join(', ')}`).join('; ');
}

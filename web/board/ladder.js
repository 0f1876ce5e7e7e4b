// The altitude ladder: every aircraft on its level. Hidden in games without altitude.

import { h, letters } from '../lib/dom.js';
import { html, nothing, render, repeat, svg } from '../lib/html.js';
import { feetText, heightText, shorts } from '../lib/words.js';
/** @import { View, Aircraft } from '../wire/types.js' */

/**
 * Where numbers of two and of three digits end and the rungs begin; how wide a chip is; the room for the heading. In
 * pixels, as everything here, at the usual size of letters.
 */
const LEFT = 22;
const WIDER = 27;
const CHIP = 28;
const HEAD = 30;
/**
 * Aircraft of one level that are shown as one.
 * @typedef {{ key: string, its: Aircraft[], level: number, at: string, leader?: string }} Chip
 */

/** Levels nearer to each other than this are not all numbered. */
const NUMBERED = 13;
/** Above this level levels are counted finely: the ladder shows only the part where aircraft fly. */
const FINE = 40;
/** How far a fine ladder reaches beyond its aircraft, and the fewest levels that it shows. */
const BEYOND = 8;
const FEWEST = 60;
/** Chips of one side stand at least so far apart, and rungs of a fine ladder. */
const APART = 17;
const RUNGS = 24;

export class Ladder {
  /** @param {{ pick: (id: number) => void, hover: (id: number | null) => void }} on */
  constructor(on) {
    this.on = on;
    this.node = h('section', { class: 'ladder', hidden: true, 'aria-label': 'Altitude' });
    /** What was drawn last. @type {unknown[]} */
    this.was = [];
    /** Feet of a level, where the game says so. @type {number | null} */
    this.feet = null;
    this.wide = 0;
    this.tall = 0;
    /** @type {(() => void) | null} */
    this.again = null;
    // Its size is only looked at when it has become another: that makes the browser lay the page out.
    new ResizeObserver(() => {
      const size = letters();
      this.wide = this.node.clientWidth / size;
      this.tall = this.node.clientHeight / size - HEAD;
      this.again?.();
    }).observe(this.node);
  }

  /** @param {View} view @param {number | null} selected @param {{ id: number, altitude: number } | null} ghost */
  show(view, selected, ghost) {
    const now = [view, selected, ghost?.id, ghost?.altitude, this.wide, this.tall];
    if (now.every((part, n) => part === this.was[n])) return;
    this.was = now;
    this.again = () => this.show(view, selected, ghost);
    const high = view.aircraft.filter((a) => a.flying && a.pose && a.pose.altitude != null);
    this.shorts = shorts(view.aircraft.map((a) => a.name));
    this.node.hidden = high.length === 0;
    const wide = this.wide || 96;
    const tall = Math.max(180, this.tall);
    const { low, top, step, every } = scaleOf(high.map((a) => a.pose?.altitude ?? 0), tall);
    const gap = (tall - 44) / (top - low);
    const y = (/** @type {number} */ level) => 22 + (top - level) * gap;
    const left = top > FINE ? WIDER : LEFT;
    const rungs = [];
    for (let level = low; level <= top; level += every) {
      const main = level % step === 0 ? 'main' : '';
      rungs.push(svg`<line x1=${left + 4} x2=${wide - 5} y1=${y(level)} y2=${y(level)} class=${main}></line>`);
      if (main || gap >= NUMBERED)
        rungs.push(svg`<text x=${left} y=${y(level) + 4.5} text-anchor="end" class=${main}>${level}</text>`);
    }
    /** @type {Map<number, Aircraft[]>} */
    const rows = new Map();
    for (const a of high) rows.set(a.pose?.altitude ?? 0, [...(rows.get(a.pose?.altitude ?? 0) ?? []), a]);
    const chips =
      top > FINE
        ? columns(high, wide, tall, y)
        : [...rows].flatMap(([level, all]) => this.#row(level, all, wide, y(level)));
    this.feet = view.level_feet ?? null;
    const unit = this.feet ? html`<small>×${feetText(this.feet)}</small>` : nothing;
    render(
      html`<h2>Altitude ${unit}</h2>
      <svg viewBox="0 0 ${wide} ${tall}" role="img" aria-label=${words(rows, this.feet)}>${rungs}
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
  #chip({ its, level, at, leader }, selected) {
    const [first] = its;
    const lone = its.length === 1 ? first : null;
    const line = leader ? svg`<path class="leader" d=${leader}></path>` : nothing;
    const on = its.some((a) => a.id === selected) ? ' selected' : '';
    const names = its.map((a) => a.name).join(', ');
    return svg`${line}<g class="rung ${first.side}${on}" transform=${at}
      @click=${() => this.on.pick(first.id)} @mouseenter=${() => this.on.hover(lone?.id ?? null)}
        @mouseleave=${() => this.on.hover(null)}
      ><title>${names}: ${heightText(level, this.feet)}</title>${SHAPES[first.side]}<text y="4.5"
        text-anchor="middle"
      >${lone ? this.shorts?.get(lone.name) : `×${its.length}`}</text></g>`;
  }
}

/** Round ends for the Allies, cut corners for the Axis. */
const SHAPES = {
  allies: svg`<rect x="-14" y="-10" width="28" height="20" rx="10"></rect>`,
  axis: svg`<path d="M-14 -5l5 -5H9l5 5V5l-5 5H-9l-5 -5Z"></path>`,
};

/**
 * The part of the sky that is shown, where its main rungs are and where the others.
 * @param {number[]} levels
 * @param {number} tall
 */
function scaleOf(levels, tall) {
  const high = Math.max(10, ...levels.map((l) => Math.ceil((l + 1) / 5) * 5));
  if (high <= FINE) return { low: 0, top: high, step: 5, every: 1 };
  const [least, most] = [Math.min(...levels) - BEYOND, Math.max(...levels) + BEYOND];
  const more = Math.max(0, FEWEST - (most - least)) / 2;
  const low = Math.max(0, Math.floor((least - more) / 10) * 10);
  const top = Math.ceil((most + more) / 10) * 10;
  const step = [10, 20, 50, 100].find((n) => ((tall - 44) * n) / (top - low) >= RUNGS) ?? 100;
  return { low: Math.floor(low / step) * step, top, step, every: step / 2 };
}

/**
 * The aircraft of a fine ladder: a column for each side, or one for both where it is narrow, chips pushed apart where
 * they would cover each other, with a line to where they belong.
 * @param {Aircraft[]} all
 * @param {number} wide
 * @param {number} tall
 * @param {(level: number) => number} y
 * @returns {Chip[]}
 */
function columns(all, wide, tall, y) {
  const room = wide - WIDER - 8;
  const narrow = room < 2 * CHIP;
  const level = (/** @type {Aircraft[]} */ its) => its[0].pose?.altitude ?? 0;
  const sides = narrow ? [all] : ['allies', 'axis'].map((side) => all.filter((a) => a.side === side));
  return sides.flatMap((own, n) => {
    const down = [...own].sort((a, b) => level([b]) - level([a]) || a.side.localeCompare(b.side));
    const groups = together(down, Math.max(1, Math.floor((tall - 30) / APART)));
    const spots = spread(groups.map((its) => y(level(its))), tall);
    const x = wide - 4 - room * (narrow ? 0.4 : n ? 0.24 : 0.7);
    return groups.map((its, k) => ({
      key: its.length === 1 ? String(its[0].id) : `${its[0].side} ${its[0].id}`,
      its,
      level: level(its),
      at: `translate(${x.toFixed(1)} ${spots[k].toFixed(1)}) scale(${narrow ? 0.95 : 1})`,
      leader: `M${WIDER + 4} ${y(level(its)).toFixed(1)}h6L${(x - 14).toFixed(1)} ${spots[k].toFixed(1)}`,
    }));
  });
}

/**
 * Neighbours of one side as one, where there are more than there is room for.
 * @param {Aircraft[]} down from the highest down
 * @param {number} room
 */
function together(down, room) {
  const most = Math.ceil(down.length / room);
  /** @type {Aircraft[][]} */
  const groups = [];
  for (const a of down) {
    const last = groups.at(-1);
    if (last && last.length < most && last[0].side === a.side) last.push(a);
    else groups.push([a]);
  }
  return groups;
}

/** Places from the top down, moved apart as little as it takes. @param {number[]} wanted @param {number} tall */
function spread(wanted, tall) {
  const spots = [...wanted];
  for (let n = 1; n < spots.length; n++) spots[n] = Math.max(spots[n], spots[n - 1] + APART);
  let floor = tall - 12;
  for (let n = spots.length - 1; n >= 0; n--) {
    spots[n] = Math.min(spots[n], floor);
    floor = spots[n] - APART;
  }
  return spots;
}

/** @param {Map<number, Aircraft[]>} rows @param {number | null} feet */
function words(rows, feet) {
  return [...rows]
    .sort((a, b) => b[0] - a[0])
    .map(([level, all]) => `${heightText(level, feet)}: ${all.map((a) => a.name).join(', ')}`)
    .join('; ');
}

// The dial: choices that turn an aircraft by a number of degrees, set by dragging a handle round it on the board. The
// same number is a slider in the panel, which is the way for keys and screen readers.

import { s, fill } from '../lib/dom.js';
import { bearing, key } from './geo.js';
import { polar, ring } from './sector.js';
import { unproject } from './stand.js';
/** @import { Board } from './board.js' */
/** @import { Choice } from '../wire/types.js' */

/** @typedef {Choice<unknown>} AnyChoice */
/** @import { Dial as DialPart, Range, Pose } from '../wire/types.js' */

/** Distances from the aircraft, in world pixels: the ring of legal headings, and the handle on it. */
const RING = [46, 56];
const HANDLE = 51;

/** @typedef {{ choice: AnyChoice, range: Range, dial: DialPart }} Setting */

/** @param {number} n */
const turn = (n) => ((n % 360) + 360) % 360;

/** The heading to which a value leads. @param {Setting} t @param {number} value */
const heading = ({ dial }, value) => turn(dial.left ? dial.from - value : dial.from + value);

/** The value that leads to a heading. @param {Setting} t @param {number} to */
const value = ({ dial }, to) => turn(dial.left ? dial.from - to : to - dial.from);

/** The legal choices that turn something. @param {AnyChoice[]} choices @returns {Setting[]} */
export function settings(choices) {
  return choices.flatMap((choice) => {
    if (choice.barred.length || !('range' in choice.say)) return [];
    const range = choice.say.range[1];
    return range.dial ? [{ choice, range, dial: range.dial }] : [];
  });
}

/**
 * The choice and value nearest to a heading.
 * @param {Setting[]} all those of one aircraft
 * @param {number} to
 */
export function nearest(all, to) {
  const found = all.map((t) => {
    const v = value(t, to);
    // Beyond the end of a range its nearer end counts, whichever way round it is.
    const over =
      v <= t.range.max && v >= t.range.min
        ? v
        : turn(v - t.range.max) <= turn(t.range.min - v)
          ? t.range.max
          : t.range.min;
    const off = Math.abs(turn(heading(t, over) - to + 180) - 180);
    return { ...t, value: over, off };
  });
  return found.sort((a, b) => a.off - b.off)[0] ?? null;
}

export class Dials {
  /**
   * @param {Board} board
   * @param {{ set: (choice: AnyChoice, value: number) => void, tried: (trial: { id: number | null, pose: Pose } | null)
   *   => void }} on
   */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    /** Whether a handle is held: then nothing is drawn anew, it would slip out of the hand. */
    this.held = false;
    /** @type {unknown[]} */
    this.was = [];
  }

  /** @param {AnyChoice[]} choices @param {{ label: string, value: number } | null} ranging */
  show(choices, ranging) {
    const g = this.board.grid;
    const now = [choices, ranging?.label, ranging?.value, g, this.board.camera.k];
    if (this.held || now.every((part, n) => part === this.was[n])) return;
    this.was = now;
    /** @type {Map<string, Setting[]>} */
    const places = new Map();
    for (const t of settings(choices)) {
      const k = key(t.dial.pose.at);
      places.set(k, [...(places.get(k) ?? []), t]);
    }
    const only = places.size === 1;
    fill(
      this.board.layers.dial,
      g &&
        [...places.values()].map((all) => {
          const now = all.find((t) => t.choice.label === ranging?.label);
          const to = now && ranging ? heading(now, ranging.value) : all[0].dial.pose.heading;
          return this.#dial(all, to, only || !!now);
        }),
    );
  }

  /** @param {Setting[]} all @param {number} to @param {boolean} open whether the legal range is shown */
  #dial(all, to, open) {
    const g = /** @type {NonNullable<Board['grid']>} */ (this.board.grid);
    const middle = g.centre(all[0].dial.pose.at);
    const c = { x: 0, y: 0 };
    const legal = all.map((t) => {
      const ends = [heading(t, t.range.min), heading(t, t.range.max)];
      const [from, width] = [t.dial.left ? ends[1] : ends[0], t.range.max - t.range.min];
      return s('path', { class: 'dial-range', d: ring(c, from, from + width, RING[0], RING[1]) });
    });
    const knob = s('g', { class: 'dial-handle' }, s('circle', { r: 22, class: 'dial-touch' }), s('circle', { r: 9 }));
    const label = s('text', { class: 'dial-text', 'text-anchor': 'middle' });
    const spoke = s('path', { class: 'dial-spoke' });
    const put = (/** @type {number} */ at, /** @type {string} */ text) => {
      const p = polar(c, at, HANDLE);
      const q = polar(c, at, HANDLE + 26);
      knob.setAttribute('transform', `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`);
      spoke.setAttribute('d', `M${c.x} ${c.y}L${p.x.toFixed(1)} ${p.y.toFixed(1)}`);
      label.setAttribute('x', q.x.toFixed(1));
      label.setAttribute('y', (q.y + 5).toFixed(1));
      label.textContent = text;
    };
    const now = nearest(all, to);
    put(to, now && now.off < 1 && open ? this.#text(now, now.value) : open ? this.#limits(all) : '');
    knob.addEventListener('pointerdown', (e) => this.#drag(e, all, middle, knob, put));
    // The one in use keeps its size on the screen, however far away the board is.
    const scale = open ? 1 / Math.min(1, this.board.camera.k) : 1;
    return s(
      'g',
      { class: 'dial', transform: `translate(${middle.x} ${middle.y}) scale(${scale.toFixed(3)})` },
      open && legal,
      spoke,
      knob,
      label,
    );
  }

  /** @param {Setting} t @param {number} v */
  #text(t, v) {
    return `${v}° ${t.range.max > 180 ? '' : t.dial.left ? 'left' : 'right'}`.trim();
  }

  /** @param {Setting[]} all */
  #limits(all) {
    return all.map((t) => `${t.range.min}–${t.range.max}° ${t.dial.left ? 'left' : 'right'}`).join(', ');
  }

  /**
   * @param {PointerEvent} e @param {Setting[]} all @param {{ x: number, y: number }} c @param {SVGElement} knob
   * @param {(at: number, text: string) => void} put
   */
  #drag(e, all, c, knob, put) {
    e.stopPropagation();
    e.preventDefault();
    knob.setPointerCapture(e.pointerId);
    this.held = true;
    const { pose } = all[0].dial;
    let last = /** @type {ReturnType<typeof nearest> | null} */ (null);
    const move = (/** @type {PointerEvent} */ m) => {
      const p = unproject(this.board.way, this.board.camera.toWorld(m));
      const found = nearest(all, Math.round(bearing(c, p)));
      if (!found) return;
      last = found;
      const to = heading(found, found.value);
      put(to, this.#text(found, found.value));
      this.on.tried({ id: found.choice.aircraft, pose: { ...pose, heading: to } });
      this.on.set(found.choice, found.value);
    };
    const up = () => {
      knob.removeEventListener('pointermove', move);
      this.held = false;
      this.was = [];
      if (last) this.on.set(last.choice, last.value);
      this.on.tried(null);
    };
    knob.addEventListener('pointermove', move);
    knob.addEventListener('pointerup', up, { once: true });
    knob.addEventListener('pointercancel', up, { once: true });
  }
}

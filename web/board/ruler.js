// The ruler: measures from any place or aircraft to another, in the board's own units.

import { h, s } from '../lib/dom.js';
import { bearing } from './geo.js';
import { say } from '../lib/speech.js';
import { icon } from '../lib/icons.js';
/** @import { At } from '../wire/types.js' */
/** @import { Board } from './board.js' */

export class Ruler {
  /** @param {Board} board @param {() => void} changed */
  constructor(board, changed) {
    this.board = board;
    this.changed = changed;
    this.on = false;
    /** @type {At | null} */
    this.from = null;
    /** @type {At | null} */
    this.to = null;
    /** Whether both ends lie. */
    this.laid = false;
    this.button = h('button', { class: 'ruler-tool', 'aria-label': 'Ruler', title: 'Ruler: measure between two places (M)', 'aria-pressed': 'false', onclick: () => this.toggle() }, icon('ruler'));
  }

  toggle() {
    this.on = !this.on;
    this.from = null;
    this.to = null;
    this.laid = false;
    this.button.setAttribute('aria-pressed', String(this.on));
    this.board.tip(null);
    say(this.on ? 'Ruler: pick where to measure from, then where to. M puts it away.' : 'The ruler is put away.');
    this.changed();
  }

  /** A place was picked. @param {At} at */
  pick(at) {
    if (!this.from || this.laid) {
      this.from = at;
      this.to = null;
      this.laid = false;
      say(`From ${this.#name(at)}`);
    } else {
      this.to = at;
      this.laid = true;
      say(this.text());
    }
    this.changed();
  }

  /** The pointer or cursor is somewhere. @param {At | null} at @returns {boolean} whether the ruler follows */
  follow(at) {
    if (!this.on || !this.from || this.laid) return false;
    this.to = at;
    this.changed();
    return true;
  }

  /** @param {At} at */
  #name(at) {
    const a = this.board.at(at)[0];
    return a?.name ?? this.board.grid?.name(at) ?? '';
  }

  /** What is measured, in words. */
  text() {
    const g = this.board.grid;
    const { view } = this.board;
    if (!g || !this.from || !this.to || !view) return '';
    const a = this.board.at(this.from)[0]?.pose;
    const b = this.board.at(this.to)[0]?.pose;
    const long = g.distance(this.from, this.to);
    const parts = [`${g.open ? long.toFixed(2) : long} ${view.board.unit}`];
    if (a && long > 0) {
      const off = ((Math.round(bearing(g.centre(this.from), g.centre(this.to)) - a.heading) % 360) + 540) % 360 - 180;
      parts.push(off === 0 ? 'dead ahead' : Math.abs(off) === 180 ? 'dead astern' : `${Math.abs(off)}° ${off < 0 ? 'left' : 'right'} of the nose`);
    }
    if (a?.altitude != null && b?.altitude != null) {
      const up = b.altitude - a.altitude;
      parts.push(up === 0 ? 'same level' : `${Math.abs(up)} ${Math.abs(up) === 1 ? 'level' : 'levels'} ${up > 0 ? 'higher' : 'lower'}`);
    }
    return parts.join(' · ');
  }

  /** The ruler as it lies. */
  picture() {
    const g = this.board.grid;
    if (!g || !this.on || !this.from) return null;
    const a = g.centre(this.from);
    const b = g.centre(this.to ?? this.from);
    return s('g', { class: 'ruler' }, s('path', { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }), s('circle', { cx: a.x, cy: a.y, r: 5 }), s('circle', { cx: b.x, cy: b.y, r: 5 }));
  }

}

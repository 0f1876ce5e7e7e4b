// Dice drawn as dice, and the dialog that asks for dice thrown on a real table.

import { h, s } from './dom.js';
import { openDialog } from './dialog.js';
import { chip } from './rules.js';
/** @import { Rolled } from './types.js' */
/** @typedef {{ die: number, for: string, rule: string, count?: number }} Need */

/** Where the pips of a six-sided die sit, by face. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * One die or card as a picture with its reading as text.
 * @param {number} die faces, 0 for a card
 * @param {number} face
 * @param {string} [why]
 */
export function dieFace(die, face, why = '') {
  if (die === 0) {
    const red = face === 1;
    return h('span', { class: `die card-face ${red ? 'red' : 'black'}`, role: 'img', 'aria-label': `${red ? 'red' : 'black'} card`, title: why }, red ? '♦' : '♠');
  }
  if (die !== 6) {
    return h('span', { class: 'die many', role: 'img', 'aria-label': `${face} on a die of ${die}`, title: why || `die of ${die}` }, String(face));
  }
  return h('span', { class: 'die', role: 'img', 'aria-label': `die shows ${face}`, title: why },
    s('svg', { viewBox: '-11 -11 22 22', 'aria-hidden': 'true' },
      s('rect', { x: -10, y: -10, width: 20, height: 20, rx: 4 }),
      (PIPS[face] ?? []).map(([x, y]) => s('circle', { cx: x * 5.2, cy: y * 5.2, r: 2.1 }))));
}

/** @param {Rolled[]} dice */
export function diceRow(dice) {
  return h('span', { class: 'dice' }, dice.map((d) => dieFace(d.die, d.face, d.for)));
}

/** Dice in words. @param {Rolled[]} dice */
export function diceText(dice) {
  if (dice.length === 0) return '';
  const faces = dice.map((d) => (d.die === 0 ? (d.face === 1 ? 'red' : 'black') : String(d.face)));
  return `${dice[0].for ? `${dice[0].for}: ` : ''}${faces.join(', ')}`;
}

/**
 * Asks for the faces of dice that were thrown by hand. Answers them, or nothing if the player thinks better of it.
 * @param {Need[]} needs
 * @returns {Promise<number[] | null>}
 */
export function askDice(needs) {
  const all = needs.flatMap((n) => Array.from({ length: n.count ?? 1 }, () => n));
  /** @type {(number | null)[]} */
  const faces = all.map(() => null);
  return new Promise((resolve) => {
    /** @type {number[] | null} */
    let answer = null;
    const done = h('button', { class: 'go', disabled: true, onclick: () => {
      answer = /** @type {number[]} */ (faces);
      box.close();
    } }, 'Use these dice');
    const name = (/** @type {Need} */ need, /** @type {number} */ n) => {
      const alike = all.flatMap((other, m) => (other.for === need.for && other.die === need.die ? [m] : []));
      return `${need.for}: ${need.die === 0 ? 'card' : 'die'}${alike.length > 1 ? ` ${alike.indexOf(n) + 1} of ${alike.length}` : ''}${need.die === 0 || need.die === 6 ? '' : ` with ${need.die} faces`} `;
    };
    const rows = all.map((need, n) => h('fieldset', { class: 'ask-die' },
      h('legend', null, name(need, n), chip(need.rule)),
      h('div', { class: 'faces' }, (need.die === 0 ? [1, 2] : Array.from({ length: need.die }, (_, i) => i + 1)).map((face) => h('label', null,
        h('input', { type: 'radio', name: `die-${n}`, value: face, autofocus: n === 0 && face === 1, onchange: () => {
          faces[n] = face;
          done.disabled = faces.includes(null);
        } }),
        h('span', null, dieFace(need.die, face)))))));
    // A digit is the face of the next die that has none; Enter is for who has said them all.
    const type = (/** @type {KeyboardEvent} */ e) => {
      const next = faces.indexOf(null);
      if (e.key === 'Enter' && next < 0) done.click();
      const face = next >= 0 && all[next].die > 0 && /^[1-9]$/.test(e.key) ? rows[next].querySelector(`input[value="${e.key}"]`) : null;
      /** @type {HTMLElement | null} */ (face)?.click();
      /** @type {HTMLElement | null} */ (rows[faces.indexOf(null)] ?? done)?.scrollIntoView?.({ block: 'nearest' });
    };
    const box = openDialog('Throw your dice', [
      h('p', null, 'This table uses your own dice. Throw them and say what they show.'), h('div', { onkeydown: type }, rows),
      h('div', { class: 'row' }, h('button', { onclick: () => box.close() }, 'Not yet'), done),
    ], { kind: 'ask', closed: () => resolve(answer) });
  });
}

// Dice drawn as dice, and the dialog that asks for dice thrown on a real table.

import { h } from '../lib/dom.js';
import { html, svg } from '../lib/html.js';
import { openDialog } from '../lib/dialog.js';
import { chip } from '../lib/chip.js';
/** @import { Face, NeedOne, Rolled } from '../wire/types.js' */

/** Where the pips of a six-sided die sit, by face. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/**
 * One die or card as a picture with its reading as text.
 * @param {number} die faces, 0 for a card
 * @param {number} face
 * @param {string} [why]
 */
export function dieFace(die, face, why = '') {
  if (die === 0) {
    const colour = face === 1 ? 'red' : 'black';
    return html`<span class="die card-face ${colour}" role="img" aria-label="${colour} card" title=${why}
      >${face === 1 ? '♦' : '♠'}</span>`;
  }
  if (die !== 6) {
    const title = why || `die of ${die}`;
    const reading = `${face} on a die of ${die}`;
    return html`<span class="die many" role="img" aria-label=${reading} title=${title}>${face}</span>`;
  }
  const pips = (PIPS[face] ?? []).map(([x, y]) => svg`<circle cx=${x * 5.2} cy=${y * 5.2} r="2.1"></circle>`);
  return html`<span class="die" role="img" aria-label="die shows ${face}" title=${why}>
    <svg viewBox="-11 -11 22 22" aria-hidden="true">
      <rect x="-10" y="-10" width="20" height="20" rx="4"></rect>
      ${pips}
    </svg>
  </span>`;
}

/** @param {Rolled[]} dice */
export function diceRow(dice) {
  return html`<span class="dice">${dice.map((d) => dieFace(d.die, d.face, d.for))}</span>`;
}

/** Dice in words. @param {Rolled[]} dice */
export function diceText(dice) {
  if (dice.length === 0) return '';
  const faces = dice.map((d) => (d.die === 0 ? (d.face === 1 ? 'red' : 'black') : String(d.face)));
  return `${dice[0].for ? `${dice[0].for}: ` : ''}${faces.join(', ')}`;
}

/** What can come up, as it is said to the table. @param {NeedOne} need @returns {Face[]} */
const facesOf = (need) => ('die' in need ? Array.from({ length: need.die }, (_, i) => i + 1) : ['red', 'black']);

/**
 * How many cards of a colour are left for one of several cards of the same pile, after what is said of the others.
 * @param {NeedOne[]} needs
 * @param {(Face | null)[]} faces what is said so far
 * @param {number} n which of them
 * @param {'red' | 'black'} colour
 */
export function cardsLeft(needs, faces, n, colour) {
  const need = needs[n];
  if (!('card' in need)) return 0;
  return need.card[colour] - needs.filter((other, m) => m !== n && 'card' in other && faces[m] === colour).length;
}

/** What one of the dice or cards is for. @param {NeedOne[]} needs @param {number} n */
function title(needs, n) {
  const need = needs[n];
  const kind = 'die' in need ? 'die' : 'card';
  const alike = needs.flatMap((other, m) => (other.for === need.for && kind in other ? [m] : []));
  const which = alike.length > 1 ? ` ${alike.indexOf(n) + 1} of ${alike.length}` : '';
  return `${need.for}: ${kind}${which}${'die' in need && need.die !== 6 ? ` with ${need.die} faces` : ''} `;
}

/** What the dialog says for dice, for cards, and for both. @param {NeedOne[]} needs */
function wording(needs) {
  const [cards, dice] = ['card', 'die'].map((kind) => needs.some((need) => kind in need));
  const own = (/** @type {string} */ what, /** @type {string} */ how) => `This table uses your own ${what}. ${how}`;
  if (!cards) return { title: 'Throw your dice', says: own('dice', 'Throw them and say what they show.') };
  if (dice)
    return {
      title: 'Throw and draw',
      says: own('dice and cards', 'Throw the dice, draw the cards and say what came.'),
    };
  return { title: 'Draw from your deck', says: own('cards', 'Draw and say which colour came: R or B, or a click.') };
}

/**
 * A digit is the face of the next die that has none, R or B the next card; Enter is for who has said them all. On a
 * button it is the button's.
 * @param {KeyboardEvent} e
 * @param {() => number} missing the first that has no face yet
 * @param {HTMLElement[]} rows
 * @param {HTMLElement} done
 */
function typeFace(e, missing, rows, done) {
  const next = missing();
  if (e.key === 'Enter' && next < 0 && !(/** @type {Element} */ (e.target).closest('button, a'))) done.click();
  const typed = next >= 0 && /^[1-9rb]$/i.test(e.key);
  const face = typed ? rows[next].querySelector(`input[data-face="${e.key.toLowerCase()}"]:enabled`) : null;
  /** @type {HTMLElement | null} */ (face)?.click();
  (rows[missing()] ?? done).scrollIntoView?.({ block: 'nearest' });
}

/**
 * Asks for the faces of dice that were thrown and of cards that were drawn by hand. Answers them, or nothing if the
 * player thinks better of it.
 * @param {NeedOne[]} needs
 * @returns {Promise<Face[] | null>}
 */
export function askDice(needs) {
  /** @type {(Face | null)[]} */
  const faces = needs.map(() => null);
  return new Promise((resolve) => {
    /** @type {Face[] | null} */
    let answer = null;
    const done = h(
      'button',
      {
        class: 'go',
        disabled: true,
        onclick: () => {
          answer = /** @type {Face[]} */ (faces);
          box.close();
        },
      },
      needs.some((need) => 'card' in need) ? 'Use these' : 'Use these dice',
    );
    // The focus is on the first face that can come up, so that keys are heard.
    const first = needs.length
      ? facesOf(needs[0]).findIndex((face) => typeof face === 'number' || cardsLeft(needs, faces, 0, face) > 0)
      : 0;
    /** @type {(() => void)[]} */
    const counts = [];
    const option = (
      /** @type {NeedOne} */ need,
      /** @type {number} */ n,
      /** @type {Face} */ face,
      /** @type {number} */ place,
    ) => {
      const input = h('input', {
        type: 'radio',
        name: `die-${n}`,
        value: face,
        'data-face': typeof face === 'string' ? face[0] : face,
        autofocus: n === 0 && place === first,
        onchange: () => {
          faces[n] = face;
          done.disabled = faces.includes(null);
          for (const count of counts) count();
        },
      });
      if (typeof face !== 'string')
        return h('label', null, input, h('span', null, dieFace('die' in need ? need.die : 0, face)));
      const left = h('small');
      const count = () => {
        const cards = cardsLeft(needs, faces, n, face);
        left.textContent = `${face}, ${cards} left`;
        input.disabled = cards <= 0;
      };
      count();
      counts.push(count);
      return h('label', { class: 'card-choice' }, input, h('span', null, dieFace(0, face === 'red' ? 1 : 2), left));
    };
    const rows = needs.map((need, n) =>
      h(
        'fieldset',
        { class: 'ask-die' },
        h('legend', null, title(needs, n), chip(need.rule)),
        h(
          'div',
          { class: 'faces' },
          facesOf(need).map((face, place) => option(need, n, face, place)),
        ),
      ),
    );
    const { title: ask, says } = wording(needs);
    const box = openDialog(
      ask,
      [
        h('p', null, says),
        rows,
        h('div', { class: 'row' }, h('button', { onclick: () => box.close() }, 'Not yet'), done),
      ],
      { kind: 'ask', closed: () => resolve(answer) },
    );
    box.addEventListener('keydown', (e) => typeFace(e, () => faces.indexOf(null), rows, done));
  });
}

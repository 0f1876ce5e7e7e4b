// What is said beside the decision: ways to end the game before its time, an offer of the other side, and taking back
// with consent. Each of them is a quiet line or a menu of its own, and nothing here is given by one click.

import { chip } from '../lib/chip.js';
import { openDialog } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { html, nothing, repeat } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { nameOf } from '../state/layout.js';
import { consents } from '../state/position.js';
import { sideOf } from '../state/record.js';
/** @import { Part } from '../lib/html.js' */
/** @import { AnyChoice, State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/**
 * The button behind which the ways to end the game are; nothing where there are none.
 * @param {State} state
 * @param {Acts} act
 */
export function quitButton({ quits }, act) {
  if (!quits.offered.length) return nothing;
  return html`<button class="chip quits" data-key="quits" aria-label="End the game before its time"
    title="End the game before its time"
    @click=${() => openQuits(quits.offered, act)}>${icon('dots')}</button>`;
}

/** @param {AnyChoice[]} offered @param {Acts} act */
function openQuits(offered, act) {
  const box = openDialog(
    'End the game?',
    [
      h(
        'div',
        { class: 'quit-list' },
        offered.map((c) =>
          h(
            'button',
            {
              'data-quit': c.label,
              onclick: () => {
                box.close();
                confirm(c, act);
              },
            },
            c.label,
            c.note && h('small', null, c.note),
          ),
        ),
      ),
      h('div', { class: 'row' }, h('button', { class: 'go', autofocus: true, onclick: () => box.close() }, 'Play on')),
    ],
    { kind: 'quit' },
  );
}

/** What each way to end means for whoever takes it. @type {Record<NonNullable<AnyChoice['quit']>, string>} */
const MEANS = {
  'give-up': 'The other side wins. This cannot be taken back.',
  offer: 'The other side is asked. The game goes on until it agrees.',
  answer: 'The other side has offered this. If you agree, the game ends as it stands.',
};

/** Asks once more. @param {AnyChoice} choice @param {Acts} act */
function confirm(choice, act) {
  const box = openDialog(
    `${choice.label}?`,
    [
      h('p', null, choice.quit && MEANS[choice.quit], ' ', chip(choice.rule)),
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'go', autofocus: true, onclick: () => box.close() }, 'Play on'),
        h(
          'button',
          {
            class: 'danger',
            'data-key': 'confirm-quit',
            onclick: () => {
              box.close();
              act.quit(choice);
            },
          },
          choice.label,
        ),
      ),
    ],
    { kind: 'quit' },
  );
}

/** @typedef {{ key: string, text: string, buttons: (act: Acts) => Part }} Line */

/** What the other side offers or asks, and what is being waited for. @param {State} state */
export function asideLines(state) {
  return [offered(state), asked(state)].filter((line) => line !== null);
}

/** @param {State} state @param {Acts} act */
export function asides(state, act) {
  const line = (/** @type {Line} */ l) => html`<div class="aside"><p>${l.text}</p>${l.buttons(act)}</div>`;
  return html`<div class="asides">${repeat(asideLines(state), (l) => l.key, line)}</div>`;
}

/** @param {State} state @returns {Line | null} */
function offered(state) {
  const answer = state.quits.offered.find((c) => c.quit === 'answer');
  if (!answer) return null;
  const other = nameOf(state, sideOf(state) === 'allies' ? 'axis' : 'allies');
  return {
    key: 'offer',
    text: `${other}: an offer to end the game.`,
    buttons: (act) => html`<button data-key="answer" @click=${() => confirm(answer, act)}>Answer</button>`,
  };
}

/** @param {State} state @returns {Line | null} */
function asked(state) {
  const { asked: by, busy } = state;
  if (!by) return null;
  const other = nameOf(state, by === 'allies' ? 'axis' : 'allies');
  if (!consents(state)) {
    const own = by === sideOf(state);
    const text = own
      ? `You have asked to take your last command back. Waiting for ${other} …`
      : `${nameOf(state, by)}: a request to take the last command back.`;
    return { key: 'wait', text, buttons: () => nothing };
  }
  const button = (
    /** @type {string} */ label,
    /** @type {boolean} */ allow,
    /** @type {Acts} */ act,
  ) => html`<button data-key="consent-${allow}"
    aria-disabled=${busy ? 'true' : nothing} @click=${() => act.consent(allow)}>${label}</button>`;
  return {
    key: 'consent',
    text: `${nameOf(state, by)}: may we take our last command back?`,
    buttons: (act) => html`<div class="row">${button('Allow', true, act)}${button('Refuse', false, act)}</div>`,
  };
}

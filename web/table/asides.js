// What is said beside the decision: ways to end the game before its time, an offer of the other side, and taking back with consent. Each
// of them is a quiet line or a menu of its own, and nothing here is given by one click.

import { h, fill, refill } from '../lib/dom.js';
import { openDialog } from '../lib/dialog.js';
import { icon } from '../lib/icons.js';
import { side as sideName } from './panel.js';
import { chip } from '../screens/rules.js';
import { say } from '../lib/speech.js';
/** @import { AnyChoice } from './panel.js' */
/** @import { Side } from '../wire/types.js' */
/** @import { Table } from '../screens/table.js' */

/** The button behind which the ways to end the game are; nothing where there are none. @param {Table} screen */
export function quitButton(screen) {
  if (!screen.play.quits.offered.length) return null;
  return h('button', { class: 'chip quits', 'data-key': 'quits', 'aria-label': 'End the game before its time', title: 'End the game before its time', onclick: () => openQuits(screen) }, icon('dots'));
}

/** @param {Table} screen */
function openQuits(screen) {
  const box = openDialog('End the game?', [
    h('div', { class: 'quit-list' }, screen.play.quits.offered.map((c) => h('button', {
      'data-quit': c.label, onclick: () => {
        box.close();
        confirm(screen, c);
      },
    }, c.label, c.note && h('small', null, c.note)))),
    h('div', { class: 'row' }, h('button', { class: 'go', autofocus: true, onclick: () => box.close() }, 'Play on')),
  ], { kind: 'quit' });
}

/** What each way to end means for whoever takes it. @type {Record<NonNullable<AnyChoice['quit']>, string>} */
const MEANS = {
  'give-up': 'The other side wins. This cannot be taken back.',
  offer: 'The other side is asked. The game goes on until it agrees.',
  answer: 'The other side has offered this. If you agree, the game ends as it stands.',
};

/** Asks once more. @param {Table} screen @param {AnyChoice} choice */
function confirm(screen, choice) {
  const box = openDialog(`${choice.label}?`, [
    h('p', null, choice.quit && MEANS[choice.quit], ' ', chip(choice.rule)),
    h('div', { class: 'row' }, h('button', { class: 'go', autofocus: true, onclick: () => box.close() }, 'Play on'),
      h('button', { class: 'danger', 'data-key': 'confirm-quit', onclick: () => {
        box.close();
        void screen.play.quits.give(choice);
      } }, choice.label)),
  ], { kind: 'quit' });
}

/** Shows what the other side offers or asks, and what is being waited for. @param {HTMLElement} node @param {Table} screen */
export function showAsides(node, screen) {
  const { play } = screen;
  const { answer } = play.quits;
  const lines = [answer && offer(screen, answer), asked(screen)].filter((l) => l !== null);
  const text = lines.map((l) => l.text).join(' ');
  if (text && text !== node.dataset.said) say(text);
  node.dataset.said = text;
  refill(node, () => fill(node, lines.map((l) => h('div', { class: 'aside' }, h('p', null, l.text), l.buttons))));
}

/** @param {Table} screen @param {Side} s */
const name = ({ play }, s) => play.table?.sides[s]?.name ?? sideName(s);

/** @param {Table} screen @param {AnyChoice} answer */
function offer(screen, answer) {
  const other = screen.play.side === 'allies' ? 'axis' : 'allies';
  return { text: `${name(screen, other)}: an offer to end the game.`, buttons: h('button', { 'data-key': 'answer', onclick: () => confirm(screen, answer) }, 'Answer') };
}

/** @param {Table} screen */
function asked(screen) {
  const { takeBack, side, busy } = screen.play;
  const { asked: by, consents } = takeBack;
  if (!by) return null;
  if (!consents) {
    const waits = by === side ? `You have asked to take your last command back. Waiting for ${name(screen, by === 'allies' ? 'axis' : 'allies')} …` : `${name(screen, by)}: a request to take the last command back.`;
    return { text: waits, buttons: null };
  }
  const button = (/** @type {string} */ label, /** @type {boolean} */ allow) => h('button', { 'data-key': `consent-${allow}`, 'aria-disabled': busy ? 'true' : null, onclick: () => void takeBack.consent(allow) }, label);
  return { text: `${name(screen, by)}: may we take our last command back?`, buttons: h('div', { class: 'row' }, button('Allow', true), button('Refuse', false)) };
}

// Keys: one list that both acts and explains itself.

import { h } from './dom.js';
import { openDialog } from './dialog.js';

/**
 * `shown` is how many keys are written as one.
 * @typedef {{ keys: string[], says: string, does: (e: KeyboardEvent) => void, shown?: string }} Key
 */

/** @type {Key[]} */
let present = [];

/** Keys that work on every screen. @type {Key[]} */
const always = [{ keys: ['?'], says: 'List the keys', does: () => listKeys() }];

/** Sets the keys of the present screen. @param {Key[]} keys */
export function useKeys(keys) {
  present = keys;
}

/** How a key is written. @type {Record<string, string>} */
const WRITTEN = {
  Enter: '⏎ Enter',
  Backspace: '⌫ Backspace',
  Escape: 'Esc',
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ',': ', comma',
  '.': '. full stop',
};

/** Opens the list of keys. */
export function listKeys() {
  openDialog('Keys', [
    h(
      'table',
      { class: 'keys' },
      h(
        'tbody',
        null,
        [...present, ...always].map((k) =>
          h(
            'tr',
            null,
            h(
              'th',
              { scope: 'row' },
              (k.shown ? [k.shown] : k.keys).map((key) => [h('kbd', null, WRITTEN[key] ?? key.toUpperCase()), ' ']),
            ),
            h('td', null, k.says),
          ),
        ),
      ),
    ),
    h('p', { class: 'muted' }, 'Choices show their own keys on their buttons. Tab goes from part to part.'),
  ]);
}

/** Whether the focus is where a pointer put it, and not where keys went. */
let pointed = false;
document.addEventListener('pointerdown', () => (pointed = true), true);
document.addEventListener(
  'keydown',
  (e) => {
    if (e.key === 'Tab') pointed = false;
  },
  true,
);

document.addEventListener('keydown', (e) => {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
  const target = /** @type {HTMLElement} */ (e.target);
  if (
    target.closest('dialog') ||
    target.matches('input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select')
  )
    return;
  // A slider is moved by its own keys.
  if (target.matches('input[type=range]') && /^(Arrow|Home|End|Page)/.test(e.key)) return;
  // Enter and Space on a button or link belong to it; but a choice that was clicked keeps the focus, and whoever goes
  // on by key means to commit.
  if (
    (e.key === 'Enter' || e.key === ' ') &&
    target.closest('button, a, summary, label, input') &&
    !(pointed && e.key === 'Enter' && target.closest('.choice'))
  )
    return;
  for (const key of [...present, ...always]) {
    if (key.keys.some((k) => k === e.key || (k.length === 1 && k.toLowerCase() === e.key.toLowerCase()))) {
      e.preventDefault();
      key.does(e);
      return;
    }
  }
});

// Dialogs: one heading, content, a way out by Escape, by button and by a click beside it.

import { h, find } from './dom.js';
import { icon } from './icons.js';

/**
 * Opens a dialog and answers it. It removes itself when closed; `closed` hears of that.
 * @param {string} title
 * @param {import('./dom.js').Children} content
 * @param {{ wide?: boolean, firm?: boolean, closed?: () => void, kind?: string }} [how] `firm`: no way out but its own
 *   buttons
 */
export function openDialog(title, content, how = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  const box = h(
    'dialog',
    { class: `${how.wide ? 'wide ' : ''}${how.kind ?? ''}`, 'aria-labelledby': id },
    h(
      'div',
      { class: 'dialog-head' },
      h('h2', { id, tabindex: '-1' }, title),
      !how.firm &&
        h('button', { class: 'plain close', 'aria-label': 'Close', onclick: () => box.close() }, icon('cross')),
    ),
    h('div', { class: 'dialog-body', tabindex: '0' }, content),
  );
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  box.addEventListener('close', () => {
    box.remove();
    before?.focus?.({ preventScroll: true });
    how.closed?.();
  });
  if (how.firm) box.addEventListener('cancel', (e) => e.preventDefault());
  else box.addEventListener('click', (e) => e.target === box && box.close());
  find('#dialogs').append(box);
  box.showModal();
  return box;
}

// Tells a player who looks elsewhere that it is their move: in the title of the page, and by the browser if they asked
// for it. Nothing that is told names more than the game.

import { settings } from '../lib/settings.js';
import { keep, read } from '../lib/storage.js';
/** @import { State } from '../state/record.js' */

/** What the page is called. @param {State} state */
export function titleOf({ menu, view, table, talk }) {
  const name = table?.people.label ?? view?.title ?? '';
  const owed = menu?.owed ? '● Your move · ' : '';
  return `${owed}${talk.unread && settings.chat ? `(${talk.unread}) ` : ''}${name} · Tallyho`;
}

/** Notifies once of each decision, also over reloads. @param {State} state */
export function notifyOf({ id, menu, view, seq }) {
  const key = `tallyho:notified:${id}`;
  if (view?.outcome) return keep(key, null);
  if (!settings.notify || !menu?.owed || menu.draft || !document.hidden || !granted()) return;
  if (read(key, -1) === seq) return;
  keep(key, seq);
  try {
    const how = { body: view?.title, tag: `tallyho-${id}`, icon: new URL('../favicon.svg', import.meta.url).href };
    const note = new Notification('Your move', how);
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Some phones let only installed pages notify; the title says it all the same.
  }
}

const granted = () => 'Notification' in window && Notification.permission === 'granted';

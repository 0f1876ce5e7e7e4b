// What a player reads while the connection is lost.

/** @import { ByeWhy } from '../wire/types.js' */

/** By the server's last word. @type {Record<string, string>} */
const LOST = {
  '': 'The connection is lost. Trying again …',
  shutdown: 'The server stops, or starts anew. Coming back …',
  store: 'The server does not know whether your last command was kept. Looking again …',
  newer: 'This game was played on by a newer server. Looking for it …',
  reset: 'The table has changed. Looking at all of it again …',
};

/** @param {ByeWhy | null} bye the server's last word */
export const lostWords = (bye) => `${LOST[bye ?? ''] ?? LOST['']} Your trial steps are kept.`;

// The links of a table that this browser made. The server shows them once and keeps only hashes, so the browser keeps them.

import { h } from './dom.js';
import { openDialog } from './dialog.js';
import { keep, read } from './settings.js';
import { say } from './speech.js';
/** @import { TableInfo } from './types.js' */

/** @param {string} id @returns {Record<string, string> | null} */
export function links(id) {
  return read(`tallyho:links:${id}`, /** @type {Record<string, string> | null} */ (null));
}

/** @param {string} id @param {Record<string, string>} all */
export function keepLinks(id, all) {
  keep(`tallyho:links:${id}`, all);
}

/** @param {string} id @param {TableInfo | null} table */
export function invite(id, table) {
  const all = links(id);
  if (!all) return;
  const name = (/** @type {string} */ seat) => (seat === 'watch' ? 'To watch' : `To fly for ${table?.sides[/** @type {'allies'} */ (seat)]?.name ?? seat}`);
  openDialog('Invite', [
    h('p', null, 'Whoever has a link has the seat. Send each link only to the person it is for.'),
    Object.entries(all).map(([seat, path]) => {
      const url = new URL(path, location.origin).href;
      const field = h('input', { type: 'text', readonly: true, value: url, 'aria-label': name(seat), onfocus: () => field.select() });
      return h('div', { class: 'link-row' }, h('span', null, name(seat)), field, h('button', { onclick: async () => {
        field.select();
        await navigator.clipboard?.writeText(url).catch(() => {});
        say('Link copied');
      } }, 'Copy'));
    }),
  ], { wide: true });
}

// Log sheets as workbooks, where a game has them: the table says how many.

import { html } from '../lib/html.js';
/** @import { TableInfo } from '../wire/types.js' */

/** Links to the workbooks of a table. @param {TableInfo | null} table */
export function logSheets(table) {
  if (!table) return [];
  const { id, title, log_sheets: books } = table;
  const link = (/** @type {number} */ n) => {
    const name = n === 1 ? title : `${title}-${n}`;
    return html`<a class="button" href="/api/tables/${id}/log-sheet/${n}" download="${name}.xlsx">Log sheet${
      books > 1 ? ` ${n}` : ''
    } (.xlsx)</a>`;
  };
  return Array.from({ length: books }, (_, n) => link(n + 1));
}

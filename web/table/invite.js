// The links of a table that this browser made. The server shows them once and keeps only hashes, so the browser keeps
// them.

import { h } from '../lib/dom.js';
import { openDialog } from '../lib/dialog.js';
import { keep, read } from '../lib/storage.js';
import { say } from '../lib/speech.js';
/** @import { Side } from '../wire/types.js' */

/** @param {string} id @returns {Record<string, string> | null} */
export function links(id) {
  return read(`tallyho:links:${id}`, /** @type {Record<string, string> | null} */ (null));
}

/** @param {string} id @param {Record<string, string>} all */
export function keepLinks(id, all) {
  keep(`tallyho:links:${id}`, all);
}

/**
 * @param {string} id
 * @param {Partial<Record<Side, string>>} names what the sides are called
 * @param {Side | null} own the side of whoever invites
 */
export function invite(id, names, own) {
  const all = links(id);
  if (!all) return;
  const name = (/** @type {string} */ seat) => {
    if (seat === 'watch') return 'To watch';
    const side = names[/** @type {Side} */ (seat)] ?? seat;
    return seat === own ? `Your own seat (${side})` : `To fly for ${side}`;
  };
  // The link that is to be sent stands first, one's own last.
  const order = Object.entries(all).sort(([a], [b]) => rank(a, own) - rank(b, own));
  openDialog(
    'Invite',
    [
      h(
        'p',
        null,
        'Whoever has a link has the seat. Send each link only to the person it is for; your own is for another ' +
          'browser of yours.',
      ),
      order.map(([seat, path], n) => {
        const url = new URL(path, location.origin).href;
        const field = h('input', {
          type: 'text',
          readonly: true,
          value: url,
          'aria-label': name(seat),
          onfocus: () => field.select(),
        });
        const copy = h(
          'button',
          {
            class: n === 0 ? 'go' : '',
            autofocus: n === 0,
            'aria-label': `Copy the link: ${name(seat)}`,
            onclick: async () => {
              field.select();
              await navigator.clipboard?.writeText(url).catch(() => {});
              copy.textContent = 'Copied';
              say('Link copied');
            },
          },
          'Copy',
        );
        return h('div', { class: 'link-row' }, h('span', null, name(seat)), field, copy);
      }),
    ],
    { wide: true },
  );
}

/** @param {string} seat @param {Side | null} own */
const rank = (seat, own) => (seat === own ? 2 : seat === 'watch' ? 1 : 0);

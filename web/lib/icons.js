// Small pictures for buttons; drawn, because not every font has such signs.

import { html } from './html.js';

/** @type {Record<string, string>} */
const PATHS = {
  first: 'M5 5v14M19 5l-10 7 10 7z',
  back: 'M17 5l-10 7 10 7z',
  on: 'M7 5l10 7-10 7z',
  last: 'M19 5v14M5 5l10 7-10 7z',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  aircraft: 'M12 3v18M3 12h18M12 7a5 5 0 1 0 .01 0',
  tracks: 'M3 18c4 0 4-12 9-12s4 9 9 7',
  gear:
    'M12 8.5a3.5 3.5 0 1 0 .01 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2' +
    'M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2',
  help: 'M9 9.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.6v.4',
  ruler: 'M3 15L15 3l6 6L9 21zM7 11l2.5 2.5M11 7l2.5 2.5M9 9l1.5 1.5M13 5l1.5 1.5',
  home: 'M3 11.5L12 4l9 7.5M6 9.5V20h12V9.5',
  cross: 'M6 6l12 12M18 6L6 18',
  dots: 'M4.5 12h1M11.5 12h1M18.5 12h1',
};

/** @param {string} name */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name] ?? ''}></path></svg>`;
}

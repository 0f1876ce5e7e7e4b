// The page: which screen for which address.

import { nameChips } from './lib/chip.js';
import { h, fill, find } from './lib/dom.js';
import { go, onGo } from './lib/go.js';
import { html } from './lib/html.js';
import { useKeys } from './lib/keys.js';
import { CODE, Refused } from './wire/net.js';
import { settingsAndKeys, top } from './table/head.js';
// A chip of any screen opens its rule.
import './table/rule.js';
import { notice } from './screens/notice.js';

/** A screen that hears when it is left and when it is on the page.
 * @typedef {{ close: () => void, shown?: () => void }} Live */
/** @typedef {(box: HTMLElement, id: string) => void | Live | null | Promise<void | Live | null>} Open */

/**
 * Screens by the first word of their address. Each is fetched when it is first opened, so that a page waits for nothing
 * that it does not show.
 * @type {Record<string, () => Promise<Open>>}
 */
const SCREENS = {
  '': async () => (await import('./screens/scramble.js')).scramble,
  table: async () => {
    const { Table } = await import('./screens/table.js');
    return (box, id) => new Table(box, id);
  },
  replay: async () => (await import('./screens/replay.js')).Replay.open,
  rules: async () => (await import('./screens/rules.js')).rulesPage,
  hangar: async () => (await import('./screens/hangar.js')).hangar,
  editor: async () => (await import('./screens/editor.js')).editor,
  carry: async () => (await import('./screens/people.js')).carryPage,
  lab: async () => (await import('./screens/lab.js')).lab,
};
/** Screens that show nothing without the second word of the address. */
const OF_SOMETHING = ['table', 'replay', 'rules', 'carry'];

/** @type {Live | null} */
let screen = null;
/** Counts visits, so that a slow screen that was left does not draw over the next one. */
let visit = 0;
let path = '';

async function route() {
  const now = ++visit;
  path = location.pathname;
  screen?.close();
  screen = null;
  useKeys([]);
  find('#banner').hidden = true;
  document.body.classList.remove('offline');
  const main = find('#main');
  const [, where, id] = path.split('/');
  document.body.dataset.screen = where || 'scramble';
  const ways = html`<a class="chip" href="/editor">Editor</a><a class="chip" href="/lab">Lab</a>
    <a class="chip" href="/hangar">Hangar</a>`;
  top(html`<span class="spring"></span>${ways}${settingsAndKeys()}`);
  fill(main, h('p', { class: 'lead wait' }, 'One moment …'));
  scrollTo(0, 0);
  // Each screen draws into a box of its own, so that one which was left cannot disturb its successor.
  const box = h('div', { class: 'screen' });
  /** @type {Live | null} */
  let opened = null;
  try {
    const known = Object.hasOwn(SCREENS, where) && (id || !OF_SOMETHING.includes(where));
    const open = known ? await SCREENS[where]().catch(unreached) : nowhere;
    opened = (await open(box, id)) ?? null;
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    failed(box, e);
  }
  if (now === visit) {
    screen = opened;
    fill(main, box);
    nameChips();
    opened?.shown?.();
    // Whoever chooses a fight is to sit at the table at once.
    if (!where) globalThis.requestIdleCallback?.(() => void SCREENS.table());
  } else opened?.close();
}

/** A screen could not be fetched. @returns {never} */
function unreached() {
  throw new Refused(CODE.lost, 'The server cannot be reached.');
}

/** @param {HTMLElement} main */
function nowhere(main) {
  document.title = 'Nothing here · Tallyho';
  fill(main, notice('Nothing flies here', 'There is no such page.'));
}

/** @param {HTMLElement} main @param {Refused} e */
function failed(main, e) {
  document.title = 'Trouble · Tallyho';
  fill(main, notice('That did not work', e.message, h('button', { onclick: () => location.reload() }, 'Try again')));
}

document.addEventListener('click', (e) => {
  const link = /** @type {Element} */ (e.target).closest?.('a');
  if (
    !link ||
    e.defaultPrevented ||
    e.button !== 0 ||
    e.ctrlKey ||
    e.metaKey ||
    e.shiftKey ||
    link.target ||
    link.hasAttribute('download')
  )
    return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || /^\/(api|join|assets)\//.test(url.pathname)) return;
  if (url.pathname === location.pathname && url.hash) return;
  e.preventDefault();
  for (const box of document.querySelectorAll('dialog')) box.close();
  go(url.pathname + url.hash);
});
onGo(() => void route());
addEventListener('popstate', () => {
  if (location.pathname !== path) void route();
});

void route();

// The page: which screen for which address.

import { nameChips } from './lib/chip.js';
import { h, fill, find } from './lib/dom.js';
import { go, onGo } from './lib/go.js';
import { html } from './lib/html.js';
import { useKeys } from './lib/keys.js';
import { Refused } from './wire/net.js';
import { settingsAndKeys, top } from './table/head.js';
import { notice } from './screens/notice.js';
import { Table } from './screens/table.js';
import { Replay } from './screens/replay.js';
import { rulesPage } from './screens/rules.js';
import { hangar } from './screens/hangar.js';
import { editor } from './screens/editor.js';
import { lab } from './screens/lab.js';
import { carryPage } from './screens/people.js';
import { scramble } from './screens/scramble.js';

/** @type {{ close: () => void } | null} */
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
  /** @type {{ close: () => void, shown?: () => void } | null} */
  let opened = null;
  try {
    if (!where) await scramble(box);
    else if (where === 'table' && id) opened = new Table(box, id);
    else if (where === 'replay' && id) opened = await Replay.open(box, id);
    else if (where === 'rules' && id) opened = await rulesPage(box, id);
    else if (where === 'hangar') await hangar(box, id);
    else if (where === 'editor') opened = await editor(box, id);
    else if (where === 'carry' && id) carryPage(box, id);
    else if (where === 'lab') opened = await lab(box, id);
    else nowhere(box);
  } catch (e) {
    if (!(e instanceof Refused)) throw e;
    failed(box, e);
  }
  if (now === visit) {
    screen = opened;
    fill(main, box);
    nameChips();
    opened?.shown?.();
  } else opened?.close();
}

/** @param {HTMLElement} main */
function nowhere(main) {
  document.title = 'Nothing here · Tallyho';
  fill(main, notice('Nothing flies here', 'There is no such page.'));
}

/** @param {HTMLElement} main @param {Refused} e */
function failed(main, e) {
  document.title = 'Trouble · Tallyho';
  fill(main, notice('That did not work', e.message, h('button', { onclick: () => void route() }, 'Try again')));
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

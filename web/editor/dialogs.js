// What is done with a scenario as a whole: begun, opened, shared, played.

import { openDialog } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { go } from '../lib/go.js';
import { say } from '../lib/speech.js';
import { sideName } from '../lib/words.js';
import { invite, keepLinks } from '../table/invite.js';
import { Refused, http } from '../wire/net.js';
import { forget, mine } from './kept.js';
import { LONGEST_LINK, packed } from './link.js';
import { checked } from './work.js';
/** @import { GameInfo, GameList, Opened, Side } from '../wire/types.js' */
/** @import { Scenario } from './draft.js' */
/** @import { Work } from './work.js' */

/** The largest file that is read; the server takes no larger one. */
const LARGEST = 500_000;

/** Hands a file to the browser. @param {string} name @param {string} text @param {string} type */
function download(name, text, type) {
  const link = h('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A title as the name of a file. @param {unknown} title */
const fileName = (title) =>
  String(title ?? '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'scenario';

/** @param {unknown} e */
const told = (e) => (e instanceof Refused ? e.message : String(e));

/**
 * What to go on with: an empty board, a ready-made scenario, one of this browser, or a file.
 * @param {GameList} list @param {GameInfo} game
 * @param {{ blank: () => void, ready: (id: string) => void, take: (s: Scenario, id: string | null) => void }} on
 */
export function openOne(list, game, on) {
  const says = h('p', { role: 'alert', class: 'error' });
  const pick = (/** @type {string} */ title, /** @type {string} */ text, /** @type {() => void} */ does) =>
    h('button', { class: 'pick', onclick: () => { box.close(); does(); } }, h('b', null, title), h('span', null, text));
  const file = h('input', {
    type: 'file', accept: '.toml,.json,application/json', 'aria-label': 'A scenario file',
    onchange: () => void fromFile(list, game, file, says, (s) => { box.close(); on.take(s, null); }),
  });
  const own = mine().filter((k) => k.game === game.id).map((k) => {
    const row = h('div', { class: 'kept' },
      pick(k.title || 'Without a title', `Kept ${new Date(k.at).toLocaleString()}`, () => on.take(k.scenario, k.id)),
      h('button', {
        class: 'small danger', 'aria-label': `Delete ${k.title}`,
        onclick: () => { forget(k.id); row.remove(); say('Deleted'); },
      }, 'Delete'));
    return row;
  });
  const box = openDialog('Open a scenario', [
    h('div', { class: 'cards' }, pick('An empty board', 'Place everything yourself.', on.blank)),
    h('h3', null, 'My scenarios'),
    own.length ? own : h('p', { class: 'muted' }, 'Nothing is kept in this browser yet.'),
    h('h3', null, 'From a file'), h('p', null, file), says,
    h('h3', null, 'Ready-made, to be changed'),
    h('div', { class: 'cards' }, game.scenarios.map((s) => pick(s.title, s.text, () => on.ready(s.id)))),
  ], { wide: true });
}

/**
 * Reads a file. One of another game is opened there; one that is none is refused, and nothing is lost.
 * @param {GameList} list @param {GameInfo} game @param {HTMLInputElement} field @param {HTMLElement} says
 * @param {(s: Scenario) => void} take
 */
async function fromFile(list, game, field, says, take) {
  const [file] = field.files ?? [];
  if (!file) return;
  const refuse = (/** @type {string} */ text) => { says.textContent = text; };
  if (file.size > LARGEST) return refuse(`${file.name} is too large for a scenario.`);
  try {
    const text = await file.text();
    const first = await checked({ game: game.id, text });
    if (first.scenario) return take(first.scenario);
    for (const other of list.games.filter((g) => g.id !== game.id)) {
      const answer = await checked({ game: other.id, text });
      if (answer.scenario) return go(`/editor/${other.id}#s=${await packed(answer.scenario)}`);
    }
    const [flaw] = first.flaws;
    refuse(`${file.name} cannot be opened. ${flaw?.path ? `${flaw.path}: ` : ''}${flaw?.says ?? ''}`);
  } catch (e) {
    refuse(told(e));
  }
  return undefined;
}

/** Ways to hand a scenario on. @param {Work} work */
export async function share(work) {
  const { game, scenario } = work;
  const url = new URL(`/editor/${game}#s=${await packed(scenario)}`, location.origin).href;
  const name = fileName(scenario.title);
  const says = h('p', { role: 'status', class: 'muted' });
  const select = () => field.select();
  const field = h('input', { type: 'text', readonly: true, value: url, 'aria-label': 'Link', onfocus: select });
  const copy = h('button', {
    class: 'go', autofocus: true,
    onclick: async () => {
      select();
      await navigator.clipboard?.writeText(url).catch(() => {});
      copy.textContent = 'Copied';
      say('Link copied');
    },
  }, 'Copy the link');
  const asToml = async () => {
    try {
      const answer = await checked({ game, scenario, toml: true });
      if (answer.toml) download(`${name}.toml`, answer.toml, 'application/toml');
      else says.textContent = 'It cannot be written as TOML while it has flaws that keep it from being read.';
    } catch (e) {
      says.textContent = told(e);
    }
  };
  const asJson = () => download(`${name}.json`, `${JSON.stringify(scenario, null, 2)}\n`, 'application/json');
  openDialog('Share this scenario', [
    h('p', null, 'The whole scenario is in the link. Nothing is kept on the server.'),
    h('p', null, field),
    url.length > LONGEST_LINK && h('p', { class: 'error' }, 'This link is very long: a file travels better.'),
    h('div', { class: 'row' }, copy,
      h('button', { onclick: () => void asToml() }, 'TOML file'), h('button', { onclick: asJson }, 'JSON file')),
    says,
  ], { wide: true });
}

/** Plays it at once. @param {GameList} list @param {Work} work */
export function play(list, work) {
  const names = work.info?.sides ?? {};
  /** @type {{ side: Side }} */
  const mineIs = { side: 'allies' };
  const says = h('p', { role: 'alert', class: 'error' });
  const other = () => (mineIs.side === 'allies' ? 'axis' : 'allies');
  const start = async (
    /** @type {Record<string, string>} */ seats,
    /** @type {Record<string, unknown>} */ more = {},
  ) => {
    try {
      const order = { game: work.game, scenario: work.scenario, dice: 'seed', watch: 'link', seats, ...more };
      const made = /** @type {Opened} */ (await http('/api/tables', order));
      if (made.links) keepLinks(made.table, made.links);
      box.close();
      go(`/table/${made.table}`);
      if (more.mine) invite(made.table, names, mineIs.side);
    } catch (e) {
      says.textContent = told(e);
    }
  };
  const side = (/** @type {Side} */ s) => h('label', null,
    h('input', { type: 'radio', name: 'play-side', checked: s === mineIs.side, onchange: () => { mineIs.side = s; } }),
    h('span', null, names[s] || sideName(s)));
  const pick = (/** @type {string} */ id, /** @type {string} */ title, /** @type {string} */ text,
    /** @type {() => void} */ onclick) =>
    h('button', { class: 'pick opponent', 'data-opponent': id, onclick }, h('b', null, title), h('span', null, text));
  const box = openDialog('Play it', [
    h('fieldset', { class: 'segments' }, h('legend', null, 'You fly for'), side('allies'), side('axis')),
    h('div', { class: 'cards' },
      list.levels.map((p) => pick(p.id, p.title, p.text,
        () => void start({ [mineIs.side]: 'human', [other()]: `pilot:${p.id}` }))),
      pick('hot-seat', 'Hot seat', 'Both sides at this screen.', () => void start({}, { hot_seat: true })),
      pick('friend', 'A friend by link', 'You get a secret link to send.', () => void start({}, { mine: mineIs.side })),
    ),
    says,
  ], { wide: true });
}

// Scenarios that this browser keeps, and the one that was last in hand.

import { fresh } from '../lib/dom.js';
import { keep, read } from '../lib/storage.js';
/** @import { Scenario } from './draft.js' */

/** @typedef {{ id: string, game: string, title: string, at: number, scenario: Scenario }} Kept */

const KEY = 'tallyho:scenarios';
const draftKey = (/** @type {string} */ game) => `tallyho:draft:${game}`;

/** All of them, the newest first. @returns {Kept[]} */
export function mine() {
  const all = read(KEY, /** @type {unknown} */ ([]));
  const sound = (/** @type {Kept} */ k) => k && typeof k.game === 'string' && typeof k.scenario === 'object';
  return (Array.isArray(all) ? all : []).filter(sound).sort((a, b) => b.at - a.at);
}

/**
 * Keeps a scenario under its id, or a new one, and answers the id; nothing if the browser keeps nothing.
 * @param {string} game @param {Scenario} scenario @param {string | null} id
 */
export function save(game, scenario, id) {
  const entry = { id: id ?? fresh(), game, title: String(scenario.title ?? ''), at: Date.now(), scenario };
  keep(KEY, [entry, ...mine().filter((k) => k.id !== entry.id)]);
  return mine().some((k) => k.id === entry.id && k.at === entry.at) ? entry.id : null;
}

/** @param {string} id */
export function forget(id) {
  keep(KEY, mine().filter((k) => k.id !== id));
}

/** What was last in hand, and under which id it is kept. @typedef {{ scenario: Scenario, id: string | null }} InHand */

/** @param {string} game @param {InHand} now */
export const keepDraft = (game, now) => keep(draftKey(game), now);

/** @param {string} game @returns {InHand | null} */
export function keptDraft(game) {
  const now = read(draftKey(game), /** @type {InHand | null} */ (null));
  return now && typeof now.scenario === 'object' && now.scenario !== null ? now : null;
}

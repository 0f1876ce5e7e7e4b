// Which lesson fits what has happened. No DOM, no server.

import { aircraftOf, sideOf } from './record.js';
/** @import { LogEntry } from '../wire/types.js' */
/** @import { State } from './record.js' */

/**
 * A lesson, and the event that calls for it: of a kind, by one of some rules, and to which side it happened.
 * @typedef {{ id: string, kind: LogEntry['kind'], rules?: string[], side?: 'own' | 'other', title: string,
 *   text: string, rule: string }} Lesson
 */

/** Whom an event happened to, seen from this seat. @param {State} state @param {LogEntry} e */
function sideOfEvent(state, e) {
  // A loss that names no target is somebody who went home, or a group.
  const hit = e.kind === 'loss' ? e.target : (e.target ?? e.actor);
  const side = e.kind === 'end' ? state.view?.outcome?.winner : aircraftOf(state, hit)?.side;
  return side ? (side === sideOf(state) ? 'own' : 'other') : null;
}

/**
 * The first lesson that something calls for and that was not heard yet.
 * @param {State} state
 * @param {LogEntry[]} events
 * @param {Lesson[]} all
 * @param {Record<string, true>} heard
 */
export function lessonFor(state, events, all, heard) {
  const game = state.view?.game;
  for (const e of events) {
    const side = sideOfEvent(state, e);
    const found = all.find(
      (l) =>
        l.kind === e.kind &&
        !heard[`${game}/${l.id}`] &&
        (!l.rules || l.rules.some((r) => e.rules.includes(r))) &&
        (!l.side || l.side === side),
    );
    if (found) return found;
  }
  return null;
}

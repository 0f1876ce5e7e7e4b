// The people at a table: what they are called, what they say, and who hears it. No DOM, no server.

import { hotSeat, sideOf } from './record.js';
/** @import { ClockNow, People, Said, Side, TalkTo } from '../wire/types.js' */
/** @import { State } from './record.js' */

/** @param {State} state @param {Said[] | null} lines what was said before; nothing where people cannot talk */
export function learnTalk(state, lines) {
  const { talk } = state;
  const last = talk.lines.at(-1)?.n ?? 0;
  const fresh = talk.told ? (lines ?? []).filter((s) => s.n > last).length : 0;
  state.talk = { ...talk, on: lines !== null, told: true, lines: lines ?? [], unread: unread(state, fresh) };
}

/** Somebody has said something. @param {State} state @param {Said} said */
export function hear(state, said) {
  const { talk } = state;
  if (talk.lines.some((s) => s.n === said.n)) return false;
  state.talk = { ...talk, lines: [...talk.lines, said], unread: unread(state, own(state, said) ? 0 : 1) };
  return true;
}

/** @param {State} state @param {number} more */
const unread = ({ talk }, more) => (talk.open ? 0 : talk.unread + more);

/** @param {State} state @param {boolean} open */
export function openTalk(state, open) {
  state.talk = { ...state.talk, open, unread: 0, refusal: '' };
}

/** To whom the next line is said. @param {State} state @param {TalkTo} to */
export function talkTo(state, to) {
  state.talk = { ...state.talk, to };
}

/** Why the last line was not said; an empty text if it was. @param {State} state @param {string} why */
export function talkRefused(state, why) {
  state.talk = { ...state.talk, refusal: why };
}

/** @param {State} state @param {People} people */
export function learnPeople(state, people) {
  if (state.table) state.table = { ...state.table, people };
}

/** @param {State} state @param {ClockNow | null} clock @param {number} at when it was told */
export function learnClock(state, clock, at) {
  state.clock = clock && { ...clock, at };
}

/** Whether this player has said it, or somebody of the same side. @param {State} state @param {Said} said */
const own = (state, said) => said.from === (sideOf(state) ?? 'watcher');

/** Those to whom this seat may talk, the usual ones first. @param {State} state @returns {TalkTo[]} */
export const listeners = ({ seats }) =>
  seats.some((s) => s === 'allies' || s === 'axis') ? ['all', 'side'] : ['watchers'];

/** To whom the next line goes. @param {State} state @returns {TalkTo} */
export function talksTo(state) {
  const all = listeners(state);
  return all.includes(state.talk.to) ? state.talk.to : all[0];
}

/**
 * Whether there is or was anybody to talk to: not where one person plays alone against a computer or at both ends of
 * one screen.
 * @param {State} state
 */
export function company(state) {
  const { table, talk, presence } = state;
  if (!talk.on || !table) return false;
  const others = Object.values(table.sides).every((s) => !s?.pilot) && !hotSeat(state);
  return others || talk.lines.length > 0 || (presence?.observer ?? 0) > (sideOf(state) ? 0 : 1);
}

/** What the people of a side call themselves. @param {State} state @param {Side} side */
export const personOf = ({ table }, side) => table?.people.names[side] ?? '';

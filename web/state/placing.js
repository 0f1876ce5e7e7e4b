// Placing on an open table: the table says where an aircraft may stand, and which legal place is nearest to the
// pointer. No DOM, no server.

import { gridOf } from '../board/geo.js';
import { settled } from './decision.js';
/** @import { At, Free, Put } from '../wire/types.js' */
/** @import { Command, Placed, State } from './record.js' */

/** So near to a standing aircraft it is meant itself, in pixels of the screen. */
const TOUCH = 24;
/** So near to a standing aircraft nothing else is placed, because its dial is there. */
const ELBOW = 84;

/** The trial in which something may be placed anywhere. @param {State} state */
export function placingDraft(state) {
  const draft = settled(state) && state.menu?.owed ? state.menu.draft : null;
  return draft?.free.length ? draft : null;
}

/**
 * Where the aircraft may stand that a press would place: the next one, or of a group that stands the one that is
 * lifted.
 * @param {State} state
 * @returns {Free<Command> | null}
 */
export function region(state) {
  const draft = placingDraft(state);
  if (!draft) return null;
  return draft.free.find((f) => f.aircraft === state.placing.lifted) ?? (draft.barred.length ? draft.free[0] : null);
}

/**
 * The standing aircraft at a point, or that it is too near to one to mean anything else. Like dials, aircraft may be
 * touched from as far however small the board is drawn.
 * @param {State} state @param {At} at @param {number} scale of the board on the screen
 */
export function standing(state, at, scale) {
  const g = state.view && gridOf(state.view.board);
  const c = g?.centre(at);
  const far = (/** @type {Put} */ p) =>
    g && c ? Math.min(1, scale) * Math.hypot(g.centre(p.pose.at).x - c.x, g.centre(p.pose.at).y - c.y) : Infinity;
  const near = placingDraft(state)?.also.toSorted((a, b) => far(a) - far(b))[0];
  if (!near) return null;
  return far(near) < TOUCH ? near.aircraft : far(near) < ELBOW ? 'near' : null;
}

/** Shows what placing at a point would come to. @param {State} state @param {Placed | null} placed */
export function showPlaced(state, placed) {
  state.placing = { ...state.placing, offer: placed };
  state.tip = placed?.barred.length ? { at: placed.at, placed } : null;
}

/** Lifts an aircraft that stands, to be put elsewhere. @param {State} state @param {number} aircraft */
export function lift(state, aircraft) {
  state.placing = { ...state.placing, lifted: aircraft };
}

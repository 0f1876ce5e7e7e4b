// Where the moves of an aircraft can end. Games that do not list the ends with each step of a trial are asked once for
// each position. No DOM, no server.

import { gridOf, key, same } from '../board/geo.js';
import { able } from './layout.js';
/** @import { At } from '../wire/types.js' */
/** @import { AnyPlan, State } from './record.js' */

/** On an open table a plan is meant when the pointer is so near to its end, in world pixels. */
const NEAR = 14;

/**
 * The aircraft whose move goes on step by step or can begin in several ways, if there is no doubt which: its ends are
 * shown although no trial is on.
 * @param {State} state
 */
export function watched({ menu, selected }) {
  if (!menu?.owed || menu.draft) return null;
  const ids = able(menu);
  const id = selected !== null && ids.includes(selected) ? selected : ids.length === 1 ? ids[0] : null;
  const own = menu.choices.filter((c) => c.aircraft === id && c.target === null);
  const begins = own.filter((c) => 'draft' in c.say).length;
  return own.some((c) => !c.barred.length) && begins !== 1 ? id : null;
}

/**
 * Every end that can be chosen now: those of the present draft, or, where the game names them only at the start of a
 * move, those whose way begins like the trial.
 * @param {State} state @returns {AnyPlan[]}
 */
export function allPlans(state) {
  const draft = state.menu?.draft;
  const { seq, aircraft, plans } = state.ends;
  if (!draft) return seq === state.seq && aircraft === watched(state) ? plans : NONE;
  if (draft.plans.length) return draft.plans;
  if (seq !== state.seq || aircraft !== draft.aircraft) return NONE;
  const way = draft.path.map(key);
  const begun = plans.filter((p) => way.every((k, n) => p.path[n] && key(p.path[n]) === k));
  // Where steps are commands of their own, a trial is no part of a plan and another may take its place.
  return begun.length ? begun : plans;
}

/** @type {AnyPlan[]} */
const NONE = [];

/** The moves that were sorted out last, and from which. */
let sorted = { from: NONE, kind: '', way: /** @type {string | null} */ (null), plans: NONE };

/**
 * Ends that can be chosen now, of the kind of move that the player has asked for; all where there are none of it.
 * @param {State} state @returns {AnyPlan[]}
 */
export function plansOf(state) {
  const from = allPlans(state);
  const { kind, way } = state.moves;
  if (!kind) return from;
  if (sorted.from !== from || sorted.kind !== kind || sorted.way !== way) {
    const plans = from.filter((p) => p.manoeuvre?.kind === kind && (!way || p.manoeuvre.way === way));
    sorted = { from, kind, way, plans };
  }
  return sorted.plans.length ? sorted.plans : from;
}

/**
 * The kinds of move that have names, and of the one asked for the ways it goes, in the game's order.
 * @param {State} state
 */
export function namedMoves(state) {
  const named = allPlans(state).flatMap((p) => p.manoeuvre ?? []);
  const kinds = [...new Set(named.map((m) => m.kind))];
  const kind = kinds.find((k) => k === state.moves.kind) ?? null;
  const ways = [...new Set(named.flatMap((m) => (m.kind === kind ? [m.way] : [])))];
  return { kinds, kind, ways, way: ways.find((w) => w === state.moves.way) ?? null };
}

/** Places where the moves shown end, each once. @param {State} state @returns {At[]} */
export function placesOf(state) {
  return [...new Map(plansOf(state).flatMap((p) => (p.pose ? [[key(p.pose.at), p.pose.at]] : []))).values()];
}

/** The aircraft whose ends the server has still to be asked for. @param {State} state */
export function endsWanted(state) {
  const draft = state.menu?.draft;
  const aircraft = draft ? draft.aircraft : watched(state);
  if (aircraft === null || draft?.plans.length) return null;
  return state.ends.seq === state.seq && state.ends.aircraft === aircraft ? null : aircraft;
}

/**
 * Plans that end at a place, one for each way of pointing.
 * @param {State} state
 * @param {At | null} at
 * @returns {AnyPlan[]}
 */
export function plansAt(state, at) {
  if (!at || !state.view) return [];
  const plans = plansOf(state);
  const place = gridOf(state.view.board).open ? nearest(state, plans, at) : at;
  const found = new Map();
  for (const p of plans) {
    if (p.pose && place && same(p.pose.at, place)) {
      const k = `${p.pose.heading}/${p.pose.altitude ?? ''}/${JSON.stringify(p.pose.attitude ?? '')}`;
      if (!found.has(k)) found.set(k, p);
    }
  }
  return [...found.values()];
}

/**
 * The end that is meant at a point of an open table.
 * @param {State} state
 * @param {AnyPlan[]} plans
 * @param {At} at
 * @returns {At | null}
 */
function nearest(state, plans, at) {
  const g = state.view && gridOf(state.view.board);
  const c = g?.centre(at);
  let least = NEAR;
  let place = null;
  for (const p of plans) {
    const q = p.pose && g?.centre(p.pose.at);
    const far = q && c ? Math.hypot(q.x - c.x, q.y - c.y) : NEAR;
    if (p.pose && far < least) {
      least = far;
      place = p.pose.at;
    }
  }
  return place;
}

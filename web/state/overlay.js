// What is laid over the position at a table: trial, reach, aims, trails and where weapons reach. No DOM.

import { key } from '../board/geo.js';
import { plansAt, plansOf, watched } from './ends.js';
import { advised } from './hint.js';
import { able, layout, places, sole } from './layout.js';
import { spent } from './lead.js';
import { region } from './placing.js';
import { aircraftOf } from './record.js';
/** @import { Aircraft, At, LogEntry, Pose, View } from '../wire/types.js' */
/** @import { Overlay, TargetMark } from '../board/board.js' */
/** @import { AnyChoice, AnyDraft, AnyPlan, State } from './record.js' */

/** Trails of all aircraft are drawn up to this many of them. */
const FEW = 12;

/** @param {State} state @returns {Overlay} */
export function overlayOf(state) {
  const { menu, hover, hoverChoice, armed, ruler } = state;
  const view = /** @type {View} */ (state.view);
  const hint = advised(state);
  const draft = menu?.draft ?? hint?.draft ?? null;
  const plan = ruler.on ? null : (plansAt(state, hover.at)[0] ?? null);
  const { shown } = layout(state);
  const aimed = armed ?? hoverChoice ?? hint?.choice ?? null;
  const from = aimed?.aircraft ?? null;
  const ghost = ghostOf(state, plan, draft);
  const traced = (/** @type {Aircraft} */ a) =>
    view.aircraft.length <= FEW || a.id === state.selected || a.id === hover.aircraft;
  return {
    reach: reach(state, shown),
    near: plan?.pose ? [plan.pose.at] : [],
    path: plan?.path ?? draft?.path ?? [],
    ghost,
    also: [...(draft?.also ?? []), ...(state.placing.offer?.also ?? [])],
    region: region(state),
    targets: targets(shown, armed),
    ready: menu?.draft ? [] : menu?.owed ? able(menu) : [],
    spent: spent(state),
    // Who would fire is outlined.
    selected: (aimed?.target != null ? from : null) ?? sole(menu) ?? state.selected,
    lines: from !== null && aimed?.target != null ? [{ from, to: aimed.target }] : [],
    tracks: view.aircraft
      .filter((a) => a.flying && traced(a))
      .map((a) => ({ side: a.side, path: trail(a, state.log) }))
      .filter((t) => t.path.length > 1),
    arcs: arcs(state, ghost),
    fan: hover.at ?? (menu?.draft ? null : (aircraftOf(state, state.selected)?.pose?.at ?? null)),
    ruler: ruler.on && ruler.from ? { from: ruler.from, to: ruler.to ?? ruler.from } : null,
    ...state.glance,
  };
}

/**
 * Where the aircraft would stand that is tried: on the dial, by the choice or move looked at, or by the trial.
 * @param {State} state
 * @param {AnyPlan | null} plan
 * @param {AnyDraft | null} draft the trial, or what a pilot advises
 */
function ghostOf(state, plan, draft) {
  const { hoverChoice, dial } = state;
  // The place of a choice that aims is the target's, not where anybody would fly.
  const choicePose = (hoverChoice?.target === null && hoverChoice.pose) || null;
  const pose = dial?.pose ?? choicePose ?? plan?.pose ?? draft?.pose ?? null;
  const id = dial?.id ?? hoverChoice?.aircraft ?? draft?.aircraft ?? (plan ? watched(state) : null);
  if (!pose || id === null) return null;
  const own = aircraftOf(state, id)?.pose;
  const turned = !own || own.heading !== pose.heading || own.altitude !== pose.altitude;
  return plan || choicePose || (draft?.path.length ?? 0) > 1 || turned ? { id, pose } : null;
}

/**
 * Each target once, legal where one of its shots is.
 * @param {AnyChoice[]} shown
 * @param {AnyChoice | null} armed
 * @returns {TargetMark[]}
 */
function targets(shown, armed) {
  /** @type {Map<number, TargetMark>} */
  const best = new Map();
  for (const c of shown) {
    if (c.target === null) continue;
    const mark = armed === c ? 'armed' : c.barred.length ? 'barred' : 'open';
    if (!best.has(c.target) || mark !== 'barred') best.set(c.target, { id: c.target, state: mark });
  }
  return [...best.values()];
}

/**
 * Where the weapons of the aircraft reach that is looked at, from its trial if it has one.
 * @param {State} state
 * @param {{ id: number, pose: Pose } | null} ghost
 */
function arcs(state, ghost) {
  const id = state.hover.aircraft ?? ghost?.id ?? watched(state) ?? sole(state.menu) ?? state.selected;
  const a = aircraftOf(state, id);
  const pose = ghost?.id === id ? ghost?.pose : a?.flying ? a.pose : null;
  const own = a && state.cards[a.card]?.arcs;
  return a && pose && own?.length ? { pose, arcs: own, side: a.side } : null;
}

/** @type {{ of: (AnyPlan | AnyChoice)[], at: At[] }} */
let kept = { of: [], at: [] };

/**
 * Ends that can be reached; the same list as before as long as the plans or choices are the same.
 * @param {State} state
 * @param {AnyChoice[]} shown
 */
function reach(state, shown) {
  const plans = plansOf(state);
  const of = plans.length ? plans : places(shown).filter((c) => !c.barred.length);
  if (of.length !== kept.of.length || of.some((end, n) => end !== kept.of[n]))
    kept = { of, at: of.flatMap((end) => (end.pose ? [end.pose.at] : [])) };
  return kept.at;
}

/**
 * How an aircraft came to be where it is: the trail that the position holds, or the way of its last move in the log.
 * @param {Aircraft} a
 * @param {LogEntry[]} log
 * @returns {At[]}
 */
export function trail(a, log) {
  if (a.trail.length > 1) return a.trail;
  const last = log.findLast((e) => e.actor === a.id && e.path.length > 0);
  const end = last?.path.at(-1);
  // Whoever was put elsewhere since did not fly that way.
  return last && end && a.pose && key(end) === key(a.pose.at) ? last.path : [];
}

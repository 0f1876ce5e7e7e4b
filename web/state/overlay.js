// What is laid over the position at a table: trial, reach, aims, trails and where weapons reach.

import { same } from '../board/geo.js';
import { trail } from '../table/log.js';
import { able, layout, places, sole } from '../table/panel.js';
/** @import { Table } from '../screens/table.js' */
/** @import { At, Plan, Pose, View } from '../wire/types.js' */
/** @import { Overlay } from '../board/board.js' */

/** Trails of all aircraft are drawn up to this many of them. */
const FEW = 12;
/** On an open table a plan is meant when the pointer is so near to its end, in world pixels. */
const NEAR = 14;

/** @param {Table} screen @returns {Overlay} */
export function overlayOf(screen) {
  const { play, hover, hoverChoice, dials, placing } = screen;
  const { menu } = play;
  const view = /** @type {View} */ (play.view);
  const draft = menu?.draft ?? null;
  const plan = screen.ruler.on ? null : planAt(screen, hover.at)[0] ?? null;
  // The place of a choice that aims is the target's, not where anybody would fly.
  const choicePose = (hoverChoice?.target === null && hoverChoice.pose) || null;
  const shown = layout(screen.panelState()).shown;
  const targets = shown.filter((c) => c.target !== null).map((c) => ({
    id: /** @type {number} */ (c.target), state: /** @type {'open' | 'barred' | 'armed'} */ (play.armed?.choice === c ? 'armed' : c.barred.length ? 'barred' : 'open'),
  }));
  const best = new Map();
  for (const t of targets) if (!best.has(t.id) || t.state !== 'barred') best.set(t.id, t);
  const aimed = play.armed?.choice ?? hoverChoice;
  const from = aimed?.aircraft ?? null;
  const ghostPose = dials.trial?.pose ?? choicePose ?? plan?.pose ?? draft?.pose ?? null;
  const id = dials.trial?.id ?? hoverChoice?.aircraft ?? draft?.aircraft ?? (plan ? play.ends.watched : null);
  const moved = ghostPose && id !== null && (plan || choicePose || (draft?.path.length ?? 0) > 1 || turned(view, id, ghostPose));
  const ghost = moved ? { id, pose: ghostPose } : null;
  return {
    reach: reach(screen, shown),
    near: plan?.pose ? [plan.pose.at] : [],
    path: plan?.path ?? draft?.path ?? [],
    ghost,
    also: [...(draft?.also ?? []), ...(placing.offer?.also ?? [])],
    region: placing.region,
    targets: [...best.values()],
    ready: draft ? [] : menu?.owed ? able(menu) : [],
    selected: sole(menu) ?? screen.selected,
    lines: from !== null && aimed?.target != null ? [{ from, to: aimed.target }] : [],
    tracks: view.aircraft.filter((a) => a.flying && (view.aircraft.length <= FEW || a.id === screen.selected || a.id === hover.aircraft))
      .map((a) => ({ side: a.side, path: trail(a, play.log) })).filter((t) => t.path.length > 1),
    arcs: arcs(screen, view, ghost),
  };
}

/** Where the weapons of the aircraft reach that is looked at, from its trial if it has one. @param {Table} screen @param {View} view @param {{ id: number, pose: Pose } | null} ghost */
function arcs(screen, view, ghost) {
  const { play, hover } = screen;
  const id = hover.aircraft ?? ghost?.id ?? play.ends.watched ?? sole(play.menu) ?? screen.selected;
  const a = view.aircraft.find((b) => b.id === id);
  const pose = ghost?.id === id ? ghost?.pose : a?.flying ? a.pose : null;
  const own = a && play.cards[a.card]?.arcs;
  return a && pose && own?.length ? { pose, arcs: own, side: a.side } : null;
}

/** @type {{ plans: Plan<any>[], at: At[] }} */
let kept = { plans: [], at: [] };

/** Ends that can be reached; the same list as before as long as the plans are the same. @param {Table} screen @param {import('../table/panel.js').AnyChoice[]} shown */
function reach(screen, shown) {
  const { plans } = screen.play.ends;
  if (!plans.length) return places(shown).filter((c) => !c.barred.length).flatMap((c) => (c.pose ? [c.pose.at] : []));
  if (kept.plans.length !== plans.length || kept.plans[0] !== plans[0] || kept.plans.at(-1) !== plans.at(-1)) {
    kept = { plans, at: plans.flatMap((p) => (p.pose ? [p.pose.at] : [])) };
  }
  return kept.at;
}

/** @param {View} view @param {number} id @param {Pose} pose */
function turned(view, id, pose) {
  const own = view.aircraft.find((a) => a.id === id)?.pose;
  return !own || own.heading !== pose.heading || own.altitude !== pose.altitude;
}

/** Plans that end at a place, one for each way of pointing. @param {Table} screen @param {At | null} at @returns {Plan<any>[]} */
export function planAt({ board, play }, at) {
  const g = board.grid;
  if (!at || !g) return [];
  let place = at;
  if (g.open) {
    const c = g.centre(at);
    let least = NEAR;
    for (const p of play.ends.plans) {
      const q = p.pose && g.centre(p.pose.at);
      const far = q ? Math.hypot(q.x - c.x, q.y - c.y) : NEAR;
      if (p.pose && far < least) {
        least = far;
        place = p.pose.at;
      }
    }
    if (least === NEAR) return [];
  }
  const found = new Map();
  for (const p of play.ends.plans) {
    if (p.pose && same(p.pose.at, place)) {
      const k = `${p.pose.heading}/${p.pose.altitude ?? ''}`;
      if (!found.has(k)) found.set(k, p);
    }
  }
  return [...found.values()];
}

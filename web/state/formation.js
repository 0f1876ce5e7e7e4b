// Where a wingman belongs after its leader's move: in its old place beside the leader, or behind it. No DOM, no server.

import { gridOf } from '../board/geo.js';
import { aircraftOf } from './record.js';
/** @import { Pose } from '../wire/types.js' */
/** @import { AnyPlan, Lead, State } from './record.js' */

/** How wingmen follow: by the same move, to their place in the formation, or in the leader's trail. */
export const MANNERS = /** @type {const} */ ({ same: 'Same move', formation: 'Hold formation', trail: 'Follow' });

/** A place that is farther off than so many steps is not what was meant. */
const FAR = 3;

/** @param {State} state @param {keyof typeof MANNERS} manner */
export function chooseManner(state, manner) {
  state.manner = manner;
}

/** How far two headings are apart, in sixths of a circle. @param {number} a @param {number} b */
const apart = (a, b) => Math.abs(((((a - b) % 360) + 540) % 360) - 180) / 60;

/**
 * Of the moves of a wingman the one that ends nearest to where it belongs, pointing as its leader does; nothing where
 * none ends near there.
 * @param {State} state
 * @param {Lead} lead
 * @param {number} id
 * @param {AnyPlan[]} plans
 */
export function planFor(state, lead, id, plans) {
  const { view, manner } = state;
  const own = aircraftOf(state, id)?.pose;
  const { from, to } = lead;
  if (!view || !own || !from || !to) return null;
  const g = gridOf(view.board);
  const [start, end, here] = [from, to, own].map((pose) => g.centre(pose.at));
  const beside = manner === 'formation' ? { x: here.x - start.x, y: here.y - start.y } : { x: 0, y: 0 };
  const wanted = { x: end.x + beside.x, y: end.y + beside.y };
  const way = plans.find((p) => p.path.length > 1)?.path ?? [];
  const [a, b] = way.map((at) => g.centre(at));
  const step = a && b ? Math.hypot(a.x - b.x, a.y - b.y) || 1 : 1;
  const off = (/** @type {Pose} */ pose) => {
    const p = g.centre(pose.at);
    const height = Math.abs((pose.altitude ?? 0) - (to.altitude ?? 0));
    return Math.hypot(p.x - wanted.x, p.y - wanted.y) / step + apart(pose.heading, to.heading) + height / 2;
  };
  const near = plans.flatMap((plan) => (plan.pose ? [{ plan, off: off(plan.pose) }] : []));
  const best = near.toSorted((p, q) => p.off - q.off)[0];
  return best && best.off <= FAR ? best.plan : null;
}

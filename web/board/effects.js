// What is seen of an event: aircraft fly their path, guns flash, losses fall. Nothing here changes the position.

import { s } from '../lib/dom.js';
import { lasting, motion } from '../lib/settings.js';
import { sound } from '../lib/sound.js';
import { attitude, project } from './stand.js';
/** @import { LogEntry, View, At } from '../wire/types.js' */
/** @import { Board } from './board.js' */

/** The longest that the effects of one change may last, however much happened. */
const MOST_MS = 2600;

/**
 * Plays what happened between two positions, before the later one is drawn. Answers when it is over; `skip` ends it at
 * once.
 * @param {Board} board still showing the earlier position
 * @param {LogEntry[]} events
 * @param {View} later
 * @param {AbortSignal} skip
 */
export async function play(board, events, later, skip) {
  const seen = events.filter((e) => ['move', 'fire', 'damage', 'loss', 'bomb'].includes(e.kind));
  for (const e of seen.slice(0, 4)) sound(e.kind === 'move' ? 'move' : e.kind === 'loss' ? 'loss' : 'fire');
  if (!motion() || document.visibilityState === 'hidden' || seen.length > 40) return;
  // The lines under names do not fly along.
  board.lay({ ...board.overlay, ready: [] });
  const moves = seen.filter((e) => e.kind === 'move').length;
  const share = Math.min(700, MOST_MS / Math.max(1, seen.length));
  const end = performance.now() + lasting(MOST_MS);
  for (const e of seen) {
    if (skip.aborted || performance.now() > end) return;
    if (e.kind === 'move' && e.actor !== null && e.path.length > 1)
      await fly(board, e.actor, e.path, later, Math.max(160, moves > 6 ? 160 : share), skip);
    else if (e.kind === 'fire' && e.actor !== null && e.target !== null)
      await fire(board, e.actor, e.target, Math.min(420, share), skip);
    else if (e.kind === 'damage' && e.target !== null) await flash(board, e.target, Math.min(260, share), skip);
    else if (e.kind === 'loss') await fall(board, e.target ?? e.actor ?? 0, Math.min(620, share), skip);
  }
}

/**
 * Runs `draw(0 … 1)` with the frames of the screen, as fast as the player likes things to move.
 * @param {number} ms
 * @param {AbortSignal} skip
 * @param {(t: number) => void} draw
 * @returns {Promise<void>}
 */
export function frames(ms, skip, draw) {
  return new Promise((resolve) => {
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = skip.aborted ? 1 : Math.min(1, (now - start) / lasting(ms));
      draw(Math.max(0, t));
      if (t < 1) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
}

/**
 * Moves an aircraft's picture along a path, turning as it goes.
 * @param {Board} board
 * @param {number} id
 * @param {At[]} path
 * @param {View} later
 * @param {number} ms
 * @param {AbortSignal} skip
 */
async function fly(board, id, path, later, ms, skip) {
  const before = board.view?.aircraft.find((a) => a.id === id)?.pose;
  if (!before) return;
  const after = later.aircraft.find((a) => a.id === id)?.pose ?? before;
  await along(board, id, path, before, after, ms, skip);
}

/**
 * @param {Board} board
 * @param {number} id
 * @param {At[]} path
 * @param {import('../wire/types.js').Pose} before
 * @param {import('../wire/types.js').Pose} after
 * @param {number} ms
 * @param {AbortSignal} skip
 */
export async function along(board, id, path, before, after, ms, skip) {
  const g = board.grid;
  const node = board.node(id);
  if (!g || !node) return;
  const points = path.map((at) => g.centre(at));
  const turned = node.querySelector('.turned') ?? node.lastElementChild;
  const legs = points.length - 1;
  const bearing = (/** @type {number} */ n) =>
    (Math.atan2(points[n + 1].x - points[n].x, points[n].y - points[n + 1].y) * 180) / Math.PI;
  await frames(ms, skip, (t) => {
    const at = Math.min(legs - 1e-6, t * legs);
    const n = Math.floor(at);
    const part = at - n;
    const p = {
      x: points[n].x + (points[n + 1].x - points[n].x) * part,
      y: points[n].y + (points[n + 1].y - points[n].y) * part,
    };
    const height =
      before.altitude == null ? null : before.altitude + ((after.altitude ?? before.altitude) - before.altitude) * t;
    const q = project(board.way, p, board.lift(height));
    // An aircraft may slip sideways: it points where the path goes only as far as that is near its own heading.
    const aim = n === legs - 1 && part > 0.6 ? after.heading : bearing(n);
    const from = n === 0 ? before.heading : bearing(n - 1);
    const turn = near(from, aim) > 61 ? from : from + shortest(from, aim) * Math.min(1, part * 2);
    board.put(id, q);
    const [heading, flies] = t >= 1 ? [after.heading, after.attitude] : [turn, before.attitude];
    turned?.setAttribute('transform', attitude(board.way, heading, flies));
  });
}

/** @param {number} a @param {number} b */
const shortest = (a, b) => ((((b - a) % 360) + 540) % 360) - 180;
/** @param {number} a @param {number} b */
const near = (a, b) => Math.abs(shortest(a, b));

/**
 * Tracer from one aircraft to another.
 * @param {Board} board
 * @param {number} from
 * @param {number} to
 * @param {number} ms
 * @param {AbortSignal} skip
 */
async function fire(board, from, to, ms, skip) {
  const [a, b] = [spot(board, from), spot(board, to)];
  if (!a || !b) return;
  const tracer = s('path', { class: 'tracer', d: `M${a.x} ${a.y}L${b.x} ${b.y}` });
  board.layers.effects.append(tracer);
  await frames(ms, skip, (t) => {
    tracer.setAttribute('stroke-dashoffset', String(-t * 90));
    tracer.setAttribute('opacity', String(1 - t * t));
  });
  tracer.remove();
}

/** @param {Board} board @param {number} id @param {number} ms @param {AbortSignal} skip */
async function flash(board, id, ms, skip) {
  const p = spot(board, id);
  if (!p) return;
  const ring = s('circle', { class: 'burst', cx: p.x, cy: p.y, r: 6 });
  board.layers.effects.append(ring);
  await frames(ms, skip, (t) => {
    ring.setAttribute('r', String(6 + 26 * t));
    ring.setAttribute('opacity', String(1 - t));
  });
  ring.remove();
}

/** @param {Board} board @param {number} id @param {number} ms @param {AbortSignal} skip */
async function fall(board, id, ms, skip) {
  const node = board.node(id);
  const p = spot(board, id);
  if (!node || !p) return;
  await frames(ms, skip, (t) => {
    node.setAttribute(
      'transform',
      `translate(${p.x.toFixed(1)} ${(p.y + 30 * t * t).toFixed(1)}) ` +
        `scale(${(1 - 0.7 * t).toFixed(3)}) rotate(${(200 * t * t).toFixed(0)})`,
    );
    node.setAttribute('opacity', String(1 - t));
    board.label(id)?.setAttribute('opacity', String(1 - t));
  });
}

/** Where an aircraft's picture now is. @param {Board} board @param {number} id */
function spot(board, id) {
  const place = board
    .node(id)
    ?.getAttribute('transform')
    ?.match(/translate\(([-\d.]+) ([-\d.]+)\)/);
  return place ? { x: Number(place[1]), y: Number(place[2]) } : null;
}

// What is laid over the position: each part a layer, drawn anew only when it is drawn from something else.

import { s } from '../lib/dom.js';
import { ghost as pale } from './figure.js';
import { key } from './geo.js';
import { region } from './region.js';
import { ruler } from './ruler.js';
import { sectors } from './sector.js';
import { project } from './stand.js';
/** @import { At } from '../wire/types.js' */
/** @import { Board, Overlay } from './board.js' */
/** @import { Grid, Point } from './geo.js' */

/** @param {Board} board @param {Grid} g @param {Overlay} overlay */
export function drawOverlay(board, g, overlay) {
  const { reach, near, arcs, region: free, tracks, path, ghost } = overlay;
  board.layer('places', reach, () => cells(g, 'reach', reach));
  board.layer('near', near, () => cells(g, 'reach near', near));
  board.layer('arc', arcs, () => arcs && sectors(g, arcs.pose, arcs.arcs, arcs.side));
  board.layer('region', free, () => free && region(g, free));
  board.layer('ruler', overlay.ruler, () => overlay.ruler && ruler(g, overlay.ruler));
  board.layer('track', tracks, () =>
    (tracks ?? []).map((t) => {
      return s('path', { class: `trail ${t.side}`, d: line(t.path.map((at) => g.centre(at))) });
    }),
  );
  const way = lifted(board, g, path ?? [], ghost);
  board.layer('path', way, () => way.length > 1 && s('path', { class: 'way', d: line(way) }));
  const able = (overlay.ready ?? []).map((id) => board.underline(id)).join('');
  board.layer('ready', able, () => able && s('path', { class: 'ready-line', d: able }));
  aims(board, overlay);
  ghosts(board, overlay);
}

/**
 * The points of a way, each as high as the aircraft is there.
 * @param {Board} board @param {Grid} g @param {At[]} path @param {Overlay['ghost']} ghost
 */
function lifted(board, g, path, ghost) {
  const end = ghost?.pose.altitude ?? null;
  const start = board.view?.aircraft.find((a) => a.id === ghost?.id)?.pose?.altitude ?? end;
  return path.map((at, n) => {
    const part = n / Math.max(1, path.length - 1);
    const level = start === null || end === null ? null : start + (end - start) * part;
    return project(board.way, g.centre(at), board.lift(level));
  });
}

/** A line through points. @param {Point[]} points */
export function line(points) {
  return points.map((p, n) => `${n ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('');
}

/** @param {Grid} g @param {string} name @param {At[] | undefined} places */
function cells(g, name, places) {
  if (!places?.length) return null;
  const once = [...new Map(places.map((at) => [key(at), at])).values()];
  if (!g.open) return s('path', { class: name, d: once.map((at) => g.cell(at)).join('') });
  const point = (/** @type {Point} */ p) => `M${(p.x - 4).toFixed(1)} ${p.y.toFixed(1)}l4-4 4 4-4 4Z`;
  return s('path', { class: `${name} point`, d: once.map((at) => point(g.centre(at))).join('') });
}

/** @param {Board} board @param {Overlay} overlay */
function aims(board, { lines, targets }) {
  const where = (/** @type {number} */ id) => {
    const a = board.view?.aircraft.find((b) => b.id === id);
    return a?.flying && a.pose ? board.place(a) : null;
  };
  const fire = (lines ?? []).map(({ from, to }) => ({ a: where(from), b: where(to) }));
  board.layer('line', fire, () => fire.map(({ a, b }) => a && b && s('path', { class: 'fireline', d: line([a, b]) })));
  const rings = (targets ?? []).map((t) => ({ ...t, p: where(t.id) }));
  board.layer('aim', rings, () =>
    rings.map(({ p, state }) => {
      return p && s('circle', { class: `aim ${state}`, cx: p.x, cy: p.y, r: 31 });
    }),
  );
}

/** @param {Board} board @param {Overlay} overlay */
function ghosts(board, { ghost, also }) {
  const others = (also ?? []).filter((p) => p.aircraft !== ghost?.id);
  const all = [...others, ...(ghost ? [{ aircraft: ghost.id, pose: ghost.pose }] : [])];
  board.layer('ghost', all, () =>
    all.map(({ aircraft, pose }) => {
      const a = board.view?.aircraft.find((b) => b.id === aircraft);
      const p = board.spot(pose);
      const { way, heights } = board;
      const node = pale(pose, { way, shape: board.shape(a), side: a?.side ?? 'allies', heights });
      node.setAttribute('transform', `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`);
      return node;
    }),
  );
}

// What changes arrive as: patches of the view, and log entries without what is empty.

/** @import { Aircraft, LogEntry, Patch, Seen, View } from './types.js' */

/**
 * The view after a patch. Aircraft that did not change stay the same objects, so that drawing can skip them.
 * @param {View} view
 * @param {Patch} patch
 * @returns {View}
 */
export function apply(view, patch) {
  const { aircraft, gone, markers, phase, ...whole } = patch;
  const next = { ...view, ...whole, phase: phase ? { ...view.phase, ...phase } : view.phase };
  if (aircraft || gone) {
    const changed = new Map((aircraft ?? []).map((a) => [a.id, a]));
    const known = new Set(view.aircraft.map((a) => a.id));
    const left = new Set(gone ?? []);
    next.aircraft = view.aircraft
      .filter((a) => !left.has(a.id))
      .map((a) => (changed.has(a.id) ? { ...a, ...changed.get(a.id) } : a))
      .concat(/** @type {Aircraft[]} */ ((aircraft ?? []).filter((a) => !known.has(a.id))));
  }
  if (markers) {
    const dropped = (markers.gone ?? []).map((m) => JSON.stringify(m));
    next.markers = view.markers
      .filter((m) => {
        const n = dropped.indexOf(JSON.stringify(m));
        if (n >= 0) dropped.splice(n, 1);
        return n < 0;
      })
      .concat(markers.new ?? []);
  }
  return next;
}

/**
 * Log entries with the fields that were left out put back.
 * @param {Partial<LogEntry>[]} entries
 * @returns {LogEntry[]}
 */
export function entries(entries) {
  return entries.map(
    (e) =>
      /** @type {LogEntry} */ ({
        side: null,
        actor: null,
        target: null,
        dice: [],
        path: [],
        calculation: null,
        rules: [],
        ...e,
      }),
  );
}

/** The view in an answer to `view` or `sit`, without what else is in it. @param {Seen} seen @returns {View} */
export function viewOf({ cards, decision, position, log, next_seq, line, seq, mark, take_back, asked, ...view }) {
  return view;
}

// If you stop here: who could fire on whom after the trial, and with what chance.

import { h, fill, percent } from './dom.js';
import { sentence } from './log.js';
import { chip } from './rules.js';
/** @import { Aircraft } from './types.js' */
/** @import { AnyMenu } from './panel.js' */

/**
 * @param {HTMLElement} node
 * @param {AnyMenu | null} menu
 * @param {Aircraft[]} aircraft
 * @param {(line: { from: number, to: number } | null) => void} point shows a line of fire on the board
 */
export function showForecast(node, menu, aircraft, point) {
  const draft = menu?.draft;
  // What moves nothing stops nowhere.
  node.hidden = !draft || (!draft.pose && !draft.path.length && !draft.forecast.length);
  const lines = node.hidden ? [] : draft?.forecast ?? [];
  fill(node, !node.hidden && [h('h2', null, 'If you stop here'), lines.length === 0 ? h('p', { class: 'muted' }, 'Nobody could fire on anybody.')
    : h('ul', null, lines.map((f) => h('li', {
      class: aircraft.find((a) => a.id === f.shooter)?.side ?? '', onmouseenter: () => point({ from: f.shooter, to: f.target }), onmouseleave: () => point(null),
    }, sentence(f.text, aircraft), f.hit && [' · ', h('b', { class: 'chance' }, percent(f.hit.ppm)), ' to hit'], ' ', chip(f.rule))))]);
}

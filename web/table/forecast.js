// If you stop here: who could fire on whom after the trial, and with what chance.

import { h, fill, percent } from '../lib/dom.js';
import { sentence } from './log.js';
import { chip } from '../screens/rules.js';
/** @import { Aircraft, Chance } from '../wire/types.js' */
/** @import { AnyMenu } from './panel.js' */

/**
 * What a shot can do: "50 % to hit", and where not every hit does damage that chance as well.
 * @param {{ hit: Chance | null, harm: Chance | null }} shot
 */
export function chances({ hit, harm }) {
  if (!hit) return null;
  const damage = harm && harm.ppm !== hit.ppm && [', ', h('b', { class: 'chance' }, percent(harm.ppm)), ' to do damage'];
  return [h('b', { class: 'chance' }, percent(hit.ppm)), ' to hit', damage];
}

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
    }, sentence(f.text, aircraft), f.hit && [' · ', chances(f)], ' ', chip(f.rule))))]);
}

// What lies on the board besides aircraft: clouds, targets, slots and areas.

import { s } from '../lib/dom.js';
import { R } from './geo.js';
/** @import { Marker } from '../wire/types.js' */
/** @import { Grid } from './geo.js' */

/** @param {Grid} g @param {Marker[]} markers */
export function marks(g, markers) {
  return [
    areas(g, markers),
    markers.map((m) => {
      if (m.kind === 'area') return null;
      const p = g.centre(m.at);
      const mark = s('g', { class: `marker ${m.kind}`, transform: `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})` });
      if (m.kind === 'cloud')
        mark.append(
          s('path', { d: 'M-20 10a10 10 0 0 1 2-19a13 13 0 0 1 24-3a11 11 0 0 1 12 20q-2 5-9 4H-14q-5 0-6-2Z' }),
        );
      else if (m.kind === 'slot') mark.append(s('circle', { r: 9 }));
      else {
        mark.append(
          s('circle', { r: 15 }),
          s('circle', { r: 7 }),
          s('path', { d: 'M-20 0H-11M11 0H20M0 -20V-11M0 11V20' }),
        );
        if (m.kind === 'destroyed-target')
          mark.append(s('path', { class: 'struck', d: 'M-16 -16L16 16M16 -16L-16 16' }));
      }
      if (m.kind !== 'slot') mark.append(s('text', { y: 32, 'text-anchor': 'middle' }, m.label));
      return mark;
    }),
  ];
}

/** Areas, each known by its corners, which bear the same name. @param {Grid} g @param {Marker[]} markers */
function areas(g, markers) {
  const corners = markers.filter((m) => m.kind === 'area');
  return [...new Set(corners.map((m) => m.label))].map((label) => {
    const spots = corners.filter((m) => m.label === label).map((m) => g.centre(m.at));
    // Hexes reach beyond their middles.
    const edge = g.open ? 0 : R;
    const [left, top] = [Math.min(...spots.map((p) => p.x)) - edge, Math.min(...spots.map((p) => p.y)) - edge];
    const [right, low] = [Math.max(...spots.map((p) => p.x)) + edge, Math.max(...spots.map((p) => p.y)) + edge];
    return s(
      'g',
      { class: 'marker area' },
      s('rect', { x: left, y: top, width: right - left, height: low - top, rx: 8 }),
      s('text', { x: (left + right) / 2, y: top + 40, 'text-anchor': 'middle' }, label),
    );
  });
}

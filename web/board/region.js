// Where something may be placed on an open table, as a picture: a rectangle, within reach of some places and clear of
// others.

import { s } from '../lib/dom.js';
/** @import { Circle, Free } from '../wire/types.js' */
/** @import { Grid } from './geo.js' */

/** @param {Grid} g @param {Free<any>} free */
export function region(g, free) {
  const [from, to] = [g.centre(free.from), g.centre(free.to)];
  const box = {
    x: Math.min(from.x, to.x),
    y: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
  const disk = (/** @type {Circle} */ d, /** @type {Record<string, any>} */ more = {}) => {
    const c = g.centre(d.at);
    return s('circle', { cx: c.x, cy: c.y, r: (d.radius * g.unit) / 1000, ...more });
  };
  // Each disk of the group clips what the ones before it have left.
  const within = free.near.reduce(
    (inside, d, n) => {
      const id = `within-${n}`;
      return s('g', { 'clip-path': `url(#${id})` }, s('clipPath', { id }, disk(d)), inside);
    },
    /** @type {SVGElement} */ (s('rect', { class: 'region', ...box, mask: 'url(#clear)' })),
  );
  return s(
    'g',
    null,
    s(
      'mask',
      { id: 'clear' },
      s('rect', { ...box, fill: 'white' }),
      free.clear.map((d) => disk(d, { fill: 'black' })),
    ),
    within,
  );
}

// The ruler as it lies on the board.

import { s } from '../lib/dom.js';
/** @import { At } from '../wire/types.js' */
/** @import { Grid } from './geo.js' */

/** @param {Grid} g @param {{ from: At, to: At }} ends */
export function ruler(g, { from, to }) {
  const [a, b] = [g.centre(from), g.centre(to)];
  return s(
    'g',
    { class: 'ruler' },
    s('path', { d: `M${a.x} ${a.y}L${b.x} ${b.y}` }),
    s('circle', { cx: a.x, cy: a.y, r: 5 }),
    s('circle', { cx: b.x, cy: b.y, r: 5 }),
  );
}

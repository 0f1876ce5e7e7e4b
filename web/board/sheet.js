// The sheet of paper on which everything lies.

import { fill, s } from '../lib/dom.js';
import { gridOf } from './geo.js';
import { groundOf } from './land.js';
import { ground, project } from './stand.js';
/** @import { View } from '../wire/types.js' */
/** @import { Board } from './board.js' */
/** @import { Grid } from './geo.js' */

/**
 * The sheet under everything: sea, coast and lines.
 * @param {Board} board
 * @param {View} view
 */
export function drawSheet(board, view) {
  const g = (board.grid = gridOf(view.board));
  const height = project(board.way, { x: 0, y: g.height }).y;
  board.svg.setAttribute('width', String(g.width));
  board.svg.setAttribute('height', String(height));
  board.svg.setAttribute('viewBox', `0 0 ${g.width} ${height}`);
  board.camera.size = { width: g.width, height };
  for (const part of board.ground) part.setAttribute('transform', ground(board.way));
  fill(board.layers.sea, sea(g, 'sea'));
  const clip = `clip-${Math.round(g.width)}-${Math.round(g.height)}`;
  fill(
    board.layers.land,
    s('clipPath', { id: clip }, s('rect', { width: g.width, height: g.height })),
    s(
      'g',
      { 'clip-path': `url(#${clip})` },
      groundOf(view, g.width, g.height),
    ),
  );
  fill(board.layers.grid, gridLines(g));
}

/** The sea with its rim. @param {Grid} g @param {string} id of its colours, which no other sea of the page has */
export function sea(g, id) {
  const edge = 14;
  return [
    s('rect', { class: 'rim', x: -edge, y: -edge, width: g.width + 2 * edge, height: g.height + 2 * edge, rx: 6 }),
    s(
      'linearGradient',
      { id, x2: 0, y2: 1 },
      s('stop', { offset: 0, class: 'sea-1' }),
      s('stop', { offset: 1, class: 'sea-2' }),
    ),
    s('rect', { class: 'sea', fill: `url(#${id})`, width: g.width, height: g.height }),
  ];
}

/**
 * The lines of a sheet; those of a vast one are a pattern, which costs the same however many hexes there are.
 * @param {Grid} g
 */
export function gridLines(g) {
  const tile = g.tile();
  if (!tile) return s('path', { class: g.open ? 'grid open' : 'grid', d: g.outline() });
  const { d, ...at } = tile;
  return [
    s('pattern', { id: 'hexes', patternUnits: 'userSpaceOnUse', ...at }, s('path', { class: 'grid', d })),
    s('rect', { fill: 'url(#hexes)', width: g.width, height: g.height }),
  ];
}

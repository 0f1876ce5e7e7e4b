// The aircraft of a scenario as a list, which does all that the board does; and what is wrong with the scenario.

import { gridOf, poseText } from '../board/geo.js';
import { chip } from '../lib/chip.js';
import { html, nothing, repeat } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { isIn } from './path.js';
/** @import { Card, Drawing, Drawn, Flaw, Marker } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */

/** @typedef {{ select: (id: number | null) => void, turn: (id: number, by: 1 | -1) => void,
 *   remove: (id: number) => void, lead: (path: string) => void, choose: (marker: Marker) => void,
 *   lift: () => void }} Acts `lift` takes away what was chosen */

/** Flaws of an aircraft. @param {Drawn} a @param {Flaw[]} flaws */
const flawsOf = (a, flaws) => flaws.filter((f) => a.parts.slice(0, 1).some((part) => isIn(f.path, part)));

/**
 * @param {Drawing} drawing
 * @param {{ selected: number | null, cards: Record<string, Card>, flaws: Flaw[], form: Part }} shown `form` is that of
 *   the selected one
 * @param {Acts} act
 */
export function pieces(drawing, { selected, cards, flaws, form }, act) {
  const one = (/** @type {Drawn} */ a) => {
    const on = a.id === selected;
    const wrong = flawsOf(a, flaws).length;
    const where = a.pose ? poseText(gridOf(drawing.board), a.pose, drawing.level_feet) : 'not placed';
    return html`<li class="piece ${a.side} ${on ? 'on' : ''}">
      <button class="plain name" aria-pressed=${on} data-piece=${a.id} @click=${() => act.select(on ? null : a.id)}>
        <b>${a.name}</b><small>${cards[a.card]?.name ?? a.card} · ${where}</small>
        ${wrong ? html`<small class="wrong">${wrong === 1 ? '1 flaw' : `${wrong} flaws`}</small>` : nothing}
      </button>
      ${on ? html`<span class="acts">
        <button class="small" aria-label="Turn ${a.name} left" @click=${() => act.turn(a.id, -1)}>↶</button>
        <button class="small" aria-label="Turn ${a.name} right" @click=${() => act.turn(a.id, 1)}>↷</button>
        <button class="small danger" aria-label="Remove ${a.name}" @click=${() => act.remove(a.id)}>
          ${icon('cross')}</button></span>${form}` : nothing}
    </li>`;
  };
  if (!drawing.aircraft.length) return html`<p class="muted">No aircraft yet. Pick a type and place it.</p>`;
  return html`<ul class="pieces">${repeat(drawing.aircraft, (a) => a.id, one)}</ul>`;
}

/**
 * What lies on the map besides aircraft.
 * @param {Drawing} drawing @param {Marker[]} markers @param {Marker | null} chosen @param {Acts} act
 */
export function lying(drawing, markers, chosen, act) {
  if (!markers.length) return nothing;
  const grid = gridOf(drawing.board);
  const one = (/** @type {Marker} */ m) => {
    const on = m === chosen;
    const name = m.label.charAt(0).toUpperCase() + m.label.slice(1);
    return html`<li class="piece thing ${on ? 'on' : ''}">
      <button class="plain name" aria-pressed=${on} data-marker=${m.kind} @click=${() => act.choose(m)}>
        <b>${name}</b><small>${grid.name(m.at)}</small></button>
      ${on ? html`<span class="acts"><button class="small danger" aria-label="Remove ${name}" @click=${act.lift}>
        ${icon('cross')}</button></span>` : nothing}</li>`;
  };
  return html`<h2 class="lying">On the map</h2><ul class="pieces">${markers.map(one)}</ul>`;
}

/**
 * @param {{ flaws: Flaw[], settled: boolean, trouble: string }} work @param {Drawing | null} drawing @param {Acts} act
 */
export function flawList({ flaws, settled, trouble }, drawing, act) {
  const whose = (/** @type {Flaw} */ f) =>
    drawing?.aircraft.find((a) => a.parts.slice(0, 1).some((part) => isIn(f.path, part)))?.name ?? '';
  const one = (/** @type {Flaw} */ f) => html`<li>
    <button class="plain" data-flaw=${f.path} @click=${() => act.lead(f.path)}>
      ${f.path ? html`<b>${whose(f) || words(f.path)}</b>` : nothing} ${f.says}</button>
    ${f.rule ? chip(f.rule) : nothing}</li>`;
  // Whoever has just begun has done nothing wrong.
  const begun = !drawing || drawing.aircraft.length > 0;
  const count = flaws.length === 1 ? '1 flaw' : `${flaws.length} flaws`;
  const state = trouble
    ? html`<b class="wrong">Not checked.</b> ${trouble} Your work is kept in this browser.`
    : flaws.length
      ? begun
        ? html`<b class="wrong">${count}</b> ${flaws.length === 1 ? 'keeps' : 'keep'} it from being played.`
        : 'Place aircraft for both sides; then it can be played.'
      : settled ? html`<b class="sound">Ready to play.</b>` : 'Checking …';
  const list = html`<ul class="flaws">${flaws.map(one)}</ul>`;
  return html`<div class="judged"><p role="status" class="verdict"
      data-state=${trouble ? 'lost' : settled ? 'settled' : 'asking'}
      data-flaws=${flaws.length}>${state}</p>
    ${flaws.length === 0 ? nothing : begun ? list
      : html`<details><summary>What is missing, in detail</summary>${list}</details>`}</div>`;
}

/** A path as words: "groups 3, hexes 2". @param {string} path */
function words(path) {
  return path
    .replace(/\[(\d+)\]/g, (_, n) => ` ${Number(n) + 1}`)
    .replace(/[-_]/g, ' ')
    .split('.')
    .join(', ');
}

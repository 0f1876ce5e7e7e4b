// Where computers fly both sides: how fast, and whether they wait. Whoever made the table sets it, others see it.

import { flag, html, live, nothing } from '../lib/html.js';
import { onlyPilots } from '../state/position.js';
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** Milliseconds between two commands, as they are offered. @type {[number, string][]} */
const SPEEDS = [
  [2500, 'Slow'],
  [700, 'Normal'],
  [200, 'Fast'],
  [0, 'At once'],
];

/** Whether this browser may set the pace. @param {State} state */
export const setsPace = (state) =>
  onlyPilots(state) && !state.view?.outcome && !!state.table?.held.includes('referee');

/** The speed next to a pace. @param {number} ms */
const nearest = (ms) => SPEEDS.reduce((a, b) => (Math.abs(b[0] - ms) < Math.abs(a[0] - ms) ? b : a))[0];

/** @param {State} state @param {Acts} act */
export function pace(state, act) {
  const { table } = state;
  if (!table || !setsPace(state)) return nothing;
  const { paused } = table;
  const now = nearest(table.pace_ms);
  const speed = (/** @type {[number, string]} */ [ms, text]) => html`<label>
    <input type="radio" name="pace" value=${ms} .checked=${live(ms === now)} @change=${() => act.pace({ ms })}>
    <span>${text}</span>
  </label>`;
  return html`<div class="pace" role="group" aria-label="Computer pilots">
    <fieldset class="segments"><legend>Speed</legend>${SPEEDS.map(speed)}</fieldset>
    <div class="row">
      <button data-key="step" class="step-on" aria-disabled=${flag(!paused)} @click=${act.step}>
        One step <kbd>N</kbd>
      </button>
      <button data-key="pause" class="go pause" @click=${act.pause}>${paused ? 'Go on' : 'Pause'} <kbd>P</kbd></button>
    </div>
  </div>`;
}

// What came of a run of the lab: who won, in a sentence and in tables.

import { html, nothing } from '../lib/html.js';
import { percent } from '../lib/words.js';
/** @import { LabFirst, LabResult, LabRun, LabSide, Side } from '../wire/types.js' */

const SIDES = /** @type {Side[]} */ (['allies', 'axis']);

/** The first pilot's figures as those of the other one. @param {LabFirst} first @returns {LabFirst} */
const reversed = ({ won, drawn, lost, share, low, high }) =>
  ({ won: lost, drawn, lost: won, share: 1 - share, low: 1 - high, high: 1 - low });

/**
 * Who won how often. Where pilots changed sides, a side was flown by both, so they come first.
 * @param {LabRun} run @param {LabResult} result @param {string[]} pilots
 */
export function winners({ swap }, { sides, first }, pilots) {
  const won = (/** @type {string | undefined} */ name, /** @type {number | undefined} */ n) => `${name} won ${n}`;
  const bySide = SIDES.map((s) => won(sides[s]?.name, sides[s]?.won)).join(', ');
  if (!swap || !first) return bySide;
  return `${won(pilots[0], first.won)}, ${won(pilots[1], first.lost)}. By side, ${bySide}`;
}

/** @param {number} part */
const share = (part) => percent(Math.round(part * 1e6));

/** @param {{ share: number, low: number, high: number }} of */
const shares = (of) => html`<td>${share(of.share)}</td><td>${share(of.low)} – ${share(of.high)}</td>`;

/**
 * @param {LabRun} run @param {LabResult} result @param {string[]} pilots
 */
export function figures(run, result, pilots) {
  const { first } = result;
  const path = `/api/lab/${run.id}`;
  const name = `tallyho-${run.game}-${run.scenario}`;
  const drawn = result.draws ? `${result.draws} drawn, counted as halves. ` : '';
  return html`${first ? pilotTable([first, reversed(first)], pilots) : nothing}
    ${first ? html`<h3>Sides, whoever flew them</h3>` : nothing}
    ${sideTable(result)}
    <p class="lab-note">${drawn}${result.turns.toFixed(1)} turns a game. The true share is within the bounds in 95 of
      100 cases. Points and losses of aircraft are those of a game, on average.</p>
    <div class="row">
      <a class="button go lab-report" href="${path}/report" target="_blank" rel="noopener">Open the report</a>
      <a class="button" href="${path}/report" download="${name}.html">Save the report</a>
      <a class="button lab-games" href="${path}/games.csv" download="${name}.csv">Save the games (CSV)</a>
    </div>`;
}

/** @param {LabFirst[]} figures @param {string[]} names */
function pilotTable(figures, names) {
  const row = (/** @type {LabFirst} */ p, /** @type {number} */ n) => html`<tr>
    <th scope="row">${names[n]}</th><td>${p.won}</td><td class="spare">${p.drawn}</td><td>${p.lost}</td>${shares(p)}
  </tr>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Result by pilot">
    <table class="by-pilot">
      <thead><tr><th scope="col">Pilot</th><th scope="col">Won</th><th scope="col" class="spare">Drawn</th>
        <th scope="col">Lost</th><th scope="col">Share</th><th scope="col">Bounds</th></tr></thead>
      <tbody>${figures.map(row)}</tbody>
    </table>
  </div>`;
}

/** @param {LabResult} result */
function sideTable({ sides }) {
  const row = (/** @type {Side} */ side, /** @type {LabSide} */ s) => html`<tr>
    <th scope="row" class="who ${side}">${s.name}</th><td>${s.won}</td>${shares(s)}
    <td class="spare">${s.points.toFixed(1)}</td><td>${s.lost.toFixed(2)}</td>
  </tr>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Result by side">
    <table class="by-side">
      <thead><tr><th scope="col">Side</th><th scope="col">Won</th><th scope="col">Share</th><th scope="col">Bounds</th>
        <th scope="col" class="spare">Points</th><th scope="col">Losses</th></tr></thead>
      <tbody>${SIDES.map((side) => (sides[side] ? row(side, sides[side]) : nothing))}</tbody>
    </table>
  </div>`;
}

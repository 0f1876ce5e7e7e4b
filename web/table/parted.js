// A table whose rules have changed: what happened, and the players' word that they go on by the new ones.

import { html, nothing } from '../lib/html.js';
import { capital } from '../lib/words.js';
import { nameOf } from '../state/layout.js';
import { sideOf } from '../state/record.js';
/** @import { Parted, Side } from '../wire/types.js' */
/** @import { State } from '../state/record.js' */

/**
 * What stands in the place of a decision.
 * @param {State} state
 * @param {(line: number) => void} agree says that this side goes on from before this command
 */
export function partedCard(state, agree) {
  const parted = state.table?.parted;
  if (!parted) return nothing;
  const { line, why } = parted;
  const upTo = line === null ? '' : line === 1 ? ' Both agree on the set-up.' : ` Up to move ${line - 1} both agree.`;
  return html`<section class="panel parted" aria-label="The rules changed">
    <h2 tabindex="-1">The rules changed</h2>
    <p>${capital(why)}.${upTo} You see the game as it was.</p>
    ${goOn(state, parted, agree)}
    <div class="row"><a class="button" href=${`/replay/${state.id}`}>Replay</a></div>
  </section>`;
}

/** @param {State} state @param {Parted} parted @param {(line: number) => void} agree */
function goOn(state, parted, agree) {
  const { line, lines, may_resume, agreed, missing } = parted;
  if (!may_resume || line === null)
    return html`<p class="muted">${state.table?.outcome ? 'The game is over.' : 'It cannot be played on.'}</p>`;
  const own = sideOf(state);
  const from = line === 1 ? 'from the set-up' : `from move ${line - 1}`;
  const out = lines < line ? '' : lines === line ? ` Move ${line} goes` : ` Moves ${line} to ${lines} go`;
  const names = (/** @type {Side[]} */ sides) => sides.map((side) => nameOf(state, side)).join(' and ');
  const gone = out && `${out} out of play.`;
  const terms = html`<p>When every player agrees, play goes on ${from}, with new dice.${gone}</p>`;
  if (own && missing.includes(own))
    return html`${terms}${agreed.length ? html`<p role="status">${names(agreed)} agree.</p>` : nothing}
      <div class="row"><button class="go agree" @click=${() => agree(line)}>Agree to go on</button></div>`;
  return html`${terms}<p role="status">Waiting for ${names(missing)} to agree …</p>`;
}

// What a trial amounts to so far: attitude, energy, points and speed, and how the account of the move comes about.

import { energyScale } from '../board/horizon.js';
import { chip } from '../lib/chip.js';
import { inSheet } from '../lib/dom.js';
import { html, nothing } from '../lib/html.js';
import { inParts } from '../lib/words.js';
import { aircraftOf } from '../state/record.js';
import { dials, energyBar } from './instruments.js';
import { calculation } from './log.js';
/** @import { AnyDraft, State } from '../state/record.js' */

/** How the account of a move comes about, folded away where there is little room. @param {AnyDraft} draft */
export function account({ account: sum }) {
  if (!sum?.terms.length) return nothing;
  if (!inSheet()) return calculation(sum);
  return html`<details><summary>${sum.of}: ${inParts(sum.total, sum.parts)}</summary>${calculation(sum)}</details>`;
}

/** @param {State} state @param {AnyDraft} draft */
export function trialSheet(state, draft) {
  const { notes, energy, pose } = draft;
  if (!notes.length && !energy) return nothing;
  const a = aircraftOf(state, draft.aircraft);
  const scale = energyScale(state.view?.aircraft ?? []);
  const bars = energy && scale && [
    a?.energy ? energyBar(a.energy, scale, 'Energy now') : nothing,
    energyBar(energy, scale, 'at the end'),
    chip(energy.rule),
  ];
  return html`<section class="trial-sheet" aria-label="What the trial amounts to">
    <div class="instruments">
      ${pose?.attitude ? dials(a?.pose?.attitude, pose.attitude) : nothing}
      ${bars ? html`<div>${bars}</div>` : nothing}
    </div>
    ${notes.length ? html`<ul class="notes">${notes.map((n) => html`<li>${n}</li>`)}</ul>` : nothing}
  </section>`;
}

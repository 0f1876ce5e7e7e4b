// If you stop here: who could fire on whom after the trial, and with what chance.

import { chip } from '../lib/chip.js';
import { html, nothing } from '../lib/html.js';
import { percent } from '../lib/words.js';
import { aircraftOf, sideOf } from '../state/record.js';
import { sentence } from './log.js';
/** @import { Chance, Forecast } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/**
 * What a shot can do: "50 % to hit", and where not every hit does damage that chance as well.
 * @param {{ hit: Chance | null, harm: Chance | null }} shot
 * @returns {Part}
 */
export function chances({ hit, harm }) {
  if (!hit) return nothing;
  const chance = (/** @type {Chance} */ c) => html`<b class="chance">${percent(c.ppm)}</b>`;
  return [chance(hit), ' to hit', harm && harm.ppm !== hit.ppm ? [', ', chance(harm), ' to do damage'] : nothing];
}

/** Nothing where the draft moves nobody. @param {State} state @param {Acts} act */
export function forecast(state, act) {
  const draft = state.menu?.draft;
  if (!draft || (!draft.pose && !draft.path.length && !draft.forecast.length)) return nothing;
  const aircraft = state.view?.aircraft ?? [];
  // The sentence says the same as the bar.
  const bar = (/** @type {Forecast} */ f) => {
    const chance = f.harm ?? f.hit;
    const whose = aircraftOf(state, f.shooter)?.side === sideOf(state) ? 'ours' : 'theirs';
    return html`<progress class=${whose} max="1000000" .value=${chance?.ppm ?? 0} aria-hidden="true"></progress>`;
  };
  const line = (/** @type {Forecast} */ f) => html`<li class=${aircraftOf(state, f.shooter)?.side ?? ''}
    @mouseenter=${() => act.glance({ lines: [{ from: f.shooter, to: f.target }] })}
      @mouseleave=${() => act.glance(null)}
    >${sentence(f.text, aircraft)}${f.hit ? [' · ', chances(f), ' ', bar(f)] : nothing} ${chip(f.rule)}</li>`;
  const nobody = html`<p class="muted">Nobody could fire on anybody.</p>`;
  return html`<section class="forecast" aria-label="If you stop here">
    <h2>If you stop here</h2>
    ${draft.forecast.length ? html`<ul>${draft.forecast.map(line)}</ul>` : nobody}
  </section>`;
}

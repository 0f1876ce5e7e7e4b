// A hint: what a wing commander would do here and why, and what else was weighed.

import { gridOf, poseText } from '../board/geo.js';
import { flag, html, nothing } from '../lib/html.js';
import { sentence } from './log.js';
/** @import { Candidate } from '../wire/types.js' */
/** @import { Hint, State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** The button that asks for a hint. @param {State} state @param {Acts} act */
export function hintButton({ menu, hint, hints, coach, busy }, act) {
  // A first flight has a button of its own that shows a good choice.
  if (!menu?.owed || !hints || coach || hint) return nothing;
  return html`<button data-key="hint" class="hint-ask" aria-disabled=${flag(busy)} @click=${act.hint}>
    Hint <kbd>H</kbd>
  </button>`;
}

/** What is advised, in short: where a move ends, or what it is called. @param {State} state @param {Hint} hint */
function adviceText({ view }, { draft, reply }) {
  const name = view?.aircraft.find((a) => a.id === draft?.aircraft)?.name;
  if (!view || !draft?.pose || !name) return reply?.why.candidates[0]?.label ?? '';
  return `${name} to ${poseText(gridOf(view.board), draft.pose, view.level_feet)}`;
}

/** What is advised, in a sentence. @param {Hint} hint */
export function hintText({ reply }) {
  if (!reply) return '';
  const { text, candidates } = reply.why;
  return [candidates[0]?.label, text].filter(Boolean).join('. ');
}

/** @param {State} state @param {Acts} act */
export function hintCard(state, act) {
  const { hint, view } = state;
  if (!hint) return nothing;
  const aircraft = view?.aircraft ?? [];
  const others = hint.reply?.why.candidates.slice(1) ?? [];
  const line = (/** @type {Candidate} */ c) => html`<li>${sentence(c.label, aircraft)}
    ${c.text ? html`<small>${sentence(c.text, aircraft)}</small>` : nothing}</li>`;
  const rest = html`<details><summary>What else was weighed</summary><ol>${others.map(line)}</ol></details>`;
  const says = html`<p><b>${sentence(adviceText(state, hint), aircraft)}</b></p>
    <p>${sentence(hint.reply?.why.text ?? '', aircraft)}.</p>
    ${others.length ? rest : nothing}
    <div class="row">
      <button class="hint-drop" data-key="hint-drop" @click=${act.dropHint}>Put away</button>
      <button class="hint-take" data-key="hint-take" @click=${act.takeHint}>Try it</button>
    </div>`;
  return html`<section class="hint-card" aria-label="Hint">
    <h2>Hint <small>what a wing commander would do</small></h2>
    ${hint.thinking ? html`<p class="muted">Thinking …</p>` : says}
  </section>`;
}

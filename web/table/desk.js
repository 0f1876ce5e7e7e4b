// What lies beside the board: what is said on the side, the decision, the forecast and a card.

import { energyScale } from '../board/horizon.js';
import { html } from '../lib/html.js';
import { carded } from '../state/look.js';
import { asides } from './asides.js';
import { aircraftCard, away } from './card.js';
import { coachCard } from './coach.js';
import { contacts } from './contacts.js';
import { forecast } from './forecast.js';
import { hintCard } from './hint.js';
import { lessonCard } from './lessons.js';
import { panel } from './panel.js';
import { partedCard } from './parted.js';
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** @type {[State['tab'], string][]} */
const TABS = [
  ['decide', 'Decide'],
  ['contacts', 'Contacts'],
  ['card', 'Card'],
  ['log', 'Log'],
];

/** The parts of the desk that a small screen shows one at a time. @param {State} state @param {Acts} act */
export function tabs(state, act) {
  return TABS.map(([tab, text]) => {
    const on = String(tab === state.tab);
    return html`<button aria-pressed=${on} data-tab=${tab} @click=${() => act.tab(tab)}>${text}</button>`;
  });
}

/** @param {State} state @param {Acts} act */
export function desk(state, act) {
  return html`${asides(state, act)}
    <div class="coach-slot">${coachCard(state, act)}</div>
    ${hintCard(state, act)}
    ${state.table?.parted ? partedCard(state, act.agree) : panel(state, act)}
    ${lessonCard(state, act)}
    ${forecast(state, act)}
    ${contacts(state, act)}
    <div class="card-slot">${card(state, act)}</div>`;
}

/** @param {State} state @param {Acts} act */
export function card(state, act) {
  const a = carded(state);
  if (a) {
    const scale = energyScale(state.view?.aircraft ?? []);
    return aircraftCard(a, state.cards[a.card], { open: state.cardOpen, toggled: act.openCard, scale });
  }
  return html`<section class="card empty">
    <p class="muted">Pick an aircraft to see its card.</p>
    ${away(state.view?.aircraft ?? [], act.select)}
  </section>`;
}

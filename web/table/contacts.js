// The list of contacts: who is where, nearest first, in words. Choosing one does what a click on it on the board does,
// so a game can be played without the board.

import { gridOf, poseText } from '../board/geo.js';
import { guard, html, nothing, repeat } from '../lib/html.js';
import { inParts, percent } from '../lib/words.js';
import * as near from '../state/contacts.js';
/** @import { Aircraft } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { State } from '../state/record.js' */
/** @import { Contact, Mark } from '../state/contacts.js' */
/** @import { Acts } from './acts.js' */

/** So many bandits are shown before the rest is folded away. */
const FIRST = 3;

/** What a tab of its own says on an empty board, and after the end. @param {string} text */
const none = (text) =>
  html`<section class="contacts none" aria-label="Contacts"><p class="muted">${text}</p></section>`;

/** @param {State} state @param {Acts} act */
export function contacts(state, act) {
  const { view, cards, menu, armed, selected } = state;
  const from = near.lookout(state);
  if (!view) return nothing;
  if (view.outcome) return none('The game is over.');
  if (!from) return sighted(state, act);
  const pose = JSON.stringify(from.pose);
  const list = () => parts(state, act, from.aircraft.id);
  const where = from.trial ? `from the trial of ${from.aircraft.name}` : `from ${from.aircraft.name}`;
  return html`<section class="contacts" aria-label="Contacts">
    <h2 tabindex="-1">Contacts <small>${where}, nearest first</small></h2>
    ${guard([view, cards, menu, armed, selected, from.aircraft.id, pose, state.contacts], list)}
  </section>`;
}

/** Who is on the board while nobody is there to see them. @param {State} state @param {Acts} act */
function sighted({ view, selected }, act) {
  const there = view?.aircraft.filter((a) => a.flying && a.pose) ?? [];
  if (!view || !there.length) return none('Nobody is on the board yet.');
  const at = (/** @type {Aircraft} */ a) => a.pose && poseText(gridOf(view.board), a.pose, view.level_feet);
  const each = (/** @type {Aircraft} */ a) => html`<li><button class="contact ${a.side}" data-key="contact-${a.id}"
    aria-pressed=${String(selected === a.id)} @click=${() => act.meet(a.id)}><span class="contact-who"
    ><b>${a.name}</b>${unseen(',')}</span> <small>${at(a)}</small></button></li>`;
  return html`<section class="contacts" aria-label="Contacts">
    <h2 tabindex="-1">Contacts</h2>
    <ol class="contact-list">${repeat(there, (a) => a.id, each)}</ol>
  </section>`;
}

/** @param {State} state @param {Acts} act @param {number} from */
function parts(state, act, from) {
  const all = near.contactsOf(state);
  const bandits = all.filter((c) => !c.friend);
  const friends = all.filter((c) => c.friend);
  const marks = near.marksOf(state);
  const view = /** @type {NonNullable<State['view']>} */ (state.view);
  const edge = near.edgeAhead(state);
  const lines = (/** @type {Contact[]} */ some) =>
    html`<ol class="contact-list">${repeat(some, (c) => c.aircraft.id, (c) => line(state, c, from, act))}</ol>`;
  const rest = bandits.slice(FIRST);
  // A part that is folded is not drawn: there may be hundreds in it.
  const fold = (/** @type {string} */ part, /** @type {string} */ text, /** @type {() => Part} */ list) => {
    const open = state.contacts.open.includes(part);
    return html`<button class="fold" data-key="contacts-${part}" aria-expanded=${String(open)}
      @click=${() => act.unfold(part, !open)}>${text}</button>
      ${open ? list() : nothing}`;
  };
  const nobody = html`<p class="muted">No bandits on the board.</p>`;
  const places = html`<ul class="contact-list">${marks.map((m) => place(state, m))}</ul>`;
  return [
    bandits.length ? lines(bandits.slice(0, FIRST)) : nobody,
    rest.length ? fold('more', `${rest.length} more`, () => lines(rest)) : nothing,
    friends.length ? fold('friends', counted(friends.length, 'friend'), () => lines(friends)) : nothing,
    edge === null ? nothing : html`<p class="contact-edge">${near.edgeText(view, edge)}</p>`,
    marks.length ? fold('marks', counted(marks.length, 'place'), () => places) : nothing,
  ];
}

/** @param {number} n @param {string} what one of them is */
const counted = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;

/** @param {State} state @param {Contact} c @param {number} from @param {Acts} act */
function line(state, c, from, act) {
  const { aircraft: a, damage, aim } = c;
  const view = /** @type {NonNullable<State['view']>} */ (state.view);
  const hit = damage && `${inParts(damage.value, damage.parts)}/${inParts(damage.max, damage.parts)}`;
  const told = damage && unseen(`, ${near.damageText(damage)}`);
  const type = state.cards[a.card]?.name ?? a.card;
  const word = aim ? 'in your sights' : c.fires ? `${percent(c.fires.ppm)} to hit you` : '';
  const shown = () => act.glance({ selected: a.id, lines: aim ? [{ from, to: a.id }] : [] });
  return html`<li><button
    class="contact ${a.side}${c.fires ? ' fires' : ''}"
    data-key="contact-${a.id}"
    aria-pressed=${String(state.selected === a.id || (state.armed !== null && state.armed.target === a.id))}
    @click=${() => act.meet(a.id)}
    @mouseenter=${shown}
    @mouseleave=${() => act.glance(null)}
    @focus=${shown}
    @blur=${() => act.glance(null)}
  >
    <span class="contact-who">${unseen(c.friend ? 'Friend ' : 'Bandit ')}<b>${a.name}</b> ${type}${unseen(',')}</span>
    <span class="contact-where">${near.clockText(c)}${unseen(',')}</span>
    <small>${near.farText(view, c)}, ${near.flightText(c)}</small>
    ${hit ? html`<span class="contact-hit"><span aria-hidden="true">${hit}</span>${told}</span>` : nothing}
    ${word ? html`<em class="contact-aim">${unseen(', ')}${word}</em>` : nothing}
  </button></li>`;
}

/** What only a screen reader reads. @param {string} text */
const unseen = (text) => html`<span class="unseen">${text}</span>`;

/** @param {State} state @param {Mark} m */
function place(state, m) {
  const view = /** @type {NonNullable<State['view']>} */ (state.view);
  return html`<li class="contact-mark"><b>${m.label}</b> ${near.clockText(m)}, ${near.farText(view, m)}</li>`;
}

// A seat that nobody has taken yet: what is said of it while one waits, and the links by which others come.

import { html, nothing } from '../lib/html.js';
import { nameOf } from '../state/layout.js';
import { sideOf } from '../state/record.js';
import { invite } from './invite.js';
/** @import { State } from '../state/record.js' */

/** Shows the links of this table; nothing where this browser has none. @param {State} state */
export function invitation(state) {
  if (!state.inviting) return null;
  const names = { allies: nameOf(state, 'allies'), axis: nameOf(state, 'axis') };
  return () => invite(state.id, names, sideOf(state));
}

/** Says that the other seat is empty, with the way to send its link. @param {State} state */
export function emptySeat(state) {
  const side = sideOf(state);
  const { table, presence } = state;
  if (!side || !table || table.hot_seat) return nothing;
  const other = side === 'allies' ? 'axis' : 'allies';
  const taken = table.sides[other]?.pilot || presence?.[other] || table.people.came.includes(other);
  if (taken) return nothing;
  const open = table.people.open.includes(other);
  const links = invitation(state);
  return html`<p>Nobody has taken the seat of ${nameOf(state, other)} yet.${
    open ? ' Whoever comes to the first page can take it.' : ''
  }</p>
  ${links ? html`<p><button class="go" data-key="invite" @click=${links}>Invite</button></p>` : nothing}`;
}

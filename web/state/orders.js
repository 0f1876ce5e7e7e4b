// Orders to many aircraft at once. Each is a series of ordinary commands by the same seat, and each of those is judged
// by itself; what is refused is left to the player, with the reason.

import { cancel, command, offer, onlyThing, push, trying } from './decision.js';
import { planFor } from './formation.js';
import { give } from './giving.js';
import { sole } from './layout.js';
import { baseMenu, followers, openers, sameFor } from './lead.js';
import { aircraftOf } from './record.js';
import { bestShots, shotsOf, stillOffered, volleyShots, weigh } from './shots.js';
/** @import { Play } from './play.js' */
/** @import { Command, Lead, Order, Pick, Reason, State } from './record.js' */

/** Whether an order to many is being carried out. @param {State} state */
export const ordering = ({ order }) => !!order?.on;

/** Has the order that is being carried out end after the present command. @param {State} state */
export function stopOrder({ order }) {
  if (order) order.on = false;
}

/** Forgets what became of the last order. @param {State} state */
export function dropOrder(state) {
  if (!ordering(state)) state.order = null;
}

/** Begins an order. What was being tried is dropped. @param {Play} play @param {string} title @returns {Order} */
function begin({ state, ears }, title) {
  cancel(state);
  offer(state, baseMenu(state));
  /** @type {Order} */
  const order = { title, on: true, done: 0, left: [] };
  state.order = order;
  ears.changed();
  return order;
}

/**
 * Gives a command; answers why it was not carried out.
 * @param {Play} play @param {Command} what @returns {Promise<Reason[] | null>}
 */
async function said(play, what) {
  const { state } = play;
  const { seq } = state;
  await give(play, what, null);
  return state.seq === seq ? refused(state) : null;
}

/**
 * Why a command was not carried out; it is told of with the order, and only there.
 * @param {State} state @returns {Reason[]}
 */
function refused(state) {
  const reasons = state.refusal ?? [{ why: 'It was not carried out.' }];
  state.refusal = null;
  return reasons;
}

/** Fires the best shot of an aircraft. @param {Play} play @param {number} id */
async function shoot(play, id) {
  const { state } = play;
  const shots = shotsOf(state.menu).filter((c) => c.aircraft === id);
  if (!(await weigh(play, shots))) return null;
  const say = (bestShots(state, shots)[0]?.shot ?? shots[0])?.say;
  return say && 'command' in say ? said(play, say.command) : null;
}

/**
 * Has an aircraft fly to where it belongs beside its leader or behind it, and then do what else the leader did.
 * Answers why it could not.
 * @param {Play} play @param {Lead} lead @param {number} id
 */
async function keepStation(play, lead, id) {
  const { state } = play;
  const { seq } = state;
  const found = await play.question('plans', { aircraft: id }, 'position');
  const plan = found && planFor(state, lead, id, found.plans);
  if (!plan?.pose) return [{ why: 'No move of it ends near its place.' }];
  await give(play, plan.command, { aircraft: id, pose: JSON.stringify(plan.pose), draft: plan.command });
  if (state.seq === seq) return refused(state);
  // What ends a move has a name and no number.
  const named = lead.deeds.filter((d) => d.kind !== 'trial' && !('value' in d && d.value !== null)).slice(-2);
  return doTheSame(play, { ...lead, deeds: named }, id);
}

/**
 * Has an aircraft do what another one did. Answers why it could not, or only in part.
 * @param {Play} play @param {Lead} lead @param {number} id
 */
async function doTheSame(play, lead, id) {
  const { state } = play;
  for (const deed of lead.deeds) {
    const same = deed.kind === 'shot' ? null : sameFor(state, deed, id);
    if (same && 'reasons' in same) return same.reasons;
    const why = deed.kind === 'shot' ? await shoot(play, id) : same && (await said(play, same.command));
    if (why) return why;
  }
  return finish(play, lead, id);
}

/**
 * What only this aircraft is asked for after that: its shot, or the only thing left.
 * @param {Play} play @param {Lead} lead @param {number} id
 */
async function finish(play, lead, id) {
  const { state } = play;
  while (sole(baseMenu(state)) === id) {
    const shots = shotsOf(state.menu).length > 0;
    const last = onlyThing(state);
    // Whoever holds fire has the others hold it; whoever had no target lets them fire.
    const holds = shots && lead.deeds.at(-1)?.kind === 'hold';
    if (holds || (!shots && !last)) return [{ why: 'It has something else to decide first.' }];
    const say = last?.say;
    const why = shots ? await shoot(play, id) : say && 'command' in say ? await said(play, say.command) : null;
    if (why) return why;
  }
  return null;
}

/**
 * Has others do what the aircraft did that was moved last; one that is being tried is moved first.
 * @param {Play} play
 * @param {'group' | 'all'} scope
 */
export async function follow(play, scope) {
  const { state } = play;
  if (state.busy || ordering(state)) return;
  const trial = trying(state) && !state.volley ? command(state) : null;
  if (trial) {
    const { seq } = state;
    await give(play, trial.command, trial.goal);
    if (state.seq === seq) return;
  }
  const { lead } = state;
  if (!lead || !followers(state, scope).length) return openNext(play);
  const order = begin(play, scope === 'group' ? 'Wingmen follow' : 'The others do the same');
  let stays = /** @type {number | null} */ (null);
  while (order.on && state.connection === 'open') {
    const [id] = followers(state, scope);
    if (id === undefined) break;
    lead.told.push(id);
    const flies = scope === 'group' && state.manner !== 'same' && !!lead.from && !!lead.to;
    const reasons = await (flies ? keepStation(play, lead, id) : doTheSame(play, lead, id));
    if (reasons) order.left.push({ name: aircraftOf(state, id)?.name ?? String(id), reasons });
    else order.done++;
    stays ??= reasons && id;
  }
  end(play, order);
  if (stays !== null) await open(play, stays);
  else if (scope === 'group') await openNext(play);
}

/** @param {Play} play @param {Order} order */
function end({ state, ears }, order) {
  order.on = false;
  state.order = { ...order };
  ears.changed();
}

/**
 * Proposes the best shot of every aircraft, to be corrected; where only one may fire it fires at once.
 * @param {Play} play
 */
export async function proposeShots(play) {
  const { state, ears } = play;
  const shots = volleyShots(state);
  if (!shots.length || state.busy || ordering(state)) return;
  const { decision } = state;
  if (!(await weigh(play, shots)) || decision !== state.decision || state.busy) return;
  const picks = bestShots(state, shots);
  const [{ shot }] = picks;
  const declared = shots.some((c) => 'draft' in c.say);
  if (picks.length > 1 || declared) state.volley = picks;
  else if (shot && 'command' in shot.say) return give(play, shot.say.command, null);
  state.armed = null;
  if (!state.volley) state.refusal = [{ why: 'No shot here can do any harm.' }];
  ears.changed();
}

/** Fires what was proposed and corrected. @param {Play} play */
export async function fireVolley(play) {
  const { state } = play;
  const picks = (state.volley ?? []).filter((p) => p.shot);
  if (state.busy || ordering(state)) return;
  const order = begin(play, 'Fire all best shots');
  for (const pick of picks) {
    if (!order.on || state.connection !== 'open') break;
    const reasons = await fire(play, pick);
    if (reasons) order.left.push({ name: aircraftOf(state, pick.aircraft)?.name ?? '', reasons });
    else order.done++;
  }
  const declaration = order.on && state.stack.length ? command(state) : null;
  if (declaration) state.refusal = await said(play, declaration.command);
  end(play, order);
}

/** Fires a shot, or puts it into the declaration; answers why not. @param {Play} play @param {Pick} pick */
async function fire(play, pick) {
  const { state } = play;
  const say = stillOffered(state, pick)?.say;
  if (say && 'command' in say) return said(play, say.command);
  if (!say || !('draft' in say)) return [{ why: 'Its targets are gone.' }];
  push(state, say.draft);
  await play.ask();
  return null;
}

/** Opens the move of an aircraft, as if by itself. @param {Play} play @param {number} id */
async function open(play, id) {
  const { state } = play;
  const own = openers(state).filter((o) => o.aircraft === id);
  if (own.length !== 1 || state.busy || state.stack.length || !state.menu?.owed) return;
  push(state, own[0].draft);
  state.opened = own[0].draft;
  await play.ask();
}

/**
 * Opens the move of the aircraft that comes after the one moved last: of its group, or the next one that can move. One
 * that may be moved again and again is followed only by those behind it.
 * @param {Play} play
 */
export async function openNext(play) {
  const { state } = play;
  const { lead } = state;
  const ids = [...new Set(openers(state).map((o) => o.aircraft))];
  if (!lead || !ids.length || state.volley) return;
  const group = aircraftOf(state, lead.aircraft)?.group;
  const later = ids.filter((id) => id > lead.aircraft);
  const near = [...later, ...ids].filter((id) => aircraftOf(state, id)?.group === group);
  const next = ids.includes(lead.aircraft) ? later[0] : (near[0] ?? later[0] ?? ids[0]);
  if (next !== undefined) await open(play, next);
}

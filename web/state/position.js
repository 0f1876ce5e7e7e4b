// The position as the server tells it: everything at once, then change by change; and who sits at this screen. No DOM,
// no server.

import { apply, entries, viewOf } from '../wire/patch.js';
import { lookAway, offer, over, trying } from './decision.js';
import { aircraftOf, hotSeat, sideOf, stepOf } from './record.js';
import { wholeRelief } from './relief.js';
/** @import { Card, Changed, Hello, PaceNow, Parted, Seat, Side, Seen, View } from '../wire/types.js' */
/** @import { State } from './record.js' */

/**
 * The server says where the table stands. What is here is good only if it belongs to the same history.
 * @param {State} state @param {Hello} hello
 */
export function greet(state, hello) {
  if (state.doubt) {
    const same = hello.seq === state.seq && hello.mark === state.mark;
    state.refusal = same ? [{ why: 'Your last command was not kept: commit it again.' }] : null;
    state.doubt = false;
  }
  if (ofAnotherHistory(hello, state)) forgetHistory(state);
  state.table = hello.table;
  state.seats = hello.seats;
  state.presence = hello.presence;
  state.asked = hello.asked;
}

/** The computer pilots fly faster or slower, or wait. @param {State} state @param {PaceNow} pace */
export function learnPace(state, pace) {
  if (state.table) state.table = { ...state.table, ...pace };
}

/** Somebody agrees to go on by changed rules. @param {State} state @param {Parted} parted */
export function learnParted(state, parted) {
  if (state.table) state.table = { ...state.table, parted };
}

/** Whether computer pilots fly both sides. @param {State} state */
export const onlyPilots = ({ table }) => !!table && Object.values(table.sides).every((s) => s?.pilot);

/**
 * In a hot seat the side whose turn it is; otherwise what the server gave.
 * @param {State} state
 * @param {Side[]} toAct
 * @param {Seat} given
 * @param {Side | null} last who sat down last
 * @returns {Seat}
 */
export function bestSeat(state, toAct, given, last) {
  if (!hotSeat(state)) return given;
  const now = sideOf(state) ?? last;
  // Where computers fly for everybody who is to decide, nobody has to take a seat.
  if (toAct.length && toAct.every((side) => wholeRelief(state, side))) return now ?? given;
  toAct = toAct.filter((side) => !wholeRelief(state, side));
  if (now && toAct.includes(now)) return now;
  return toAct.find((s) => state.seats.includes(s)) ?? now ?? given;
}

/** @param {State} state @param {Card[]} cards */
export function learnCards(state, cards) {
  if (cards.length) state.cards = { ...state.cards, ...Object.fromEntries(cards.map((c) => [c.id, c])) };
}

/** Whether something is shown of which there is no card. @param {State} state */
export function cardMissing({ view, menu, cards }) {
  return [...(view?.aircraft ?? []), ...(menu?.muster?.offers ?? [])].some((a) => !cards[a.card]);
}

/**
 * Whether something is of another history than the one that the table has now: its number is no longer there, or it is
 * the number of another change.
 * @param {{ seq: number, mark?: string }} now
 * @param {{ seq: number, mark?: string }} that without a mark if it was kept before there were marks
 */
export function ofAnotherHistory(now, { seq, mark = now.mark }) {
  return seq > now.seq || (seq === now.seq && mark !== now.mark);
}

/** What a player reads who comes back and finds another history. */
export const PUT_BACK = [
  { why: 'What was played last here was lost, or put back by the host: you see the table as it is kept now.' },
  { why: 'Trial steps from before are dropped.' },
];

/** What was played last is gone, and with it whatever was about that. @param {State} state */
export function forgetHistory(state) {
  over(state);
  forgetDeeds(state);
  state.seq = -1;
  state.undone = -1;
  state.ends = { seq: -1, aircraft: null, plans: [] };
  state.shots = { seq: -1, odds: new Map(), sorted: false };
  state.refusal = PUT_BACK;
}

/** What was done here before means nothing now. @param {State} state */
function forgetDeeds(state) {
  state.lead = null;
  state.order = null;
  state.acted = { when: '', ids: [] };
  state.passed = { lines: [], labels: [] };
}

/** Everything, as a seat sees it. @param {State} state @param {Seat} seat @param {Seen} whole */
export function sitDown(state, seat, whole) {
  // What another side did is its own business.
  if (seat !== state.seat) forgetDeeds(state);
  state.seat = seat;
  state.seq = whole.seq;
  state.mark = whole.mark ?? '';
  state.line = whole.line;
  state.view = viewOf(whole);
  learnCards(state, whole.cards ?? []);
  state.log = entries(whole.log);
  state.takeBack = whole.take_back ?? null;
  state.asked = whole.asked ?? null;
  over(state);
  state.busy = false;
  offer(state, whole.outcome ? null : whole.decision);
}

/**
 * A command was given or taken back. Answers what was seen before, and what is new in the log.
 * @param {State} state @param {Changed} c the next change
 */
export function advance(state, c) {
  const before = /** @type {View} */ (state.view);
  state.seq = c.seq;
  state.mark = c.mark ?? '';
  state.line = c.line;
  state.view = apply(before, c.patch);
  state.base = { seq: c.seq, menu: c.menu ?? null };
  if (c.undo) {
    state.undone = c.seq;
    state.lead = null;
  }
  if (state.table) state.table = { ...state.table, seq: c.seq, to_act: c.to_act, outcome: state.view.outcome };
  const fresh = entries(c.log?.entries ?? []);
  if (c.log) {
    const { from } = c.log;
    state.log = [...state.log.filter((e) => e.seq < from), ...fresh];
  }
  // A change withdraws what was asked.
  state.takeBack = c.take_back ?? null;
  state.asked = null;
  const course = courseAfter(state, c, before);
  // While both sides decide at once, what the other one says leaves these trial steps standing.
  if (!asBefore(state, c, before) || c.by === sideOf(state)) over(state);
  state.course = course;
  state.refusal = null;
  if (!state.order?.on && stepOf(state.view) !== stepOf(before)) state.order = null;
  lookAway(state);
  const seen = c.undo ? [] : fresh;
  const thrown = seen.filter((e) => e.dice.length);
  if (trying(state)) state.tray = [];
  else if (thrown.length) state.tray = thrown;
  return { before, fresh: seen };
}

/**
 * Whether this side goes on deciding in the same step of the same turn.
 * @param {State} state
 * @param {Changed} c
 * @param {View} before
 */
function asBefore(state, c, before) {
  const [was, now] = [before.phase, state.view?.phase];
  const side = sideOf(state);
  const owed = (/** @type {Side[]} */ all) => side !== null && all.includes(side);
  return !c.undo && owed(before.to_act) && owed(c.to_act) && was.turn === now?.turn && was.step === now.step;
}

/**
 * The end of the move, if a change was a step on the way there and more are to come.
 * @param {State} state
 * @param {Changed} c
 * @param {View} before
 */
function courseAfter(state, c, before) {
  const { course } = state;
  if (!course || c.by !== sideOf(state) || !asBefore(state, c, before)) return null;
  const pose = aircraftOf(state, course.aircraft)?.pose;
  return pose && JSON.stringify(pose) !== course.pose ? course : null;
}

/** The side whose consent is asked for, if it sits here. @param {State} state @returns {Side | null} */
export function consents({ asked, seats }) {
  const other = asked === null ? null : asked === 'allies' ? 'axis' : 'allies';
  return other && seats.includes(other) ? other : null;
}

// What the player looks at: selection, pointer, ruler, tab. Each function changes the record. No DOM, no server.

import { bearing, gridOf, poseText, same } from '../board/geo.js';
import { keepLookout } from './contacts.js';
import { able } from './layout.js';
import { aircraftOf, sideOf } from './record.js';
/** @import { Overlay } from '../board/board.js' */
/** @import { At, GameList, Odds } from '../wire/types.js' */
/** @import { AnyChoice, AnyDraft, Coaching, State, Tip, Way } from './record.js' */

/**
 * Selects an aircraft. Answers the choice that opens its move, where it has exactly one, or `switch` where the trial of
 * another aircraft of the same side has to be dropped first.
 * @param {State} state @param {number | null} id @returns {AnyChoice | 'switch' | null}
 */
export function select(state, id) {
  const draft = state.menu?.draft;
  if (draft && id !== null && draft.aircraft !== id && aircraftOf(state, id)?.side === sideOf(state)) return 'switch';
  state.selected = draft?.aircraft ?? id;
  keepLookout(state);
  if (id === null || draft) return null;
  const own = (state.menu?.choices ?? []).filter((c) => c.aircraft === id);
  const open = own.filter((c) => !c.barred.length && 'draft' in c.say && c.target === null);
  return open.length === 1 && own.length === 1 ? open[0] : null;
}

/**
 * The next aircraft that can act, or the one before; where none can, of one's own.
 * @param {State} state
 * @param {number} by
 */
export function neighbour(state, by) {
  const side = sideOf(state);
  const own = able(state.menu);
  const ids = own.length
    ? own
    : (state.view?.aircraft ?? []).filter((a) => a.flying && (!side || a.side === side)).map((a) => a.id);
  const n = state.selected === null ? -1 : ids.indexOf(state.selected);
  return ids[(n + by + ids.length) % ids.length] ?? ids[0] ?? null;
}

/**
 * The pointer or cursor is somewhere else. Answers whether it is.
 * @param {State} state
 * @param {At | null} at
 * @param {number | null} aircraft
 */
export function point(state, at, aircraft) {
  const { hover } = state;
  if (hover.aircraft === aircraft && (same(at, hover.at) || (!at && !hover.at))) return false;
  state.hover = { at, aircraft };
  state.tip = null;
  return true;
}

/** Says something of a place; or nothing. @param {State} state @param {Tip | null} tip */
export function remarkOn(state, tip) {
  state.tip = tip;
}

/**
 * Says more of a place, if the pointer is still there. Answers whether it is.
 * @param {State} state
 * @param {Tip} tip what was said of it
 * @param {{ draft: AnyDraft } | { odds: Odds }} more
 */
export function addRemark(state, tip, more) {
  if (state.tip !== tip) return false;
  state.tip = { ...tip, ...more };
  return true;
}

/**
 * Shows something on the board as long as the pointer is on what speaks of it.
 * @param {State} state
 * @param {Partial<Overlay> | null} at
 */
export function glance(state, at) {
  state.glance = at;
}

/** Looks at a choice. @param {State} state @param {AnyChoice | null} choice */
export function lookAt(state, choice) {
  state.hoverChoice = choice;
}

/**
 * Learns the chances of a choice that fires, as long as it is looked at or armed.
 * @param {State} state
 * @param {AnyChoice} choice
 * @param {Odds | null} odds
 */
export function learnOdds(state, choice, odds) {
  if (odds && (state.hoverChoice === choice || state.armed === choice)) state.odds = odds;
}

/**
 * Asks in which of several ways a move shall end at a place.
 * @param {State} state
 * @param {At} at
 * @param {Way[]} ways
 */
export function askWay(state, at, ways) {
  state.chooser = { at, ways };
}

/** The question is answered or left. @param {State} state */
export function closeChooser(state) {
  state.chooser = null;
  state.glance = null;
}

/** Whether there is room for orders below the board. @param {State} state @param {boolean} room */
export function makeRoom(state, room) {
  state.bar = room;
}

/** This browser has links to invite others by. @param {State} state */
export function mayInvite(state) {
  state.inviting = true;
}

/** @param {State} state */
export function putDiceAway(state) {
  state.tray = [];
}

/** @param {State} state @param {State['tab']} tab */
export function turnTo(state, tab) {
  state.tab = tab;
}

/** Looks at the board from above or from the side. @param {State} state @param {State['way']} way */
export function lookFrom(state, way) {
  state.way = way;
}

/** Opens or closes the printed side of cards. @param {State} state @param {boolean} open */
export function openCard(state, open) {
  state.cardOpen = open;
}

/** Shows less or more of what can be had. @param {State} state @param {Partial<State['muster']>} by */
export function sift(state, by) {
  state.muster = { ...state.muster, ...by };
}

/** Shows only moves of a kind, or of it only those that go one way. @param {State} state @param {State['moves']} by */
export function sortMoves(state, by) {
  state.moves = by;
  state.chooser = null;
}

/** Tries a pose with the dial; none once its handle is let go. @param {State} state @param {State['dial']} trial */
export function turnDial(state, trial) {
  state.dial = trial;
}

/** The first flight says something; or nothing. @param {State} state @param {Coaching | null} coaching */
export function coach(state, coaching) {
  state.coach = coaching;
}

/**
 * Something can be learned from what happened; nothing once it has been read.
 * @param {State} state @param {State['lesson']} lesson
 */
export function teach(state, lesson) {
  state.lesson = lesson;
}

/** How the present position came about begins to be shown, or has been. @param {State} state @param {boolean} on */
export function animate(state, on) {
  state.animating = on;
}

/** The aircraft whose card lies open. @param {State} state */
export const carded = (state) => aircraftOf(state, state.hover.aircraft ?? state.armed?.aircraft ?? state.selected);

/** Takes the ruler, or puts it away. @param {State} state */
export function toggleRuler(state) {
  state.ruler = { on: !state.ruler.on, from: null, to: null, laid: false };
  state.tip = null;
}

/** Lays an end of the ruler. @param {State} state @param {At} at */
export function measure(state, at) {
  const { ruler } = state;
  state.ruler =
    !ruler.from || ruler.laid ? { on: true, from: at, to: null, laid: false } : { ...ruler, to: at, laid: true };
}

/**
 * The loose end of the ruler follows the pointer. Answers whether it has one.
 * @param {State} state
 * @param {At | null} at
 */
export function stretch(state, at) {
  const { ruler } = state;
  if (!ruler.on || !ruler.from || ruler.laid) return false;
  state.ruler = { ...ruler, to: at };
  return true;
}

/** What the ruler measures, in words. @param {State} state */
export function measured({ ruler, view }) {
  if (!view || !ruler.from || !ruler.to) return '';
  const g = gridOf(view.board);
  const pose = (/** @type {At} */ at) => view.aircraft.find((a) => a.flying && a.pose && same(a.pose.at, at))?.pose;
  const [a, b] = [pose(ruler.from), pose(ruler.to)];
  const long = g.distance(ruler.from, ruler.to);
  const parts = [`${g.open ? long.toFixed(2) : long} ${view.board.unit}`];
  if (a && long > 0) {
    const off = (((Math.round(bearing(g.centre(ruler.from), g.centre(ruler.to)) - a.heading) % 360) + 540) % 360) - 180;
    parts.push(
      off === 0
        ? 'dead ahead'
        : Math.abs(off) === 180
          ? 'dead astern'
          : `${Math.abs(off)}° ${off < 0 ? 'left' : 'right'} of the nose`,
    );
  }
  if (a?.altitude != null && b?.altitude != null) {
    const up = b.altitude - a.altitude;
    parts.push(
      up === 0
        ? 'same level'
        : `${Math.abs(up)} ${Math.abs(up) === 1 ? 'level' : 'levels'} ${up > 0 ? 'higher' : 'lower'}`,
    );
  }
  return parts.join(' · ');
}

/** What is at a place, in words. @param {State} state @param {At} at */
export function describe({ view, cards }, at) {
  if (!view) return '';
  const g = gridOf(view.board);
  const planes = view.aircraft
    .filter((a) => a.flying && same(a.pose?.at, at))
    .map((a) => {
      const pose = a.pose ? `, ${poseText(g, a.pose, view.level_feet)}` : '';
      return `${a.name}, ${cards[a.card]?.name ?? a.card}, ${a.side}${pose}`;
    });
  const marks = view.markers.filter((m) => same(m.at, at)).map((m) => m.label);
  return [g.name(at), ...planes, ...marks].join('; ');
}

/** How long a way is, in words. @param {State} state @param {At[]} path */
export function longText({ view }, path) {
  if (!view) return '';
  const g = gridOf(view.board);
  const length = path.slice(1).reduce((t, at, n) => t + g.distance(path[n], at), 0);
  return `${Math.round(length * 10) / 10} ${view.board.unit}`;
}

/** The levels of computer pilots are known, and whether they give hints. @param {State} state @param {GameList} list */
export function learnPilots(state, { levels, hints }) {
  Object.assign(state, { levels, hints });
}

// Contacts: who is where, as one's own aircraft sees it, in words. Only what the view shows is told: bearing, height,
// distance. No DOM, no server.

import { bearing, compass, gridOf } from '../board/geo.js';
import { feetText, inParts } from '../lib/words.js';
import { able, choiceAt, sole } from './layout.js';
import { aircraftOf, sideOf } from './record.js';
/** @import { Aircraft, At, Chance, Gauge, Pose, View } from '../wire/types.js' */
/** @import { AnyChoice, State } from './record.js' */

/** An aircraft whose nose points so near to another, in degrees, has its nose on it. */
const NOSE = 15;
/** An edge of the board this far ahead is not told. */
const EDGE = 13;

/**
 * Where something is, seen from an aircraft. `clock` is nothing where both are at one place, `up` where a game has no
 * height or a thing has none.
 * @typedef {{ clock: number | null, up: number | null, far: number }} Bearing
 */
/**
 * `fires`: the chance that it hits, should the trial end here; `aim`: the choice by which it is fired at.
 * @typedef {Bearing & { aircraft: Aircraft, friend: boolean, nose: boolean, damage: Gauge | null,
 *   fires: Chance | null, aim: AnyChoice | null }} Contact
 */
/** @typedef {Bearing & { label: string }} Mark */

/**
 * The aircraft from which contacts are told, and where it is: the one whose move is tried, armed or selected; else the
 * one of one's own that was looked at last, or that can act.
 * @param {State} state @returns {{ aircraft: Aircraft, pose: Pose, trial: boolean } | null}
 */
export function lookout(state) {
  const { menu, view } = state;
  const side = sideOf(state);
  const draft = menu?.draft;
  const own = (view?.aircraft ?? []).filter((a) => !side || a.side === side);
  const ids = [draft?.aircraft, state.armed?.aircraft, sole(menu), state.selected, state.contacts.from, able(menu)[0]];
  for (const id of [...ids, ...own.map((a) => a.id)]) {
    const aircraft = own.find((a) => a.id === id);
    const trial = !!draft?.pose && draft.aircraft === id;
    const pose = trial ? draft.pose : aircraft?.flying ? aircraft.pose : null;
    if (aircraft && pose) return { aircraft, pose, trial };
  }
  return null;
}

/**
 * @param {View} view @param {Pose} from @param {At} at @param {number | null | undefined} altitude
 * @returns {Bearing}
 */
function seen(view, from, at, altitude) {
  const g = gridOf(view.board);
  const far = g.distance(from.at, at);
  const hour = Math.round(off(bearing(g.centre(from.at), g.centre(at)), from.heading) / 30);
  const up = from.altitude == null || altitude == null ? null : altitude - from.altitude;
  return { clock: far ? ((hour + 11) % 12) + 1 : null, up, far };
}

/** How far a bearing is to the right of a heading. @param {number} to @param {number} heading */
const off = (to, heading) => (((to - heading) % 360) + 360) % 360;

/** Every aircraft that flies but one's own, nearest first. @param {State} state @returns {Contact[]} */
export function contactsOf(state) {
  const { view } = state;
  const from = lookout(state);
  if (!view || !from) return [];
  const g = gridOf(view.board);
  const forecast = state.menu?.draft?.forecast ?? [];
  const aims = aimsOf(state, from.aircraft.id);
  return view.aircraft
    .flatMap((aircraft) => {
      const { pose } = aircraft;
      if (!aircraft.flying || !pose || aircraft.id === from.aircraft.id) return [];
      const to = off(bearing(g.centre(pose.at), g.centre(from.pose.at)), pose.heading);
      const where = seen(view, from.pose, pose.at, pose.altitude);
      return {
        ...where,
        aircraft,
        friend: aircraft.side === from.aircraft.side,
        nose: where.far > 0 && Math.min(to, 360 - to) <= NOSE,
        damage: aircraft.gauges.find((gauge) => gauge.bad && gauge.value > 0) ?? null,
        fires: forecast.find((f) => f.shooter === aircraft.id && f.target === from.aircraft.id)?.hit ?? null,
        aim: aims.get(aircraft.id) ?? null,
      };
    })
    .sort((a, b) => a.far - b.far || Math.abs(a.up ?? 0) - Math.abs(b.up ?? 0) || a.aircraft.id - b.aircraft.id);
}

/** Targets, clouds and what else lies on the board, nearest first. @param {State} state @returns {Mark[]} */
export function marksOf(state) {
  const { view } = state;
  const from = lookout(state);
  if (!view || !from) return [];
  return view.markers
    .flatMap((m) => (m.label && m.at ? { label: m.label, ...seen(view, from.pose, m.at, null) } : []))
    .sort((a, b) => a.far - b.far);
}

/** How far ahead the edge of the board is, in units; nothing where that is far. @param {State} state */
export function edgeAhead(state) {
  const { view } = state;
  const from = lookout(state);
  if (!view || !from) return null;
  const g = gridOf(view.board);
  const start = g.centre(from.pose.at);
  const angle = (from.pose.heading * Math.PI) / 180;
  for (let n = 1; n <= EDGE; n++) {
    const far = n * g.unit;
    if (!g.at({ x: start.x + far * Math.sin(angle), y: start.y - far * Math.cos(angle) })) return n - 1;
  }
  return null;
}

/**
 * The legal choices by which an aircraft aims, by whom it aims at.
 * @param {State} state @param {number} by @returns {Map<number, AnyChoice>}
 */
function aimsOf({ menu }, by) {
  const aims = new Map();
  for (const c of menu?.owed ? menu.choices : []) {
    const own = c.aircraft === by || (c.aircraft === null && !aims.has(c.target));
    if (c.target !== null && own && !c.barred.length) aims.set(c.target, c);
  }
  return aims;
}

/**
 * What choosing a contact means: to aim at it, where the decision lets the present aircraft do so or says why not.
 * Otherwise it is only looked at.
 * @param {State} state @param {number} id
 */
export function aimedAt(state, id) {
  const from = lookout(state)?.aircraft.id;
  return (from !== undefined && aimsOf(state, from).get(id)) || choiceAt(state, id);
}

/** Where something is: "2 o'clock low", or "here". @param {Bearing} b */
export function clockText({ clock, up }) {
  const height = up === null ? '' : up > 0 ? 'high' : up < 0 ? 'low' : 'level';
  if (clock === null) return up ? `straight ${up > 0 ? 'above' : 'below'}` : 'same place';
  return [`${clock} o’clock`, height].filter(Boolean).join(' ');
}

/** How far something is: "4 hexes, 2 levels below". @param {View} view @param {Omit<Bearing, 'clock'>} b */
export function farText(view, { far, up }) {
  const { unit } = view.board;
  const long = Number.isInteger(far) ? String(far) : far.toFixed(1);
  const across = `${long} ${far === 1 && unit === 'hexes' ? 'hex' : unit}`;
  if (!up) return across;
  const levels = Math.abs(up);
  const height = view.level_feet ? feetText(levels * view.level_feet) : levels === 1 ? '1 level' : `${levels} levels`;
  return `${across}, ${height} ${up > 0 ? 'above' : 'below'}`;
}

/** @param {View} view @param {number} far */
export const edgeText = (view, far) =>
  far ? `The edge of the board is ${farText(view, { far, up: null })} ahead` : 'The edge of the board is right ahead';

/** How a contact flies: its heading, or that it points at one. @param {Contact} c */
export const flightText = ({ aircraft, nose }) =>
  `heading ${compass(aircraft.pose?.heading ?? 0)}${nose ? ', nose on you' : ''}`;

/** "2 of 6 damage". @param {Gauge} gauge */
export const damageText = ({ label, value, max, parts }) =>
  `${inParts(value, parts)} of ${inParts(max, parts)} ${label.toLowerCase()}`;

/** A contact in a sentence. @param {State} state @param {Contact} c */
export function contactText(state, c) {
  const { view, cards } = state;
  if (!view) return '';
  const type = cards[c.aircraft.card]?.name ?? c.aircraft.card;
  const what = [
    `${c.friend ? 'Friend' : 'Bandit'} ${c.aircraft.name}`,
    type,
    clockText(c),
    farText(view, c),
    flightText(c),
    c.damage && damageText(c.damage),
  ];
  return what.filter(Boolean).join(', ');
}

/** Opens or folds a part of the list. @param {State} state @param {string} part @param {boolean} open */
export function unfold(state, part, open) {
  const others = state.contacts.open.filter((p) => p !== part);
  state.contacts = { ...state.contacts, open: open ? [...others, part] : others };
}

/** Remembers from where one looks, so that a look at the enemy does not change it. @param {State} state */
export function keepLookout(state) {
  const a = aircraftOf(state, state.selected);
  if (a && a.side === sideOf(state)) state.contacts = { ...state.contacts, from: a.id };
}

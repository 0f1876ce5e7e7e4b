// The shots on offer: what each is worth, and the best ones for all aircraft together.

import { alike } from '../wire/pointer.js';
import { legal } from './decision.js';
import { sideOf } from './record.js';
/** @import { Odds } from '../wire/types.js' */
/** @import { Play } from './play.js' */
/** @import { AnyChoice, AnyMenu, Pick, State } from './record.js' */

/** Of more shots than this the chances are not asked for unbidden. */
const MANY = 40;
/** A kill counts as so much expected damage, in thousandths of a point. */
const KILL_MILLI = 3000;

/** Shots that may be fired now, with all that they need. @param {AnyMenu | null | undefined} menu */
export const shotsOf = (menu) =>
  menu?.draft ? [] : legal(menu).filter((c) => c.aircraft !== null && c.target !== null && 'command' in c.say);

/**
 * The shots of a volley: those that may be fired now, or, where a side first puts its fire together and then declares
 * it as a whole, all that it could put together.
 * @param {State} state
 */
export function volleyShots(state) {
  const { menu } = state;
  if (!menu?.owed || (menu.draft && menu.draft.aircraft !== null)) return [];
  const now = shotsOf(menu);
  if (now.length) return now;
  const whole = state.base.seq === state.seq ? state.base.menu : null;
  return legal(whole).filter((c) => c.aircraft !== null && c.target !== null && 'draft' in c.say);
}

/**
 * What fires a shot: an aircraft; where fire is put together, one of its guns, which is told by the words that shots at
 * different targets have in common.
 * @param {State} state @param {AnyChoice} shot
 */
function gunOf(state, { aircraft, target, say, label }) {
  if ('command' in say) return String(aircraft);
  const name = state.view?.aircraft.find((a) => a.id === target)?.name;
  return `${aircraft} ${name ? label.replace(name, '…') : label}`;
}

/** @param {AnyChoice} shot */
const pair = ({ aircraft, target }) => `${aircraft}-${target}`;

/** The chances of a shot, if they are known at this position. @param {State} state @param {AnyChoice} shot */
export const oddsOf = ({ shots, seq }, shot) => (shots.seq === seq ? (shots.odds.get(pair(shot)) ?? null) : null);

/** What a shot is worth; less than nothing where that is not known. @param {Odds | null} odds */
export const worth = (odds) =>
  odds ? Number(odds.expected_milli) + (KILL_MILLI * odds.kill.ppm) / 1_000_000 : -1;

/**
 * Finds out the chances of shots, one after another so that nobody else has to wait. Answers whether they are still on
 * offer.
 * @param {Play} play
 * @param {AnyChoice[]} shots
 */
export async function weigh(play, shots) {
  const { state } = play;
  const { seq } = state;
  if (state.shots.seq !== seq) state.shots = { seq, odds: new Map(), sorted: false };
  for (const shot of shots) {
    if (oddsOf(state, shot) || shot.aircraft === null || shot.target === null) continue;
    const odds = await play.odds(shot.aircraft, shot.target);
    if (state.seq !== seq) return false;
    if (odds) state.shots.odds.set(pair(shot), odds);
  }
  return true;
}

/** Sorts the shots on offer by what they are worth, once for each position. @param {Play} play */
export async function sortShots(play) {
  const { state, ears } = play;
  const shots = shotsOf(state.menu);
  if (shots.length < 2 || shots.length > MANY || state.shots.seq === state.seq || state.order?.on) return;
  if (!sideOf(state) || !(await weigh(play, shots))) return;
  // Nothing changes places under a pointer that is already there.
  state.shots = { ...state.shots, sorted: !state.armed && !state.hoverChoice };
  ears.changed();
}

/** Choices with the shots first, the best one before all. @param {State} state @param {AnyChoice[]} choices */
export function byWorth(state, choices) {
  if (state.shots.seq !== state.seq || !state.shots.sorted) return choices;
  const rank = (/** @type {AnyChoice} */ c) =>
    c.target === null ? -2 : c.barred.length ? -3 : worth(oddsOf(state, c));
  return choices.toSorted((a, b) => rank(b) - rank(a));
}

/**
 * The best shot of each aircraft. A target that may be gone by then is worth less to the next one; a shot that can do
 * nothing is not fired.
 * @param {State} state
 * @param {AnyChoice[]} shots
 * @returns {Pick[]}
 */
export function bestShots(state, shots) {
  const guns = new Map(shots.flatMap((c) => (c.aircraft === null ? [] : [[gunOf(state, c), c.aircraft]])));
  /** The chance that a target is still there. @type {Map<number | null, number>} */
  const there = new Map();
  const value = (/** @type {AnyChoice} */ c) => {
    const odds = oddsOf(state, c);
    return odds?.harm.ppm === 0 ? -1 : Math.max(0, worth(odds)) * (there.get(c.target) ?? 1);
  };
  /** @type {Pick[]} */
  const picks = [...guns].map(([gun, aircraft]) => ({
    gun,
    aircraft,
    shot: null,
    options: shots.filter((c) => gunOf(state, c) === gun).toSorted((a, b) => value(b) - value(a)),
  }));
  const open = new Set(picks);
  while (open.size) {
    const all = [...open].flatMap((pick) => pick.options.map((shot) => ({ pick, shot, is: value(shot) })));
    const best = all.reduce((a, b) => (b.is > a.is ? b : a));
    if (best.is < 0) break;
    best.pick.shot = best.shot;
    open.delete(best.pick);
    const { target } = best.shot;
    there.set(target, (there.get(target) ?? 1) * (1 - (oddsOf(state, best.shot)?.kill.ppm ?? 0) / 1_000_000));
  }
  return picks;
}

/**
 * Corrects the list: another shot for an aircraft or gun, or none.
 * @param {State} state @param {string} gun @param {string} label
 */
export function correct(state, gun, label) {
  state.volley =
    state.volley?.map((p) =>
      p.gun === gun ? { ...p, shot: p.options.find((c) => c.label === label) ?? null } : p,
    ) ?? null;
}

/** A shot as the present menu has it, or the next best one of that aircraft. @param {State} state @param {Pick} pick */
export function stillOffered({ menu }, { shot, options }) {
  const now = legal(menu);
  // A step of a declaration holds what was declared before it, so it is known by its words.
  const same = (/** @type {AnyChoice} */ c) => (/** @type {AnyChoice} */ n) =>
    'draft' in c.say ? 'draft' in n.say && n.label === c.label : alike(n.say, c.say);
  const ranked = shot ? [shot, ...options.filter((c) => c !== shot)] : [];
  return ranked.map((c) => now.find(same(c))).find(Boolean) ?? null;
}

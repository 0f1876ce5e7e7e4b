// Which choices are shown, in what order and with which keys. No DOM.

import { key } from '../board/geo.js';
import { sideName } from '../lib/words.js';
import { sideOf } from './record.js';
import { byWorth } from './shots.js';
/** @import { AnyChoice, AnyMenu, State } from './record.js' */
/** @import { Side } from '../wire/types.js' */

/** More choices than this are first sorted by aircraft. */
const MANY = 9;
/** The next steps of a move lead to so few places that they are no choice of a place. */
const STEPS = 3;

/** Choices that the force builder shows itself. @param {AnyMenu | null} menu @returns {Set<AnyChoice>} */
function mustered(menu) {
  const m = menu?.muster;
  if (!menu || !m) return new Set();
  const numbers = [
    ...m.offers.map((o) => o.choice),
    ...m.ready,
    ...(m.take === null ? [] : [m.take]),
    ...m.bands.flatMap((b) => [
      b.more,
      b.fewer,
      ...(b.apart === null ? [] : [b.apart]),
      ...b.moves.map((t) => t.choice),
    ]),
  ];
  return new Set(numbers.map((n) => menu.choices[n]));
}

/**
 * The choices to show now, and those aircraft that have choices of their own when there are too many to show at once.
 * @param {State} state
 */
export function layout(state) {
  const { menu, selected } = state;
  const elsewhere = mustered(menu);
  // What ends the game has a menu of its own: it has no key, and is never under the pointer of the last click.
  const all = (menu?.choices ?? []).filter((c) => !elsewhere.has(c) && !c.quit);
  const choices = byWorth(state, all);
  if (menu?.draft) return { shown: choices, fleet: [] };
  const fleet = [...new Set(choices.flatMap((c) => c.aircraft ?? []))];
  const own = choices.filter((c) => c.aircraft === selected && c.aircraft !== null);
  const general = choices.filter((c) => c.aircraft === null);
  const single = choices.length === fleet.length + general.length;
  if (fleet.length < 2 || choices.length <= MANY || single) return { shown: choices, fleet: [] };
  return { shown: [...own, ...general], fleet };
}

/**
 * Selects the first aircraft that can act, where there are too many choices to show at once and none is selected that
 * can.
 * @param {State} state
 */
export function selectAble(state) {
  const { fleet } = layout(state);
  const ids = able(state.menu);
  if (!fleet.length || !state.menu?.owed || ids.includes(state.selected ?? -1)) return;
  state.selected = ids.find((id) => fleet.includes(id)) ?? state.selected;
}

/** Aircraft that have something to choose. @param {AnyMenu | null | undefined} menu @returns {number[]} */
export function able(menu) {
  return [
    ...new Set((menu?.choices ?? []).flatMap((c) => (c.aircraft !== null && !c.barred.length ? [c.aircraft] : []))),
  ];
}

/** The aircraft that the decision is about, where it is about one only. @param {AnyMenu | null | undefined} menu */
export function sole(menu) {
  if (!menu?.owed) return null;
  const ids = new Set(menu.choices.filter((c) => !c.quit).map((c) => c.aircraft));
  return ids.size === 1 ? [...ids][0] : null;
}

/** The number by which a label goes: of "Schwarm 1 2 (ME 109 E): fire at Red 3" it is 2. @param {AnyChoice} c */
const numberIn = ({ label }) => label.split(/[(:]/)[0].match(/(?<![\w.+-])[1-9](?=\s*$)/)?.[0] ?? null;

/**
 * The key of each choice shown: its own; for a legal one the number in its label, where no two have the same; else the
 * next free digit.
 * @param {AnyChoice[]} shown
 * @returns {Map<AnyChoice, string>}
 */
export function choiceKeys(shown) {
  const keys = new Map();
  const used = new Set();
  for (const c of shown) {
    const own = c.key?.toUpperCase();
    if (own && !used.has(own)) {
      keys.set(c, own);
      used.add(own);
    }
  }
  const others = shown.filter((c) => !keys.has(c) && !c.barred.length);
  const numbers = others.map(numberIn);
  const named = numbers.filter((n) => n !== null);
  const apart = new Set(named).size === named.length ? named : [];
  const free = [...'123456789'].filter((d) => !apart.includes(d));
  for (const [n, c] of others.entries()) {
    const own = numbers[n];
    const digit = own !== null && apart.length ? own : free.shift();
    if (digit !== undefined) keys.set(c, digit);
  }
  return keys;
}

/** Where keys lie under the left hand; choices that have them are laid out the same way. */
const KEYBOARD = ['Q', 'W', 'E', 'A', 'S', 'D', 'Z', 'X', 'C'];

/**
 * Choices in rows of three as their keys lie on a keyboard, others in the gaps and behind; in their own order where
 * fewer than four have such keys.
 * @param {AnyChoice[]} shown
 * @returns {(AnyChoice | null)[]}
 */
export function asOnKeyboard(shown) {
  const placed = KEYBOARD.map((k) => shown.find((c) => c.key?.toUpperCase() === k) ?? null);
  if (placed.filter(Boolean).length < 4) return shown;
  const others = shown.filter((c) => !placed.includes(c));
  const filled = placed.map((c) => c ?? others.shift() ?? null);
  while (filled[filled.length - 1] === null) filled.pop();
  return [...filled, ...others];
}

/** Places to choose from that are better picked on the board than from a list. @param {AnyChoice[]} shown */
export function places(shown) {
  const all = shown.filter((c) => c.pose !== null && c.target === null && c.key === null);
  const apart = new Set(all.map((c) => c.pose && key(c.pose.at))).size;
  return all.length > MANY && apart > STEPS ? all : [];
}

/** The choice that aims at an aircraft: a legal one first. @param {State} state @param {number} id */
export function choiceAt(state, id) {
  const aimed = layout(state).shown.filter((c) => c.target === id);
  return aimed.find((c) => !c.barred.length) ?? aimed[0] ?? null;
}

/** What a side is called at this table. @param {State} state @param {Side} side */
export const nameOf = ({ table }, side) => table?.sides[side]?.name ?? sideName(side);

/** Whom this player waits for, in words. @param {State} state */
export function waitingFor(state) {
  const { view, table } = state;
  if (!view) return '';
  const side = sideOf(state);
  const others = view.to_act.filter((s) => s !== side);
  const names = others.map((s) => nameOf(state, s)).join(' and ');
  if (!side) return table?.paused ? 'The pilots wait' : others.length ? `${names} to decide` : 'Watching';
  return others.some((s) => table?.sides[s]?.pilot) ? 'The computer pilot is flying …' : `Waiting for ${names}`;
}

/** Where the table is, in a word, for style and for tests. @param {State} state */
export function momentOf({ view, busy, menu }) {
  if (view?.outcome) return 'over';
  if (busy) return 'busy';
  return menu?.owed ? (menu.draft ? 'draft' : 'decide') : 'wait';
}

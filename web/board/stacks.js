// Aircraft that share a place: they are drawn smaller, in a ring around it, so that each is seen. The stack that is
// looked at fans out further.

import { key } from './geo.js';
/** @import { Aircraft } from '../wire/types.js' */
/** @import { Point } from './geo.js' */

/** Position within its stack. @typedef {{ stack: string, n: number, of: number }} Rank */
/** Where an aircraft is drawn, from its place, and half its span at most. @typedef {Point & { half: number }} Berth */

/** The ring of a stack that nobody looks at: its radius, and half the span of an aircraft, by how many there are. */
const CLOSED = [[15, 18], [16, 15.5], [17, 13.5], [18, 12.5], [19, 11.5], [20, 10]];
/** In a fan aircraft are this far from each other and from the middle at least, and have at most this half span. */
const APART = 40;
const OUT = 24;
const FANNED = 19;
/** A stand view shows aircraft apart whose heights differ by this many pixels. */
const STEP = 20;

/**
 * For aircraft that share a place: the position of each within its stack.
 * @param {Aircraft[]} aircraft
 * @param {(a: Aircraft) => number} [lift] how high each is drawn; those at other heights are no stack
 * @returns {Map<number, Rank>}
 */
export function ranks(aircraft, lift = () => 0) {
  /** @type {Map<string, number[]>} */
  const at = new Map();
  for (const a of aircraft) {
    if (!a.flying || !a.pose) continue;
    const stack = `${key(a.pose.at)}/${Math.round(lift(a) / STEP)}`;
    at.set(stack, [...(at.get(stack) ?? []), a.id]);
  }
  const shared = [...at].filter(([, ids]) => ids.length > 1);
  return new Map(shared.flatMap(([stack, ids]) => ids.map((id, n) => [id, { stack, n, of: ids.length }])));
}

/**
 * Where an aircraft of a stack is drawn. Each keeps its direction when the stack fans out, so that a click still finds
 * it.
 * @param {Rank} rank @param {boolean} open whether the stack is fanned out @returns {Berth}
 */
export function berth({ n, of }, open) {
  const closed = CLOSED[Math.min(of - 2, CLOSED.length - 1)];
  const [r, half] = open ? [Math.max(OUT, APART / (2 * Math.sin(Math.PI / of))), FANNED] : closed;
  const angle = (2 * Math.PI * n) / of - Math.PI / 2;
  return { x: r * Math.cos(angle), y: r * Math.sin(angle), half };
}

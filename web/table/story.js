// The log as a story: entries of one aircraft become one paragraph, many alike one line that opens.

/** @import { Aircraft, LogEntry, Rolled, Side } from '../wire/types.js' */

/**
 * An entry within its paragraph: what stands before its text, and its text without the name that was said already.
 * @typedef {{ e: LogEntry, before: string, text: string, ends: boolean }} Said
 */
/** @typedef {{ said: Said[] }} Paragraph */
/**
 * Many paragraphs behind one line.
 * @typedef {{ lead: Paragraph | null, folded: Paragraph[] }} Fold
 */
/** @typedef {Paragraph | Fold} Item */
/** @typedef {'all' | 'fire' | 'losses' | 'mine'} Filter */

/** So many alike are folded. */
const MANY = 3;

/** The first entry of a paragraph. @param {Paragraph} p */
export const first = (p) => p.said[0].e;

/** All entries of an item, in order. @param {Item} item @returns {LogEntry[]} */
export const entriesOf = (item) =>
  'folded' in item
    ? [...(item.lead ? entriesOf(item.lead) : []), ...item.folded.flatMap(entriesOf)]
    : item.said.map((s) => s.e);

/** All dice of an item, in the order in which they were thrown. @param {Item} item @returns {Rolled[]} */
export const diceOf = (item) => entriesOf(item).flatMap((e) => e.dice);

/** How many a fold stands for. @param {Fold} fold */
export const countText = ({ lead, folded }) => (lead ? `${folded.length} aircraft` : `and ${folded.length - 1} more`);

/** A fold in a line. @param {Fold} fold */
export function foldText(fold) {
  const { text } = (fold.lead ?? fold.folded[0]).said[0];
  return fold.lead ? `${text}: ${countText(fold)}` : `${text}, ${countText(fold)}`;
}

/** A heading: the name of a turn or a step. @param {LogEntry} e */
export const heads = (e) => e.kind === 'phase' && e.actor === null && !e.dice.length;

/** Whether an entry goes on with what a paragraph tells. @param {LogEntry[]} paragraph @param {LogEntry} e */
function goesOn(paragraph, e) {
  const start = paragraph[0];
  const last = paragraph[paragraph.length - 1];
  if (heads(e) || heads(start)) return heads(e) && heads(start);
  if (e.kind === 'phase' || e.kind === 'end') return false;
  if (e.actor !== null && e.actor === start.actor) return last.kind !== 'phase';
  // What a side shows, and what comes of it.
  if (start.kind === 'reveal' && e.kind === 'decision' && e.actor === null)
    return e.line === start.line && e.side === start.side && !e.dice.length;
  // What a shot did to its target belongs to the shot.
  const suffers = e.kind === 'damage' || e.kind === 'loss';
  const whose = e.target ?? e.actor;
  return suffers && whose !== null && e.line === last.line && [last.target, start.actor].includes(whose);
}

/**
 * The paragraphs of a log.
 * @param {LogEntry[]} entries
 * @param {Aircraft[]} aircraft
 * @returns {Paragraph[]}
 */
function paragraphs(entries, aircraft) {
  const names = new Map(aircraft.map((a) => [a.id, `${a.name} `]));
  const named = (/** @type {LogEntry} */ e) => {
    const name = e.actor === null ? undefined : names.get(e.actor);
    return name !== undefined && e.text.startsWith(name) ? name : null;
  };
  /** @type {LogEntry[][]} */
  const groups = [];
  for (const e of entries) {
    const last = groups.at(-1);
    if (last && goesOn(last, e)) last.push(e);
    else groups.push([e]);
  }
  return groups.map((group) => {
    // What one aircraft does in a row is one sentence, with its name once.
    const on = group.map((e, n) => n > 0 && named(e) !== null && named(group[n - 1]) === named(e));
    return {
      said: group.map((e, n) => ({
        e,
        before: n === 0 ? '' : !on[n] ? ' ' : on[n + 1] ? ', ' : ', and ',
        text: on[n] ? e.text.slice(named(e)?.length) : e.text,
        ends: !on[n + 1] && !heads(e),
      })),
    };
  });
}

/** What paragraphs must have in common to be folded, or nothing. @param {Paragraph} p */
function alike({ said }) {
  const { e } = said[0];
  if (said.length > 1 || e.target !== null || heads(e)) return null;
  // A side may say the same of many groups, one command each.
  const of = e.actor === null ? `${e.side}` : `command ${e.line}`;
  return e.actor === null && e.side === null ? null : `${e.kind} ${e.rules[0]} ${of}`;
}

/**
 * The story that entries tell.
 * @param {LogEntry[]} entries
 * @param {Aircraft[]} aircraft
 * @returns {Item[]}
 */
export function story(entries, aircraft) {
  const all = paragraphs(entries, aircraft);
  /** @type {Item[]} */
  const items = [];
  for (let n = 0; n < all.length; ) {
    const like = alike(all[n]);
    let end = n + 1;
    while (like !== null && end < all.length && alike(all[end]) === like) end++;
    const before = items.at(-1);
    if (end - n < MANY) items.push(...all.slice(n, end));
    else if (before && 'said' in before && leads(first(before), first(all[n])))
      items.splice(-1, 1, { lead: before, folded: all.slice(n, end) });
    else items.push({ lead: null, folded: all.slice(n, end) });
    n = end;
  }
  return items;
}

/** Whether an entry announces what aircraft do in the next ones. @param {LogEntry} e @param {LogEntry} next */
const leads = (e, next) =>
  e.kind === 'decision' && e.actor === null && e.side !== null && e.line === next.line && next.kind === 'move';

/** Kinds of entries that a filter shows. @type {Record<'fire' | 'losses', string[]>} */
const KINDS = { fire: ['fire', 'damage', 'bomb', 'loss', 'end'], losses: ['loss', 'end'] };

/**
 * The part of a story that a filter shows: whole paragraphs, and headings over something.
 * @param {Item[]} items
 * @param {Filter} filter
 * @param {Aircraft[]} aircraft
 * @param {Side | null} side whose log it is
 */
export function filtered(items, filter, aircraft, side) {
  if (filter === 'all') return items;
  const sides = new Map(aircraft.map((a) => [a.id, a.side]));
  const mine = (/** @type {LogEntry} */ e) =>
    e.kind === 'end' || [e.side, sides.get(e.actor ?? -1), sides.get(e.target ?? -1)].some((s) => s === side);
  const wanted = filter === 'mine' ? mine : (/** @type {LogEntry} */ e) => KINDS[filter].includes(e.kind);
  /** @type {Item[]} */
  const shown = [];
  /** @type {Item | null} */
  let heading = null;
  for (const item of items) {
    const all = entriesOf(item);
    if ('said' in item && heads(all[0])) heading = { said: [{ ...item.said[item.said.length - 1], before: '' }] };
    else if (all.some(wanted)) {
      if (heading) shown.push(heading);
      heading = null;
      shown.push(item);
    }
  }
  return shown;
}

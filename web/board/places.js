// Where each aircraft and its name are drawn: stacks in a ring or fanned out, names where they cover nothing.

import { shorts } from '../lib/words.js';
import { boxesOf, captions, underline } from './captions.js';
import { wording } from './figure.js';
import { R, key } from './geo.js';
import { halfSpan } from './planform.js';
import { berth, ranks } from './stacks.js';
import { flattened } from './stand.js';
/** @import { Aircraft, At, Pose } from '../wire/types.js' */
/** @import { Board } from './board.js' */
/** @import { Caption, Count } from './captions.js' */
/** @import { Point } from './geo.js' */

/** In larger stacks names are shown only once they are fanned out. */
const FEW = 3;
/** So near a pointer must be to an aircraft that is alone, to one of a stack from its own hex, and from another. */
const NEAR = R * 0.8;
const WITHIN = R * 1.2;
const BESIDE = R * 0.45;
/** Far away aircraft are drawn larger than they are, as the style sheet says. */
const ENLARGED = 1.35;

export class Places {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** @type {ReturnType<typeof ranks>} */
  #ranks = new Map();

  /** The place whose stack is fanned out. */
  #fanned = '';

  /** @type {Map<number, Caption>} */
  #captions = new Map();

  /** How many aircraft each stack has, and where that is written. @type {Count[]} */
  counts = [];

  /** How many times larger names are drawn than they are. */
  scale = 1;

  /** Puts aircraft where they are, and finds room for their names. @param {Aircraft[]} aircraft */
  arrange(aircraft) {
    const { board } = this;
    const stand = board.way === 'stand';
    this.#ranks = ranks(aircraft, (a) => (stand ? board.lift(a.pose?.altitude) : 0));
    this.scale = board.labelScale;
    // From far away the names of many aircraft are not shown.
    const hidden = board.far && board.many;
    const spots = aircraft
      .filter((a) => a.flying && a.pose)
      .map((a) => {
        const pose = /** @type {Pose} */ (a.pose);
        const at = this.place(a);
        return { a, pose, at, boxes: boxesOf(at, this.#half(a), pose.heading, flattened(board.way)) };
      });
    const brief = shorts(aircraft.map((a) => a.name));
    const named = spots.map(({ a, pose, at, boxes }) => {
      const wide = Math.max(...boxes.map((b) => Math.max(at.x - b.x, b.x + b.width - at.x)));
      const tall = Math.max(...boxes.map((b) => Math.max(at.y - b.y, b.y + b.height - at.y)));
      const mute = (this.#ranks.get(a.id)?.of ?? 1) > FEW && !this.#open(a);
      return { id: a.id, at, wide, tall, mute: mute || hidden, ...wording(a, pose, brief.get(a.name) ?? a.name) };
    });
    const planes = hidden ? [] : spots.flatMap(({ boxes }) => boxes);
    for (const { a, pose, at } of stand && !hidden ? spots : [])
      planes.push(...this.#rod(a, at, board.lift(pose.altitude)));
    const how = { scale: this.scale, stand, planes, covered: board.covered(), sight: board.sight() };
    const found = captions(named, this.#stacks(aircraft), how);
    this.#captions = found.captions;
    this.counts = found.counts;
  }

  /** Every stack: its middle, how far it reaches, and how many it holds. @param {Aircraft[]} aircraft */
  #stacks(aircraft) {
    return aircraft.flatMap((a) => {
      const rank = this.#ranks.get(a.id);
      if (!rank || rank.n > 0) return [];
      const { y, half } = berth(rank, this.#open(a));
      const reach = -y + half * 0.8;
      return [{ at: this.board.spot(/** @type {Pose} */ (a.pose)), reach, of: rank.of }];
    });
  }

  /**
   * Fans out the stack at a place. Answers whether that changes anything.
   * @param {At | null} at @param {Aircraft[]} aircraft
   */
  fan(at, aircraft) {
    const fanned = at ? key(at) : '';
    if (fanned === this.#fanned) return false;
    const stacked = (/** @type {string} */ place) =>
      place !== '' && aircraft.some((a) => a.pose && this.#ranks.has(a.id) && key(a.pose.at) === place);
    const changes = stacked(fanned) || stacked(this.#fanned);
    this.#fanned = fanned;
    if (changes) this.arrange(aircraft);
    return changes;
  }

  /**
   * The box of the rod under an aircraft, if it has its own.
   * @param {Aircraft} a @param {Point} at @param {number} lift
   */
  #rod(a, at, lift) {
    const foot = this.foot(a);
    return foot ? [{ x: at.x + foot.x - 3, y: at.y + foot.y, width: 6, height: lift }] : [];
  }

  /** Whether the stack of an aircraft is fanned out. @param {Aircraft} a */
  #open(a) {
    return !!a.pose && key(a.pose.at) === this.#fanned;
  }

  /** How large an aircraft is drawn; 1 where it is alone. @param {Aircraft} a */
  size(a) {
    const rank = this.#ranks.get(a.id);
    return rank ? Math.min(1, berth(rank, this.#open(a)).half / halfSpan(this.board.shape(a))) : 1;
  }

  /** Half the span of an aircraft as it is drawn. @param {Aircraft} a */
  #half(a) {
    return halfSpan(this.board.shape(a)) * this.size(a) * (this.board.far ? ENLARGED : 1);
  }

  /** Where an aircraft is drawn. @param {Aircraft} a */
  place(a) {
    const p = this.board.spot(/** @type {Pose} */ (a.pose));
    const rank = this.#ranks.get(a.id);
    if (!rank) return p;
    const { x, y } = berth(rank, this.#open(a));
    return { x: p.x + x, y: p.y + y * flattened(this.board.way) };
  }

  /**
   * Where the stand of an aircraft is, from it; null where its stack stands on that of another.
   * @param {Aircraft} a
   */
  foot(a) {
    const rank = this.#ranks.get(a.id);
    if (!rank) return { x: 0, y: 0 };
    const { x, y } = berth(rank, this.#open(a));
    return rank.n ? null : { x: -x, y: -y * flattened(this.board.way) };
  }

  /**
   * The nearest aircraft to a point, if it is near enough.
   * @param {Point} p @param {At | null} at the place under the point @param {Aircraft[]} aircraft
   */
  nearest(p, at, aircraft) {
    /** @type {Aircraft | null} */
    let best = null;
    let least = Infinity;
    for (const a of aircraft) {
      if (!a.flying || !a.pose) continue;
      const q = this.place(a);
      const d = Math.hypot(q.x - p.x, q.y - p.y);
      // Aircraft of a stack may be drawn over other places, which must still be found.
      const own = at && key(at) === key(a.pose.at);
      if (d < least && d < (!this.#ranks.has(a.id) ? NEAR : own ? WITHIN : BESIDE)) [best, least] = [a, d];
    }
    return best;
  }

  /** The caption of an aircraft that flies. @param {number} id */
  caption(id) {
    return /** @type {Caption} */ (this.#captions.get(id));
  }

  /** The line under the name of an aircraft that flies, as a path. @param {Aircraft} a */
  underline(a) {
    const caption = this.caption(a.id);
    if (caption.mute) return '';
    const p = this.place(a);
    const { x, y, width } = underline(caption, this.scale);
    return `M${(p.x + x).toFixed(1)} ${(p.y + y).toFixed(1)}h${width.toFixed(1)}`;
  }
}

// Placing on an open table: the table says where an aircraft may stand, and which legal place is nearest to the pointer. What would be
// placed is shown before the click; a tap shows it as the trial. Knows no rules.

import { h } from '../lib/dom.js';
import { alike, withChange } from '../wire/pointer.js';
import { chip } from '../screens/rules.js';
import { say, sayNow } from '../lib/speech.js';
/** @import { At, Barred, Draft, Free, Put } from '../wire/types.js' */
/** @import { Table } from '../screens/table.js' */

/** So near to a standing aircraft it is meant itself, in pixels of the screen. */
const TOUCH = 24;
/** So near to a standing aircraft nothing else is placed, because its dial is there. */
const ELBOW = 84;

/** What placing at a point would come to: a command that puts aircraft down, or nothing but reasons. @typedef {{ at: At, command: any, also: Put[], barred: Barred[] }} Offer */

export class Placing {
  /** The aircraft that is lifted, to be put elsewhere. @type {number | null} */
  lifted = null;
  /** What the point under the pointer would come to. @type {Offer | null} */
  offer = null;
  /** The point under the pointer; the last one wins. @type {At | null} */
  #wanted = null;
  #asking = false;
  /** The trial to which all of this belongs. @type {Draft<any> | null} */
  #draft = null;

  /** @param {Table} screen */
  constructor(screen) {
    this.screen = screen;
  }

  /** The trial in which something may be placed anywhere. */
  get draft() {
    const { play } = this.screen;
    const draft = play.settled && play.menu?.owed ? play.menu.draft : null;
    return draft?.free.length ? draft : null;
  }

  /** Where the aircraft may stand that a press would place: the next one, or of a group that stands the one that is lifted. @returns {Free<any> | null} */
  get region() {
    const { draft } = this;
    if (!draft) return null;
    return draft.free.find((f) => f.aircraft === this.lifted) ?? (draft.barred.length ? draft.free[0] : null);
  }

  /** Forgets what belongs to another trial. */
  follow() {
    if (this.draft === this.#draft) return;
    this.#draft = this.draft;
    this.lifted = null;
    this.offer = null;
  }

  /** The standing aircraft at a point, or that it is too near to one to mean anything else. @param {At} at */
  #standing(at) {
    const { board } = this.screen;
    const g = board.grid;
    const c = g?.centre(at);
    // Like dials, aircraft may be touched from as far however small the board is drawn.
    const scale = Math.min(1, board.camera.k);
    const far = (/** @type {Put} */ p) => (g && c ? scale * Math.hypot(g.centre(p.pose.at).x - c.x, g.centre(p.pose.at).y - c.y) : Infinity);
    const near = this.draft?.also.toSorted((a, b) => far(a) - far(b))[0];
    if (!near) return null;
    return far(near) < TOUCH ? near.aircraft : far(near) < ELBOW ? 'near' : null;
  }

  /** The pointer is somewhere: shows what a press there would place. Answers whether placing is what is going on. @param {At | null} at */
  hover(at) {
    if (!this.draft) return false;
    this.#wanted = at && (this.lifted !== null || this.#standing(at) === null) ? at : null;
    if (!this.#wanted) this.#show(null);
    else if (!this.#asking) void this.#look();
    return true;
  }

  /** Asks about the point under the pointer, one question at a time. */
  async #look() {
    this.#asking = true;
    while (this.#wanted && this.#wanted !== this.offer?.at && this.draft) {
      const { draft } = this;
      const at = this.#wanted;
      const offer = await this.#ask(at);
      if (draft !== this.draft) break;
      if (!offer) this.#wanted = null;
      if (this.#wanted) this.#show(offer);
    }
    this.#asking = false;
  }

  /** @param {Offer | null} offer */
  #show(offer) {
    const { screen } = this;
    this.offer = offer;
    screen.overlay();
    screen.board.tip(offer?.barred.length ? offer.at : null, offer && why(offer));
  }

  /** What the table makes of a point; nothing where it does not answer. @param {At} at @returns {Promise<Offer | null>} */
  async #ask(at) {
    const { play } = this.screen;
    const free = this.region ?? (await this.#whole())?.free;
    if (!free) return null;
    const command = withChange(free.draft, free.field, (was) => ({ ...was, ...at }));
    const answer = await play.socket.call('legal', { seat: play.seat, draft: command }).catch(() => null);
    const draft = /** @type {Draft<any> | null} */ (answer?.decision.draft ?? null);
    if (!draft) return null;
    if (draft.mended) return { at, ...draft.mended };
    return { at, command: draft.barred.length ? null : command, also: draft.also, barred: draft.barred };
  }

  /** The trial step in which nothing of the group stood yet, and where its first aircraft may go: placed anew, the whole group moves. */
  async #whole() {
    const { play } = this.screen;
    for (let depth = play.stack.length - 1; depth > 0; depth--) {
      const step = play.stack[depth - 1];
      const answer = await play.socket.call('legal', { seat: play.seat, draft: step }).catch(() => null);
      const draft = /** @type {Draft<any> | null} */ (answer?.decision.draft ?? null);
      if (draft?.free.length && draft.barred.length) return { free: draft.free[0], depth };
    }
    return null;
  }

  /** A press at a point: places there, or lifts the aircraft that stands there. Answers whether placing is what is going on. @param {At} at */
  pick(at) {
    if (!this.draft) return false;
    const standing = this.lifted === null ? this.#standing(at) : null;
    if (standing === null) void this.#place(at);
    else if (typeof standing === 'number') this.#lift(standing);
    return true;
  }

  /** @param {number} aircraft */
  #lift(aircraft) {
    const { screen } = this;
    this.lifted = aircraft;
    const name = screen.play.view?.aircraft.find((a) => a.id === aircraft)?.name ?? '';
    say(`${name} is lifted. Pick where it shall stand.`);
    screen.overlay();
  }

  /** @param {At} at */
  async #place(at) {
    const { play } = this.screen;
    const { draft } = this;
    const depth = this.region ? play.stack.length : (await this.#whole())?.depth;
    const offer = alike(this.offer?.at, at) ? this.offer : await this.#ask(at);
    if (!offer || depth === undefined || draft !== this.draft) return;
    if (offer.command === null) {
      sayNow(offer.barred.map((b) => b.why).join(' '));
      return play.refuse(offer.barred);
    }
    play.stack.length = depth;
    await play.take(offer.command);
    say(offer.also.map((p) => `${play.view?.aircraft.find((a) => a.id === p.aircraft)?.name ?? ''} at ${this.screen.board.grid?.name(p.pose.at)}`).join(', '));
  }
}

/** @param {Offer} offer */
function why(offer) {
  return [h('b', null, offer.command === null ? 'No room here' : 'The nearest legal place'), offer.barred.map((b) => h('span', { class: 'no' }, b.why, ' ', chip(b.rule)))];
}

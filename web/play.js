// One table as this page knows it: position, log, decision, trial steps. Talks to the server; draws nothing.

import { CODE, Refused, Socket, apply, entries, once } from './net.js';
import { keep, read } from './settings.js';
import { Ends } from './ends.js';
/** @import { View, LogEntry, Card, Seat, Side, Odds, Plan } from './types.js' */
/** @import { Hello, Changed, TableInfo, Presence, Whole } from './types.js' */
/** @import { AnyMenu, AnyChoice } from './panel.js' */

/**
 * What the screen hears of.
 * @typedef {{ changed: (events: LogEntry[], before: View | null) => void, redraw: () => void, connection: (state: 'open' | 'lost' | 'refused') => void,
 *   handover: (to: Side, before: View) => Promise<void>, dice: (need: any[]) => Promise<number[] | null> }} PlayEars
 */

/** @typedef {{ aircraft: number, pose: string, draft: any }} Goal */

/** How long a number must rest before the table is asked about it. */
const REST_MS = 80;

export class Play {
  /** @param {string} id @param {PlayEars} ears */
  constructor(id, ears) {
    this.id = id;
    this.ears = ears;
    this.seq = -1;
    this.line = 0;
    /** @type {View | null} */
    this.view = null;
    /** @type {LogEntry[]} */
    this.log = [];
    /** @type {Record<string, Card>} */
    this.cards = {};
    /** @type {TableInfo | null} */
    this.table = null;
    /** @type {Seat[]} */
    this.seats = [];
    /** @type {Seat} */
    this.seat = 'observer';
    /** @type {Presence | null} */
    this.presence = null;
    /** @type {Partial<Record<Side, boolean>>} */
    this.thinking = {};
    /** @type {AnyMenu | null} */
    this.menu = null;
    /** Trial steps: each a half-built command, the last one the present. @type {any[]} */
    this.stack = [];
    /** @type {{ choice: AnyChoice } | null} */
    this.armed = null;
    /** The number being chosen, and the trial step that holds it. @type {{ label: string, aircraft: number | null, value: number, draft: any } | null} */
    this.ranged = null;
    /** Where a trial leads in the end, if its command is only the next step there. @type {Goal | null} */
    this.goal = null;
    /** @type {{ rule?: string, why: string }[] | null} */
    this.refusal = null;
    this.busy = false;
    this.ends = new Ends(this);
    /** @type {Map<string, Promise<Odds>>} */
    this.oddsKept = new Map();
    this.socket = new Socket(id, {
      hello: (h) => void this.#hello(h),
      changed: (c) => void this.#changed(c),
      presence: (p) => {
        this.presence = p;
        this.ears.redraw();
      },
      thinking: (t) => {
        this.thinking[/** @type {Side} */ (t.side)] = t.on;
        this.ears.redraw();
      },
      state: (s) => this.ears.connection(s),
    });
  }

  /** The side that this seat plays, if it plays one. @returns {Side | null} */
  get side() {
    return this.seat === 'allies' || this.seat === 'axis' ? this.seat : null;
  }

  /** Whether both sides are in this browser. */
  get hotSeat() {
    return this.seats.includes('allies') && this.seats.includes('axis');
  }

  /** @param {Hello} hello */
  async #hello(hello) {
    this.table = hello.table;
    this.seats = hello.seats;
    this.presence = hello.presence;
    const wanted = this.#bestSeat(hello.table.to_act, hello.seat);
    if (this.view && hello.seq === this.seq && wanted === this.seat && wanted === hello.seat) return this.ears.redraw();
    await this.#whole(wanted);
  }

  /** In a hot seat the side whose turn it is; otherwise what the server gave. @param {Side[]} toAct @param {Seat} given @returns {Seat} */
  #bestSeat(toAct, given) {
    if (!this.hotSeat) return given;
    if (this.side && toAct.includes(this.side)) return this.side;
    return toAct.find((s) => this.seats.includes(s)) ?? this.side ?? given;
  }

  /** Asks for everything. @param {Seat} seat */
  async #whole(seat) {
    try {
      const whole = /** @type {Whole} */ (await this.socket.call('sit', { seat }));
      this.seat = seat;
      this.seq = whole.seq;
      this.line = whole.line;
      this.view = whole.view;
      this.#cards(whole.cards ?? []);
      this.log = entries(whole.log);
      this.oddsKept.clear();
      this.menu = whole.decision;
      this.stack = [];
      this.armed = null;
      this.#flying = null;
      this.busy = false;
      await this.#restore();
      this.ears.changed([], null);
      void this.#unknown(whole.view);
    } catch (e) {
      this.#report(e);
    }
  }

  /** @param {Card[]} cards */
  #cards(cards) {
    this.cards = { ...this.cards, ...Object.fromEntries(cards.map((c) => [c.id, c])) };
  }

  /** Fetches the cards of aircraft that were not there before. @param {View} view */
  async #unknown(view) {
    const shop = this.menu?.muster?.offers ?? [];
    if ([...view.aircraft, ...shop].every((a) => this.cards[a.card])) return;
    this.#cards((await once(`/api/cards/${view.game}`)).cards);
    this.ears.redraw();
  }

  /** @param {Changed} c */
  async #changed(c) {
    if (c.seq <= this.seq || !this.view) return;
    if (c.seq !== this.seq + 1) return this.#whole(this.#bestSeat(c.to_act, this.seat));
    const before = this.view;
    const owedBefore = this.side !== null && before.to_act.includes(this.side);
    this.seq = c.seq;
    this.line = c.line;
    this.view = apply(before, c.patch);
    if (this.table) this.table = { ...this.table, seq: c.seq, to_act: c.to_act, outcome: this.view.outcome };
    const fresh = entries(c.log?.entries ?? []);
    if (c.log) {
      const from = c.log.from;
      this.log = [...this.log.filter((e) => e.seq < from), ...fresh];
    }
    this.oddsKept.clear();
    // While both sides decide at once, what the other one says leaves these trial steps standing.
    const mine = c.by === this.side;
    const keepSteps = owedBefore && !mine && !c.undo && this.side !== null && c.to_act.includes(this.side);
    if (keepSteps) this.#remember();
    else this.#forget();
    this.refusal = null;
    void this.#unknown(this.view);
    this.ears.changed(c.undo ? [] : fresh, before);
    const seat = this.#bestSeat(c.to_act, this.seat);
    if (seat !== this.seat && seat !== 'observer') await this.#handOver(/** @type {Side} */ (seat), before);
    else if (this.#flying) await this.#flyOn();
    else await this.ask();
  }

  /** @param {Side} to @param {View} before */
  async #handOver(to, before) {
    this.menu = null;
    this.#flying = null;
    this.busy = false;
    await this.ears.handover(to, before);
    await this.#whole(to);
  }

  #forget() {
    this.stack = [];
    this.armed = null;
    this.menu = null;
    keep(this.#draftKey, null);
  }

  get #draftKey() {
    return `tallyho:draft:${this.id}:${this.seat}`;
  }

  #remember() {
    keep(this.#draftKey, this.stack.length || this.armed ? { seq: this.seq, stack: this.stack, armed: this.armed?.choice.label, ranged: this.ranging && { label: this.ranging.label, aircraft: this.ranging.aircraft, value: this.ranging.value } } : null);
  }

  /** Puts trial steps back that were kept before a reload. */
  async #restore() {
    const kept = read(this.#draftKey, /** @type {any} */ (null));
    if (!kept || kept.seq !== this.seq || !this.menu?.owed) return;
    this.stack = kept.stack ?? [];
    await this.ask();
    const choice = kept.armed && this.menu?.choices.find((c) => c.label === kept.armed && !c.barred.length);
    if (choice) this.armed = { choice };
    if (kept.ranged && this.stack.length) this.ranged = { ...kept.ranged, draft: this.stack.at(-1) };
  }

  /** Asks what may be said now, with the present trial steps. */
  async ask() {
    if (!this.side || this.view?.outcome) {
      this.menu = null;
      this.ears.redraw();
      return;
    }
    const seq = this.seq;
    const draft = this.stack.at(-1);
    try {
      const { decision } = await this.socket.call('legal', { seat: this.seat, ...(draft === undefined ? {} : { draft }) });
      if (seq !== this.seq || draft !== this.stack.at(-1)) return;
      this.menu = decision;
    } catch (e) {
      if (draft !== undefined && e instanceof Refused && e.code !== CODE.lost) {
        this.stack.pop();
        await this.ask();
      }
      this.#report(e);
    }
    this.ears.redraw();
    if (this.view) void this.#unknown(this.view);
    void this.ends.fetch();
  }

  /** @param {AnyChoice} choice */
  async choose(choice) {
    this.refusal = null;
    if (choice.barred.length) {
      this.refusal = choice.barred;
      return this.ears.redraw();
    }
    if ('draft' in choice.say) {
      this.armed = null;
      this.stack.push(choice.say.draft);
      this.#remember();
      return this.ask();
    }
    if ('range' in choice.say) {
      const { min, max, dial } = choice.say.range[1];
      if (this.ranging?.label === choice.label) return this.commit();
      const now = dial ? (((dial.left ? dial.from - dial.pose.heading : dial.pose.heading - dial.from) % 360) + 360) % 360 : min;
      return this.range(choice, Math.min(max, Math.max(min, now)));
    }
    if (this.armed?.choice === choice) return this.commit();
    this.armed = { choice };
    this.#remember();
    this.ears.redraw();
  }

  /** Takes a whole move, or the next step of one, as the trial. @param {any} command @param {Omit<Goal, 'draft'>} [goal] where it leads */
  async take(command, goal) {
    this.refusal = null;
    this.armed = null;
    this.stack.push(command);
    this.goal = goal ? { ...goal, draft: command } : null;
    this.#remember();
    await this.ask();
  }

  /** Takes a kept command as the trial if the table would have it as it stands; says why not otherwise. @param {any} command */
  async offer(command) {
    try {
      const { decision } = await this.socket.call('legal', { seat: this.seat, draft: command });
      if (!decision.draft?.barred.length) {
        await this.take(command);
        return true;
      }
      this.refuse(decision.draft.barred);
    } catch (e) {
      this.#report(e);
    }
    return false;
  }

  /** Shows reasons why something was not done. @param {{ rule?: string, why: string }[]} reasons */
  refuse(reasons) {
    this.refusal = reasons;
    this.ears.redraw();
  }

  /** Arms a whole command that is on no button. @param {any} command @param {string} label */
  arm(command, label) {
    const known = this.menu?.choices.find((c) => 'command' in c.say && JSON.stringify(c.say.command) === JSON.stringify(command));
    const rule = this.menu?.rule ?? '';
    this.armed = { choice: known ?? { label, note: '', say: { command }, barred: [], aircraft: null, target: null, pose: null, rule, key: null } };
    this.#remember();
    this.ears.redraw();
  }

  /** The number being chosen, while its trial step is the present one. */
  get ranging() {
    return this.ranged && this.ranged.draft === this.stack.at(-1) ? this.ranged : null;
  }

  #rest = 0;

  /** Sets the number of a choice, as a trial. @param {AnyChoice} choice @param {number} value */
  range(choice, value) {
    if (!('range' in choice.say)) return;
    const [command, { field }] = choice.say.range;
    const now = this.ranging;
    if (now?.label === choice.label && now.value === value) return;
    // Another number of the same aircraft takes the place of the one before.
    const again = !!now && now.aircraft === choice.aircraft;
    if (again) this.stack.pop();
    const draft = withNumber(command, field, value);
    this.refusal = null;
    this.armed = null;
    this.stack.push(draft);
    this.ranged = { label: choice.label, aircraft: choice.aircraft, value, draft };
    this.#remember();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.ask(), again ? REST_MS : 0);
  }

  /** Gives the command that is armed or drafted. */
  async commit() {
    const command = this.#command();
    if (command === undefined || this.busy) return;
    this.busy = true;
    this.#flying = !this.armed && this.goal?.draft === this.stack.at(-1) ? this.goal : null;
    this.ears.redraw();
    try {
      await this.#act(command);
    } catch (e) {
      this.#flying = null;
      this.#report(e);
    }
    this.busy = !!this.#flying;
    this.ears.redraw();
  }

  /** The end to which the move on the way was committed. @type {Goal | null} */
  #flying = null;

  /** Gives the next step towards the end that was committed, as long as there is one. */
  async #flyOn() {
    const goal = this.#flying;
    if (!goal) return;
    const { seq } = this;
    try {
      const { plans } = await this.socket.call('plans', { seat: this.seat, aircraft: goal.aircraft });
      const next = plans.find((/** @type {Plan<any>} */ p) => JSON.stringify(p.pose) === goal.pose);
      if (this.#flying === goal && next && this.seq === seq) return await this.#act(next.command);
    } catch (e) {
      this.#report(e);
    }
    if (this.seq !== seq && this.#flying === goal) return;
    this.#flying = null;
    this.busy = false;
    await this.ask();
  }

  #command() {
    const say = this.armed?.choice.say;
    if (say) return 'command' in say ? say.command : undefined;
    // While a number is still being asked about, the trial is newer than the answer.
    if (this.ranging) return this.ranging.draft;
    return this.menu?.draft && !this.menu.draft.barred.length ? this.menu.draft.command : undefined;
  }

  /** @param {any} command */
  async #act(command) {
    const seq = this.seq;
    /** @type {number[] | undefined} */
    let dice;
    for (;;) {
      try {
        await this.socket.call('act', { seat: this.seat, command, seq, ...(dice ? { dice } : {}) });
        return;
      } catch (e) {
        if (!(e instanceof Refused) || e.code !== CODE.dice) throw e;
        const faces = await this.ears.dice(e.data.need ?? []);
        if (!faces) return;
        dice = faces;
      }
    }
  }

  /** Takes back: the armed choice, else the last trial step, else the last command. */
  async undo() {
    this.refusal = null;
    if (this.armed) {
      this.armed = null;
      this.#remember();
      return this.ears.redraw();
    }
    if (this.stack.length) {
      this.stack.pop();
      this.#remember();
      return this.ask();
    }
    if (!this.side) return;
    try {
      await this.socket.call('undo', { seat: this.seat });
    } catch (e) {
      this.#report(e);
    }
  }

  /** Drops all trial steps. */
  async cancel() {
    this.stack = [];
    this.armed = null;
    this.#remember();
    await this.ask();
  }

  /** @param {number} shooter @param {number} target @returns {Promise<Odds>} */
  odds(shooter, target) {
    const k = `${shooter}-${target}`;
    let odds = this.oddsKept.get(k);
    if (!odds) {
      odds = this.socket.call('odds', { seat: this.seat, shooter, target });
      odds.catch(() => {});
      this.oddsKept.set(k, /** @type {Promise<Odds>} */ (odds));
    }
    return /** @type {Promise<Odds>} */ (odds);
  }

  /** What a computer pilot would say here. @param {string} [level] */
  async hint(level) {
    return (await this.socket.call('pilot', { seat: this.seat, ...(level ? { level } : {}) })).command;
  }

  /** @param {unknown} e */
  #report(e) {
    if (!(e instanceof Refused)) throw e;
    if (e.code === CODE.lost) return;
    if (e.code === CODE.moved) {
      this.refusal = [{ why: 'The table has moved on; look again before you commit.' }];
      void this.#whole(this.seat);
      return;
    }
    const all = e.data.all ?? e.data.reasons;
    this.refusal = all?.length ? all : [{ why: e.data.why ?? e.message, rule: e.data.rule }];
    this.ears.redraw();
  }

  close() {
    this.socket.close();
  }
}

/**
 * A copy of a command with one number set.
 * @param {any} command
 * @param {string} pointer JSON pointer
 * @param {number} value
 */
export function withNumber(command, pointer, value) {
  const copy = structuredClone(command);
  const keys = pointer.split('/').slice(1).map((k) => k.replace(/~1/g, '/').replace(/~0/g, '~'));
  const last = keys.pop();
  let at = copy;
  for (const k of keys) at = at[k];
  if (last !== undefined) at[last] = value;
  return copy;
}

// One table as this page knows it: position, log, decision, trial steps. Talks to the server; draws nothing.

import { CODE, Refused, Socket, apply, entries, once } from '../wire/net.js';
import { Ends } from './ends.js';
import { Giving } from './giving.js';
import { Waiting } from './input.js';
import { Kept } from './kept.js';
import { alike, withChange } from '../wire/pointer.js';
import { Quits } from './quits.js';
import { TakeBack } from './takeback.js';
/** @import { View, LogEntry, Card, Face, NeedOne, Seat, Side, Odds } from '../wire/types.js' */
/** @import { Hello, Changed, TableInfo, Presence, Whole } from '../wire/types.js' */
/** @import { AnyMenu, AnyChoice } from '../table/panel.js' */

/**
 * What the screen hears of.
 * @typedef {{ changed: (events: LogEntry[], before: View | null) => void, redraw: () => void, connection: (state: 'open' | 'lost' | 'refused') => void,
 *   handover: (to: Side, before: View | null) => Promise<void>, dice: (need: NeedOne[]) => Promise<Face[] | null> }} PlayEars
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
    /** Which decision is before the player: another one as soon as what was being decided is over. */
    this.decision = 0;
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
    this.waiting = new Waiting(() => this.settled);
    this.kept = new Kept(this);
    this.giving = new Giving(this);
    this.quits = new Quits(this);
    this.takeBack = new TakeBack(this);
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
      asked: (a) => this.takeBack.hear(a),
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

  /** Whether the choices of the present trial step are there and nothing is on its way. */
  get settled() {
    return !this.busy && !!this.menu && this.#menuOf === this.stack.at(-1);
  }

  /** The trial step whose choices the menu holds. @type {any} */
  #menuOf;

  /** To which decision each choice belongs. @type {WeakMap<AnyChoice, number>} */
  #belongs = new WeakMap();

  /** @param {AnyMenu | null} menu @param {any} [draft] the trial step that it is about */
  #offered(menu, draft) {
    this.menu = menu;
    this.#menuOf = draft;
    for (const c of menu?.choices ?? []) this.#belongs.set(c, this.decision);
    if (draft === undefined) this.quits.learn(menu);
    const armed = this.armed?.choice;
    if (armed && menu && !menu.choices.includes(armed)) {
      const again = menu.choices.find((c) => !c.barred.length && alike(c.say, armed.say));
      this.armed = again ? { choice: again } : null;
    }
  }

  /**
   * Does something that belongs to the present decision: now, or as soon as its choices are there. While a command is on its way what was
   * decided is over, and nothing more belongs to it.
   * @param {() => void} act
   */
  when(act) {
    if (!this.busy && this.side && !this.view?.outcome) this.waiting.add(act);
  }

  /** @param {Hello} hello */
  async #hello(hello) {
    this.table = hello.table;
    this.seats = hello.seats;
    this.presence = hello.presence;
    this.takeBack.asked = hello.asked;
    const wanted = this.#bestSeat(hello.table.to_act, hello.seat);
    if (this.view && hello.seq === this.seq && wanted === this.seat && wanted === hello.seat) return this.ears.redraw();
    await this.#sit(wanted);
  }

  /** In a hot seat the side whose turn it is; otherwise what the server gave. @param {Side[]} toAct @param {Seat} given @returns {Seat} */
  #bestSeat(toAct, given) {
    if (!this.hotSeat) return given;
    const now = this.side ?? this.kept.seat;
    if (now && toAct.includes(now)) return now;
    return toAct.find((s) => this.seats.includes(s)) ?? now ?? given;
  }

  /**
   * Sits down and asks for everything. In a hot seat nothing of another side is asked for before its player has said to be there; there is no
   * secret where nobody has sat here before, and none after the end.
   * @param {Seat} seat
   */
  async #sit(seat) {
    const last = this.side ?? this.kept.seat;
    const open = !!this.table?.outcome || (last === null ? this.seq < 0 && this.kept.works : last === seat);
    if (this.hotSeat && !open && (seat === 'allies' || seat === 'axis')) await this.#handOver(seat, null);
    else await this.#whole(seat);
  }

  /** Asks for everything. @param {Seat} seat */
  async #whole(seat) {
    try {
      const whole = /** @type {Whole} */ (await this.socket.call('sit', { seat }));
      this.seat = seat;
      if (this.hotSeat) this.kept.seat = this.side;
      this.seq = whole.seq;
      this.line = whole.line;
      this.view = whole.view;
      this.#cards(whole.cards ?? []);
      this.log = entries(whole.log);
      this.oddsKept.clear();
      this.takeBack.learn(whole);
      this.#over();
      this.busy = false;
      this.#offered(whole.decision);
      await this.#restore();
      this.ears.changed([], null);
      void this.#unknown(whole.view);
      // Nothing is asked of this side, but there are things that may be said at any time.
      if (!this.menu) await this.ask();
    } catch (e) {
      this.report(e);
    }
  }

  /** What was being decided is over: nothing of it is kept, armed or waiting. */
  #over() {
    this.decision++;
    this.waiting.drop();
    this.stack = [];
    this.armed = null;
    this.menu = null;
    this.giving.goal = null;
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
    if (this.table) this.table = { ...this.table, seq: c.seq, to_act: c.to_act };
    if (c.seq !== this.seq + 1) return this.#sit(this.#bestSeat(c.to_act, this.seat));
    const before = this.view;
    this.seq = c.seq;
    this.line = c.line;
    this.view = apply(before, c.patch);
    if (this.table) this.table = { ...this.table, outcome: this.view.outcome };
    const fresh = entries(c.log?.entries ?? []);
    if (c.log) {
      const from = c.log.from;
      this.log = [...this.log.filter((e) => e.seq < from), ...fresh];
    }
    this.oddsKept.clear();
    this.takeBack.learn(c);
    const goal = this.giving.after(c, before);
    // While both sides decide at once, what the other one says leaves these trial steps standing.
    if (!this.asBefore(c, before) || c.by === this.side) this.#over();
    this.kept.remember();
    this.giving.goal = goal;
    this.refusal = null;
    void this.#unknown(this.view);
    this.ears.changed(c.undo ? [] : fresh, before);
    const seat = this.#bestSeat(c.to_act, this.seat);
    if (seat !== this.seat && seat !== 'observer') await this.#handOver(/** @type {Side} */ (seat), before);
    else if (!goal) await this.ask();
  }

  /** Whether this side goes on deciding in the same step of the same turn. @param {Changed} c @param {View} before */
  asBefore(c, before) {
    const [was, now] = [before.phase, this.view?.phase];
    const owed = (/** @type {Side[]} */ all) => this.side !== null && all.includes(this.side);
    return !c.undo && owed(before.to_act) && owed(c.to_act) && was.turn === now?.turn && was.step === now.step;
  }

  /** @param {Side} to @param {View | null} before what was seen before the last command, if anything was */
  async #handOver(to, before) {
    if (this.#handing === to) return;
    this.#handing = to;
    this.#over();
    this.busy = false;
    await this.ears.handover(to, before);
    this.#handing = null;
    await this.#whole(to);
  }

  /** The side that is being waited for at the hand-over screen. @type {Side | null} */
  #handing = null;

  /** Puts trial steps back that were kept before a reload. */
  async #restore() {
    const kept = this.kept.trial;
    if (!kept || !this.menu?.owed) return;
    this.stack = kept.stack;
    await this.ask();
    const choice = kept.armed && this.menu?.choices.find((c) => c.label === kept.armed && !c.barred.length);
    if (choice) this.armed = { choice };
    if (kept.ranged && this.stack.length) this.ranged = { ...kept.ranged, draft: this.stack.at(-1) };
  }

  /** Asks what may be said now, with the present trial steps. */
  async ask() {
    if (!this.side || this.view?.outcome) {
      this.#offered(null);
      this.ears.redraw();
      return;
    }
    const { seq } = this;
    const draft = this.stack.at(-1);
    const past = () => seq !== this.seq || draft !== this.stack.at(-1);
    try {
      const { decision } = await this.socket.call('legal', { seat: this.seat, ...(draft === undefined ? {} : { draft }) });
      if (past()) return;
      this.#offered(decision, draft);
      void this.quits.ask();
    } catch (e) {
      if (past()) return;
      this.waiting.drop();
      if (draft !== undefined && e instanceof Refused && e.code !== CODE.lost) {
        this.stack.pop();
        await this.ask();
      }
      this.report(e);
    }
    this.ears.redraw();
    this.waiting.run();
    if (this.view) void this.#unknown(this.view);
    void this.ends.fetch();
  }

  /** @param {AnyChoice} choice one of the menu on the screen */
  async choose(choice) {
    if (this.#belongs.get(choice) !== this.decision || this.busy) return;
    if (!this.settled || !this.menu?.choices.includes(choice)) return this.#chooseNext(choice);
    this.refusal = null;
    if (choice.barred.length) {
      this.refusal = choice.barred;
      return this.ears.redraw();
    }
    if ('draft' in choice.say) {
      this.armed = null;
      this.stack.push(choice.say.draft);
      this.kept.remember();
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
    this.kept.remember();
    this.ears.redraw();
  }

  /** Takes a step once more, or the one beside it, while the choices after the step before are still on their way. @param {AnyChoice} choice */
  #chooseNext(choice) {
    if (!('draft' in choice.say)) return;
    this.when(() => {
      const next = this.menu?.choices.find((c) => c.label === choice.label && c.aircraft === choice.aircraft && !c.barred.length && 'draft' in c.say);
      if (next) void this.choose(next);
    });
  }

  /** Takes a whole move, or the next step of one, as the trial. @param {any} command @param {Omit<Goal, 'draft'>} [goal] where it leads */
  async take(command, goal) {
    this.refusal = null;
    this.armed = null;
    this.stack.push(command);
    this.goal = goal ? { ...goal, draft: command } : null;
    this.kept.remember();
    await this.ask();
  }

  /** Takes a kept command as the trial if the table would have it as it stands; says why not otherwise. @param {any} command */
  async offer(command) {
    const now = this.decision;
    try {
      const { decision } = await this.socket.call('legal', { seat: this.seat, draft: command, plans: false });
      if (now !== this.decision) return false;
      if (!decision.draft?.barred.length) {
        await this.take(command);
        return true;
      }
      this.refuse(decision.draft.barred);
    } catch (e) {
      this.report(e);
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
    const known = this.menu?.choices.find((c) => 'command' in c.say && alike(c.say.command, command));
    const rule = this.menu?.rule ?? '';
    this.armed = { choice: known ?? { label, note: '', say: { command }, barred: [], aircraft: null, target: null, pose: null, rule, key: null, quit: null } };
    this.kept.remember();
    this.ears.redraw();
  }

  /** The number being chosen, while its trial step is the present one. */
  get ranging() {
    return this.ranged && this.ranged.draft === this.stack.at(-1) ? this.ranged : null;
  }

  #rest = 0;

  /** Sets the number of a choice, as a trial. @param {AnyChoice} choice @param {number} value */
  range(choice, value) {
    if (!('range' in choice.say) || this.#belongs.get(choice) !== this.decision || this.busy) return;
    const [command, { field }] = choice.say.range;
    const now = this.ranging;
    if (now?.label === choice.label && now.value === value) return;
    // Another number of the same aircraft takes the place of the one before.
    const again = !!now && now.aircraft === choice.aircraft;
    if (again) this.stack.pop();
    const draft = withChange(command, field, () => value);
    this.refusal = null;
    this.armed = null;
    this.stack.push(draft);
    this.ranged = { label: choice.label, aircraft: choice.aircraft, value, draft };
    this.kept.remember();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.ask(), again ? REST_MS : 0);
  }

  /** Gives the command that is armed or drafted; a trial whose choices are on their way, once they are there. */
  async commit() {
    if (!this.armed && !this.ranging && !this.settled) {
      this.when(() => void (this.settled && this.commit()));
      return;
    }
    const command = this.#command();
    if (command === undefined || this.busy) return;
    const goal = !this.armed && this.goal?.draft === this.stack.at(-1) ? this.goal : null;
    await this.giving.give(command, goal);
  }

  #command() {
    const say = this.armed?.choice.say;
    if (say) return 'command' in say ? say.command : undefined;
    // While a number is still being asked about, the trial is newer than the answer.
    if (this.ranging) return this.ranging.draft;
    return this.menu?.draft && !this.menu.draft.barred.length ? this.menu.draft.command : undefined;
  }

  /** Takes back: the armed choice, else the last trial step, else the last command. */
  async undo() {
    if (this.busy || this.waiting.pop()) return;
    this.refusal = null;
    if (this.armed) {
      this.armed = null;
      this.kept.remember();
      return this.ears.redraw();
    }
    if (this.stack.length) {
      this.stack.pop();
      this.kept.remember();
      return this.ask();
    }
    await this.takeBack.take();
  }

  /** Drops all trial steps. */
  async cancel() {
    this.waiting.drop();
    this.stack = [];
    this.armed = null;
    this.kept.remember();
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
  report(e) {
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

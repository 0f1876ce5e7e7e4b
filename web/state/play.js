// What is done about a table: asking the server, giving commands, keeping what a reload should find. Every change of
// the record is one of the functions of this folder; the screen hears that there was one.

import { alike } from '../wire/pointer.js';
import { CODE, Refused, Socket, once } from '../wire/net.js';
import * as deciding from './decision.js';
import { endsWanted } from './ends.js';
import { give } from './giving.js';
import { dropOrder, fireVolley, openNext } from './orders.js';
import { forced, forgetPassed, leave, notePassed, wasPassed } from './passing.js';
import { selectAble } from './layout.js';
import { keepPassed, keepSeat, keepTrial, keepsAnything, keptPassed, keptSeat, keptTrial } from './kept.js';
import { advance, bestSeat, cardMissing, consents, greet } from './position.js';
import { learnCards, learnPace, learnParted, sitDown } from './position.js';
import { hotSeat, record, sideOf } from './record.js';
import { learnRelief } from './relief.js';
/** @import { CardList, Changed, Face, Hello, LogEntry, NeedOne, Odds, Pace, Relieved, Seat } from '../wire/types.js' */
/** @import { Side, View } from '../wire/types.js' */
/** @import { Answers, News } from '../wire/net.js' */
/** @import { About, Next } from './decision.js' */
/** @import { AnyChoice, AnyDraft, AnyMenu, AnyPlan, Command, Goal, Reason } from './record.js' */

/**
 * What the screen hears of: that the record is another, that something has happened at the table, and what only the
 * player can do.
 * @typedef {{ changed: () => void, happened: (events: LogEntry[], before: View | null) => void,
 *   handover: (to: Side, before: View | null) => Promise<void>, dice: (need: NeedOne[]) => Promise<Face[] | null> }}
 *   PlayEars
 */

/** @typedef {{ [N in 'hello' | 'people' | 'said' | 'clock']: (news: News[N]) => void }} PeopleEars */

/** How long a number must rest before the table is asked about it. */
const REST_MS = 80;

export class Play {
  /** @param {string} id @param {PlayEars} ears */
  constructor(id, ears) {
    this.state = record(id);
    this.ears = ears;
    /**
     * Answers that hold as long as the position does.
     * @type {{ of: string, odds: Map<string, Promise<Odds | null>>, looked: Map<AnyPlan, Promise<AnyDraft | null>> }}
     */
    this.known = { of: '', odds: new Map(), looked: new Map() };
    this.socket = new Socket(id, {
      hello: (h) => void this.#hello(h),
      changed: (c) => void this.#changed(c),
      presence: (p) => this.#set(() => (this.state.presence = p)),
      pace: (p) => this.#set(() => learnPace(this.state, p)),
      relieved: (r) => this.#relieved(r),
      people: (p) => this.#set(() => this.people?.people(p)),
      said: (s) => this.#set(() => this.people?.said(s)),
      clock: (c) => this.#set(() => this.people?.clock(c)),
      parted: (p) => this.#set(() => learnParted(this.state, p)),
      asked: (a) => a.seq === this.state.seq && this.#set(() => (this.state.asked = a.by)),
      state: (s) => this.#set(() => (this.state.connection = s)),
    });
  }

  /** Hears of what people do. @type {PeopleEars | null} */
  people = null;

  /** @param {Relieved} now */
  #relieved(now) {
    this.#set(() => learnRelief(this.state, now));
    // In a hot seat it is again the turn of a player who was not asked for.
    const { state } = this;
    const seat = bestSeat(state, state.view?.to_act ?? [], state.seat, keptSeat(state));
    if (seat !== state.seat && !now.relief) void this.#handOver(/** @type {Side} */ (seat), state.view);
  }

  /** Changes the record and says so. @param {() => void} change */
  #set(change) {
    change();
    this.ears.changed();
  }

  /**
   * Asks the server about what is present. This is where late answers are dropped: nothing is answered once what the
   * question was about is over, be it yes or no.
   * @template {keyof Answers} M
   * @param {M} method @param {Record<string, unknown>} params @param {About} about
   * @returns {Promise<Answers[M] | null>}
   */
  async question(method, params, about) {
    const { state } = this;
    const then = deciding.present(state, about);
    try {
      const answer = await this.socket.call(method, { seat: state.seat, ...params });
      return deciding.past(state, about, then) ? null : answer;
    } catch (e) {
      if (deciding.past(state, about, then)) return null;
      throw e;
    }
  }

  /** @param {Hello} hello */
  async #hello(hello) {
    const { state } = this;
    greet(state, hello);
    this.people?.hello(hello);
    const wanted = bestSeat(state, hello.table.to_act, hello.seat, keptSeat(state));
    // Where the rules have changed, the number is the same but the decision is gone.
    const same = hello.seq === state.seq && hello.mark === state.mark && !hello.table.parted;
    if (state.view && same && wanted === state.seat && wanted === hello.seat) return this.ears.changed();
    await this.#sit(wanted);
  }

  /**
   * Sits down and asks for everything. In a hot seat nothing of another side is asked for before its player has said to
   * be there; there is no secret where nobody has sat here before, and none after the end.
   * @param {Seat} seat
   */
  async #sit(seat) {
    const { state } = this;
    const last = sideOf(state) ?? keptSeat(state);
    const open = !!state.table?.outcome || (last === null ? state.seq < 0 && keepsAnything(state) : last === seat);
    if (hotSeat(state) && !open && (seat === 'allies' || seat === 'axis')) await this.#handOver(seat, null);
    else await this.#whole(seat);
  }

  /** Asks for everything. @param {Seat} seat @returns {Promise<void>} */
  async #whole(seat) {
    const { state } = this;
    try {
      const whole = await this.socket.call('sit', { seat, position: false });
      // A change overtook the answer.
      if (whole.seq < state.seq) return await this.#whole(seat);
      sitDown(state, seat, whole);
      state.passed = { lines: keptPassed(state), labels: [] };
      if (hotSeat(state)) keepSeat(state, sideOf(state));
      await this.#restore();
      this.ears.happened([], null);
      void this.#cards();
      // Nothing is asked of this side, but there are things that may be said at any time.
      if (!state.menu) await this.ask();
    } catch (e) {
      this.report(e);
    }
  }

  /** Puts trial steps back that were kept before a reload. */
  async #restore() {
    const { state } = this;
    const kept = keptTrial(state);
    if (!kept || !state.menu?.owed) return;
    state.stack = kept.stack;
    await this.ask();
    state.armed = state.menu?.choices.find((c) => c.label === kept.armed && !c.barred.length) ?? null;
    if (kept.ranged && state.stack.length) state.ranged = { ...kept.ranged, draft: state.stack.at(-1) };
  }

  /** Fetches the cards of aircraft that were not there before. */
  async #cards() {
    const { state } = this;
    if (!state.view || !cardMissing(state)) return;
    const { cards } = /** @type {CardList} */ (await once(`/api/cards/${state.view.game}`));
    this.#set(() => learnCards(state, cards));
  }

  /** @param {Changed} c */
  async #changed(c) {
    const { state } = this;
    if (c.seq <= state.seq || !state.view) return;
    const next = () => bestSeat(state, c.to_act, state.seat, keptSeat(state));
    if (c.seq !== state.seq + 1) return this.#sit(next());
    const { before, fresh } = advance(state, c);
    keepTrial(state);
    void this.#cards();
    this.ears.happened(fresh, before);
    const seat = next();
    if (seat !== state.seat && seat !== 'observer') await this.#handOver(/** @type {Side} */ (seat), before);
    else if (!state.course) await this.ask(c.menu);
  }

  /** @param {Side} to @param {View | null} before what was seen before the last command, if anything was */
  async #handOver(to, before) {
    const { state } = this;
    if (state.handing === to) return;
    this.#set(() => {
      state.handing = to;
      deciding.over(state);
      state.busy = false;
    });
    await this.ears.handover(to, before);
    state.handing = null;
    await this.#whole(to);
  }

  /**
   * Asks what may be said now, with the present trial steps.
   * @param {AnyMenu} [told] what came with the change, which is about no trial
   */
  async ask(told) {
    const { state } = this;
    const nothing = !sideOf(state) || state.view?.outcome || state.table?.parted;
    if (nothing) return this.#set(() => deciding.offer(state, null));
    const draft = state.stack.at(-1);
    try {
      const asked = draft === undefined ? {} : { draft };
      const answer = draft === undefined && told ? told : await this.question('legal', asked, 'trial');
      if (!answer) return;
      deciding.offer(state, answer, draft);
      selectAble(state);
      void this.#quits();
    } catch (e) {
      state.waiting.drop();
      if (draft !== undefined && e instanceof Refused && e.code !== CODE.lost) {
        deciding.backTo(state, state.stack.length - 1);
        await this.ask();
      }
      this.report(e);
    }
    this.ears.changed();
    this.runWaiting();
    void this.#cards();
    void this.fetchEnds();
  }

  /**
   * Does something that belongs to the present decision: now, or as soon as its choices are there.
   * @param {() => void} act
   */
  when(act) {
    if (!deciding.mayWait(this.state)) return;
    this.state.waiting.add(act);
    this.runWaiting();
  }

  runWaiting() {
    this.state.waiting.run(() => deciding.settled(this.state));
  }

  /**
   * @param {AnyChoice} choice one of the menu on the screen
   * @param {boolean} [shown] it is only shown: whoever asked for a hint commits it, or not
   */
  async choose(choice, shown = false) {
    const { state } = this;
    const next = deciding.choose(state, choice);
    if (next === 'commit') return shown ? this.#follow(null) : this.commit();
    if (next !== 'again') return this.#follow(next);
    this.when(() => {
      const step = deciding.stepAgain(state, choice);
      if (step) void this.choose(step);
    });
  }

  #rest = 0;

  /** Does what follows from a change of the trial. @param {Next} next */
  async #follow(next) {
    keepTrial(this.state);
    clearTimeout(this.#rest);
    if (next === 'ask') return this.ask();
    if (next === 'rest') this.#rest = setTimeout(() => void this.ask(), REST_MS);
    this.ears.changed();
  }

  /**
   * Takes a whole move, or the next step of one, as the trial.
   * @param {Command} command
   * @param {Omit<Goal, 'draft'>} [goal] where it leads
   */
  async take(command, goal) {
    deciding.push(this.state, command, goal);
    await this.#follow('ask');
  }

  /**
   * Takes a kept command as the trial if the table would have it as it stands; says why not otherwise.
   * @param {Command} command
   */
  async offer(command) {
    try {
      const answer = await this.question('legal', { draft: command, plans: false }, 'decision');
      if (!answer) return false;
      const barred = answer.draft?.barred ?? [];
      if (barred.length) this.refuse(barred);
      else await this.take(command);
      return !barred.length;
    } catch (e) {
      this.report(e);
      return false;
    }
  }

  /** Shows reasons why something was not done. @param {Reason[]} reasons */
  refuse(reasons) {
    this.#set(() => (this.state.refusal = reasons));
  }

  /** Arms a whole command that is on no button. @param {Command} command @param {string} label */
  arm(command, label) {
    deciding.arm(this.state, command, label);
    void this.#follow(null);
  }

  /** Sets the number of a choice, as a trial. @param {AnyChoice} choice @param {number} value */
  range(choice, value) {
    const next = deciding.range(this.state, choice, value);
    if (next) void this.#follow(next);
  }

  /** Gives the command that is armed or drafted; a trial whose choices are on their way, once they are there. */
  async commit() {
    const { state } = this;
    if (!state.armed && !deciding.ranging(state) && !deciding.settled(state)) {
      this.when(() => void (deciding.settled(state) && this.commit()));
      return;
    }
    if (state.busy || state.order?.on) return;
    if (state.volley) return fireVolley(this);
    // Whoever passes over shots is told so once.
    if (deciding.warn(state)) return this.ears.changed();
    const found = deciding.command(state);
    const { seq } = state;
    if (!found) return;
    dropOrder(state);
    forgetPassed(state);
    await give(this, found.command, found.goal);
    if (state.seq > seq) await openNext(this);
  }

  /** Gives the only thing that may be said, because nobody could choose anything else; the log shows it. */
  async passForced() {
    const { state } = this;
    const only = forced(state);
    if (!only || !('command' in only.say)) return;
    const { seq } = state;
    notePassed(state, only);
    keepPassed(state);
    await give(this, only.say.command, null);
    // What was refused, or waits for dice that nobody throws, is left to the player.
    if (state.seq === seq) leave(state);
  }

  /** Takes back: the armed choice, else the last trial step, else the last command. */
  async undo() {
    const next = deciding.undo(this.state);
    if (next === 'take-back') await this.#takeBack();
    else await this.#follow(next);
  }

  /** Drops all trial steps. */
  async cancel() {
    deciding.cancel(this.state);
    await this.#follow('ask');
  }

  /** Takes the last command back, or asks for it. */
  async #takeBack() {
    const { state } = this;
    const may = state.takeBack;
    if (!sideOf(state) || !may) return this.ears.changed();
    if (may.may === 'no') return this.refuse([{ why: may.why ?? '' }]);
    if (state.asked) return;
    // What was passed by itself is taken back together with what the player did before it.
    for (let again = true; again; ) {
      const { line, seq } = state;
      again = wasPassed(state);
      await this.#busy(() => this.socket.call('undo', { seat: state.seat }));
      again &&= state.seq > seq && state.line < line && state.takeBack?.may === 'now';
    }
  }

  /** Answers whether the other side may take its last command back. @param {boolean} allow */
  async consent(allow) {
    const seat = consents(this.state);
    if (seat) await this.#busy(() => this.socket.call('consent', { seat, seq: this.state.seq, allow }));
  }

  /** Asks for something during which nothing else may be said. @param {() => Promise<unknown>} call */
  async #busy(call) {
    const { state } = this;
    if (state.busy) return;
    this.#set(() => (state.busy = true));
    try {
      await call();
    } catch (e) {
      this.report(e);
    }
    this.#set(() => (state.busy = false));
  }

  /** Asks for ways to end the game in the middle of a trial, whose menu is about the trial alone. */
  async #quits() {
    const { state } = this;
    if (state.quits.seq === state.seq) return;
    const answer = await this.question('legal', {}, 'position').catch(() => null);
    if (answer && state.quits.seq !== state.seq) this.#set(() => deciding.learnQuits(state, answer));
  }

  /** Gives a choice that ends the game, if it is still offered. @param {AnyChoice} choice */
  async quit(choice) {
    const now = this.state.quits.offered.find((c) => alike(c.say, choice.say));
    if (now && 'command' in now.say && !this.state.busy) return give(this, now.say.command, null);
    this.refuse([{ why: `${choice.label}: that is not possible any more.`, rule: choice.rule }]);
  }

  /** Asks for the ends of a move where the game does not list them with its steps. */
  async fetchEnds() {
    const { state } = this;
    const aircraft = endsWanted(state);
    if (aircraft === null) return;
    const asked = { seq: state.seq, aircraft, plans: [] };
    state.ends = asked;
    const found = await this.question('plans', { aircraft }, 'position').catch(() => null);
    if (found?.plans.length && state.ends === asked) this.#set(() => (state.ends = { ...asked, plans: found.plans }));
  }

  /** Answers about the present position. */
  #remembered() {
    const of = `${this.state.seq} ${this.state.mark}`;
    if (this.known.of !== of) this.known = { of, odds: new Map(), looked: new Map() };
    return this.known;
  }

  /**
   * What the table says of a move that is only thought of; nothing where its command is not the whole of it.
   * @param {AnyPlan} plan @returns {Promise<AnyDraft | null>}
   */
  async look(plan) {
    const { looked } = this.#remembered();
    const draft =
      looked.get(plan) ??
      this.question('legal', { draft: plan.command, plans: false }, 'position').then(
        (answer) => answer?.draft ?? null,
        () => null,
      );
    looked.set(plan, draft);
    const found = await draft;
    return found && alike(found.pose, plan.pose) ? found : null;
  }

  /**
   * The chances of a shot; nothing where there is no answer.
   * @param {number} shooter
   * @param {number} target
   * @returns {Promise<Odds | null>}
   */
  odds(shooter, target) {
    const { odds } = this.#remembered();
    const key = `${shooter}-${target}`;
    const found = odds.get(key) ?? this.question('odds', { shooter, target }, 'position').catch(() => null);
    odds.set(key, found);
    return found;
  }

  /** Has the computer pilots fly faster or slower, wait, or take a step. @param {Omit<Pace, 'table' | 'seat'>} pace */
  async pace(pace) {
    try {
      learnPace(this.state, await this.socket.call('pace', { seat: this.state.seat, ...pace }));
    } catch (e) {
      this.report(e);
    }
    this.ears.changed();
  }

  /** Offers one more game, accepts or refuses it. @param {{ swap?: boolean, no?: boolean }} offer */
  async again(offer) {
    try {
      await this.socket.call('again', { seat: this.state.seat, ...offer });
    } catch (e) {
      this.report(e);
    }
  }

  /** Agrees to go on by changed rules, from before a command. @param {number} line */
  async agree(line) {
    try {
      learnParted(this.state, await this.socket.call('agree', { seat: this.state.seat, line }));
    } catch (e) {
      this.report(e);
    }
    this.ears.changed();
  }

  /** @param {unknown} e */
  report(e) {
    if (!(e instanceof Refused)) throw e;
    if (e.code === CODE.lost) return;
    if (e.code === CODE.unknown) this.state.doubt = true;
    if (e.code === CODE.moved) {
      this.state.refusal = [{ why: 'The table has moved on; look again before you commit.' }];
      void this.#whole(this.state.seat);
      return;
    }
    const { reasons, why, rule } = e.data;
    this.refuse(reasons?.length ? reasons : [{ why: why ?? e.message, rule }]);
  }

  close() {
    this.socket.close();
  }
}

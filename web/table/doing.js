// What a player does at a table: each act changes the record, asks the server, or both.

import { along } from '../board/effects.js';
import { motion, settings } from '../lib/settings.js';
import { say, sayNow } from '../lib/speech.js';
import { aimedAt, unfold } from '../state/contacts.js';
import { chooseManner } from '../state/formation.js';
import { askHint, dropHint, takeHint } from '../state/hint.js';
import * as looking from '../state/look.js';
import { follow, proposeShots, stopOrder } from '../state/orders.js';
import { aircraftOf, sideOf } from '../state/record.js';
import { groupOf, relieve, reliefOf } from '../state/relief.js';
import { correct } from '../state/shots.js';
import { again } from './again.js';
import { openBriefing } from './briefing.js';
import { present } from './orders.js';
import { setsPace } from './pace.js';
import { pickAt, takePlan } from './picking.js';
/** @import { At } from '../wire/types.js' */
/** @import { Board } from '../board/board.js' */
/** @import { Play } from '../state/play.js' */
/** @import { AnyChoice, Command, Way } from '../state/record.js' */
/** @import { Acts } from './acts.js' */
/** @import { Coach } from './coach.js' */

/**
 * What the acts need of the screen.
 * @typedef {{ board: Board, coach: Coach, shows: number, skip: AbortController, redraw: () => void,
 *   next: (by: number) => void }} Screen
 */

export class Doing {
  /** @param {Play} play @param {Screen} screen */
  constructor(play, screen) {
    this.play = play;
    this.state = play.state;
    this.screen = screen;
  }

  /** Changes what is looked at. @param {() => void} change */
  #set(change) {
    change();
    this.screen.redraw();
  }

  /** @returns {Acts} */
  acts() {
    const { play, state } = this;
    // What is drawn for one decision says nothing in the next.
    const now = (/** @type {() => Promise<void>} */ act) => () => void (this.screen.shows === state.decision && act());
    return {
      choose: (choice) => this.choose(choice),
      hoverChoice: (choice) => this.#hoverChoice(choice),
      range: (choice, value) => play.range(choice, value),
      commit: now(() => play.commit()),
      undo: now(() => play.undo()),
      trial: () => void this.trial(),
      select: (id) => this.select(id),
      meet: (id) => this.#meet(id),
      unfold: (part, open) => this.#set(() => unfold(state, part, open)),
      glance: (at) => this.#set(() => looking.glance(state, at)),
      takeWay: (way) => void ('say' in way ? this.choose(way) : takePlan(play, way)),
      closeChooser: () => this.closeChooser(),
      clearTray: () => this.#set(() => looking.putDiceAway(state)),
      openCard: (open) => looking.openCard(state, open),
      tab: (tab) => this.#set(() => looking.turnTo(state, tab)),
      sift: (by) => this.#set(() => looking.sift(state, by)),
      sortMoves: (by) => this.#set(() => looking.sortMoves(state, by)),
      narrow: (at, ways) => this.#narrow(at, ways),
      flyTo: (at) => this.#flyTo(at),
      brief: () => openBriefing(play),
      load: (command, name) => this.#load(command, name),
      refuse: (reasons) => play.refuse(reasons),
      quit: (choice) => void play.quit(choice),
      consent: (allow) => void play.consent(allow),
      hint: now(() => askHint(play)),
      takeHint: now(() => takeHint(play)),
      dropHint: () => dropHint(play),
      pause: () => setsPace(state) && void play.pace({ paused: !state.table?.paused }),
      step: () => setsPace(state) && state.table?.paused && void play.pace({ step: true }),
      pace: (pace) => void play.pace(pace),
      learned: () => this.#set(() => looking.teach(state, null)),
      follow: (scope) => now(() => follow(play, scope))(),
      bestShots: now(() => proposeShots(play)),
      correct: (gun, label) => this.#set(() => correct(state, gun, label)),
      manner: (manner) => this.#set(() => chooseManner(state, manner)),
      stopOrder: () => this.#set(() => stopOrder(state)),
      next: () => this.screen.next(1),
      relieveTurn: now(() => relieve(play, 'turn', { level: settings.relief })),
      relieveGroup: now(() => this.#relieveGroup()),
      relieveForGood: () => void relieve(play, 'recalled', { level: settings.relief }),
      takeSeat: () => void relieve(play, null),
      showGoodChoice: () => void this.screen.coach.show(),
      flyAlone: () => this.screen.coach.leave(),
      playAgain: (swap) => this.#again(swap),
      again: (offer) => void play.again(offer),
      agree: (line) => void play.agree(line),
    };
  }

  /** @param {AnyChoice | null} choice */
  #hoverChoice(choice) {
    this.#set(() => looking.lookAt(this.state, choice));
    if (choice) void this.#showOdds(choice);
  }

  /** Shows the chances of a choice that fires, as long as it is looked at or armed. @param {AnyChoice} choice */
  async #showOdds(choice) {
    const { state } = this;
    if (choice.aircraft === null || choice.target === null || choice.barred.length) return;
    const odds = await this.play.odds(choice.aircraft, choice.target);
    this.#set(() => looking.learnOdds(state, choice, odds));
  }

  /** @param {AnyChoice} choice */
  async choose(choice) {
    const { state } = this;
    if (choice.barred.length) sayNow(choice.barred.map((b) => b.why).join(' '));
    looking.closeChooser(state);
    await this.play.choose(choice);
    if (state.armed !== choice) return;
    await this.#showOdds(choice);
    this.play.ears.changed();
  }

  /** Selects an aircraft; one with a move of its own opens it. @param {number | null} id */
  select(id) {
    const next = looking.select(this.state, id);
    if (next === 'switch') void this.#switchTo(id);
    else if (next) void this.play.choose(next);
    else this.play.ears.changed();
  }

  /** Aims at a contact where the decision asks for that, else selects it. @param {number} id */
  #meet(id) {
    const aim = aimedAt(this.state, id);
    if (!aim) return this.select(id);
    // Where there are many shots, only those of the aircraft selected are shown.
    if (aim.aircraft !== null) looking.select(this.state, aim.aircraft);
    // Where contacts have a tab of their own, the shot is given on another.
    looking.turnTo(this.state, 'decide');
    void this.choose(aim);
  }

  /** Drops the trial and opens the move of another aircraft. @param {number | null} id */
  async #switchTo(id) {
    const { state } = this;
    const { decision } = state;
    await this.play.cancel();
    if (decision === state.decision && !state.menu?.draft) this.select(id);
  }

  /** Flies the trial once, for show. */
  async trial() {
    const { state } = this;
    const { board, skip } = this.screen;
    const draft = state.menu?.draft;
    const start = aircraftOf(state, draft?.aircraft)?.pose;
    if (!draft || draft.aircraft === null || !start || !draft.pose || draft.path.length < 2) return;
    await along(board, draft.aircraft, draft.path, start, draft.pose, motion() ? 900 : 1, skip.signal);
    board.restore(draft.aircraft);
    say(`Trial run ends at ${looking.describe(state, draft.pose.at)}`);
  }

  /** Flies to a place, or asks how to end there. @param {At} at */
  #flyTo(at) {
    pickAt(this.play, this.acts(), at, null);
  }

  /** Of the ways to end at a place, these are left. @param {At} at @param {Way[]} ways */
  #narrow(at, ways) {
    if (ways.length === 1) this.acts().takeWay(ways[0]);
    else this.#set(() => looking.askWay(this.state, at, ways));
  }

  /** Takes a kept force as the trial. @param {Command} command @param {string} name */
  async #load(command, name) {
    const taken = await this.play.offer(command);
    if (!taken) {
      const why = this.state.refusal ?? [];
      this.play.refuse([{ why: `${name} does not fit here.` }, ...why]);
      sayNow(`${name} does not fit here. ${why.map((r) => r.why).join(' ')}`);
    }
    return taken;
  }

  /** Has a pilot fly the group of the present aircraft for the rest of the turn. */
  async #relieveGroup() {
    const group = groupOf(this.state, present(this.state)).map((a) => a.id);
    if (group.length > 1 && !reliefOf(this.state))
      await relieve(this.play, 'turn', { level: settings.relief, aircraft: group });
  }

  /** @param {boolean} swap */
  #again(swap) {
    const { table } = this.state;
    const side = sideOf(this.state);
    if (table && side) void again(table, side, swap).catch((e) => this.play.refuse([{ why: e.message }]));
  }

  closeChooser() {
    this.#set(() => looking.closeChooser(this.state));
  }
}

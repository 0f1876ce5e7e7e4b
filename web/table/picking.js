// Picking on the board: a click, a tap or Space at a place flies there, aims, or selects.

import { Chooser } from './chooser.js';
import { same } from '../board/geo.js';
import { layout } from './panel.js';
import { say } from '../lib/speech.js';
/** @import { Aircraft, At, Plan } from '../wire/types.js' */
/** @import { AnyMenu } from './panel.js' */
/** @import { Way } from './chooser.js' */
/** @import { Table } from '../screens/table.js' */

export class Picking {
  /** @param {Table} screen */
  constructor(screen) {
    this.screen = screen;
    this.chooser = new Chooser(screen.board, { glance: (way) => this.#glance(way), take: (way) => void ('say' in way ? screen.choose(way) : this.#take(way)) });
    /** The menu whose ways the chooser shows. @type {AnyMenu | null} */
    this.menu = null;
  }

  close() {
    this.chooser.close();
  }

  /** What the chooser offers goes with its menu. */
  follow() {
    if (this.chooser.open && this.menu !== this.screen.play.menu) this.close();
  }

  /** @param {At} at @param {Way[]} ways */
  #ask(at, ways) {
    this.menu = this.screen.play.menu;
    this.chooser.ask(at, ways);
  }

  /** @param {At} at @param {Aircraft | null} aircraft @param {At} point the very point */
  pick(at, aircraft, point) {
    const { screen } = this;
    const { board, play, ruler } = screen;
    board.cursor = at;
    if (ruler.on) return ruler.pick(at);
    if (screen.placing.pick(point)) return;
    // While the choices are on their way, those on the screen belong to a trial step that is past.
    if (play.settled && this.#act(at, aircraft)) return;
    this.close();
    if (aircraft) screen.select(aircraft.id);
  }

  /** Does what the menu offers at a place; answers whether it offers something. @param {At} at @param {Aircraft | null} aircraft */
  #act(at, aircraft) {
    const { screen } = this;
    const { play } = screen;
    const target = aircraft && screen.choiceAt(aircraft.id);
    if (target) {
      void screen.choose(target);
      return true;
    }
    const plans = screen.planAt(at);
    if (plans.length) {
      if (plans.length === 1) void this.#take(plans[0]);
      else this.#ask(at, plans);
      return true;
    }
    if (aircraft && play.menu?.draft?.aircraft === aircraft.id) return false;
    const here = layout(screen.panelState()).shown.filter((c) => c.pose && c.target === null && !c.barred.length && same(c.pose.at, at));
    if (!here.length) return false;
    if (here.length === 1 || here.some((c) => play.armed?.choice === c)) void screen.choose(here[0]);
    else this.#ask(at, here);
    return true;
  }

  /** @param {Plan<any>} plan */
  async #take(plan) {
    const { screen } = this;
    const { play, board } = screen;
    if (!play.settled) return;
    this.close();
    screen.hover = { at: null, aircraft: null };
    const aircraft = play.menu?.draft?.aircraft ?? play.ends.watched;
    await play.take(plan.command, aircraft !== null && plan.pose ? { aircraft, pose: JSON.stringify(plan.pose) } : undefined);
    const end = play.menu?.draft;
    if (end?.pose && board.grid) say(`Trial: ${board.describe(end.pose.at)}`);
  }

  /** Shows on the board what a way to end would be. @param {Way} way */
  #glance(way) {
    const { board, play } = this.screen;
    const id = play.menu?.draft?.aircraft ?? play.ends.watched ?? -1;
    board.lay({ ...board.overlay, path: 'path' in way ? way.path : [], ghost: way.pose && { id, pose: way.pose } });
  }
}

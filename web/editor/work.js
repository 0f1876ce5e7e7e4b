// Work on a scenario: every change is checked by the server with the code that starts a game, and what is done by hand
// (put, turn, add, take away) is carried out there, because only a game knows how its scenarios say so.

import { CODE, Refused, http } from '../wire/net.js';
import { Draft } from './draft.js';
import { keepDraft } from './kept.js';
/** @import { Checked, Drawing, Edit, Flaw, ScenarioInfo } from '../wire/types.js' */
/** @import { Scenario } from './draft.js' */

/** How long typing must pause before it is checked. */
const PAUSE_MS = 220;
/** How long to wait before asking again, when the server is busy or away. */
const AGAIN_MS = 1500;

/**
 * Asks the server, again and again while it is too busy.
 * @param {Record<string, unknown>} ask
 * @returns {Promise<Checked>}
 */
export async function checked(ask) {
  for (;;) {
    try {
      return /** @type {Checked} */ (await http('/api/check', ask));
    } catch (e) {
      if (!(e instanceof Refused) || e.code !== 'too-many') throw e;
      await new Promise((go) => setTimeout(go, AGAIN_MS));
    }
  }
}

export class Work {
  /** @type {Flaw[]} */
  flaws = [];
  /** @type {Drawing | null} */
  drawing = null;
  /** @type {ScenarioInfo | null} */
  info = null;
  /** Whether the flaws are those of the scenario as it is now. */
  settled = false;
  /** Why nothing is checked at the moment. */
  trouble = '';
  #timer = 0;
  #closed = false;
  /** Edits are carried out one after the other. @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /**
   * @param {string} game @param {Scenario} scenario
   * @param {string | null} id under which it is kept in this browser
   * @param {() => void} tell hears of every change
   */
  constructor(game, scenario, id, tell) {
    this.game = game;
    this.draft = new Draft(scenario);
    this.id = id;
    this.tell = tell;
  }

  get scenario() {
    return this.draft.scenario;
  }

  /** Whether it can be played as it stands. */
  get sound() {
    return this.settled && this.flaws.length === 0;
  }

  /** @param {string} path @param {unknown} value */
  change(path, value) {
    this.draft.change(path, value);
    this.#changed(PAUSE_MS);
  }

  /** Takes another scenario; what was in hand can be had back by undoing. @param {Scenario} scenario */
  replace(scenario, id = /** @type {string | null} */ (null)) {
    this.draft.replace(scenario);
    this.id = id;
    this.#changed(0);
  }

  undo() {
    if (this.draft.undo()) this.#changed(0);
  }

  redo() {
    if (this.draft.redo()) this.#changed(0);
  }

  /** @param {number} pause */
  #changed(pause) {
    this.settled = false;
    this.keep();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), pause);
    this.tell();
  }

  keep() {
    keepDraft(this.game, { scenario: this.scenario, id: this.id });
  }

  /** Has the scenario checked as it is. */
  async check() {
    const { scenario } = this;
    const answer = await this.#ask({ game: this.game, scenario });
    if (answer && scenario === this.scenario) this.#take(answer);
  }

  /** Changes the scenario by hand. @param {Edit} edit @returns {Promise<boolean>} whether it was changed */
  edit(edit) {
    const done = this.#queue.then(() => this.#carryOut(edit));
    this.#queue = done;
    return done;
  }

  /** @param {Edit} edit */
  async #carryOut(edit) {
    for (;;) {
      const { scenario } = this;
      const answer = await this.#ask({ game: this.game, scenario, edit });
      if (!answer) return false;
      // Something was typed meanwhile: the same is done to that.
      if (scenario !== this.scenario) continue;
      if (!answer.scenario || answer.flaws.some((f) => f.path === 'edit')) {
        this.#take(answer);
        return false;
      }
      this.draft.replace(answer.scenario);
      this.keep();
      clearTimeout(this.#timer);
      this.#take(answer);
      return true;
    }
  }

  /** @param {Record<string, unknown>} ask */
  async #ask(ask) {
    try {
      const answer = await checked(ask);
      this.trouble = '';
      return this.#closed ? null : answer;
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      this.trouble = e.message;
      if (e.code === CODE.lost && !this.#closed) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.check(), AGAIN_MS);
      }
      this.tell();
      return null;
    }
  }

  /** @param {Checked} answer */
  #take(answer) {
    this.flaws = answer.flaws;
    this.settled = true;
    // What cannot be read is drawn as it was last.
    this.drawing = answer.drawing ?? this.drawing;
    this.info = answer.info ?? this.info;
    this.tell();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }
}

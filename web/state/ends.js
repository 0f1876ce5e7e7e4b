// Where the moves of an aircraft can end. Games that do not list the ends with each step of a trial are asked once for each position.

import { key } from '../board/geo.js';
/** @import { Draft, Plan } from '../wire/types.js' */
/** @import { Play } from './play.js' */

/** @typedef {Draft<any>} AnyDraft */

export class Ends {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    /** The aircraft whose ends are shown while there is no trial. @type {number | null} */
    this.watched = null;
    /** @type {{ seq: number, aircraft: number | null, plans: Plan<any>[] }} */
    this.known = { seq: -1, aircraft: null, plans: [] };
  }

  /**
   * Ends that can be chosen now: those of the present draft, or, where the game names them only at the start of a move, those whose way
   * begins like the trial.
   * @returns {Plan<any>[]}
   */
  get plans() {
    const { menu, seq: now } = this.play;
    const draft = menu?.draft;
    if (!draft) return this.known.seq === now && this.known.aircraft === this.watched ? this.known.plans : [];
    if (draft.plans.length) {
      this.known = { seq: now, aircraft: draft.aircraft, plans: draft.plans };
      return draft.plans;
    }
    const { seq, aircraft, plans } = this.known;
    if (seq !== now || aircraft !== draft.aircraft) return [];
    const way = draft.path.map(key);
    const begun = plans.filter((p) => way.every((k, n) => p.path[n] && key(p.path[n]) === k));
    // Where steps are commands of their own, a trial is no part of a plan and another may take its place.
    return begun.length ? begun : plans;
  }

  /** Shows the ends that an aircraft can reach although no trial is on. @param {number | null} aircraft */
  watch(aircraft) {
    this.watched = aircraft;
    if (aircraft !== null && !this.play.menu?.draft) void this.fetch();
  }

  /**
   * What the table says of a move that is only thought of; nothing where its command is not the whole of it.
   * @param {Plan<any>} plan
   * @returns {Promise<AnyDraft | null>}
   */
  async look(plan) {
    const { seq, seat, socket } = this.play;
    if (this.looked.seq !== seq) this.looked = { seq, at: new Map() };
    let draft = this.looked.at.get(plan);
    if (!draft) {
      draft = socket.call('legal', { seat, draft: plan.command, plans: false }).then(({ decision }) => decision.draft ?? null, () => null);
      this.looked.at.set(plan, draft);
    }
    const found = await draft;
    return found && JSON.stringify(found.pose) === JSON.stringify(plan.pose) ? found : null;
  }

  /** @type {{ seq: number, at: Map<Plan<any>, Promise<AnyDraft | null>> }} */
  looked = { seq: -1, at: new Map() };

  /** Asks for the ends of a move where the game does not list them with its steps. */
  async fetch() {
    const { menu, seq, seat, socket } = this.play;
    const draft = menu?.draft;
    const aircraft = draft ? draft.aircraft : this.watched;
    if (aircraft === null || draft?.plans.length) return;
    if (this.known.seq === seq && this.known.aircraft === aircraft) return;
    const asked = { seq, aircraft, plans: [] };
    this.known = asked;
    const found = await socket.call('plans', { seat, aircraft }).catch(() => null);
    if (!found?.plans.length || this.known !== asked) return;
    asked.plans = found.plans;
    this.play.ears.redraw();
  }
}

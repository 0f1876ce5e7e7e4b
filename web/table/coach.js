// First flight: a guided first game. What it says is in first-flight.json, keyed by the rule behind each decision; what
// it advises comes from the computer pilot. Nothing here knows the game.

import { chip } from '../lib/chip.js';
import { flag, html, nothing } from '../lib/html.js';
import { keep, read } from '../lib/storage.js';
import { committable } from '../state/decision.js';
import { adopt } from '../state/hint.js';
import { coach } from '../state/look.js';
import { http } from '../wire/net.js';
/** @import { Opened } from '../wire/types.js' */
/** @import { Play } from '../state/play.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

const KEY = 'tallyho:first-flight';

/** @typedef {{ title: string, text: string, rule?: string }} Lesson */
/**
 * What is said when: a lesson fits when one of its rules stands behind the decision or one of its legal choices. A
 * lesson that is said `once` gives way to the next after the decision in which it was said.
 * @typedef {{ table: unknown, pilot?: string, lessons: (Lesson & { rules: string[], draft?: boolean, once?: boolean
 *   })[],
 *   stages: Record<'trial' | 'armed' | 'wait' | 'end' | 'other', Lesson> }} Flight
 */

/** @type {Promise<Record<string, Flight>> | null} */
let data = null;

/** First flights by game, the simplest game first. */
export function flights() {
  const file = new URL('first-flight.json', import.meta.url).pathname;
  data ??= /** @type {Promise<Record<string, Flight>>} */ (http(file));
  return data;
}

/**
 * Sets the table of a first flight, of the simplest game if none is named, and answers its id.
 * @param {string} [game]
 */
export async function startFlight(game) {
  const all = await flights();
  const { table } = all[game ?? Object.keys(all)[0]];
  const made = /** @type {Opened} */ (await http('/api/tables', table));
  keep(KEY, { id: made.table });
  return made.table;
}

/** Whether a first flight was ever started here. */
export const hasFlown = () => read(KEY, null) !== null;

/** @typedef {{ id: string | null, heard?: Record<string, number> }} Kept */

export class Coach {
  /** @param {Play} play @param {() => void} changed */
  constructor(play, changed) {
    this.play = play;
    this.changed = changed;
    const kept = read(KEY, /** @type {Kept | null} */ (null));
    this.on = kept?.id === play.state.id;
    /** Lessons said, and at which number of the table. @type {Record<string, number>} */
    this.heard = kept?.heard ?? {};
    /** @type {Record<string, Flight>} */
    this.flights = {};
    this.thinking = false;
    /** The lesson that is being said, and in which decision. */
    this.now = { decision: -1, title: '' };
    /** Why the pilot would do what it was asked for last, and in which decision. */
    this.because = { decision: -1, text: '' };
    if (this.on) {
      void flights().then((all) => {
        this.flights = all;
        changed();
      });
    }
  }

  /** The first flight of the game at this table. */
  get flight() {
    return this.flights[this.play.state.view?.game ?? ''];
  }

  /** Puts into the record what the present moment asks for. */
  follow() {
    const { flight: f } = this;
    const { state } = this.play;
    const { view, menu, armed } = state;
    if (!this.on || !f || !view) return coach(state, null);
    const own = !!menu?.owed;
    const tried = !!armed || (committable(state) && state.stack.length > 0);
    const lesson = view.outcome
      ? f.stages.end
      : !own
        ? f.stages.wait
        : !tried
          ? this.#lesson(f)
          : armed
            ? f.stages.armed
            : f.stages.trial;
    const rule = own ? menu.rule : null;
    coach(state, {
      title: lesson.title,
      text: lesson.text,
      because: tried && this.because.decision === state.decision ? this.because.text : '',
      rule,
      ask: own && !tried && state.hints,
      thinking: this.thinking,
      commit: own && tried,
    });
  }

  /** The first lesson that fits and was not said before. @param {Flight} f @returns {Lesson} */
  #lesson(f) {
    const { decision, menu, seq, id } = this.play.state;
    if (!menu) return f.stages.other;
    const behind = new Set([menu.rule, ...menu.choices.filter((c) => !c.barred.length).map((c) => c.rule)]);
    // Where both decide at once, the other side's word changes the table in the middle of the decision.
    const now = this.now.decision === decision ? this.now.title : null;
    const found = f.lessons.find(
      (l) =>
        (!l.once || l.title === now || (this.heard[l.title] ?? seq) === seq) &&
        (l.draft === undefined || l.draft === !!menu.draft) &&
        l.rules.some((r) => behind.has(r)),
    );
    if (!found) return f.stages.other;
    this.now = { decision, title: found.title };
    if (found.once && this.heard[found.title] === undefined) {
      this.heard[found.title] = seq;
      keep(KEY, { id, heard: this.heard });
    }
    return found;
  }

  /** Lays what the computer pilot would do on the table, as a trial. */
  async show() {
    if (this.thinking) return;
    const { play } = this;
    this.thinking = true;
    this.changed();
    try {
      const level = this.flight?.pilot;
      const reply = await play.question('hint', level ? { level } : {}, 'decision');
      if (!reply) return;
      this.because = { decision: play.state.decision, text: reply.why.text };
      await adopt(play, reply.command);
    } catch (e) {
      play.report(e);
    } finally {
      this.thinking = false;
      this.changed();
    }
  }

  leave() {
    this.on = false;
    keep(KEY, { id: null });
    this.changed();
  }
}

/** @param {State} state @param {Acts} act */
export function coachCard({ coach: says }, act) {
  if (!says) return nothing;
  const show = html`<button
    class="coach coach-show"
    data-key="coach-show"
    aria-disabled=${flag(says.thinking)}
    @click=${act.showGoodChoice}
  >${says.thinking ? 'Thinking …' : 'Show me a good choice'}</button>`;
  return html`<section class="coach-card" aria-label="First flight">
    <h2>First flight <small>${says.title}</small></h2>
    ${says.text.split('\n').map((p) => html`<p>${p}</p>`)}
    ${says.because ? html`<p class="because"><b>Why this?</b> ${says.because}.</p>` : nothing}
    ${says.rule ? html`<p>The rule: ${chip(says.rule)}</p>` : nothing}
    <div class="row">
      ${says.ask ? show : nothing}
      <button class="plain" @click=${act.flyAlone}>Fly without hints</button>
    </div>
  </section>`;
}

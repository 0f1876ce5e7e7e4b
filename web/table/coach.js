// First flight: a guided first game. What it says is in first-flight.json, keyed by the rule behind each decision; what it advises
// comes from the computer pilot. Nothing here knows the game.

import { h, fill } from '../lib/dom.js';
import { http } from '../wire/net.js';
import { chip } from '../screens/rules.js';
import { committable } from './panel.js';
import { keep, read } from '../lib/settings.js';
import { say } from '../lib/speech.js';
/** @import { Table } from '../screens/table.js' */

const KEY = 'tallyho:first-flight';

/** @typedef {{ title: string, text: string, rule?: string }} Lesson */
/**
 * What is said when: a lesson fits when one of its rules stands behind the decision or one of its legal choices. A lesson that is said
 * `once` gives way to the next after the decision in which it was said.
 * @typedef {{ table: any, pilot?: string, lessons: (Lesson & { rules: string[], draft?: boolean, once?: boolean })[],
 *   stages: Record<'trial' | 'armed' | 'wait' | 'end' | 'other', Lesson> }} Flight
 */

/** @type {Promise<Flight> | null} */
let data = null;

/** What a first flight is. @returns {Promise<Flight>} */
export function flight() {
  data ??= http('/assets/table/first-flight.json');
  return data;
}

/** Sets the table of a first flight and answers its id. */
export async function startFlight() {
  const { table } = await flight();
  const made = await http('/api/tables', table);
  keep(KEY, { id: made.id });
  return made.id;
}

/** Whether a first flight was ever started here. */
export const hasFlown = () => read(KEY, null) !== null;

export class Coach {
  /** @param {Table} screen */
  constructor(screen) {
    this.screen = screen;
    /** Labels of what should be pressed next. @type {Set<string>} */
    this.wants = new Set();
    const kept = read(KEY, /** @type {any} */ (null));
    this.on = kept?.id === screen.id;
    /** Lessons said, and at which number of the table. @type {Record<string, number>} */
    this.heard = kept?.heard ?? {};
    /** @type {Flight | null} */
    this.flight = null;
    this.said = '';
    this.thinking = false;
    if (this.on) {
      void flight().then((f) => {
        this.flight = f;
        screen.draw();
      });
    }
  }

  /** Says what the present moment asks for. */
  follow() {
    this.wants = new Set();
    const { screen, flight: f } = this;
    const { play } = screen;
    if (!this.on || !f || !play.view) {
      fill(screen.coachBox);
      return;
    }
    const state = screen.panelState();
    const ready = committable(state);
    const own = !!play.menu?.owed;
    const pathOrArmed = !!play.armed || (ready && play.stack.length > 0);
    const lesson = play.view.outcome ? f.stages.end
      : !own ? f.stages.wait
        : pathOrArmed ? (play.armed ? f.stages.armed : f.stages.trial)
          : this.#lesson(f);
    if (own && pathOrArmed) this.wants.add('commit');
    const ask = own && !pathOrArmed;
    fill(screen.coachBox, h('section', { class: 'coach-card', 'aria-label': 'First flight' },
      h('h2', null, 'First flight ', h('small', null, lesson.title)),
      lesson.text.split('\n').map((p) => h('p', null, p)),
      own && play.menu && h('p', null, 'The rule: ', chip(play.menu.rule)),
      h('div', { class: 'row' },
        ask && h('button', { class: 'coach coach-show', 'data-key': 'coach-show', 'aria-disabled': this.thinking ? 'true' : null, onclick: () => void this.show() }, this.thinking ? 'Thinking …' : 'Show me a good choice'),
        h('button', { class: 'plain', onclick: () => this.leave() }, 'Fly without hints'))));
    if (lesson.title !== this.said) {
      this.said = lesson.title;
      say(`First flight: ${lesson.title}. ${lesson.text}`);
    }
  }

  /** The first lesson that fits and was not said before. @param {Flight} f @returns {Lesson} */
  #lesson(f) {
    const { menu, seq } = this.screen.play;
    if (!menu) return f.stages.other;
    const behind = new Set([menu.rule, ...menu.choices.filter((c) => !c.barred.length).map((c) => c.rule)]);
    const found = f.lessons.find((l) => (!l.once || (this.heard[l.title] ?? seq) === seq)
      && (l.draft === undefined || l.draft === !!menu.draft) && l.rules.some((r) => behind.has(r)));
    if (!found) return f.stages.other;
    if (found.once && this.heard[found.title] === undefined) {
      this.heard[found.title] = seq;
      keep(KEY, { id: this.screen.id, heard: this.heard });
    }
    return found;
  }

  /** Lays what the computer pilot would do on the table, as a trial. */
  async show() {
    if (this.thinking) return;
    const { play } = this.screen;
    const { decision } = play;
    this.thinking = true;
    this.screen.draw();
    try {
      const command = await play.hint(this.flight?.pilot);
      if (decision !== play.decision) return;
      const same = play.menu?.choices.find((c) => 'command' in c.say && JSON.stringify(c.say.command) === JSON.stringify(command) && !c.barred.length);
      if (same) await this.screen.choose(same);
      else {
        const depth = play.stack.length;
        await play.take(command);
        if (play.stack.length === depth || !committable(this.screen.panelState())) {
          play.stack.length = Math.min(play.stack.length, depth);
          play.arm(command, 'What the pilot would do');
        }
      }
    } finally {
      this.thinking = false;
      this.screen.draw();
    }
  }

  leave() {
    this.on = false;
    keep(KEY, { id: null });
    this.screen.draw();
  }
}

// Lessons that come when something happens for the first time: a hit, a loss, a stall. Each is told once in this
// browser. What they say is in lessons.json, keyed by what the log tells; nothing here knows a game.

import { chip } from '../lib/chip.js';
import { html, nothing } from '../lib/html.js';
import { LESSONS_HEARD, change, settings } from '../lib/settings.js';
import { keep, read } from '../lib/storage.js';
import { lessonFor } from '../state/lessons.js';
import { teach } from '../state/look.js';
import { sideOf } from '../state/record.js';
import { http } from '../wire/net.js';
/** @import { LogEntry } from '../wire/types.js' */
/** @import { Lesson } from '../state/lessons.js' */
/** @import { Play } from '../state/play.js' */
/** @import { State } from '../state/record.js' */
/** @import { Acts } from './acts.js' */

/** @type {Promise<Record<string, Lesson[]>> | null} */
let data = null;

/** Lessons by game. */
function lessons() {
  data ??= /** @type {Promise<Record<string, Lesson[]>>} */ (http(new URL('lessons.json', import.meta.url).pathname));
  return data;
}

export class Lessons {
  /** @param {Play} play @param {() => void} changed */
  constructor(play, changed) {
    this.play = play;
    this.changed = changed;
  }

  /** Something has happened: perhaps there is a lesson in it. @param {LogEntry[]} events */
  async happened(events) {
    const { state } = this.play;
    // One at a time: what calls for another while one is being read will call again.
    if (!settings.lessons || !events.length || !sideOf(state) || state.lesson) return;
    const all = await lessons().catch(() => null);
    const heard = read(LESSONS_HEARD, /** @type {Record<string, true>} */ ({}));
    const found = all && !state.lesson && lessonFor(state, events, all[state.view?.game ?? ''] ?? [], heard);
    if (!found) return;
    keep(LESSONS_HEARD, { ...heard, [`${state.view?.game}/${found.id}`]: true });
    teach(state, found);
    this.changed();
  }
}

/** @param {State} state @param {Acts} act */
export function lessonCard({ lesson }, act) {
  if (!lesson) return nothing;
  const never = () => {
    change({ lessons: false });
    act.learned();
  };
  return html`<section class="lesson-card" aria-label="Lesson">
    <h2>${lesson.title} <small>lesson</small></h2>
    <p>${lesson.text} ${chip(lesson.rule)}</p>
    <div class="row">
      <button class="plain" data-key="no-lessons" @click=${never}>No more lessons</button>
      <button class="learned" data-key="learned" @click=${act.learned}>Got it</button>
    </div>
  </section>`;
}

// What is said and sounded of a change of the record, to whoever does not see it. Nothing is said twice.

import { sound } from '../lib/sound.js';
import { say, sayNow } from '../lib/speech.js';
import { asideLines } from './asides.js';
import { diceText } from './dice.js';
import { hintText } from './hint.js';
import { forceText } from './muster.js';
/** @import { LogEntry } from '../wire/types.js' */
/** @import { State } from '../state/record.js' */

/** Says what happened. @param {LogEntry[]} events */
export function tell(events) {
  for (const e of events) say([e.text, diceText(e.dice)].filter(Boolean).join(' Dice: '));
  if (events.some((e) => e.dice.length)) sound('dice');
}

export class Voice {
  #said = { decision: '', coach: '', hint: '', asides: '', force: '' };

  /**
   * Whether something else is to be said than last time.
   * @param {'decision' | 'coach' | 'hint' | 'asides' | 'force'} part
   * @param {string} text
   */
  #news(part, text) {
    const other = this.#said[part] !== text;
    this.#said[part] = text;
    return other && !!text;
  }

  /** @param {State} state */
  follow(state) {
    const { menu, view, seq, coach } = state;
    const asides = asideLines(state)
      .map((l) => l.text)
      .join(' ');
    if (this.#news('asides', asides)) say(asides);
    if (this.#news('coach', coach?.title ?? '')) say(`First flight: ${coach?.title}. ${coach?.text}`);
    if (this.#news('hint', state.hint ? hintText(state.hint) : '')) say(`Hint: ${this.#said.hint}`);
    const first = !this.#said.force;
    const force = forceText(state);
    if (force && this.#news('force', force) && !first) say(force);
    const text = view?.outcome
      ? `The game is over. ${view.outcome.text}`
      : menu?.owed && !menu.draft
        ? `Your decision: ${menu.prompt}`
        : '';
    if (!text || !this.#news('decision', `${seq}${text}`)) return;
    sayNow(text);
    if (menu?.owed) sound('turn');
  }
}

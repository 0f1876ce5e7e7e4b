// What is said and sounded of a change of the record, to whoever does not see it. Nothing is said twice.

import { gridOf, poseText } from '../board/geo.js';
import { sound } from '../lib/sound.js';
import { say, sayNow } from '../lib/speech.js';
import { capital, percent, thousandths } from '../lib/words.js';
import { aircraftOf } from '../state/record.js';
import { asideLines } from './asides.js';
import { diceText } from './dice.js';
import { hintText } from './hint.js';
import { forceText } from './muster.js';
import { diceOf, foldText, story } from './story.js';
/** @import { Chance, LogEntry, Rolled } from '../wire/types.js' */
/** @import { State } from '../state/record.js' */

/** Says what happened; of many alike only the first, and how many. @param {LogEntry[]} events */
export function tell(events) {
  const speak = (/** @type {string} */ text, /** @type {Rolled[]} */ dice) =>
    say([text, diceText(dice)].filter(Boolean).join(' Dice: '));
  for (const item of story(events, [])) {
    if ('said' in item) for (const { e } of item.said) speak(e.text, e.dice);
    else speak(foldText(item), diceOf(item));
  }
  if (events.some((e) => e.dice.length)) sound('dice');
}

/** So many shots of the forecast are told. */
const SHOTS = 4;

/** @param {{ hit: Chance | null }} shot */
const chance = ({ hit }) => (hit ? `, ${percent(hit.ppm)} to hit` : '');

/** Where a trial leads, what it costs, and who could fire then. @param {State} state */
export function trialText(state) {
  const { menu, view } = state;
  const draft = menu?.draft;
  if (!view || !draft?.pose || draft.aircraft === null) return '';
  const name = aircraftOf(state, draft.aircraft)?.name ?? '';
  const shots = draft.forecast.map((f) => `${f.text}${chance(f)}`);
  const told = [
    `${name}: ${poseText(gridOf(view.board), draft.pose, view.level_feet)}`,
    draft.of > 0 && `${draft.spent} of ${draft.of} spent`,
    ...shots.slice(0, SHOTS),
    shots.length > SHOTS && `${shots.length - SHOTS} more could fire`,
  ];
  return told.filter(Boolean).join('. ');
}

/** How the shot that is chosen stands. @param {State} state */
export function shotText({ armed, odds }) {
  if (!armed || armed.target === null || !odds) return '';
  const damage = thousandths(Number(odds.expected_milli));
  return `${armed.label}${chance(odds)}, ${damage} damage expected, ${percent(odds.kill.ppm)} kill. ${odds.text}`;
}

export class Voice {
  /** What was said last, of each thing. */
  said = { decision: '', coach: '', hint: '', asides: '', force: '', trial: '', shot: '', lesson: '' };

  /**
   * Whether something else is to be said than last time.
   * @param {keyof Voice['said']} part
   * @param {string} text
   */
  #news(part, text) {
    const other = this.said[part] !== text;
    this.said[part] = text;
    return other && !!text;
  }

  /** @param {State} state */
  follow(state) {
    const { menu, view, seq, coach } = state;
    const asides = asideLines(state)
      .map((l) => l.text)
      .join(' ');
    if (this.#news('asides', asides)) say(asides);
    const lesson = [coach?.title, coach?.text, coach?.because].filter(Boolean).join('. ');
    if (this.#news('coach', lesson)) say(`First flight: ${lesson}`);
    if (this.#news('hint', state.hint ? hintText(state.hint) : '')) say(`Hint: ${this.said.hint}`);
    const { lesson: learn } = state;
    if (this.#news('lesson', learn ? `${learn.title}. ${learn.text}` : '')) say(`Lesson: ${this.said.lesson}`);
    const trial = trialText(state);
    if (this.#news('trial', trial)) say(trial);
    const shot = shotText(state);
    if (this.#news('shot', shot)) say(shot);
    const first = !this.said.force;
    const force = forceText(state);
    if (force && this.#news('force', force) && !first) say(force);
    const text = view?.outcome
      ? `The game is over. ${capital(view.outcome.text)}`
      : menu?.owed && !menu.draft
        ? `Your decision: ${menu.prompt}`
        : '';
    if (!text || !this.#news('decision', `${seq}${text}`)) return;
    sayNow(text);
    if (menu?.owed) sound('turn');
  }
}

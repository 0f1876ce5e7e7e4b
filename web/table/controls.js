// The keyboard at a table: cursor on the board, choices, commit and undo.

import { change } from '../lib/settings.js';
import { useKeys } from '../lib/keys.js';
import { say } from '../lib/speech.js';
import { committable, settled } from '../state/decision.js';
import { plansAt } from '../state/ends.js';
import { describe, longText, measured } from '../state/look.js';
import { sideOf } from '../state/record.js';
import { reliefOf } from '../state/relief.js';
/** @import { Table } from '../screens/table.js' */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Sets the keys of a table. @param {Table} screen */
export function tableKeys(screen) {
  const { board } = screen;
  const look = () => change({ way: board.way === 'plan' ? 'stand' : 'plan' });
  let began = -1;
  // A key held down goes on in the decision in which it was pressed, and says nothing in the next.
  const choose = (/** @type {KeyboardEvent} */ e, /** @type {() => void} */ otherwise = () => {}) => {
    if (!e.repeat) began = screen.state.decision;
    if (began === screen.state.decision) screen.byKey(e.key, otherwise);
  };
  useKeys([
    { keys: ['Enter'], says: 'Commit the trial or the choice', does: (e) => commit(screen, e) },
    { keys: ['Backspace'], says: 'Undo a trial step, or take the last command back', does: (e) => back(screen, e) },
    { keys: ['Escape'], says: 'Drop the trial; skip what is moving', does: () => screen.escape() },
    { keys: Object.keys(STEPS), says: 'Move the cursor over the board', does: (e) => moveCursor(screen, e.key) },
    { keys: [' '], says: 'Pick what is under the cursor: fly there, aim, select', does: () => screen.pickCursor() },
    {
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      shown: '1 – 9',
      says: 'Choices by number',
      does: (e) => choose(e),
    },
    { keys: [','], says: 'Previous aircraft that can act', does: () => screen.next(-1) },
    { keys: ['.'], says: 'Next aircraft that can act', does: () => screen.next(1) },
    {
      keys: ['G'],
      says: 'Wingmen follow: do the same as the aircraft that is being tried, or was moved last',
      does: (e) => choose(e, () => screen.act.follow('group')),
    },
    { keys: ['Y'], says: 'All others do the same', does: (e) => choose(e, () => screen.act.follow('all')) },
    { keys: ['B'], says: 'Fire all best shots', does: (e) => choose(e, () => screen.act.bestShots()) },
    {
      keys: ['L'],
      says: 'Let the computer fly the rest of the turn, or fly yourself again',
      does: (e) => choose(e, () => (reliefOf(screen.state) ? screen.act.takeSeat() : screen.act.relieveTurn())),
    },
    {
      keys: ['U'],
      says: 'Let the computer fly the present group for the rest of the turn',
      does: (e) => choose(e, () => screen.act.relieveGroup()),
    },
    { keys: ['T'], says: 'Trial run', does: (e) => choose(e, () => void screen.act.trial()) },
    { keys: ['H'], says: 'Hint: what a wing commander would do', does: (e) => choose(e, () => screen.act.hint()) },
    { keys: ['K'], says: 'Go to the contacts', does: (e) => choose(e, () => screen.toContacts()) },
    { keys: ['P'], says: 'Have the computer pilots wait, or go on', does: (e) => choose(e, () => screen.act.pause()) },
    { keys: ['N'], says: 'One step of computer pilots that wait', does: (e) => choose(e, () => screen.act.step()) },
    { keys: ['M'], says: 'Ruler: measure between two places', does: (e) => choose(e, () => screen.toggleRuler()) },
    { keys: ['I'], says: 'Briefing: your task, how you win, the score', does: (e) => choose(e, screen.act.brief) },
    { keys: ['V'], says: 'Plan view or stand view', does: (e) => choose(e, look) },
    { keys: ['/'], says: 'Talk to the others at the table', does: () => screen.chat.toggle(true) },
    { keys: ['0'], says: 'Show the whole board', does: () => board.camera.fit() },
    { keys: ['+', '='], says: 'Zoom in', does: () => board.camera.zoom(1.3) },
    { keys: ['-'], says: 'Zoom out', does: () => board.camera.zoom(1 / 1.3) },
    { keys: [...'ACDEFJOQRSWXZ'], shown: 'A – Z', says: 'Choices by letter', does: (e) => choose(e) },
  ]);
}

/**
 * Commits, or picks at the cursor where there is nothing to commit. A key held down commits once.
 * @param {Table} screen
 * @param {KeyboardEvent} e
 */
function commit(screen, e) {
  const { play, state } = screen;
  if (e.repeat || !screen.live || state.busy) return;
  if (committable(state) || (sideOf(state) && !settled(state) && state.stack.length)) void play.commit();
  else screen.pickCursor();
}

/** Undoes a trial step; a key held down takes no command back. @param {Table} screen @param {KeyboardEvent} e */
function back(screen, e) {
  const { play, state } = screen;
  if (screen.live && !(e.repeat && !state.armed && !state.stack.length)) void play.undo();
}

/** @param {Table} screen @param {string} key */
function moveCursor(screen, key) {
  const { board, state } = screen;
  const [dx, dy] = STEPS[key];
  if (!board.grid) return;
  board.host.focus({ preventScroll: true });
  const planes = (state.view?.aircraft ?? []).filter((a) => a.flying && a.pose);
  const start = state.menu?.draft?.pose?.at ?? (planes.find((a) => a.side === sideOf(state)) ?? planes[0])?.pose?.at;
  const to = board.cursor ? board.grid.step(board.cursor, dx, dy) : start;
  if (!to) return;
  board.point(to);
  screen.hovered(to, board.at(to)[0] ?? null);
  const plans = plansAt(state, to);
  const reached = plans.length ? `; can be reached in ${longText(state, plans[0].path)}` : '';
  say(describe(state, to) + (state.ruler.from && !state.ruler.laid ? `; ${measured(state)}` : reached));
}

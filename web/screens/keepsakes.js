// What is kept of a game: its log as text, the board as a picture, a turn as an animated picture.

import { h } from '../lib/dom.js';
import { animated } from '../lib/apng.js';
import { around, drawing, pixels } from '../board/picture.js';
import { diceText } from '../table/dice.js';
import { story } from '../table/story.js';
/** @import { At, LogEntry, TableInfo, View } from '../wire/types.js' */
/** @import { Board, Overlay } from '../board/board.js' */

/** What keepsakes are made of. @typedef {{ board: Board, table: TableInfo, views: View[], logs: LogEntry[][],
 *   show: (view: View, overlay: Overlay) => void }} Game `show` puts a position on the board */

/** Width of pictures in pixels. */
const STILL = 1600;
/** Longest side and width of moving pictures: an upright board is no larger than one that lies. */
const LONG = 960;
const MOVING = 720;
/** An animated picture has about so many frames at most; beyond that several commands share one. */
const FRAMES = 24;
/** How long frames stay, in milliseconds. */
const FLIES = 700;
const FIRES = 1300;
const LAST = 3000;

/** Hands a file to the browser. @param {string} name @param {Blob} file */
export function save(name, file) {
  const link = h('a', { href: URL.createObjectURL(file), download: name.replace(/[\\/:*?"<>|]/g, '-') });
  link.click();
  // The browser may fetch it only after this.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The whole log as text: number of the command, what happened, dice, rules. @param {Game} game */
export function logSheet({ table, views, logs }) {
  const lines = logs
    .flat()
    .map((e) =>
      [String(e.line).padStart(4), e.text, diceText(e.dice) && `Dice: ${diceText(e.dice)}.`, `[${e.rules.join(', ')}]`]
        .filter(Boolean)
        .join('  '),
    );
  const sides = Object.entries(table.sides).map(([side, who]) => `${side}: ${who?.name ?? side}`);
  const text = [views[0].title, ...sides, '', ...lines, ''].join('\n');
  save(`${table.title} log.txt`, new Blob([text], { type: 'text/plain' }));
}

/** @param {View} view */
const turnName = (view) => `${view.title} · turn ${view.phase.turn}`;

/** Saves the board as it is shown. @param {Game} game @param {number} n command */
export async function picture({ board, table, views }, n) {
  const on = await pixels(drawing(board, around(board, board.flying()), turnName(views[n])), STILL);
  const file = await new Promise((resolve) => on.canvas.toBlob(resolve, 'image/png'));
  save(`${table.title} ${n}.png`, file);
}

/** Something that is seen on the board. @param {LogEntry} e */
const seen = (e) => ['move', 'fire', 'damage', 'loss', 'bomb'].includes(e.kind);

/** The commands of the turn of command `n` in which something is seen. @param {Game} game @param {number} n */
export function commandsOfTurn({ views, logs }, n) {
  // A command belongs to the turn in which it is given, even if it ends that turn.
  const { turn } = views[Math.max(0, n - 1)].phase;
  return logs.map((_, k) => k).filter((k) => k > 0 && views[k - 1].phase.turn === turn && logs[k].some(seen));
}

/** Commands in at most `most` groups, in order. @param {number[]} commands @param {number} most */
export function inGroups(commands, most) {
  const each = Math.ceil(commands.length / most);
  return Array.from({ length: Math.ceil(commands.length / Math.max(1, each)) }, (_, n) =>
    commands.slice(n * each, (n + 1) * each),
  );
}

/** Ways flown, shots and their targets, to be laid over the board. @param {LogEntry[]} events @param {View} view */
export function overlay(events, view) {
  const sides = new Map(view.aircraft.map((a) => [a.id, a.side]));
  /** @type {{ side: string, path: At[] }[]} */
  const tracks = [];
  /** @type {{ from: number, to: number }[]} */
  const lines = [];
  for (const e of events) {
    if (e.path.length > 1 && e.actor !== null) tracks.push({ side: sides.get(e.actor) ?? 'allies', path: e.path });
    if (e.kind === 'fire' && e.actor !== null && e.target !== null) lines.push({ from: e.actor, to: e.target });
  }
  const targets = [...new Set(lines.map((l) => l.to))].map((id) => ({ id, state: /** @type {const} */ ('armed') }));
  return { tracks, lines, targets };
}

/** What a frame says. @param {LogEntry[]} events @param {View} view */
function caption(events, view) {
  const told = story(events.filter(seen), view.aircraft);
  const item = told[0];
  const said = item && ('said' in item ? item : (item.lead ?? item.folded[0])).said;
  const text = (said ?? []).map((p) => p.before + p.text).join('');
  const more = told.length > 1 ? ` (+${told.length - 1})` : '';
  return `Turn ${view.phase.turn}: ${text}${more}`;
}

/** How wide a moving picture of a part of the board is, in pixels. @param {{ width: number, height: number }} box */
export const movingWidth = ({ width, height }) => Math.round(Math.min(MOVING, (LONG * width) / height));

/**
 * The turn of command `n` as an animated picture. `done` is told how far it is, from 0 to 1.
 * @param {Game} game
 * @param {number} n
 * @param {(part: number) => void} done
 */
export async function turnPicture(game, n, done) {
  const { board, table, views, logs, show } = game;
  const groups = inGroups(commandsOfTurn(game, n), FRAMES);
  const start = views[(groups[0]?.[0] ?? n + 1) - 1];
  const places = [start, ...groups.flat().map((k) => views[k])].flatMap((view) => {
    show(view, {});
    return board.flying();
  });
  const box = around(board, places);
  const frame = async (/** @type {View} */ view, /** @type {Overlay} */ over, /** @type {string} */ says, ms = 0) => {
    show(view, over);
    const on = await pixels(drawing(board, box, says), movingWidth(box));
    const { width, height } = on.canvas;
    return { width, height, data: on.getImageData(0, 0, width, height).data, ms };
  };
  async function* frames() {
    yield await frame(start, {}, turnName(start), FIRES);
    for (const [k, group] of groups.entries()) {
      const last = views[group[group.length - 1]];
      const events = group.flatMap((c) => logs[c]);
      const fires = events.some((e) => e.kind === 'fire');
      // Whoever is shot down is still there while the shot is shown.
      const shown = fires ? views[group[0] - 1] : last;
      const ms = k === groups.length - 1 && !fires ? LAST : fires ? FIRES : FLIES;
      yield await frame(shown, overlay(events, last), caption(events, views[group[0] - 1]), ms);
      if (fires) yield await frame(last, {}, caption(events, last), k === groups.length - 1 ? LAST : FLIES);
      done((k + 1) / groups.length);
    }
  }
  const file = await animated(frames());
  save(`${table.title} turn ${start.phase.turn}.png`, file);
}

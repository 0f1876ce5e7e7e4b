// The one record of a table: everything that its screen shows. Functions of this folder change it, a frame of the
// screen draws it, and nothing else holds what is shown. No DOM here.

import { Waiting } from './input.js';
/** @import { At, Barred, Card, Choice, ClockNow, Draft, HintReply, LogEntry, MayTakeBack } from '../wire/types.js' */
/** @import { Menu, Odds, PilotInfo, Plan, Pose, Presence, Put, Said, Seat, Side, TableInfo } from '../wire/types.js' */
/** @import { TalkTo, View } from '../wire/types.js' */
/** @import { Overlay } from '../board/board.js' */

/** A command, or half of one: only the game knows what is in it. @typedef {unknown} Command */
/** @typedef {Menu<Command>} AnyMenu */
/** @typedef {Choice<Command>} AnyChoice */
/** @typedef {Draft<Command>} AnyDraft */
/** @typedef {Plan<Command>} AnyPlan */
/** Why something is not done. @typedef {{ rule?: string, why: string }} Reason */
/**
 * Where a move ends, if its command is only the next step there.
 * @typedef {{ aircraft: number, pose: string, draft: Command }} Goal
 */
/**
 * A number being chosen, and the trial step that holds it.
 * @typedef {{ label: string, aircraft: number | null, value: number, draft: Command }} Ranged
 */
/** A way to end at a place: a whole move, or a choice of the menu. @typedef {AnyPlan | AnyChoice} Way */
/**
 * What placing at a point would come to: a command that puts aircraft down, or nothing but reasons.
 * @typedef {{ at: At, command: Command, also: Put[], barred: Barred[] }} Placed
 */
/**
 * What is said at a place of the board: of moves that end there, of an aircraft and a shot at it, or of placing.
 * @typedef {{ at: At } & ({ plans: AnyPlan[], draft: AnyDraft | null } | { aircraft: number, odds: Odds | null }
 *   | { placed: Placed })} Tip
 */
/**
 * What a computer pilot advises, and what that comes to: a choice of the menu, or a whole move.
 * @typedef {{ thinking: boolean, reply: HintReply | null, draft: AnyDraft | null, choice: AnyChoice | null }} Hint
 */
/**
 * What the first flight says now.
 * `because`: why the pilot would do what is tried, in a sentence; empty where it has not said.
 * @typedef {{ title: string, text: string, because: string, rule: string | null, ask: boolean, thinking: boolean,
 *   commit: boolean }} Coaching
 */

/**
 * One thing that an aircraft did: a trial, which began with a step of its own; a choice, by its label and number; a
 * shot at whatever was best. `hold` is a choice by which no shot was fired where one could have been.
 * @typedef {{ kind: 'trial', from: Command, command: Command }
 *   | { kind: 'choice' | 'hold', label: string, value: number | null } | { kind: 'shot' }} Deed
 */
/**
 * What one aircraft did in one step of a turn, from where to where, and who has already been told to do the same.
 * @typedef {{ aircraft: number, when: string, deeds: Deed[], from: Pose | null, to: Pose | null, told: number[] }} Lead
 */
/** The shot that an aircraft or one of its guns is to fire, if any, and what else it may fire at. */
/** @typedef {{ gun: string, aircraft: number, shot: AnyChoice | null, options: AnyChoice[] }} Pick */
/**
 * An order to many aircraft: how many have carried it out, and why others could not.
 * @typedef {{ title: string, on: boolean, done: number, left: { name: string, reasons: Reason[] }[] }} Order
 */

/** @param {string} id the table */
export function record(id) {
  return {
    id,
    connection: /** @type {'opening' | 'open' | 'lost' | 'refused'} */ ('opening'),

    /** Whether nobody knows if the last command was kept. */
    doubt: false,

    // What the server has said.
    seq: -1,
    /** The mark of the last change: what is here is good only if number and mark agree with the server's. */
    mark: '',
    line: 0,
    view: /** @type {View | null} */ (null),
    log: /** @type {LogEntry[]} */ ([]),
    cards: /** @type {Record<string, Card>} */ ({}),
    table: /** @type {TableInfo | null} */ (null),
    seats: /** @type {Seat[]} */ ([]),
    /** The levels of computer pilots. */
    levels: /** @type {PilotInfo[]} */ ([]),
    /** Whether they give hints here. */
    hints: true,
    seat: /** @type {Seat} */ ('observer'),
    presence: /** @type {Presence | null} */ (null),
    /** Whether the last command may be taken back, and why not. */
    takeBack: /** @type {MayTakeBack | null} */ (null),
    /** Who asks the other side to have the last command taken back. */
    asked: /** @type {Side | null} */ (null),
    /** Choices that end the game before its time, as they were last offered, and at which position. */
    quits: { seq: -1, offered: /** @type {AnyChoice[]} */ ([]) },

    // Many aircraft at once.
    /** The last menu that is about no trial, and at which position. */
    base: { seq: -1, menu: /** @type {AnyMenu | null} */ (null) },
    /** The trial step that was opened by itself, because its aircraft comes next. */
    opened: /** @type {Command} */ (undefined),
    /** What the aircraft did that was moved last, for others to do the same. */
    lead: /** @type {Lead | null} */ (null),
    /** How wingmen follow. */
    manner: /** @type {'same' | 'formation' | 'trail'} */ ('same'),
    /** The aircraft that did something in the present step of the turn. */
    acted: { when: '', ids: /** @type {number[]} */ ([]) },
    /** The chances of the shots on offer, by shooter and target, and the order in which they are worth taking. */
    shots: { seq: -1, odds: /** @type {Map<string, Odds>} */ (new Map()), sorted: false },
    /** The best shots of all aircraft, to be corrected before they are fired. */
    volley: /** @type {Pick[] | null} */ (null),
    /** An order to many that is being carried out, or was. */
    order: /** @type {Order | null} */ (null),
    /** The choice before which the player was warned that it leaves shots unfired. */
    warned: /** @type {AnyChoice | null} */ (null),
    /** Commands that were passed by themselves, there being no other: their lines of the log, and the last labels. */
    passed: { lines: /** @type {LogEntry[]} */ ([]), labels: /** @type {string[]} */ ([]) },
    /** The position to which something was taken back: nothing is passed by itself there. */
    undone: -1,

    /** What people say: whether they can, whether it was told, the lines, and what is shown of them. */
    talk: {
      on: false,
      told: false,
      lines: /** @type {Said[]} */ ([]),
      open: false,
      unread: 0,
      to: /** @type {TalkTo} */ ('all'),
      refusal: '',
    },

    /** How the clocks stood, and when that was told. */
    clock: /** @type {(ClockNow & { at: number }) | null} */ (null),

    // What is being decided.
    /** Which decision is before the player: another one as soon as what was being decided is over. */
    decision: 0,
    menu: /** @type {AnyMenu | null} */ (null),
    /** The trial step whose choices the menu holds. */
    menuOf: /** @type {Command} */ (undefined),
    /** Choices that belong to the present decision. */
    offered: /** @type {WeakSet<AnyChoice>} */ (new WeakSet()),
    /** Trial steps: each a half-built command, the last one the present. */
    stack: /** @type {Command[]} */ ([]),
    armed: /** @type {AnyChoice | null} */ (null),
    ranged: /** @type {Ranged | null} */ (null),
    /** Where the trial leads in the end. */
    goal: /** @type {Goal | null} */ (null),
    /**
     * The end to which the move on the way was committed. It is forgotten with the first change that is not a step
     * there.
     */
    course: /** @type {Goal | null} */ (null),
    refusal: /** @type {Reason[] | null} */ (null),
    /** Whether a command is on its way. */
    busy: false,
    /** What a computer pilot advises in the present decision, once it was asked. */
    hint: /** @type {Hint | null} */ (null),
    /** Input that waits for the choices of the present decision. */
    waiting: new Waiting(),
    /** The side that is being waited for at the hand-over screen. */
    handing: /** @type {Side | null} */ (null),
    /** Of the moves that have names, those that are shown: of one kind, and of that those that go one way. */
    moves: { kind: /** @type {string | null} */ (null), way: /** @type {string | null} */ (null) },
    /** Where moves can end, as the server said last: at which position, of which aircraft. */
    ends: { seq: -1, aircraft: /** @type {number | null} */ (null), plans: /** @type {AnyPlan[]} */ ([]) },

    // What is looked at.
    selected: /** @type {number | null} */ (null),
    hover: { at: /** @type {At | null} */ (null), aircraft: /** @type {number | null} */ (null) },
    hoverChoice: /** @type {AnyChoice | null} */ (null),
    /** The chances of the shot that is looked at. */
    odds: /** @type {Odds | null} */ (null),
    tip: /** @type {Tip | null} */ (null),
    /** What a remark elsewhere shows on the board, as long as the pointer is on it. */
    glance: /** @type {Partial<Overlay> | null} */ (null),
    /** Ways to end at one place, of which the player is asked to choose. */
    chooser: /** @type {{ at: At, ways: Way[] } | null} */ (null),
    ruler: { on: false, from: /** @type {At | null} */ (null), to: /** @type {At | null} */ (null), laid: false },
    /** Placing on an open table: what is lifted, and what the point under the pointer would come to. */
    placing: { lifted: /** @type {number | null} */ (null), offer: /** @type {Placed | null} */ (null) },
    /** The pose that the dial tries while its handle is dragged. */
    dial: /** @type {{ id: number | null, pose: Pose } | null} */ (null),
    /** Events whose dice lie in the tray. */
    tray: /** @type {LogEntry[]} */ ([]),
    tab: /** @type {'decide' | 'contacts' | 'card' | 'log'} */ ('decide'),
    cardOpen: false,
    /** How the board is looked at: from above, or from the side with flight stands. */
    way: /** @type {'auto' | 'plan' | 'stand'} */ ('auto'),
    /** Whether there is room for orders below the board. */
    bar: false,
    /** Whether this browser keeps links to invite others by. */
    inviting: false,
    muster: { nation: '', fitting: false },
    /** Contacts: from which aircraft one looked last, and which parts of the list are open. */
    contacts: { from: /** @type {number | null} */ (null), open: /** @type {string[]} */ ([]) },
    coach: /** @type {Coaching | null} */ (null),
    /** What there is to learn from what has just happened. */
    lesson: /** @type {{ title: string, text: string, rule: string } | null} */ (null),
    /** Whether the board still shows how the present position came about. */
    animating: false,
  };
}

/** @typedef {ReturnType<typeof record>} State */

/** The side that this seat plays, if it plays one. @param {State} state @returns {Side | null} */
export const sideOf = ({ seat }) => (seat === 'allies' || seat === 'axis' ? seat : null);

/**
 * The time that a side has left, in milliseconds.
 * @param {State} state @param {Side} side @param {number} now
 */
export function leftOf({ clock }, side, now) {
  if (!clock) return 0;
  const gone = clock.runs.includes(side) ? now - clock.at : 0;
  return Math.max(0, (clock.left_ms[side] ?? 0) - gone);
}

/** Whether both sides are in this browser. @param {State} state */
export const hotSeat = ({ seats }) => seats.includes('allies') && seats.includes('axis');

/** In which step of which turn a game is. @param {View | null} view */
export const stepOf = (view) => `${view?.phase.turn}/${view?.phase.step}`;

/** @param {State} state @param {number | null | undefined} id */
export const aircraftOf = ({ view }, id) => view?.aircraft.find((a) => a.id === id) ?? null;

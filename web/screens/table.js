// The Table screen: one record, changed by what players and server do, and drawn once in a frame.

import { Board } from '../board/board.js';
import { Dials } from '../board/dial.js';
import { play as playEffects } from '../board/effects.js';
import { Ladder } from '../board/ladder.js';
import { wayFor } from '../board/stand.js';
import { h, fill, find } from '../lib/dom.js';
import { perFrame } from '../lib/frame.js';
import { render } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { useKeys } from '../lib/keys.js';
import { onChange, settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { contactText, contactsOf } from '../state/contacts.js';
import { ranging } from '../state/decision.js';
import { choiceKeys, layout, momentOf } from '../state/layout.js';
import * as looking from '../state/look.js';
import { overlayOf } from '../state/overlay.js';
import { Play } from '../state/play.js';
import { aircraftOf, hotSeat, sideOf } from '../state/record.js';
import { logOf } from '../state/passing.js';
import { relieved } from '../state/relief.js';
import { sortShots } from '../state/shots.js';
import { Bar } from '../table/bar.js';
import { Chooser } from '../table/chooser.js';
import { Chat, chatButton } from '../table/chat.js';
import { Clocks } from '../table/clock.js';
import { Coach } from '../table/coach.js';
import { tableKeys } from '../table/controls.js';
import { desk, tabs } from '../table/desk.js';
import { askDice } from '../table/dice.js';
import { Doing } from '../table/doing.js';
import { handOver } from '../table/handover.js';
import { tableHead } from '../table/head.js';
import { links } from '../table/invite.js';
import { logSheets } from '../table/log-sheets.js';
import { Lessons } from '../table/lessons.js';
import { Log } from '../table/log.js';
import { lostWords } from '../table/lost.js';
import { Muster } from '../table/muster.js';
import { notifyOf, titleOf } from '../table/notify.js';
import { pickAt } from '../table/picking.js';
import { Placing } from '../table/placing.js';
import { remark } from '../table/pointing.js';
import { guardPresses } from '../table/presses.js';
import { tipOf } from '../table/tip.js';
import { Tray } from '../table/tray.js';
import { Voice, tell } from '../table/voice.js';
import { Whys } from '../table/why.js';
import { once } from '../wire/net.js';
import { notice } from './notice.js';
/** @import { Aircraft, At, LogEntry, GameList, View } from '../wire/types.js' */
/** @import { AnyChoice } from '../state/record.js' */

/** @type {AnyChoice[]} */
const NO_CHOICES = [];

/** @type {[string, string]} */
const NO_TABLE = [
  'No table for you here',
  'This table does not exist, or this browser holds no seat at it. Whoever set it up has a link for you.',
];
/** @type {[string, string]} */
const NEWER = [
  'This game has gone ahead',
  'It was played on by a newer Tallyho than this server. It can be opened again once the server is of that version.',
];

export class Table {
  /** @param {HTMLElement} main @param {string} id */
  constructor(main, id) {
    this.main = main;
    this.id = id;
    this.play = new Play(id, {
      changed: () => this.changed(),
      happened: (events, before) => this.#happened(events, before),
      handover: (to, before) => handOver(this.play, to, before),
      dice: (need) => askDice(need),
    });
    this.state = this.play.state;
    if (links(id)) looking.mayInvite(this.state);
    this.redraw = perFrame(() => this.#draw());
    this.doing = new Doing(this.play, this);
    this.act = this.doing.acts();
    this.skip = new AbortController();
    this.playing = Promise.resolve();
    /** What the computer pilots are called, by id. @type {Map<string, string>} */
    this.pilots = new Map();
    this.board = new Board({
      pick: (at, a, point) => this.#pressed(at, a, point),
      hover: (at, a, point) => this.hovered(at, a, point),
      moved: () => this.#moved(),
    });
    this.ladder = new Ladder({ pick: (id) => this.doing.select(id), hover: (id) => this.#point(null, id) });
    this.bar = new Bar(this.state, this.act);
    this.whys = new Whys(id, () => this.redraw());
    this.log = new Log({ hover: (e) => this.#hoverLog(e), whys: this.whys });
    this.desk = h('div', { class: 'desk' });
    this.tabs = h('div', { class: 'tabs', role: 'group', 'aria-label': 'Parts' });
    this.tray = new Tray(this.board);
    this.chooser = new Chooser(this.board);
    this.placing = new Placing(this.play, () => this.board.camera.k);
    this.dials = new Dials(this.board, {
      set: (choice, value) => this.play.range(choice, value),
      tried: (trial) => this.#set(() => looking.turnDial(this.state, trial)),
    });
    this.muster = new Muster(this.state, this.act);
    this.chat = new Chat(this.play);
    this.clocks = new Clocks(this.state);
    this.wait = h('div', { class: 'board-state' }, h('p', null, 'Setting the table …'));
    this.ruler = h(
      'button',
      {
        class: 'ruler-tool',
        'aria-label': 'Ruler',
        title: 'Ruler: measure between two places (M)',
        'aria-pressed': 'false',
        onclick: () => this.toggleRuler(),
      },
      icon('ruler'),
    );
    this.board.host.append(this.wait, this.#tools());
    this.aside = h(
      'aside',
      { 'data-tab': 'decide', 'aria-label': 'Decision, card and log' },
      this.tabs,
      this.desk,
      this.log.node,
    );
    this.title = h('h1', { class: 'unseen' }, 'Table');
    this.frame = h(
      'div',
      { class: 'table' },
      this.title,
      this.ladder.node,
      this.board.host,
      this.muster.node,
      this.chat.node,
      this.aside,
      this.bar.node,
    );
    fill(this.main, this.frame);
    new ResizeObserver(() => this.bar.makeRoom() && this.redraw()).observe(this.frame);
    looking.lookFrom(this.state, settings.way);
    this.coach = new Coach(this.play, () => this.changed());
    this.lessons = new Lessons(this.play, () => this.changed());
    this.voice = new Voice();
    this.presses = guardPresses(this.frame, () => this.shows);
    this.stopListening = onChange(() => {
      this.chat.callMe();
      this.bar.makeRoom();
      this.#set(() => looking.lookFrom(this.state, settings.way));
    });
    tableKeys(this);
  }

  #tools() {
    const { camera } = this.board;
    const button = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => void} */ does) =>
      h(
        'button',
        {
          'aria-label': label,
          title: label,
          onclick: does,
        },
        icon(picture),
      );
    return h(
      'div',
      { class: 'tools', role: 'group', 'aria-label': 'View' },
      button('plus', 'Zoom in', () => camera.zoom(1.4)),
      button('minus', 'Zoom out', () => camera.zoom(1 / 1.4)),
      button('whole', 'Show the whole board', () => camera.fit()),
      button('aircraft', 'Show the aircraft', () => this.board.fitPlay()),
      this.ruler,
    );
  }

  close() {
    this.closed = true;
    this.skip.abort();
    this.stopListening();
    this.play.close();
    this.clocks.close();
    useKeys([]);
  }

  closed = false;

  /** Changes what is looked at. @param {() => void} change */
  #set(change) {
    change();
    this.redraw();
  }

  /** The record is another: says what is new, asks for what is missing, and has it drawn. */
  changed() {
    const { state } = this;
    if (this.closed) return;
    this.coach.follow();
    if (state.view && !state.animating) {
      // Other pages of the browser show by the title that there is something to decide; no frame is drawn there.
      document.title = titleOf(state);
      notifyOf(state);
      this.voice.follow(state);
    }
    void this.play.fetchEnds();
    void sortShots(this.play);
    if (settings.pass && !state.animating && !relieved(state)) void this.play.passForced();
    void this.#learnPilots();
    void this.whys.follow(state.table, state.view);
    this.redraw();
  }

  /** Whether the levels of computer pilots were asked for. */
  #learnt = false;

  async #learnPilots() {
    if (this.#learnt || !this.state.view) return;
    this.#learnt = true;
    const list = /** @type {GameList | null} */ (await once('/api/games').catch(() => null));
    if (!list) return;
    for (const p of list.levels) this.pilots.set(p.id, p.title);
    this.#set(() => looking.learnPilots(this.state, list));
  }

  /**
   * Something has happened at the table: it is told, and flown before the new position is drawn. A whole position takes
   * long to draw; where it is the answer to a press, the press is on the screen first.
   * @param {LogEntry[]} events
   * @param {View | null} before
   */
  #happened(events, before) {
    const { state } = this;
    const view = /** @type {View} */ (state.view);
    tell(events);
    void this.lessons.happened(events);
    if (!before || !events.length) return this.changed();
    looking.animate(state, true);
    const pressed = this.redraw.painted();
    this.playing = this.playing
      .then(() => pressed)
      .then(() => playEffects(this.board, events, view, this.skip.signal))
      .catch(() => {})
      .then(() => {
        looking.animate(state, false);
        this.changed();
      });
  }

  /** The decision that is on the screen. */
  shows = -1;

  /** Whether what a player does now belongs to the present decision: it is on the screen, and nothing moves there. */
  get live() {
    return this.shows === this.state.decision && !this.state.animating;
  }

  /** Draws the record; answers whether its position is drawn. */
  #draw() {
    const { state, act } = this;
    if (this.closed) return false;
    this.#connection();
    render(tabs(state, act), this.tabs);
    this.aside.dataset.tab = state.tab;
    if (!state.view || state.animating) return false;
    this.wait.hidden = true;
    const focused = document.activeElement;
    const decides = !!focused?.closest('.panel');
    this.#drawBoard(state.view);
    render(desk(state, act), this.desk);
    this.muster.show();
    this.log.side = hotSeat(state) ? null : sideOf(state);
    this.log.show(logOf(state), state.view.aircraft);
    render(logSheets(state.table), this.log.links);
    this.bar.show(state.view);
    this.title.textContent = state.view.title;
    this.chat.show();
    this.clocks.show();
    const talk = chatButton(state, () => this.chat.toggle());
    tableHead(state, act, { pilots: this.pilots, people: [this.clocks.node, talk] });
    if (decides && !focused?.isConnected) this.#focusDecision();
    // Last, because the room for it is measured, which has the page laid out.
    const { at, says } = tipOf(state);
    this.board.tip(at, says);
    this.shows = state.decision;
    this.frame.dataset.seq = String(state.seq);
    this.frame.dataset.state = momentOf(state);
    return true;
  }

  /** @param {View} view */
  #drawBoard(view) {
    const { board, state } = this;
    board.look(wayFor(state.way, view));
    board.show(view, state.cards);
    board.lay(overlayOf(state));
    this.#frameBoard(view);
    const draft = state.menu?.draft;
    const altitude = draft?.pose?.altitude;
    this.ladder.show(
      view,
      state.selected,
      altitude != null && draft?.aircraft != null ? { id: draft.aircraft, altitude } : null,
    );
    this.ruler.setAttribute('aria-pressed', String(state.ruler.on));
    this.#showDials();
    this.chooser.show(state, this.act);
    this.tray.show(state, this.act);
  }

  /** For which position, places and trial step the board was framed last. */
  #framed = { view: /** @type {View | null} */ (null), reach: /** @type {At[] | undefined} */ (undefined), step: '' };

  /** Brings into sight what has come into play. @param {View} view */
  #frameBoard(view) {
    const { board, state } = this;
    const now = { view, reach: board.overlay.reach, step: `${state.seq}/${state.stack.length}` };
    const was = this.#framed;
    this.#framed = now;
    if (now.view !== was.view || now.reach !== was.reach) {
      board.follow();
      this.tray.place();
    }
    // Where the present aircraft can go is shown once for each step of a trial.
    if (now.step !== was.step) board.reveal();
  }

  #showDials() {
    const { menu, busy } = this.state;
    this.dials.show(menu?.owed && !busy ? menu.choices : NO_CHOICES, ranging(this.state));
  }

  /** What had the focus is gone: it goes to what comes next. */
  #focusDecision() {
    const next = /** @type {HTMLElement | null} */ (
      this.desk.querySelector('.panel .commit:not([aria-disabled=true])') ?? this.desk.querySelector('.panel h2')
    );
    next?.focus({ preventScroll: true });
  }

  /** The board was moved or sized. */
  #moved() {
    if (!this.state.view || !this.dials) return;
    this.#showDials();
    this.tray.place();
    this.chooser.place();
  }

  /**
   * Says that the connection is lost, or that there is nothing to be seen here; the table appears by itself should that
   * change.
   */
  #connection() {
    const { connection } = this.state;
    const banner = find('#banner');
    banner.hidden = connection !== 'lost';
    if (connection === 'lost') banner.textContent = lostWords(this.play.socket.bye);
    document.body.classList.toggle('offline', connection === 'lost');
    if (connection === 'open' && !this.frame.isConnected) fill(this.main, this.frame);
    if (connection !== 'refused' || !this.frame.isConnected) return;
    document.title = 'No table · Tallyho';
    fill(this.main, notice(...(this.play.socket.bye === 'newer' ? NEWER : NO_TABLE)));
  }

  /**
   * The pointer or cursor is somewhere.
   * @param {At | null} at
   * @param {Aircraft | null} aircraft
   * @param {At | null} [point] the very point, where it is known
   */
  hovered(at, aircraft, point = at) {
    const { state } = this;
    if (!state.ruler.on && this.placing.hover(point)) return;
    if (!looking.point(state, at, aircraft?.id ?? null)) return;
    if (!looking.stretch(state, at) && !state.ruler.on) void remark(this.play, at, aircraft);
    this.redraw();
  }

  /** @param {At | null} at @param {number | null} aircraft */
  #point(at, aircraft) {
    this.#set(() => looking.point(this.state, at, aircraft));
  }

  /** @param {LogEntry | null} e */
  #hoverLog(e) {
    const { state } = this;
    const lines = e && e.actor !== null && e.target !== null ? [{ from: e.actor, to: e.target }] : [];
    const side = aircraftOf(state, e?.actor)?.side ?? 'allies';
    const tracks = e && e.path.length > 1 ? [{ side, path: e.path }] : [];
    this.#set(() => looking.glance(state, e && { lines, tracks, selected: e.actor ?? e.target }));
  }

  toggleRuler() {
    this.#set(() => looking.toggleRuler(this.state));
    say(
      this.state.ruler.on
        ? 'Ruler: pick where to measure from, then where to. M puts it away.'
        : 'The ruler is put away.',
    );
  }

  /** Ends at once whatever moves on the board. */
  #skip() {
    this.skip.abort();
    this.skip = new AbortController();
  }

  escape() {
    const { state } = this;
    this.#skip();
    if (state.order?.on) this.act.stopOrder();
    else if (state.ruler.on) this.toggleRuler();
    else if (state.chooser) this.doing.closeChooser();
    else if (state.hint) this.act.dropHint();
    else if (state.stack.length || state.armed || state.volley) void this.play.cancel();
    else this.doing.select(null);
  }

  /**
   * A key that may belong to a choice: of the menu on the screen, or of the one on its way to the same decision. Where
   * it belongs to none, something else is done.
   * @param {string} pressed @param {() => void} [otherwise]
   */
  byKey(pressed, otherwise) {
    const { state } = this;
    const act = () => {
      const found = [...choiceKeys(layout(state).shown)].find(([, k]) => k === pressed.toUpperCase());
      if (found) void this.doing.choose(found[0]);
      else otherwise?.();
    };
    if (this.live && sideOf(state) && !state.busy && !state.view?.outcome) this.play.when(act);
    else otherwise?.();
  }

  pickCursor() {
    const at = this.board.cursor;
    if (at) this.#pick(at, this.board.at(at)[0] ?? null, at);
  }

  /**
   * A press on the board. One that began in another decision only stops what moves.
   * @param {At | null} at
   * @param {Aircraft | null} aircraft
   * @param {At | null} point
   */
  #pressed(at, aircraft, point) {
    this.#pick(this.presses.meant(this.state.decision, '') ? at : null, aircraft, point ?? at);
  }

  /** @param {At | null} at @param {Aircraft | null} aircraft @param {At | null} point */
  #pick(at, aircraft, point) {
    const { live, state } = this;
    this.#skip();
    looking.remarkOn(state, null);
    this.redraw();
    if (!at || !live) return;
    this.board.cursor = at;
    if (state.ruler.on) return this.#measure(at);
    if (this.placing.pick(point ?? at) || pickAt(this.play, this.act, at, aircraft)) return;
    looking.closeChooser(state);
    if (aircraft) this.doing.select(aircraft.id);
  }

  /** @param {At} at */
  #measure(at) {
    const { state } = this;
    looking.measure(state, at);
    say(
      state.ruler.laid
        ? looking.measured(state)
        : `From ${this.board.at(at)[0]?.name ?? this.board.grid?.name(at) ?? ''}`,
    );
  }

  /** Goes to the nearest contact. */
  toContacts() {
    this.#set(() => looking.turnTo(this.state, 'card'));
    const part = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (this.desk.querySelector(what));
    // On a phone the list is folded away until it is drawn.
    void this.redraw.painted().then(() => (part('.contact') ?? part('.contacts h2'))?.focus());
  }

  /** Goes to the next aircraft that can act, or the one before. @param {number} by */
  next(by) {
    const a = aircraftOf(this.state, looking.neighbour(this.state, by));
    if (!a) return;
    if (a.pose) this.board.point(a.pose.at);
    say(`${a.name}. ${a.pose ? looking.describe(this.state, a.pose.at) : a.status}`);
    this.doing.select(a.id);
    const nearest = contactsOf(this.state).find((c) => !c.friend);
    if (nearest) say(contactText(this.state, nearest));
  }
}

// The Table screen: board, ladder, panel, card, log, forecast and timeline around one game.

import { h, fill, find } from '../lib/dom.js';
import { same } from '../board/geo.js';
import { guardPresses } from '../state/input.js';
import { Board } from '../board/board.js';
import { Ladder } from '../board/ladder.js';
import { Timeline } from '../table/timeline.js';
import { Log } from '../table/log.js';
import { showForecast } from '../table/forecast.js';
import { remark } from '../table/pointing.js';
import { Tray } from '../table/tray.js';
import { aircraftCard, away } from '../table/card.js';
import { able, choiceKeys, layout, showPanel, side as sideName } from '../table/panel.js';
import { Play } from '../state/play.js';
import { Muster } from '../table/muster.js';
import { Ruler } from '../board/ruler.js';
import { Dials } from '../board/dial.js';
import { overlayOf, planAt } from '../state/overlay.js';
import { along, play as playEffects } from '../board/effects.js';
import { askDice, diceText } from '../table/dice.js';
import { handOver } from '../table/handover.js';
import { motion, onChange, settings } from '../lib/settings.js';
import { say, sayNow } from '../lib/speech.js';
import { sound } from '../lib/sound.js';
import { useKeys } from '../lib/keys.js';
import { tableHead } from '../table/head.js';
import { tableKeys } from '../table/controls.js';
import { Coach } from '../table/flight.js';
import { again } from '../table/again.js';
import { icon } from '../lib/icons.js';
import { notice } from './notice.js';
import { pressed } from '../table/press.js';
import { Picking } from '../table/picking.js';
import { Placing } from '../table/placing.js';
import { showAsides } from '../table/asides.js';
/** @import { View, Aircraft, At, LogEntry, Plan, Odds } from '../wire/types.js' */
/** @import { AnyChoice, PanelState } from '../table/panel.js' */

export class Table {
  /** @param {HTMLElement} main @param {string} id */
  constructor(main, id) {
    this.main = main;
    this.id = id;
    /** @type {number | null} */
    this.selected = null;
    /** @type {{ at: At | null, aircraft: number | null }} */
    this.hover = { at: null, aircraft: null };
    /** @type {AnyChoice | null} */
    this.hoverChoice = null;
    /** @type {Odds | null} */
    this.odds = null;
    this.cardOpen = false;
    this.skip = new AbortController();
    this.playing = Promise.resolve();
    this.animating = false;
    this.board = new Board({ pick: (at, a, point) => this.#pressed(at, a, point), hover: (at, a, point) => this.hovered(at, a, point), moved: () => this.#moved() });
    this.ladder = new Ladder({ pick: (n) => this.select(n), hover: (n) => this.#glance(n) });
    this.timeline = new Timeline({ extra: h('a', { class: 'button small', href: `/replay/${id}` }, 'Replay') });
    this.log = new Log({ hover: (e) => this.#hoverLog(e) });
    this.panel = h('section', { class: 'panel', 'aria-label': 'Decision' });
    this.card = h('div', { class: 'card-slot' });
    this.forecast = h('section', { class: 'forecast', 'aria-label': 'If you stop here' });
    this.coachBox = h('div', { class: 'coach-slot' });
    this.asides = h('div', { class: 'asides' });
    this.tray = new Tray(this.board);
    this.state = h('div', { class: 'board-state', hidden: true });
    this.placing = new Placing(this);
    this.picking = new Picking(this);
    this.ruler = new Ruler(this.board, () => this.overlay());
    this.dials = new Dials(this.board, (choice, value) => {
      this.play.range(choice, value);
      this.overlay();
    }, () => this.draw());
    this.muster = new Muster({
      choose: (c) => this.choose(c),
      load: (command, name) => this.#load(command, name),
      refuse: (reasons) => this.play.refuse(reasons),
    });
    this.board.host.append(this.state, this.#tools());
    this.tabs = this.#tabs();
    this.aside = h('aside', { 'data-tab': 'decide', 'aria-label': 'Decision, card and log' }, this.tabs, h('div', { class: 'desk' }, this.asides, this.coachBox, this.panel, this.forecast, this.card), this.log.node);
    this.frame = h('div', { class: 'table' }, h('h1', { class: 'unseen' }, 'Table'), this.ladder.node, this.board.host, this.muster.node, this.aside, this.timeline.node);
    fill(main, this.frame);
    this.board.look(settings.way);
    this.#wait('Setting the table …');
    this.stopListening = onChange(() => {
      this.board.look(settings.way);
      this.draw();
    });
    this.play = new Play(id, {
      changed: (events, before) => this.#changed(events, before),
      redraw: () => this.draw(),
      connection: (s) => this.#connection(s),
      handover: (to, before) => handOver(this.play, to, before),
      dice: (need) => askDice(need),
    });
    this.coach = new Coach(this);
    this.presses = guardPresses(this.frame, () => this.play.decision);
    tableKeys(this);
  }

  close() {
    this.skip.abort();
    this.stopListening();
    this.play.close();
    useKeys([]);
  }

  #tools() {
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ does) => h('button', { 'aria-label': label, title: label, onclick: does }, icon(text));
    const { camera } = this.board;
    return h('div', { class: 'tools', role: 'group', 'aria-label': 'View' }, button('plus', 'Zoom in', () => camera.zoom(1.4)), button('minus', 'Zoom out', () => camera.zoom(1 / 1.4)),
      button('whole', 'Show the whole board', () => camera.fit()), button('aircraft', 'Show the aircraft', () => this.board.fitPlay()), this.ruler.button);
  }

  #tabs() {
    const names = { decide: 'Decide', card: 'Card', log: 'Log' };
    return h('div', { class: 'tabs', role: 'group', 'aria-label': 'Parts' }, Object.entries(names).map(([tab, text]) => h('button', {
      'aria-pressed': String(tab === 'decide'), 'data-tab': tab, onclick: () => this.#tab(tab),
    }, text)));
  }

  /** @param {string} tab */
  #tab(tab) {
    this.aside.dataset.tab = tab;
    for (const b of this.tabs.children) b.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (b).dataset.tab === tab));
  }

  /** @param {string} text */
  #wait(text) {
    this.state.hidden = !text;
    fill(this.state, h('p', null, text));
  }

  /** @param {'open' | 'lost' | 'refused'} s */
  #connection(s) {
    const banner = find('#banner');
    banner.hidden = s !== 'lost';
    if (s === 'lost') {
      banner.textContent = 'The connection is lost. Trying again … Your trial steps are kept.';
      document.body.classList.add('offline');
    } else {
      document.body.classList.remove('offline');
    }
    if (s === 'refused') this.#refused();
    else if (s === 'open' && !this.frame.isConnected) fill(this.main, this.frame);
  }

  /** Says that there is nothing to be seen here; the table appears by itself should that change. */
  #refused() {
    document.title = 'No table · Tallyho';
    if (this.frame.isConnected || !this.main.firstChild) fill(this.main, notice('No table for you here', 'This table does not exist, or this browser holds no seat at it. Whoever set it up has a link for you.'));
  }

  /** @param {LogEntry[]} events @param {View | null} before */
  #changed(events, before) {
    const { view } = this.play;
    if (!view) return;
    this.#wait('');
    this.picking.close();
    this.board.tip(null);
    this.odds = null;
    this.hoverChoice = null;
    for (const e of events) say([e.text, diceText(e.dice)].filter(Boolean).join(' Dice: '));
    this.tray.show(events, view.aircraft);
    if (events.some((e) => e.dice.length)) sound('dice');
    if (!before || events.length === 0) {
      this.draw();
      return;
    }
    this.animating = true;
    this.playing = this.playing.then(() => playEffects(this.board, events, view, this.skip.signal)).catch(() => {}).then(() => {
      this.animating = false;
      this.draw();
    });
  }

  /** The state that the panel shows. @returns {PanelState} */
  panelState() {
    const { play } = this;
    return {
      view: /** @type {View} */ (play.view), cards: play.cards, menu: play.menu, armed: play.armed, ranging: play.ranging, selected: this.selected,
      stackDepth: play.stack.length, busy: play.busy, grid: this.board.grid, waiting: this.#waiting(), refusal: play.refusal,
      odds: this.odds, coach: this.coach?.wants ?? new Set(), takeBack: play.view?.outcome ? null : play.takeBack.may, asked: play.takeBack.asked,
      names: { allies: play.table?.sides.allies?.name, axis: play.table?.sides.axis?.name },
    };
  }

  #waiting() {
    const { view, table, side } = this.play;
    if (!view) return '';
    const others = view.to_act.filter((s) => s !== side);
    if (!side) return others.length ? `${others.map((s) => table?.sides[s]?.name ?? sideName(s)).join(' and ')} to decide` : 'Watching';
    const pilot = others.some((s) => table?.sides[s]?.pilot);
    return pilot ? 'The computer pilot is flying …' : `Waiting for ${others.map((s) => table?.sides[s]?.name ?? sideName(s)).join(' and ')}`;
  }

  /** Draws everything from the present state. */
  draw() {
    const { play } = this;
    const { view } = play;
    if (!view || this.animating) return;
    // A button that is replaced between press and release would lose its click.
    if (pressed(() => this.draw())) return;
    const draft = play.menu?.draft;
    if (this.hoverChoice && !play.menu?.choices.includes(this.hoverChoice)) this.hoverChoice = null;
    if (draft?.aircraft != null) this.selected = draft.aircraft;
    // Whoever goes on has seen the dice; they stand in the log.
    if (play.armed || play.stack.length) this.tray.clear();
    this.placing.follow();
    play.ends.watch(this.#watched());
    this.board.show(view, play.cards);
    this.overlay();
    this.board.follow();
    this.#reveal();
    const ghost = draft?.pose;
    this.ladder.show(view, this.selected, ghost?.altitude != null && draft?.aircraft != null ? { id: draft.aircraft, altitude: ghost.altitude } : null);
    this.coach?.follow();
    this.picking.follow();
    showAsides(this.asides, this);
    // What is drawn for one decision says nothing in the next.
    const { decision } = play;
    const now = (/** @type {() => void} */ act) => () => void (decision === play.decision && act());
    showPanel(this.panel, this.panelState(), {
      choose: (c) => void this.choose(c), hover: (c) => this.hoverOver(c), commit: now(() => void play.commit()), undo: now(() => void play.undo()),
      trial: () => void this.trial(), range: (c, v) => play.range(c, v), select: (n) => this.select(n), cancel: now(() => void play.cancel()),
    });
    this.shows = decision;
    if (view.outcome) this.panel.append(this.#after());
    this.muster.show({ menu: play.menu, cards: play.cards, game: view.game, side: play.side, busy: play.busy });
    this.#card();
    this.log.show(play.log, view.aircraft);
    this.tray.place();
    showForecast(this.forecast, play.menu, view.aircraft, (line) => (line ? this.board.lay({ ...this.board.overlay, lines: [line] }) : this.overlay()));
    this.timeline.show(view.phase);
    find('h1', this.frame).textContent = view.title;
    tableHead(this, view);
    this.#announce();
    this.frame.dataset.seq = String(play.seq);
    this.frame.dataset.state = this.#moment();
  }

  /** The decision that is on the screen. */
  shows = -1;

  /** Whether what a player does now belongs to the present decision: it is on the screen, and nothing moves there. */
  get live() {
    return this.shows === this.play.decision && !this.animating;
  }

  /** The aircraft whose move goes on step by step, if there is no doubt which: its ends are shown although no trial is on. */
  #watched() {
    const { menu } = this.play;
    if (!menu?.owed || menu.draft) return null;
    const ids = able(menu);
    const id = this.selected !== null && ids.includes(this.selected) ? this.selected : ids.length === 1 ? ids[0] : null;
    const own = menu.choices.filter((c) => c.aircraft === id && !c.barred.length && c.target === null);
    return own.length && !own.some((c) => 'draft' in c.say) ? id : null;
  }

  /** Takes a kept force as the trial. @param {any} command @param {string} name */
  async #load(command, name) {
    const taken = await this.play.offer(command);
    if (!taken) {
      const why = this.play.refusal ?? [];
      this.play.refuse([{ why: `${name} does not fit here.` }, ...why]);
      sayNow(`${name} does not fit here. ${why.map((r) => r.why).join(' ')}`);
    }
    return taken;
  }

  revealed = '';

  /** Shows where the present aircraft can go, once for each step of a trial. */
  #reveal() {
    const { play } = this;
    const now = `${play.seq}/${play.stack.length}`;
    if (this.revealed === now) return;
    this.revealed = now;
    this.board.reveal();
  }

  /** Where the page is, in a word, for style and for tests. */
  #moment() {
    const { play } = this;
    if (play.view?.outcome) return 'over';
    if (play.busy) return 'busy';
    return play.menu?.owed ? (play.menu.draft ? 'draft' : 'decide') : 'wait';
  }

  announced = '';

  #announce() {
    const { menu, view, seq } = this.play;
    const text = view?.outcome ? `The game is over. ${view.outcome.text}` : menu?.owed && !menu.draft ? `Your decision: ${menu.prompt}` : '';
    if (!text || this.announced === `${seq}${text}`) return;
    this.announced = `${seq}${text}`;
    sayNow(text);
    if (menu?.owed) sound('turn');
  }

  #after() {
    const { table, side } = this.play;
    return h('div', { class: 'row after' }, h('a', { class: 'button go', href: `/replay/${this.id}` }, 'Watch the replay'),
      table && side && h('button', { class: 'again', onclick: () => void again(table, side).catch((e) => this.play.refuse([{ why: e.message }])) }, 'Play again'),
      h('a', { class: 'button', href: `/api/tables/${this.id}/transcript`, download: `${table?.title ?? 'game'}.jsonl` }, 'Transcript'), h('a', { class: 'button', href: '/' }, 'Scramble'));
  }

  /** Lays trial, reach and aims over the board. */
  overlay() {
    if (!this.play.view) return;
    this.board.lay({ ...overlayOf(this), ruler: this.ruler.picture() });
    this.#dials();
    if (this.ruler.on) this.board.tip(this.ruler.to, this.ruler.to && h('b', null, this.ruler.text()));
  }

  #moved() {
    this.#dials();
    this.tray?.place();
    this.picking?.chooser.place();
  }

  #dials() {
    const { menu, busy, ranging } = this.play;
    this.dials?.show(menu?.owed && !busy ? menu.choices : [], ranging);
  }

  /** @param {At | null} at @returns {Plan<any>[]} */
  planAt(at) {
    return planAt(this, at);
  }

  /** @param {At | null} at @param {Aircraft | null} aircraft @param {At | null} [point] the very point, where it is known */
  hovered(at, aircraft, point = at) {
    if (!this.ruler.on && this.placing.hover(point)) return;
    if (this.hover.aircraft === (aircraft?.id ?? null) && (same(at, this.hover.at) || (!at && !this.hover.at))) return;
    const other = this.hover.aircraft !== (aircraft?.id ?? null);
    this.hover = { at, aircraft: aircraft?.id ?? null };
    if (other) this.#card();
    if (this.ruler.follow(at)) return;
    this.overlay();
    if (!this.ruler.on) void remark(this, at, aircraft);
  }

  /** The choice that aims at an aircraft: a legal one first. @param {number} id */
  choiceAt(id) {
    const aimed = layout(this.panelState()).shown.filter((c) => c.target === id);
    return aimed.find((c) => !c.barred.length) ?? aimed[0] ?? null;
  }

  /** @param {AnyChoice | null} choice */
  hoverOver(choice) {
    this.hoverChoice = choice;
    this.overlay();
    if (choice?.aircraft != null && choice.target != null && !choice.barred.length) void this.#showOdds(choice);
  }

  /** @param {AnyChoice} choice */
  async #showOdds(choice) {
    const odds = await this.play.odds(/** @type {number} */ (choice.aircraft), /** @type {number} */ (choice.target)).catch(() => null);
    if (!odds || odds === this.odds || (this.hoverChoice !== choice && this.play.armed?.choice !== choice)) return;
    this.odds = odds;
    this.draw();
  }

  /** @param {AnyChoice} choice */
  async choose(choice) {
    if (choice.barred.length) sayNow(choice.barred.map((b) => b.why).join(' '));
    this.odds = choice.target === null ? null : this.odds;
    await this.play.choose(choice);
    if (this.play.armed?.choice === choice && choice.aircraft !== null && choice.target !== null) await this.#showOdds(choice);
  }

  /** Selects an aircraft; one with a move of its own opens it. @param {number | null} id */
  select(id) {
    const { play } = this;
    this.selected = id;
    const draft = play.menu?.draft;
    if (id !== null && draft && draft.aircraft !== id) {
      const a = play.view?.aircraft.find((b) => b.id === id);
      if (a?.side === play.side) return void this.#switchTo(id);
    } else if (id !== null && !draft) {
      const own = (play.menu?.choices ?? []).filter((c) => c.aircraft === id);
      const open = own.filter((c) => !c.barred.length && 'draft' in c.say && c.target === null);
      if (open.length === 1 && own.length === 1) return void play.choose(open[0]);
    }
    this.draw();
  }

  /** @param {number} id */
  async #switchTo(id) {
    const { play } = this;
    const { decision } = play;
    await play.cancel();
    if (decision === play.decision && !play.menu?.draft) this.select(id);
  }

  /** @param {number | null} id */
  #glance(id) {
    this.hover = { at: null, aircraft: id };
    this.overlay();
    this.#card();
  }

  /** @param {LogEntry | null} e */
  #hoverLog(e) {
    const { view } = this.play;
    if (!view || this.animating) return;
    if (!e) return this.overlay();
    const lines = e.actor !== null && e.target !== null ? [{ from: e.actor, to: e.target }] : [];
    const side = view.aircraft.find((a) => a.id === e.actor)?.side ?? 'allies';
    this.board.lay({ ...this.board.overlay, lines, tracks: e.path.length > 1 ? [{ side, path: e.path }] : [], selected: e.actor ?? e.target });
  }

  /** Flies the trial once, for show. */
  async trial() {
    const draft = this.play.menu?.draft;
    const start = this.play.view?.aircraft.find((a) => a.id === draft?.aircraft)?.pose;
    if (!draft || draft.aircraft === null || !start || !draft.pose || draft.path.length < 2) return;
    await along(this.board, draft.aircraft, draft.path, start, draft.pose, motion() ? 900 : 1, this.skip.signal);
    this.board.restore(draft.aircraft);
    say(`Trial run ends at ${this.board.describe(draft.pose.at)}`);
  }

  #card() {
    const { view, cards } = this.play;
    const id = this.hover.aircraft ?? this.play.armed?.choice.aircraft ?? this.selected;
    const a = view?.aircraft.find((b) => b.id === id);
    fill(this.card, a ? aircraftCard(a, cards[a.card], { open: this.cardOpen, toggled: (open) => (this.cardOpen = open) })
      : h('section', { class: 'card empty' }, h('p', { class: 'muted' }, 'Pick an aircraft to see its card.'), view && away(view.aircraft, (id) => this.select(id))));
  }

  escape() {
    this.skip.abort();
    this.skip = new AbortController();
    if (this.ruler.on) this.ruler.toggle();
    else if (this.picking.chooser.open) {
      this.picking.close();
      this.overlay();
    } else if (this.play.stack.length || this.play.armed) void this.play.cancel();
    else this.select(null);
  }

  /**
   * A key that may belong to a choice: of the menu on the screen, or of the one on its way to the same decision. Where it belongs to none,
   * something else is done.
   * @param {string} pressed @param {() => void} [otherwise]
   */
  byKey(pressed, otherwise) {
    const act = () => {
      const keys = choiceKeys(layout(this.panelState()).shown);
      const found = [...keys].find(([, k]) => k === pressed.toUpperCase());
      if (found) void this.choose(found[0]);
      else otherwise?.();
    };
    if (this.live && this.play.side && !this.play.busy && !this.play.view?.outcome) this.play.when(act);
    else otherwise?.();
  }

  pickCursor() {
    const at = this.board.cursor;
    if (at) this.#pick(at, this.board.at(at)[0] ?? null, at);
  }

  /** A press on the board. One that began in another decision only stops what moves. @param {At | null} at @param {Aircraft | null} aircraft @param {At | null} point */
  #pressed(at, aircraft, point) {
    this.#pick(this.presses.meant(this.play.decision, '') ? at : null, aircraft, point);
  }

  /** @param {At | null} at @param {Aircraft | null} aircraft @param {At | null} point */
  #pick(at, aircraft, point) {
    const { live } = this;
    this.skip.abort();
    this.skip = new AbortController();
    this.board.tip(null);
    if (at && live) this.picking.pick(at, aircraft, point ?? at);
  }

  /** @param {number} by */
  next(by) {
    const { view, menu, side } = this.play;
    const own = able(menu);
    const ids = own.length ? own : (view?.aircraft ?? []).filter((a) => a.flying && (!side || a.side === side)).map((a) => a.id);
    if (!ids.length) return;
    const n = this.selected === null ? -1 : ids.indexOf(this.selected);
    const id = ids[(n + by + ids.length) % ids.length] ?? ids[0];
    const a = view?.aircraft.find((b) => b.id === id);
    if (a?.pose) this.board.point(a.pose.at);
    if (a) say(`${a.name}. ${a.pose ? this.board.describe(a.pose.at) : a.status}`);
    this.select(id);
  }
}

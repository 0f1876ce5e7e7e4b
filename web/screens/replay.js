// Replay and debrief: scrub, step and play a game; what the dice and the guns did; downloads.

import { h, fill } from '../lib/dom.js';
import { html, nothing, render } from '../lib/html.js';
import { Board } from '../board/board.js';
import { energyScale } from '../board/horizon.js';
import { Ladder } from '../board/ladder.js';
import { wayFor } from '../board/stand.js';
import { viewTools } from '../board/tools.js';
import { showBriefing } from '../table/briefing.js';
import { Timeline, phaseChips } from '../table/timeline.js';
import { Log } from '../table/log.js';
import { logSheets } from '../table/log-sheets.js';
import { aircraftCard } from '../table/card.js';
import { trail } from '../state/overlay.js';
import { http } from '../wire/net.js';
import { apply, entries } from '../wire/patch.js';
import { play as playEffects } from '../board/effects.js';
import { change, onChange, settings } from '../lib/settings.js';
import { useKeys } from '../lib/keys.js';
import { capital, sideName } from '../lib/words.js';
import { diceText } from '../table/dice.js';
import { say } from '../lib/speech.js';
import { chip } from '../lib/chip.js';
import { debrief, moment } from './debrief.js';
import { logSheet, picture, turnPicture } from './keepsakes.js';
import { report } from './report.js';
import { icon } from '../lib/icons.js';
import { lookAndHelp, scoreChip, top } from '../table/head.js';
import { Whys } from '../table/why.js';
/** @import { View, Card, LogEntry, At, Side } from '../wire/types.js' */
/** @import { Replay as Recorded } from '../wire/types.js' */
/** @import { Overlay } from '../board/board.js' */
/** @import { Game } from './keepsakes.js' */

/** Pause between two commands while playing, in milliseconds, by speed. */
const PACE = { 1: 900, 2: 420, 4: 140 };

export class Replay {
  /** @param {HTMLElement} main @param {string} id */
  static async open(main, id) {
    const recorded = /** @type {Recorded} */ (await http(`/api/tables/${id}/replay`));
    return new Replay(main, recorded, Object.fromEntries(recorded.cards.map((c) => [c.id, c])));
  }

  /** @param {HTMLElement} main @param {Recorded} recorded @param {Record<string, Card>} cards */
  constructor(main, recorded, cards) {
    this.id = recorded.table.id;
    this.table = recorded.table;
    this.cards = cards;
    this.briefing = recorded.briefing;
    this.steps = recorded.steps;
    /** Every position, from the set-up on. @type {View[]} */
    this.views = [recorded.view];
    /** @type {LogEntry[][]} */
    this.logs = [entries(recorded.log)];
    for (const step of recorded.steps) {
      this.views.push(apply(this.views[this.views.length - 1], step.patch));
      this.logs.push(entries(step.log ?? []));
    }
    this.all = this.logs.flat();
    this.n = this.#wanted();
    this.playing = false;
    this.timer = 0;
    this.speed = /** @type {1 | 2 | 4} */ (1);
    this.tracks = false;
    /** @type {number | null} */
    this.selected = null;
    this.skip = new AbortController();
    this.board = new Board({
      pick: (_at, a) => this.#select(a?.id ?? null),
      hover: (at, a) =>
        this.board.tip(a ? at : null, a && html`<b>${a.name}</b><span>${cards[a.card]?.name ?? a.card}</span>`),
    });
    this.ladder = new Ladder({ pick: (id) => this.#select(id), hover: () => {} });
    this.whys = new Whys(this.id, () => this.#showLog());
    this.log = new Log({ pick: (e) => void this.go(e.line, false), whys: this.whys });
    this.card = h('div', { class: 'card-slot' });
    this.slider = h('input', {
      type: 'range',
      min: 0,
      max: this.steps.length,
      value: this.n,
      'aria-label': 'Command',
      oninput: () => this.go(Number(this.slider.value), false),
    });
    this.playButton = h('button', { class: 'go play', onclick: () => this.toggle() }, 'Play');
    this.count = h('output', { class: 'count' });
    this.whatIf = h('a', { class: 'button what-if', title: 'Change this position and play on from it' }, 'What if?');
    this.timeline = new Timeline({ before: [this.#controls()] });
    this.board.host.append(this.#tools());
    /** @type {HTMLElement} */
    this.aside = h(
      'aside',
      { 'aria-label': 'Debrief and log' },
      h('div', { class: 'desk' }, this.#debrief(), this.card),
      this.log.node,
    );
    fill(
      main,
      h(
        'div',
        { class: 'table replay' },
        h('h1', { class: 'unseen' }, `Replay: ${recorded.view.title}`),
        this.ladder.node,
        this.board.host,
        this.aside,
        this.timeline.node,
      ),
    );
    this.stopListening = onChange(() => {
      this.draw();
      this.#header();
    });
    this.draw();
    void this.whys.follow(this.table, this.views[this.views.length - 1]);
    // Only what is on the page can be scrolled to where the replay is.
    requestAnimationFrame(() => {
      this.timeline.centre();
      this.log.reveal();
    });
    this.#keys();
  }

  #keys() {
    useKeys([
      { keys: ['ArrowLeft'], says: 'Back one command', does: () => this.go(this.n - 1, false) },
      { keys: ['ArrowRight'], says: 'On one command', does: () => this.go(this.n + 1, true) },
      { keys: ['Home'], says: 'To the set-up', does: () => this.go(0, false) },
      { keys: ['End'], says: 'To the end', does: () => this.go(this.steps.length, false) },
      { keys: ['I'], says: 'Briefing: what happened, tasks, how it is won, the score', does: () => this.#brief() },
      { keys: [' ', 'K'], says: 'Play or pause', does: () => this.toggle() },
      {
        keys: ['V'],
        says: 'Plan view or stand view',
        does: () => change({ way: this.board.way === 'plan' ? 'stand' : 'plan' }),
      },
      { keys: ['0'], says: 'Show the whole board', does: () => this.board.camera.fit() },
      { keys: ['+', '='], says: 'Zoom in', does: () => this.board.camera.zoom(1.3) },
      { keys: ['-'], says: 'Zoom out', does: () => this.board.camera.zoom(1 / 1.3) },
    ]);
  }

  /** The command that the address names (`#12`), or the set-up. */
  #wanted() {
    const n = Number(location.hash.slice(1));
    return Number.isInteger(n) && n >= 0 && n <= this.steps.length ? n : 0;
  }

  #controls() {
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => void} */ does) =>
      h('button', { 'aria-label': label, title: label, onclick: does }, icon(text));
    return h(
      'div',
      { class: 'controls', role: 'group', 'aria-label': 'Replay' },
      button('first', 'To the set-up', () => this.go(0, false)),
      button('back', 'Back one command', () => this.go(this.n - 1, false)),
      this.playButton,
      button('on', 'On one command', () => this.go(this.n + 1, true)),
      button('last', 'To the end', () => this.go(this.steps.length, false)),
      h(
        'select',
        {
          'aria-label': 'Speed',
          onchange: (/** @type {Event} */ e) =>
            (this.speed = /** @type {1 | 2 | 4} */ (Number(/** @type {HTMLSelectElement} */ (e.target).value))),
        },
        h('option', { value: 1 }, '1×'),
        h('option', { value: 2 }, '2×'),
        h('option', { value: 4 }, '4×'),
      ),
      this.slider,
      this.count,
    );
  }

  #tools() {
    const tracks = h(
      'button',
      {
        'aria-label': 'Tracks',
        'aria-pressed': 'false',
        title: 'Tracks',
        onclick: () => {
          this.tracks = !this.tracks;
          tracks.setAttribute('aria-pressed', String(this.tracks));
          this.draw();
        },
      },
      icon('tracks'),
    );
    return viewTools(this.board.camera, tracks);
  }

  #debrief() {
    const { outcome } = this.views[this.views.length - 1];
    const share = h(
      'button',
      {
        onclick: async () => {
          const url = new URL(`/replay/${this.id}#${this.n}`, location.origin).href;
          history.replaceState(null, '', `#${this.n}`);
          await navigator.clipboard?.writeText(url).catch(() => {});
          share.textContent = 'Link copied';
          say('Link copied');
        },
      },
      'Share this moment',
    );
    const sheets = h('span', { class: 'log-sheets' });
    render(logSheets(this.table), sheets);
    return h(
      'section',
      { class: 'debrief', 'aria-label': 'Debrief' },
      h(
        'h2',
        null,
        outcome
          ? outcome.winner
            ? `${this.table.sides[outcome.winner]?.name ?? outcome.winner} won`
            : 'A draw'
          : 'Not over yet',
      ),
      outcome && h('p', null, capital(outcome.text), ' ', chip(outcome.rule)),
      debrief(
        this.views,
        this.logs,
        this.table,
        (n) => this.go(n, false),
        () => this.#moment(),
      ),
      h(
        'div',
        { class: 'row' },
        share,
        h(
          'a',
          { class: 'button', href: `/api/tables/${this.id}/transcript`, download: `${this.table.title}.jsonl` },
          'Transcript',
        ),
        sheets,
        h('button', { onclick: () => logSheet(this.#game()) }, 'Log sheet'),
        this.#maker('Report', 'The story of this game as a page to read or print', () =>
          report(this.#game(), this.aside),
        ),
        this.#maker('Picture', 'The board as it is now (PNG)', () => picture(this.#game(), this.n)),
        this.#maker('This turn, moving', 'The turn that is on the board as an animated picture (PNG)', (done) =>
          turnPicture(this.#game(), this.n, done),
        ),
        this.whatIf,
      ),
    );
  }

  /** What keepsakes are made of. @returns {Game} */
  #game() {
    const show = (/** @type {View} */ view, /** @type {Overlay} */ overlay) => {
      this.board.show(view, this.cards);
      this.board.lay(overlay);
    };
    const { board, table, views, logs } = this;
    return { board, table, views, logs, show };
  }

  /**
   * A button that makes a file, and says so while it does.
   * @param {string} title
   * @param {string} about
   * @param {(done: (part: number) => void) => Promise<void>} make
   */
  #maker(title, about, make) {
    const button = h('button', { title: about }, title);
    button.onclick = async () => {
      this.#pause();
      button.disabled = true;
      button.textContent = 'Drawing …';
      const failed = await make((part) => {
        button.textContent = `Drawing ${Math.round(part * 100)} %`;
      }).then(
        () => '',
        () => 'That did not work.',
      );
      button.disabled = false;
      button.textContent = title;
      say(failed || `${title} saved`);
      if (failed) button.textContent = `${title}: ${failed}`;
      this.draw();
    };
    return button;
  }

  /**
   * Goes to the position after `n` commands; one step on may be shown flying.
   * @param {number} n
   * @param {boolean} fly
   */
  async go(n, fly) {
    const to = Math.max(0, Math.min(this.steps.length, n));
    if (to === this.n) return this.#pause();
    const from = this.n;
    this.skip.abort();
    this.skip = new AbortController();
    const { signal } = this.skip;
    this.n = to;
    if (fly && to === from + 1) {
      this.board.show(this.views[from], this.cards);
      this.board.lay({});
      await playEffects(this.board, this.logs[to], this.views[to], signal).catch(() => {});
      if (signal.aborted) return;
    }
    this.draw();
    for (const e of this.logs[to]) say([e.text, diceText(e.dice)].filter(Boolean).join(' Dice: '));
  }

  toggle() {
    if (this.playing) return this.#pause();
    if (this.n === this.steps.length) void this.go(0, false);
    this.playing = true;
    this.playButton.textContent = 'Pause';
    void this.#tick();
  }

  async #tick() {
    if (!this.playing) return;
    await this.go(this.n + 1, true);
    if (this.n === this.steps.length) return this.#pause();
    this.timer = setTimeout(() => void this.#tick(), PACE[this.speed]);
  }

  #pause() {
    this.playing = false;
    clearTimeout(this.timer);
    this.playButton.textContent = 'Play';
  }

  /** @param {number | null} id */
  #select(id) {
    this.selected = id;
    this.draw();
  }

  draw() {
    const view = this.views[this.n];
    this.board.look(wayFor(settings.way, this.views[this.views.length - 1]));
    this.board.show(view, this.cards);
    this.board.follow();
    const fan = view.aircraft.find((a) => a.id === this.selected)?.pose?.at ?? null;
    this.board.lay({ selected: this.selected, tracks: this.#lines(view), fan });
    this.ladder.show(view, this.selected, null);
    this.timeline.show(view.phase);
    this.#showLog();
    this.log.reveal();
    this.slider.value = String(this.n);
    this.slider.setAttribute('aria-valuetext', `command ${this.n} of ${this.steps.length}`);
    this.count.textContent = `${this.n} / ${this.steps.length}`;
    this.whatIf.href = `/editor/${view.game}#table=${this.id}.${this.n}`;
    this.#moment();
    const a = view.aircraft.find((b) => b.id === this.selected);
    const scale = energyScale(view.aircraft);
    render(a ? aircraftCard(a, this.cards[a.card], { scale }) : nothing, this.card);
    this.#header();
  }

  #showLog() {
    this.log.show(this.all, this.views[0].aircraft, this.n);
  }

  #moment() {
    moment(this.aside, this.steps.length ? this.n / this.steps.length : 0);
  }

  /** Last moves, or with tracks on every way flown so far. @param {View} view */
  #lines(view) {
    const log = this.logs.slice(0, this.n + 1).flat();
    if (!this.tracks)
      return view.aircraft
        .filter((a) => a.flying)
        .map((a) => ({ side: a.side, path: trail(a, log) }))
        .filter((t) => t.path.length > 1);
    const sides = new Map(view.aircraft.map((a) => [a.id, a.side]));
    /** @type {{ side: string, path: At[] }[]} */
    const lines = [];
    for (const e of log) {
      if (e.path.length > 1 && e.actor !== null) lines.push({ side: sides.get(e.actor) ?? 'allies', path: e.path });
    }
    return lines;
  }

  /** @param {Side} side */
  #name(side) {
    return this.table.sides[side]?.name ?? sideName(side);
  }

  #brief() {
    const held = this.table.held.filter((seat) => seat === 'allies' || seat === 'axis');
    const own = held.length === 1 ? held[0] : null;
    this.#pause();
    showBriefing(this.briefing, this.views[this.n], own, (side) => this.#name(side));
  }

  #header() {
    const view = this.views[this.n];
    document.title = `Replay: ${view.title} · Tallyho`;
    const back = html`<a class="chip" href="/table/${this.id}" aria-label="Back to the table">Table</a>`;
    const brief = () => this.#brief();
    top(html`<span class="chip title">Replay · ${view.title}</span>
      ${phaseChips(view.phase)}
      <span class="spring"></span>
      ${scoreChip(view, { allies: this.#name('allies'), axis: this.#name('axis') }, null)}
      ${!view.outcome && this.table.held.length > 0 ? back : nothing}
      <button class="chip brief" @click=${brief} title="What happened, tasks, how it is won (I)">Briefing</button>
      ${lookAndHelp(view.game, view, { brief })}`);
  }

  close() {
    this.#pause();
    this.skip.abort();
    this.stopListening();
    useKeys([]);
  }
}

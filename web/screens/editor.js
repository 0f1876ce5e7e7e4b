// The scenario editor: types to the left, the board, the sheet to the right, and below what is wrong, as one types.
// What fields there are, what they mean and what is wrong comes from the server.

import { Board } from '../board/board.js';
import { same } from '../board/geo.js';
import { wayFor } from '../board/stand.js';
import { viewTools } from '../board/tools.js';
import { h, fill } from '../lib/dom.js';
import { perFrame } from '../lib/frame.js';
import { html, nothing, render } from '../lib/html.js';
import { useKeys } from '../lib/keys.js';
import { change as setting, onChange, settings } from '../lib/settings.js';
import { say, sayNow } from '../lib/speech.js';
import { lookAndHelp, top } from '../table/head.js';
import { http, once } from '../wire/net.js';
import { openOne, play, share } from '../editor/dialogs.js';
import { asView, turnStep } from '../editor/drawing.js';
import { fieldsOf, focusField, folds } from '../editor/form.js';
import { byHand } from '../editor/hand.js';
import { keptDraft, mine, save } from '../editor/kept.js';
import { unpacked } from '../editor/link.js';
import { optionList } from '../editor/options.js';
import { palette } from '../editor/palette.js';
import { Markers } from '../editor/markers.js';
import { isIn } from '../editor/path.js';
import { flawList, lying, pieces } from '../editor/pieces.js';
import { schemaAt, shape } from '../editor/schema.js';
import { Work, checked } from '../editor/work.js';
import { chooseGame } from './editor-games.js';
/** @import { Aircraft, At, Card, CardList, Drawn, Format, GameInfo, GameList } from '../wire/types.js' */
/** @import { Marker, PastPosition } from '../wire/types.js' */
/** @import { Thing } from '../editor/hand.js' */
/** @import { Desk } from '../editor/form.js' */
/** @import { Pick } from '../editor/palette.js' */
/** @import { Schema } from '../editor/schema.js' */

/** @typedef {{ list: GameList, game: GameInfo, cards: Card[], format: Format }} Known */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The editor of a game; without one, the games to choose from.
 * @param {HTMLElement} main @param {string | undefined} id
 */
export async function editor(main, id) {
  const list = /** @type {GameList} */ (await once('/api/games'));
  const game = list.games.find((g) => g.id === id);
  if (!game) {
    document.title = 'Scenario editor · Tallyho';
    fill(main, chooseGame(list, id));
    return null;
  }
  const [{ cards }, format] = await Promise.all([
    /** @type {Promise<CardList>} */ (once(`/api/cards/${game.id}`)),
    /** @type {Promise<Format>} */ (once(`/api/format/${game.id}`)),
  ]);
  const screen = new Editor(main, { list, game, cards, format });
  await screen.begin(location.hash.slice(1));
  return screen;
}

export class Editor {
  /** @type {number | null} */
  selected = null;
  /** @type {Pick} */
  pick = { text: '', nation: '', side: 'allies', card: null };
  /** How new aircraft of each side point. */
  headings = { allies: 90, axis: 270 };
  /** Parts of the sheet that are unfolded. */
  opened = new Set(['', 'options']);
  tab = /** @type {'aircraft' | 'sheet' | 'options'} */ ('aircraft');
  /** @type {{ thing: Thing, at: At | null } | null} */
  carried = null;
  /** @type {At | null} */
  pointed = null;
  /** What became of the last press of a button. */
  told = '';

  /** @param {HTMLElement} main @param {Known} known */
  constructor(main, known) {
    this.known = known;
    this.byId = Object.fromEntries(known.cards.map((c) => [c.id, c]));
    const root = /** @type {Schema} */ (known.format.schema);
    const whole = shape(root, root);
    this.root = root;
    this.fields = whole.kind === 'fields' ? whole.fields : [];
    this.redraw = perFrame(() => this.#draw());
    const kept = keptDraft(known.game.id);
    const first = kept ?? { scenario: known.format.blank, id: null };
    this.work = new Work(known.game.id, first.scenario, first.id, this.redraw);
    this.markers = new Markers(this.work, known.format.markers);
    this.board = new Board({
      pick: (at, a, point) => this.#clicked(point ?? at, a),
      hover: (at, a, point) => this.#hovered(a, point ?? at),
    });
    byHand(this.board, {
      // What is in hand goes down wherever one presses, on an aircraft too.
      under: (at) => (this.markers.hand ? null : this.markers.at(at)),
      free: () => this.markers.hand === null,
      pick: (thing) => this.#pickUp(thing),
      drag: (thing, at) => { this.carried = { thing, at }; this.redraw(); },
      put: (thing, at) => void this.#put(thing, at),
      drop: (at) => void (this.markers.hand ? this.#mark(at) : this.#add(at)),
      turn: (by) => this.#turnSelected(by),
    });
    this.board.host.append(viewTools(this.board.camera));
    this.palette = h('section', { class: 'palette', 'aria-label': 'Types' });
    this.sheet = h('aside', { class: 'sheet', 'aria-label': 'Sheet' });
    this.verdict = h('section', { class: 'verdicts', 'aria-label': 'Flaws' });
    fill(main, h('div', { class: 'editor' }, h('h1', { class: 'unseen' }, `Scenario editor: ${known.game.title}`),
      this.palette, this.board.host, this.verdict, this.sheet,
      h('datalist', { id: 'editor-cards' }, known.cards.map((c) => h('option', { value: c.id }, c.name)))));
    this.stopListening = onChange(() => { this.board.look(wayFor(settings.way, null)); this.redraw(); });
    this.board.look(wayFor(settings.way, null));
    this.#keys();
  }

  /**
   * Takes what the address names: a link's scenario, one of this browser, a ready-made one, a moment of a game.
   * @param {string} hash
   */
  async begin(hash) {
    const [what, value] = hash.split(/=(.*)/s);
    const refuse = (/** @type {string} */ text) => { this.told = text; };
    if (what === 's') {
      const scenario = await unpacked(value);
      if (scenario) this.work.replace(scenario);
      else refuse('This link holds no scenario.');
    } else if (what === 'mine') {
      const kept = mine().find((k) => k.id === value && k.game === this.known.game.id);
      if (kept && this.work.id !== kept.id) this.work.replace(kept.scenario, kept.id);
    } else if (what === 'from') await this.#ready(value);
    else if (what === 'table') {
      const [table, line] = value.split('.');
      const past = /** @type {PastPosition} */ (await http(`/api/tables/${table}/position/${line}`));
      if (past.position) this.work.replace(past.position);
      else refuse('The game is over at this moment. Go back to an earlier one.');
    }
    // A reload goes on with what is in hand, not with what it began with.
    if (hash) history.replaceState(null, '', location.pathname);
    await this.work.check();
  }

  shown() {
    this.board.fitPlay();
  }

  /** @param {string} id of a ready-made scenario */
  async #ready(id) {
    const answer = await checked({ game: this.known.game.id, scenario: id });
    if (answer.scenario) this.work.replace(answer.scenario);
    this.#select(null);
  }

  #keys() {
    const moves = Object.entries(STEPS).map(([key, [dx, dy]]) => ({
      keys: [key], says: 'Move what is selected, or the cursor', does: () => this.#step(dx, dy),
    }));
    useKeys([
      ...moves,
      { keys: [' ', 'Enter'], says: 'Place or pick at the cursor', does: () => this.#atCursor() },
      { keys: ['[', ','], says: 'Turn left', does: () => this.#turnSelected(-1) },
      { keys: [']', '.'], says: 'Turn right', does: () => this.#turnSelected(1) },
      { keys: ['Delete'], says: 'Remove what is selected', does: () => this.#removeSelected() },
      { keys: ['Escape'], says: 'Put back what is in hand, or select nothing', does: () => this.#escape() },
      { keys: ['N'], says: 'Next on the map', does: () => this.#next() },
      { keys: ['U'], says: 'Undo', does: () => this.work.undo() },
      { keys: ['R'], says: 'Redo', does: () => this.work.redo() },
      {
        keys: ['V'],
        says: 'Plan view or stand view',
        does: () => setting({ way: wayFor(settings.way, null) === 'plan' ? 'stand' : 'plan' }),
      },
      { keys: ['0'], says: 'Show the whole board', does: () => this.board.camera.fit() },
      { keys: ['+', '='], says: 'Zoom in', does: () => this.board.camera.zoom(1.3) },
      { keys: ['-'], says: 'Zoom out', does: () => this.board.camera.zoom(1 / 1.3) },
    ]);
  }

  /** @param {At | null} at @param {Aircraft | null} a */
  #clicked(at, a) {
    if (at && this.markers.hand) return void this.#mark(at);
    if (a) return this.#select(a.id);
    if (!at) return undefined;
    if (this.pick.card) return void this.#add(at);
    const lying = this.markers.at(at);
    if (lying) return this.#choose(lying);
    const own = this.#drawn();
    // One without a place goes where one clicks; one with a place is let go.
    if (own && !own.pose) return void this.#putAt(own, at);
    return this.#select(null);
  }

  /** @param {Aircraft | null} a @param {At | null} at */
  #hovered(a, at) {
    this.board.tip(a?.pose?.at ?? null, a && html`<b>${a.name}</b><span>${this.byId[a.card]?.name ?? a.card}</span>`);
    const now = this.markers.hand || (this.pick.card && !a) ? at : null;
    if (now === this.pointed || same(now, this.pointed)) return;
    this.pointed = now;
    this.redraw();
  }

  /** The selected aircraft. @returns {Drawn | undefined} */
  #drawn() {
    return this.work.drawing?.aircraft.find((a) => a.id === this.selected);
  }

  /** @param {number | null} id */
  #select(id) {
    this.selected = id;
    this.pick.card = null;
    this.markers.choose(null);
    if (id !== null) this.tab = 'aircraft';
    const a = this.#drawn();
    if (a) say(`${a.name} selected`);
    this.redraw();
    requestAnimationFrame(() => this.#reveal());
  }

  /** Shows in the list what is selected, where the list scrolls by itself: the board stays where it is. */
  #reveal() {
    const panel = this.sheet.querySelector('.panel');
    if (panel && getComputedStyle(panel).overflowY === 'auto')
      panel.querySelector('.piece.on')?.scrollIntoView({ block: 'nearest' });
  }

  /** Selects something that is no aircraft. @param {Marker} marker */
  #choose(marker) {
    this.#select(null);
    this.markers.choose(marker);
    this.tab = 'aircraft';
    say(`${marker.label}, ${this.board.grid?.name(marker.at)}, selected`);
  }

  /** @param {Thing} thing */
  #pickUp(thing) {
    if ('card' in thing) this.#select(thing.id);
    else this.#choose(thing);
  }

  #next() {
    const { chosen, all: lying } = this.markers;
    const all = [...(this.work.drawing?.aircraft ?? []), ...lying];
    const n = all.findIndex((a) => ('card' in a ? a.id === this.selected : a === chosen));
    const next = all[(n + 1) % all.length];
    if (next && 'card' in next) this.#select(next.id);
    else if (next) this.#choose(next);
  }

  #escape() {
    if (this.pick.card || this.markers.hand) this.pick.card = this.markers.hand = null;
    else this.#select(null);
    this.redraw();
  }

  /** Puts a new one of what is in hand on the map. @param {At} at */
  async #mark(at) {
    const done = await this.markers.put(at);
    if (done) say(done);
    else this.#cannot();
  }

  /** Puts a new aircraft of the type in hand on the board. @param {At} at */
  async #add(at) {
    const { card, side } = this.pick;
    if (!card) return;
    if (!(await this.work.edit({ add: { card, side, at, heading: this.headings[side] } }))) return this.#cannot();
    const there = (/** @type {Drawn} */ a) => a.side === side && same(a.pose?.at, at);
    const added = this.work.drawing?.aircraft.findLast(there);
    this.selected = added?.id ?? this.selected;
    this.tab = 'aircraft';
    say(`${added?.name ?? 'Aircraft'} placed`);
    this.redraw();
  }

  /** @param {Thing} thing @param {At | null} at */
  async #put(thing, at) {
    this.#pickUp(thing);
    const from = 'card' in thing ? thing.pose?.at : thing.at;
    if (at && !same(from, at)) await this.#putAt(thing, at);
    this.carried = null;
    this.tab = 'aircraft';
    this.redraw();
  }

  /** @param {Drawn | Thing} thing @param {At} at */
  async #putAt(thing, at) {
    const done = 'card' in thing
      ? this.work.edit({ put: { aircraft: thing.id, at } })
      : this.markers.move(thing, at);
    if (!(await done)) this.#cannot();
  }

  #cannot() {
    const why = this.work.flaws.find((f) => f.path === 'edit')?.says;
    if (!this.work.trouble) sayNow(`That cannot be done: ${why ?? 'first mend the flaws'}.`);
  }

  /** @param {number} dx @param {number} dy */
  #step(dx, dy) {
    const { grid, host } = this.board;
    if (!grid || !host.contains(document.activeElement)) return;
    const own = this.#drawn();
    const inHand = this.pick.card !== null || this.markers.hand !== null;
    if (own?.pose && !inHand) return void this.#putAt(own, grid.step(own.pose.at, dx, dy));
    const lying = this.markers.chosen;
    if (lying && !inHand) return void this.#putAt(lying, grid.step(lying.at, dx, dy));
    const middle = grid.at({ x: grid.width / 2, y: grid.height / 2 });
    const from = this.board.cursor ?? own?.pose?.at ?? middle;
    if (!from) return;
    const at = grid.step(from, dx, dy);
    this.board.point(at);
    say(grid.name(at));
  }

  #atCursor() {
    const { cursor } = this.board;
    if (cursor) this.#clicked(cursor, this.pick.card || this.markers.hand ? null : (this.board.at(cursor)[0] ?? null));
  }

  /** @param {1 | -1} by */
  #turnSelected(by) {
    const own = this.#drawn();
    if (!own?.pose || !this.work.drawing) return false;
    const heading = (own.pose.heading + by * turnStep(this.work.drawing.board) + 360) % 360;
    // The next one of the side is likely to point the same way.
    this.headings[own.side] = heading;
    void this.work.edit({ turn: { aircraft: own.id, heading } });
    return true;
  }

  #removeSelected() {
    const lying = this.markers.chosen;
    if (!lying) return this.#remove(this.selected);
    void this.markers.remove(lying);
    return say(`${lying.label} removed`);
  }

  /** @param {number | null} id */
  #remove(id) {
    const gone = this.work.drawing?.aircraft.find((a) => a.id === id);
    if (!gone) return;
    this.selected = null;
    void this.work.edit({ remove: { aircraft: gone.id } });
    say(`${gone.name} removed`);
  }

  /** Leads to the field of a flaw. @param {string} path */
  #lead(path) {
    const all = this.work.drawing?.aircraft ?? [];
    const own = all.find((a) => isIn(path, a.parts[0])) ?? all.find((a) => a.parts.some((p) => isIn(path, p)));
    if (own) this.selected = own.id;
    this.tab = own || isIn(path, this.known.format.forces) ? 'aircraft' : isIn(path, 'options') ? 'options' : 'sheet';
    for (const key of folds(path)) this.opened.add(key);
    this.redraw();
    requestAnimationFrame(() => focusField(path, this.sheet));
  }

  /** @returns {Desk} */
  #desk() {
    return {
      root: this.root, scenario: this.work.scenario, flaws: this.work.flaws, cards: this.byId, opened: this.opened,
      change: (path, value) => this.work.change(path, value),
      unfold: (path, on) => {
        if (on) this.opened.add(path);
        else this.opened.delete(path);
        this.redraw();
      },
    };
  }

  #draw() {
    const { work, board, known } = this;
    const title = String(work.scenario.title ?? '');
    document.title = `${title || 'Scenario editor'} · Tallyho`;
    const { drawing } = work;
    const first = !board.view;
    if (drawing) {
      board.show(asView(known.game.id, work.info?.title ?? known.game.id, drawing), this.byId);
      board.lay({ selected: this.selected, ...this.#handled() });
      if (first) board.fitPlay();
    }
    board.host.classList.toggle('placing', this.pick.card !== null || this.markers.hand !== null);
    const names = work.info?.sides ?? {};
    const { kinds, hand } = this.markers;
    render(palette(known.cards, this.pick, { names, kinds, hand }, {
      sift: (change) => { Object.assign(this.pick, change); this.redraw(); },
      take: (card) => { this.markers.hand = null; this.pick.card = card; this.redraw(); },
      mark: (kind) => { this.pick.card = null; this.markers.choose(null); this.markers.hand = kind; this.redraw(); },
    }), this.palette);
    render(this.#sheetParts(), this.sheet);
    render([flawList(work, drawing, this.#acts()), this.#actions()], this.verdict);
    this.#head(title);
    return true;
  }

  /** What is dragged or pointed at, as it is laid over the map. */
  #handled() {
    const { thing, at } = this.carried ?? {};
    const plane = thing && 'card' in thing ? thing : null;
    const ghost = plane?.pose && at ? { id: plane.id, pose: { ...plane.pose, at } } : null;
    const place = (thing && !plane ? at : this.pointed) ?? this.markers.chosen?.at;
    return { ghost, near: place && !this.board.grid?.open ? [place] : [] };
  }

  #acts() {
    return {
      select: (/** @type {number | null} */ id) => this.#select(id),
      turn: (/** @type {number} */ _id, /** @type {1 | -1} */ by) => { this.#turnSelected(by); },
      remove: (/** @type {number} */ id) => this.#remove(id),
      lead: (/** @type {string} */ path) => this.#lead(path),
      choose: (/** @type {Marker} */ marker) => this.#choose(marker),
      lift: () => this.#removeSelected(),
    };
  }

  #sheetParts() {
    const { work, tab, known } = this;
    const count = work.drawing?.aircraft.length ?? 0;
    const one = (/** @type {typeof tab} */ id, /** @type {string} */ text) => html`<button role="tab" id="tab-${id}"
      aria-selected=${tab === id} aria-controls="editor-panel" @click=${() => this.#turnTo(id)}>${text}</button>`;
    const panel = { aircraft: () => this.#aircraft(), sheet: () => this.#whole(), options: () => this.#options() }[tab];
    const options = known.game.options.length ? one('options', 'Options') : nothing;
    return html`<div class="tabs" role="tablist" aria-label="Sheet">
        ${[one('aircraft', `Placed (${count})`), one('sheet', 'Scenario'), options]}</div>
      <div class="panel" id="editor-panel" role="tabpanel" aria-labelledby="tab-${tab}" tabindex="0">${panel()}</div>`;
  }

  /** @param {Editor['tab']} tab */
  #turnTo(tab) {
    this.tab = tab;
    this.redraw();
  }

  #aircraft() {
    const { work, selected } = this;
    const own = this.#drawn();
    const form = own?.parts.map((path, n) => html`<section class="own" aria-label=${n ? 'Its group' : own.name}>
      <h2 tabindex="-1">${n ? 'Its group' : own.name}</h2>
      ${fieldsOf(this.#desk(), path, schemaAt(this.root, path))}</section>`);
    if (!work.drawing) return html`<p class="muted">One moment …</p>`;
    const { all, chosen } = this.markers;
    return [
      pieces(work.drawing, { selected, cards: this.byId, flaws: work.flaws, form: form ?? nothing }, this.#acts()),
      lying(work.drawing, all, chosen, this.#acts()),
    ];
  }

  #whole() {
    const elsewhere = ['options', this.known.format.forces];
    return html`<h2 tabindex="-1">Scenario</h2>${fieldsOf(this.#desk(), '', this.root, elsewhere)}`;
  }

  #options() {
    const schema = this.fields.find((f) => f.name === 'options')?.schema ?? {};
    const list = optionList(this.#desk(), this.known.game.options, schema);
    return html`<h2 tabindex="-1">Options of the rules</h2>${list}`;
  }

  /** @param {string} title */
  #head(title) {
    top(html`<span class="chip title" title=${title}>${title || 'Without a title'}</span>
      <span class="chip editor-game">${this.known.game.title}</span>
      <span class="spring"></span>
      ${lookAndHelp(this.known.game.id, null)}`);
  }

  /** What is done with the scenario as a whole. */
  #actions() {
    const { work, known } = this;
    const { draft } = work;
    const button = (/** @type {string} */ text, /** @type {() => void} */ does, on = true) =>
      html`<button class="small" ?disabled=${!on} @click=${does}>${text}</button>`;
    const open = () => openOne(known.list, known.game, {
      blank: () => { this.#select(null); work.replace(known.format.blank); },
      ready: (id) => void this.#ready(id),
      take: (scenario, id) => { this.#select(null); work.replace(scenario, id); },
    });
    const keep = () => {
      const id = save(work.game, work.scenario, work.id);
      work.id = id ?? work.id;
      work.keep();
      this.told = id ? 'Saved in this browser.' : 'This browser keeps nothing: share it as a file instead.';
      this.redraw();
    };
    return html`<div class="actions" role="group" aria-label="Scenario">
        ${[button('Undo', () => work.undo(), draft.canUndo), button('Redo', () => work.redo(), draft.canRedo),
          button('Open', open), button('Save', keep), button('Share', () => void share(work))]}
        <button class="small go play" ?disabled=${!work.sound} @click=${() => play(known.list, work)}>Play</button>
      </div>
      <p class="muted told" role="status">${this.told}</p>`;
  }

  close() {
    this.work.close();
    this.stopListening();
    useKeys([]);
  }
}

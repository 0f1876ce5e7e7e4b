// The board: grid, aircraft, paths and marks as one SVG. Draws what it is told; knows no rules.

import { h, s, fill, letters } from '../lib/dom.js';
import { nothing, render } from '../lib/html.js';
import { key } from './geo.js';
import { Camera } from './camera.js';
import { countNode } from './captions.js';
import { figure, label } from './figure.js';
import { Places } from './places.js';
import { looksOf } from './planform.js';
import { energyScale } from './horizon.js';
import { ground, height, heightsOf, project, unproject } from './stand.js';
import { marks } from './marks.js';
import { framePlay, misframed, revealReach } from './framing.js';
import { drawOverlay } from './overlay.js';
import { drawSheet } from './sheet.js';
/** @import { View, Aircraft, Card, At, FireArc, Free, Pose } from '../wire/types.js' */
/** @import { Part } from '../lib/html.js' */
/** @import { Scale } from './horizon.js' */
/** @import { Heights, Way } from './stand.js' */

/** @typedef {{ id: number, state: 'open' | 'barred' | 'armed' }} TargetMark */
/**
 * Hears of a place, the aircraft there, and the very point.
 * @typedef {(at: At | null, aircraft: Aircraft | null, point: At | null) => void} Pointed
 */
/**
 * What is laid over the position.
 * @typedef {{ reach?: At[], near?: At[], path?: At[], ghost?: { id: number, pose: Pose } | null,
 *   also?: { aircraft: number, pose: Pose }[], targets?: TargetMark[], ready?: number[], spent?: number[],
 *   selected?: number | null,
 *   lines?: { from: number, to: number }[], tracks?: { side: string, path: At[] }[],
 *   arcs?: { pose: Pose, arcs: FireArc[], side: string } | null, region?: Free<unknown> | null,
 *   ruler?: { from: At, to: At } | null, fan?: At | null }} Overlay
 */

/** What lies over what; first the ground. */
const LAYERS = [
  ...['sea', 'land', 'grid', 'area', 'region', 'arc', 'reach', 'track'],
  ...['path', 'line', 'planes', 'labels', 'counts', 'ready', 'aim', 'ghost', 'cursor', 'effects', 'ruler', 'dial'],
];

/** Below this scale the names and tags of many aircraft would only be clutter. */
const FAR = 0.5;
const MANY = 30;
/**
 * Names and tags are drawn at least at this scale on the screen, as long as that makes them at most so many times
 * larger on the board.
 */
const LEGIBLE = 0.9;
const LARGEST = 3.6;

export class Board {
  /**
   * @param {{ pick: Pointed, hover: Pointed, moved?: () => void }} on
   */
  constructor(on) {
    this.on = on;
    /** @type {Way} */
    this.way = 'plan';
    /** @type {View | null} */
    this.view = null;
    /** @type {Record<string, Card>} */
    this.cards = {};
    /** @type {At | null} */
    this.cursor = null;
    /** @type {Overlay} */
    this.overlay = {};
    /** @type {Map<number, { a: Aircraft, node: SVGGElement, label: SVGGElement, was: string, said: string }>} */
    this.drawn = new Map();
    this.places = new Places(this);
    /** @type {import('./geo.js').Grid | null} */
    this.grid = null;
    this.boardText = '';
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s('g', { class: `layer-${name}` })]));
    const { sea, land, grid: lines, area, region: free, arc, track, ruler, dial, reach, ...upright } = this.layers;
    const { path, line, planes, labels, counts, ...above } = upright;
    reach.append(...['places', 'near'].map((name) => (this.layers[name] = s('g', null))));
    const sheet = s('g', null, sea, land, lines, area);
    const traces = s('g', null, free, arc, reach, track);
    /** Instruments that lie on the ground and over everything. */
    const over = s('g', null, ruler, dial);
    /** What lies flat on the ground, whatever way it is looked at. */
    this.ground = [sheet, traces, over];
    // The browser paints each film by itself: an arc that comes and goes needs neither sheet nor aircraft anew.
    const film = (/** @type {SVGElement[]} */ ...parts) => s('g', { class: 'film' }, parts);
    this.svg = s(
      'svg',
      { class: 'map', 'aria-hidden': 'true', focusable: 'false' },
      sheet,
      film(traces, path, line),
      film(planes, labels, counts),
      film(...Object.values(above), over),
    );
    this.world = h('div', { class: 'world' }, this.svg);
    this.tipBox = h('div', { class: 'tip', hidden: true });
    this.compass = s(
      'svg',
      { class: 'compass', viewBox: '-30 -30 60 60', 'aria-hidden': 'true' },
      s('circle', { r: 27 }),
      s('path', { d: 'M0 -22L6 0 0 -4 -6 0Z' }),
      s('text', { y: 18, 'text-anchor': 'middle' }, 'N'),
    );
    this.host = h(
      'div',
      {
        class: 'board',
        tabindex: '0',
        role: 'application',
        'aria-label': 'Board',
        'aria-describedby': 'board-help',
      },
      this.world,
      this.compass,
      this.tipBox,
      h(
        'p',
        { id: 'board-help', class: 'unseen' },
        'Arrow keys move the cursor, Space picks what is under it, plus and minus zoom, 0 shows everything.',
      ),
    );
    this.camera = new Camera(this.host, this.world, {
      click: (p) => this.#point(p, this.on.pick),
      hover: (p) => (p ? this.#point(p, this.on.hover) : this.on.hover(null, null, null)),
      resized: () => this.fitPlay(),
      settled: (k) => {
        this.host.classList.toggle('far', (this.far = k < FAR));
        this.#magnify(k);
        this.#placeTip();
        this.on.moved?.();
      },
    });
    /** @type {At | null} */
    this.tipAt = null;
  }

  #label = 1;

  /** Whether the board is seen from far away. */
  far = false;

  /** Whether there are so many aircraft that their names would be clutter from far away. */
  many = false;

  /** How many times larger names and tags are drawn than they are. */
  get labelScale() {
    return this.#label;
  }

  /** @param {number} k the scale of the board */
  #magnify(k) {
    // In steps, so that names are not drawn anew with every turn of the wheel.
    const label = Math.ceil(Math.min(LARGEST, Math.max(1, (LEGIBLE * letters()) / k)) * 4) / 4;
    if (this.#manner(label) === this.#drawnAs) return;
    this.#label = label;
    this.host.style.setProperty('--label', String(label));
    if (this.view) this.show(this.view, this.cards);
    this.lay(this.overlay);
  }

  /** @param {{x: number, y: number}} p @param {Pointed} tell */
  #point(p, tell) {
    if (!this.grid) return;
    const point = this.grid.at(unproject(this.way, p));
    const near = this.places.nearest(p, point, this.view?.aircraft ?? []);
    // An aircraft high on its stand may be drawn over a place within reach: the place is meant.
    const hides = near?.pose && point && key(near.pose.at) !== key(point) && this.#inReach(key(point));
    const plane = hides ? null : near;
    tell(plane?.pose?.at ?? point, plane, point);
  }

  /** The places within reach, by key, of one overlay. */
  #reach = { of: /** @type {At[] | undefined} */ (undefined), keys: new Set() };

  /** @param {string} place */
  #inReach(place) {
    const { reach } = this.overlay;
    if (this.#reach.of !== reach) this.#reach = { of: reach, keys: new Set(reach?.map(key)) };
    return this.#reach.keys.has(place);
  }

  /** Aircraft at a place. @param {At} at */
  at(at) {
    const k = key(at);
    return (this.view?.aircraft ?? []).filter((a) => a.flying && a.pose && key(a.pose.at) === k);
  }

  /** @param {Way} way */
  look(way) {
    if (way === this.way) return;
    this.way = way;
    this.host.classList.toggle('oblique', way === 'stand');
    this.boardText = '';
    this.drawn.clear();
    fill(this.layers.planes);
    fill(this.layers.labels);
    if (this.view) this.show(this.view, this.cards);
    this.lay(this.overlay);
    this.fitPlay();
  }

  /**
   * Draws a position. Only aircraft that differ from before are touched.
   * @param {View} view
   * @param {Record<string, Card>} cards
   */
  show(view, cards) {
    const first = !this.view;
    const drawn = this.#manner(this.#label);
    if (view === this.view && cards === this.cards && drawn === this.#drawnAs) return;
    this.#drawnAs = drawn;
    this.view = view;
    this.cards = cards;
    this.heights = heightsOf(view.aircraft);
    this.#energy = energyScale(view.aircraft);
    const text = JSON.stringify([view.board, this.way, view.scenery ?? view.title]);
    if (text !== this.boardText) {
      this.boardText = text;
      drawSheet(this, view);
    }
    const g = this.grid;
    if (g) this.layer('area', [view.board, this.way, view.markers], () => marks(g, view.markers));
    this.host.classList.toggle('many', (this.many = view.aircraft.length > MANY));
    this.places.arrange(view.aircraft);
    this.#aircrafts(view.aircraft);
    const present = new Set(view.aircraft.map((a) => a.id));
    for (const id of this.drawn.keys()) if (!present.has(id)) this.#remove(id);
    if (first) this.fitPlay();
  }

  /** In which manner the position is drawn. */
  #drawnAs = '';

  /** All that a drawing depends on besides the position. @param {number} label how large names are */
  #manner(label) {
    return JSON.stringify([this.way, label, this.far, this.camera.touched ? null : this.sight()]);
  }

  /** The part of the board that is in the picture. */
  sight() {
    const { k, x, y, room } = this.camera;
    const [left, top] = [-x / k, -y / k].map(Math.round);
    return { x: left, y: top, width: Math.round(room.width / k), height: Math.round(room.height / k) };
  }

  /** The parts of the board that buttons lie on. */
  covered() {
    const { k, x, y, covers } = this.camera;
    return covers.map((c) => ({ x: (c.x - x) / k, y: (c.y - y) / k, width: c.width / k, height: c.height / k }));
  }

  /** How high stands are. @type {Heights} */
  heights = heightsOf([]);

  /** The scale of all energy bars. @type {Scale | null} */
  #energy = null;

  /** Pixels of stand under an altitude. @param {number | null | undefined} altitude */
  lift(altitude) {
    return height(altitude ?? null, this.heights);
  }

  /**
   * What each layer was drawn from: the text of it, and the very thing.
   * @type {Map<string, { text: string, from: unknown }>}
   */
  #from = new Map();

  /**
   * Draws a layer anew, if what it is drawn from is not what it was.
   * @param {string} name
   * @param {unknown} from
   * @param {() => import('../lib/dom.js').Children} draw
   */
  layer(name, from, draw) {
    const was = this.#from.get(name);
    const sheet = this.boardText;
    if (was && was.from === from && was.text.startsWith(sheet)) return;
    const text = sheet + JSON.stringify(from);
    this.#from.set(name, { text, from });
    if (was?.text !== text) fill(this.layers[name], draw());
  }

  /** Where an aircraft is drawn. @param {Aircraft} a */
  place(a) {
    return this.places.place(a);
  }

  /** Where a pose is drawn. @param {Pose} pose */
  spot(pose) {
    const p = this.grid ? this.grid.centre(pose.at) : { x: 0, y: 0 };
    return project(this.way, p, this.lift(pose.altitude));
  }

  /** Draws aircraft as far as they differ from before, and the counts of stacks. @param {Aircraft[]} all */
  #aircrafts(all) {
    for (const a of all) this.#aircraft(a);
    const { counts, scale } = this.places;
    this.layer('counts', [counts, scale], () => counts.map((c) => countNode(c, scale)));
  }

  /** @param {Aircraft} a */
  #aircraft(a) {
    const where = a.flying && a.pose ? this.place(a) : null;
    if (!where || !a.pose) return this.#remove(a.id);
    const size = this.places.size(a);
    const shape = this.shape(a);
    const caption = this.places.caption(a.id);
    const scale = this.#label;
    const foot = this.places.foot(a);
    const was = JSON.stringify([where, size, foot, this.heights]);
    const said = JSON.stringify([caption, scale, this.#energy]);
    const old = this.drawn.get(a.id);
    // A position keeps the aircraft that have not changed.
    const same = old?.a === a;
    const { way, heights } = this;
    const node = same && old.was === was ? old.node : figure(a, a.pose, { way, shape, heights, size, foot });
    const kept = same && old.said === said && old.label;
    const text = kept || label(a, a.pose, { caption, scale, energy: this.#energy });
    this.drawn.set(a.id, { a, node, label: text, was, said });
    if (!old) {
      this.layers.planes.append(node);
      this.layers.labels.append(text);
    } else {
      if (old.node !== node) old.node.replaceWith(node);
      if (old.label !== text) old.label.replaceWith(text);
    }
    if (old?.node === node && old.label === text) return;
    this.put(a.id, where);
    this.#mark(a.id);
  }

  /** @param {number} id */
  #remove(id) {
    this.drawn.get(id)?.node.remove();
    this.drawn.get(id)?.label.remove();
    this.drawn.delete(id);
  }

  /**
   * Moves the picture of an aircraft, with its name and tags.
   * @param {number} id
   * @param {{ x: number, y: number }} p
   */
  put(id, p) {
    const d = this.drawn.get(id);
    for (const part of d ? [d.node, d.label] : [])
      part.setAttribute('transform', `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`);
  }

  /** Draws an aircraft where it is, whatever was done to its picture. @param {number} id */
  restore(id) {
    const a = this.view?.aircraft.find((b) => b.id === id);
    this.#remove(id);
    if (a) this.#aircraft(a);
  }

  /** Marks whether an aircraft is selected. @param {number} id */
  #mark(id) {
    const d = this.drawn.get(id);
    for (const part of d ? [d.node, d.label] : []) {
      part.classList.toggle('selected', id === this.#selected);
      part.classList.toggle('spent', this.#spent.has(id));
    }
  }

  /** The line under the name of an aircraft, as a path. @param {number} id */
  underline(id) {
    const a = this.view?.aircraft.find((b) => b.id === id);
    return a?.flying && a.pose ? this.places.underline(a) : '';
  }

  /** @param {Aircraft | undefined} a */
  shape(a) {
    return looksOf(a && this.cards[a.card], this.view?.title);
  }

  /**
   * Lays paths, reach, aims and the like over the position.
   * @param {Overlay} overlay
   */
  lay(overlay) {
    this.overlay = overlay;
    if (!this.grid || !this.view) return;
    if (this.places.fan(overlay.fan ?? null, this.view.aircraft)) this.#aircrafts(this.view.aircraft);
    drawOverlay(this, this.grid, overlay);
    const was = this.#selected;
    this.#selected = overlay.selected ?? null;
    if (this.#selected !== was) for (const id of [was, this.#selected]) if (id !== null) this.#mark(id);
    const before = this.#spent;
    this.#spent = new Set(overlay.spent);
    for (const id of [...before, ...this.#spent]) if (before.has(id) !== this.#spent.has(id)) this.#mark(id);
  }

  /** Aircraft that have done what they could, drawn paler. @type {Set<number>} */
  #spent = new Set();

  /** The aircraft that is marked as selected. @type {number | null} */
  #selected = null;

  /** Puts the keyboard cursor somewhere. @param {At | null} at */
  point(at) {
    this.cursor = at;
    const g = this.grid;
    if (!g) return;
    if (!at) {
      fill(this.layers.cursor);
      return;
    }
    const p = g.centre(at);
    fill(
      this.layers.cursor,
      s(
        'g',
        { transform: ground(this.way) },
        g.open
          ? s('path', { class: 'cursor', d: `M${p.x - 14} ${p.y}h28M${p.x} ${p.y - 14}v28` })
          : s('path', { class: 'cursor', d: g.cell(at) }),
      ),
    );
    this.camera.reveal(project(this.way, p));
  }

  /**
   * Shows a remark at a place of the board; nothing takes it away.
   * @param {At | null} at
   * @param {Part} [content]
   */
  tip(at, content) {
    if (!content && !this.tipAt) return;
    this.tipAt = content ? at : null;
    this.tipBox.hidden = !this.tipAt;
    render(content || nothing, this.tipBox);
    this.#placeTip();
  }

  #placeTip() {
    if (!this.tipAt || !this.grid) return;
    const here = this.at(this.tipAt)[0]?.pose;
    const up = here ? this.lift(here.altitude) : 0;
    const p = this.camera.toHost(project(this.way, this.grid.centre(this.tipAt), up));
    const { width: w, height: hh } = this.camera.room;
    const box = this.tipBox.getBoundingClientRect();
    const right = p.x + 40 + box.width < w;
    const x = Math.max(6, right ? p.x + 36 : p.x - 36 - box.width);
    const y = Math.max(6, Math.min(hh - box.height - 6, p.y - box.height - 8));
    this.tipBox.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  /** Brings one of the places within reach into sight, if none is. */
  reveal() {
    revealReach(this);
  }

  /** Frames the fight again when it has left the picture or shrunk, unless the player has chosen what to look at. */
  follow() {
    if (!this.camera.touched && misframed(this)) this.fitPlay();
  }

  /** Shows where the aircraft are, with room around them, and the places within reach where all of them lie far off. */
  fitPlay() {
    framePlay(this);
  }

  /** How much of the board the fight took up when it was framed. @type {import('./framing.js').Extent | null} */
  framed = null;

  /** Where the aircraft are drawn that fly. */
  flying() {
    return (this.view?.aircraft ?? []).filter((a) => a.flying && a.pose).map((a) => this.place(a));
  }

  /** Where the places within reach are drawn. */
  reachable() {
    const g = this.grid;
    return g ? (this.overlay.reach ?? []).map((at) => project(this.way, g.centre(at))) : [];
  }

  /** The node of an aircraft, for effects. @param {number} id */
  node(id) {
    return this.drawn.get(id)?.node ?? null;
  }

  /** The name and tags of an aircraft, for effects. @param {number} id */
  label(id) {
    return this.drawn.get(id)?.label ?? null;
  }
}

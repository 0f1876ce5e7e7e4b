// The board: grid, aircraft, paths and marks as one SVG. Draws what it is told; knows no rules.

import { h, s, fill, letters } from '../lib/dom.js';
import { nothing, render } from '../lib/html.js';
import { R, key } from './geo.js';
import { Camera } from './camera.js';
import { PLAIN, figure, underline } from './figure.js';
import { energyScale } from './horizon.js';
import { ground, height, heightsOf, project, unproject } from './stand.js';
import { marks } from './marks.js';
import { astray, framePlay, revealReach } from './framing.js';
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
 *   also?: { aircraft: number, pose: Pose }[], targets?: TargetMark[], ready?: number[], selected?: number | null,
 *   lines?: { from: number, to: number }[], tracks?: { side: string, path: At[] }[],
 *   arcs?: { pose: Pose, arcs: FireArc[], side: string } | null, region?: Free<unknown> | null,
 *   ruler?: { from: At, to: At } | null }} Overlay
 */

/** What lies over what; first the ground. */
const LAYERS = [
  ...['sea', 'land', 'grid', 'area', 'region', 'arc', 'reach', 'track'],
  ...['path', 'line', 'planes', 'labels', 'ready', 'aim', 'ghost', 'cursor', 'effects', 'ruler', 'dial'],
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
    /** @type {Map<number, { node: SVGGElement, label: SVGGElement, was: string }>} */
    this.drawn = new Map();
    /** @type {import('./geo.js').Grid | null} */
    this.grid = null;
    this.boardText = '';
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s('g', { class: `layer-${name}` })]));
    const { sea, land, grid: lines, area, region: free, arc, track, ruler, dial, reach, ...upright } = this.layers;
    const { path, line, planes, labels, ...above } = upright;
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
      film(planes, labels),
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
        this.host.classList.toggle('far', k < FAR);
        this.#magnify(k);
        this.#placeTip();
        this.on.moved?.();
      },
    });
    /** @type {At | null} */
    this.tipAt = null;
  }

  /** How many times larger names and tags are drawn than they are. */
  #label = 1;

  /** @param {number} k the scale of the board */
  #magnify(k) {
    const label = Math.round(Math.min(LARGEST, Math.max(1, (LEGIBLE * letters()) / k)) * 10) / 10;
    if (label === this.#label) return;
    this.#label = label;
    this.host.style.setProperty('--label', String(label));
    if (this.view) this.show(this.view, this.cards);
    this.lay(this.overlay);
  }

  /** @param {{x: number, y: number}} p @param {Pointed} tell */
  #point(p, tell) {
    if (!this.grid) return;
    const plane = this.#planeAt(p);
    const point = this.grid.at(unproject(this.way, p));
    tell(plane?.pose?.at ?? point, plane, point);
  }

  /** The nearest aircraft to a point, if it is near enough. @param {{x: number, y: number}} p */
  #planeAt(p) {
    /** @type {Aircraft | null} */
    let best = null;
    let least = (R * 0.8) ** 2;
    for (const a of this.view?.aircraft ?? []) {
      if (!a.flying || !a.pose) continue;
      const q = this.place(a);
      const d = (q.x - p.x) ** 2 + (q.y - p.y) ** 2;
      if (d < least) {
        least = d;
        best = a;
      }
    }
    return best;
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
    const drawn = `${this.way} ${this.#label}`;
    if (view === this.view && cards === this.cards && drawn === this.#drawnAs) return;
    this.#drawnAs = drawn;
    this.view = view;
    this.cards = cards;
    this.heights = heightsOf(view.aircraft);
    this.#energy = energyScale(view.aircraft);
    const text = JSON.stringify([view.board, this.way]);
    if (text !== this.boardText) {
      this.boardText = text;
      drawSheet(this, view);
    }
    const g = this.grid;
    if (g) this.layer('area', [view.board, this.way, view.markers], () => marks(g, view.markers));
    this.#stacks = stacks(view.aircraft);
    this.#crowded = this.#crowd(view.aircraft);
    this.host.classList.toggle('many', view.aircraft.length > MANY);
    for (const a of view.aircraft) this.#aircraft(a);
    const present = new Set(view.aircraft.map((a) => a.id));
    for (const id of this.drawn.keys()) if (!present.has(id)) this.#remove(id);
    if (first) this.fitPlay();
  }

  /** In which way and with how large names the position is drawn. */
  #drawnAs = '';

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

  /** @type {Map<number, [number, number]>} */
  #stacks = new Map();

  /** Aircraft with a neighbour so near that only a short name has room. @type {Set<number>} */
  #crowded = new Set();

  /** @param {Aircraft[]} aircraft */
  #crowd(aircraft) {
    const spots = aircraft
      .filter((a) => a.flying && a.pose)
      .map((a) => ({ id: a.id, ...this.place(a) }))
      .sort((a, b) => a.x - b.x);
    /** @type {Set<number>} */
    const found = new Set();
    spots.forEach((a, n) => {
      for (let m = n + 1; m < spots.length && spots[m].x - a.x < 70 * this.#label; m++) {
        if (Math.abs(spots[m].y - a.y) < 62 * this.#label) found.add(a.id).add(spots[m].id);
      }
    });
    return found;
  }

  /** Where an aircraft is drawn. @param {Aircraft} a */
  place(a) {
    const pose = /** @type {Pose} */ (a.pose);
    const p = this.spot(pose);
    const [n, of] = this.#stacks.get(a.id) ?? [0, 1];
    if (of === 1) return p;
    const angle = (2 * Math.PI * n) / of - Math.PI / 2;
    const r = this.way === 'stand' && pose.altitude != null ? 6 : 13;
    return { x: p.x + r * Math.cos(angle), y: p.y + r * Math.sin(angle) };
  }

  /** Where a pose is drawn. @param {Pose} pose */
  spot(pose) {
    const p = this.grid ? this.grid.centre(pose.at) : { x: 0, y: 0 };
    return project(this.way, p, this.lift(pose.altitude));
  }

  /** @param {Aircraft} a */
  #aircraft(a) {
    const where = a.flying && a.pose ? this.place(a) : null;
    const was = where
      ? JSON.stringify([where, this.#crowded.has(a.id), a, this.heights, this.#energy])
      : '';
    const old = this.drawn.get(a.id);
    if (old?.was === was) return;
    if (!where || !a.pose) {
      return this.#remove(a.id);
    }
    const { node, label } = figure(a, a.pose, {
      way: this.way,
      shape: this.shape(a),
      crowded: this.#crowded.has(a.id),
      heights: this.heights,
      energy: this.#energy,
    });
    if (old) {
      old.node.replaceWith(node);
      old.label.replaceWith(label);
    } else {
      this.layers.planes.append(node);
      this.layers.labels.append(label);
    }
    this.drawn.set(a.id, { node, label, was });
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
    for (const part of d ? [d.node, d.label] : []) part.classList.toggle('selected', id === this.#selected);
  }

  /** The line under the name of an aircraft, as a path. @param {number} id */
  underline(id) {
    const a = this.view?.aircraft.find((b) => b.id === id);
    if (!a?.flying || !a.pose) return '';
    const crowded = this.#crowded.has(id);
    return underline(a, { at: this.place(a), shape: this.shape(a), crowded, scale: this.#label });
  }

  /** @param {Aircraft | undefined} a */
  shape(a) {
    return (a && this.cards[a.card]?.shape) || PLAIN;
  }

  /**
   * Lays paths, reach, aims and the like over the position.
   * @param {Overlay} overlay
   */
  lay(overlay) {
    this.overlay = overlay;
    if (!this.grid || !this.view) return;
    drawOverlay(this, this.grid, overlay);
    const was = this.#selected;
    this.#selected = overlay.selected ?? null;
    if (this.#selected !== was) for (const id of [was, this.#selected]) if (id !== null) this.#mark(id);
  }

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

  /** Frames the aircraft again when one has left the picture, unless the player has chosen what to look at. */
  follow() {
    if (!this.camera.touched && astray(this)) this.fitPlay();
  }

  /** Shows where the aircraft are, with room around them, and the places within reach where all of them lie far off. */
  fitPlay() {
    framePlay(this);
  }

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

/** For aircraft that share a place: which of how many each is. @param {Aircraft[]} aircraft */
function stacks(aircraft) {
  /** @type {Map<string, number[]>} */
  const at = new Map();
  for (const a of aircraft) {
    if (!a.flying || !a.pose) continue;
    const k = key(a.pose.at);
    at.set(k, [...(at.get(k) ?? []), a.id]);
  }
  /** @type {Map<number, [number, number]>} */
  const found = new Map();
  for (const ids of at.values()) {
    if (ids.length > 1) ids.forEach((id, n) => found.set(id, [n, ids.length]));
  }
  return found;
}

// What lies on the map besides aircraft: targets, clouds. The game says which kinds its scenarios may hold.

import { key } from '../board/geo.js';
import { named } from '../lib/words.js';
/** @import { At, Marker, MarkerKind } from '../wire/types.js' */
/** @import { Work } from './work.js' */

export class Markers {
  /** The kind that the next click puts down. @type {MarkerKind | null} */
  hand = null;
  /** The one that is selected, by its kind and place; one that is being moved may be at either of two. */
  #chosen = { kind: /** @type {MarkerKind | null} */ (null), at: /** @type {At[]} */ ([]) };

  /** @param {Work} work @param {MarkerKind[]} kinds */
  constructor(work, kinds) {
    this.work = work;
    this.kinds = kinds;
  }

  /** Those that can be taken in hand; a destroyed target is a target too. */
  get all() {
    const markers = this.work.drawing?.markers ?? [];
    return markers.filter((m) => this.kinds.some((kind) => m.kind.endsWith(kind)));
  }

  /** The selected one, as it is drawn now. */
  get chosen() {
    const { kind, at } = this.#chosen;
    const own = this.all.filter((m) => m.kind === kind);
    return at.map((place) => own.find((m) => key(m.at) === key(place))).find(Boolean) ?? null;
  }

  /** @param {Marker | null} marker */
  choose(marker) {
    this.#chosen = { kind: marker?.kind ?? null, at: marker ? [marker.at] : [] };
    this.hand = null;
  }

  /** The one at a place. @param {At | null} at @returns {Marker | null} */
  at(at) {
    return (at && this.all.findLast((m) => key(m.at) === key(at))) ?? null;
  }

  /** Puts a new one of the kind in hand on the map. @param {At} at */
  async put(at) {
    const kind = this.hand;
    return kind !== null && (await this.work.edit({ marker: { kind, to: at } })) ? `${named(kind)} placed` : '';
  }

  /** Moves one, which is selected then. @param {Marker} marker @param {At} to */
  async move({ kind, at }, to) {
    this.#chosen = { kind, at: [to, at] };
    const done = await this.work.edit({ marker: { kind, from: at, to } });
    this.#chosen = { kind, at: [done ? to : at] };
    return done;
  }

  /** Takes one away. @param {Marker} marker */
  remove({ kind, at }) {
    this.choose(null);
    return this.work.edit({ marker: { kind, from: at } });
  }
}

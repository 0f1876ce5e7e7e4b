// Pan, zoom and fit by pointer, touch and wheel. The world is moved by one CSS transform, so that the browser can shift
// what it has already painted instead of painting hundreds of aircraft again.

/** How long after the last movement the picture is painted afresh at its new size. */
const SETTLE_MS = 160;
/** So many pixels beside the world a framed picture may show, unless what it frames needs more. */
const BESIDE = 60;
/** Pointer travel below which a press is a click. */
const CLICK_PX = 6;

export class Camera {
  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} world
   * @param {{ click: (p: {x: number, y: number}) => void, hover: (p: {x: number, y: number} | null) => void,
   *   settled: (scale: number) => void, resized: () => void }} on
   */
  constructor(host, world, on) {
    this.host = host;
    this.world = world;
    this.on = on;
    this.k = 1;
    this.x = 0;
    this.y = 0;
    this.size = { width: 1, height: 1 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.down = new Map();
    this.travel = 0;
    /**
     * The world point that was pressed. What is drawn and framed anew before the release does not change what was
     * meant.
     */
    this.meant = { x: 0, y: 0 };
    this.timer = 0;
    /** Whether the player has chosen what to look at; until then every change of size frames the picture anew. */
    this.touched = false;
    host.addEventListener('pointerdown', (e) => this.#press(e));
    host.addEventListener('pointermove', (e) => this.#move(e));
    host.addEventListener('pointerup', (e) => this.#lift(e, true));
    host.addEventListener('pointercancel', (e) => this.#lift(e, false));
    host.addEventListener('pointerleave', () => this.down.size === 0 && on.hover(null));
    host.addEventListener('wheel', (e) => this.#wheel(e), { passive: false });
    new ResizeObserver(() => {
      this.#room = null;
      this.#covers = null;
      if (!this.touched) on.resized();
    }).observe(host);
  }

  /** @type {{ width: number, height: number } | null} */
  #room = null;

  /** The size of the host, kept until it changes: to look at it has the page laid out. */
  get room() {
    this.#room ??= { width: this.host.clientWidth, height: this.host.clientHeight };
    return this.#room;
  }

  /** @type {{ x: number, y: number, width: number, height: number }[] | null} */
  #covers = null;

  /** What lies over the host for good, in its pixels, kept like its size. */
  get covers() {
    this.#covers ??= [...this.host.querySelectorAll('.tools, .compass')].map((e) => {
      const [box, host] = [e.getBoundingClientRect(), this.host.getBoundingClientRect()];
      return { x: box.x - host.x, y: box.y - host.y, width: box.width, height: box.height };
    });
    return this.#covers;
  }

  /** World point under a point of the window. @param {{clientX: number, clientY: number}} e */
  toWorld(e) {
    const box = this.host.getBoundingClientRect();
    return { x: (e.clientX - box.left - this.x) / this.k, y: (e.clientY - box.top - this.y) / this.k };
  }

  /** Point within the host of a world point. @param {{x: number, y: number}} p */
  toHost(p) {
    return { x: p.x * this.k + this.x, y: p.y * this.k + this.y };
  }

  /** Shows the whole world. */
  fit() {
    const { width: w, height: h } = this.room;
    if (!w || !h) return;
    const { width, height } = this.size;
    this.k = Math.min(w / (width + 40), h / (height + 40));
    this.x = (w - width * this.k) / 2;
    this.y = (h - height * this.k) / 2;
    this.touched = true;
    this.#jump();
  }

  /**
   * The scale at which a part of the world fills the picture: at most a little above its natural size.
   * @param {{width: number, height: number}} box
   */
  scaleFor(box) {
    const { width: w, height: h } = this.room;
    const whole = Math.min(w / (this.size.width + 40), h / (this.size.height + 40));
    return Math.max(whole, Math.min(1.25, w / box.width, h / box.height));
  }

  /**
   * Shows a part of the world, at most at its natural size.
   * @param {{x: number, y: number, width: number, height: number}} box
   */
  frame(box) {
    const { width: w, height: h } = this.room;
    if (!w || !h) return;
    this.k = this.scaleFor(box);
    this.x = this.#along(box.x, box.width, this.size.width, w);
    this.y = this.#along(box.y, box.height, this.size.height, h);
    this.#hold();
    this.#jump();
  }

  /**
   * Where the world begins if a part of it is in the middle; rather so that little is seen beside the world, as long as
   * the part stays whole.
   * @param {number} from @param {number} length of the part
   * @param {number} size of the world
   * @param {number} room of the picture
   */
  #along(from, length, size, room) {
    const middle = room / 2 - (from + length / 2) * this.k;
    const [last, first] = [room - BESIDE - size * this.k, BESIDE];
    const wanted = last > first ? (last + first) / 2 : Math.min(first, Math.max(last, middle));
    const [least, most] = [-from * this.k, room - (from + length) * this.k];
    return least > most ? middle : Math.min(most, Math.max(least, wanted));
  }

  /**
   * Brings a world point into sight, if it is not.
   * @param {{x: number, y: number}} p
   * @param {{width: number, height: number}} [free] the part of the host, from its upper left corner, that nothing
   *   covers
   */
  reveal(p, { width: w, height: h } = this.room) {
    const at = this.toHost(p);
    const edge = Math.min(60, w / 4, h / 4);
    const shift = (/** @type {number} */ v, /** @type {number} */ most) =>
      v < edge ? edge - v : v > most - edge ? most - edge - v : 0;
    const { touched } = this;
    this.pan(shift(at.x, w), shift(at.y, h));
    this.touched = touched;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    if (!dx && !dy) return;
    this.touched = true;
    this.x += dx;
    this.y += dy;
    this.#hold();
    this.#apply();
  }

  /**
   * Zooms by a factor about a point of the host, its middle by default.
   * @param {number} factor
   * @param {{x: number, y: number}} [about]
   */
  zoom(factor, about = { x: this.room.width / 2, y: this.room.height / 2 }) {
    const k = Math.max(0.08, Math.min(4, this.k * factor));
    this.touched = true;
    this.x = about.x - ((about.x - this.x) * k) / this.k;
    this.y = about.y - ((about.y - this.y) * k) / this.k;
    this.k = k;
    this.#apply();
  }

  /** Keeps some of the world in the window. */
  #hold() {
    const { width: w, height: h } = this.room;
    const keep = 80;
    this.x = Math.min(w - keep, Math.max(keep - this.size.width * this.k, this.x));
    this.y = Math.min(h - keep, Math.max(keep - this.size.height * this.k, this.y));
  }

  #apply() {
    this.world.style.transform = `matrix(${this.k},0,0,${this.k},${this.x},${this.y})`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#settle(), SETTLE_MS);
  }

  /** Goes there at once: nobody is dragging, so there is nothing to wait for. */
  #jump() {
    this.#apply();
    clearTimeout(this.timer);
    this.#settle();
  }

  /** The world stays a layer of its own; after a zoom it is painted anew at its present size. */
  #settle() {
    if (this.painted !== this.k) {
      this.painted = this.k;
      this.world.classList.add('afresh');
      requestAnimationFrame(() => this.world.classList.remove('afresh'));
    }
    this.on.settled(this.k);
  }

  /** The scale at which the world was last painted. */
  painted = 0;

  /** Whether an event is about the board itself and not about something that lies on it. @param {Event} e */
  #onTheBoard(e) {
    const target = /** @type {Node} */ (e.target);
    return target === this.host || this.world.contains(target);
  }

  /** @param {PointerEvent} e */
  #press(e) {
    if (e.button !== 0 || !this.#onTheBoard(e)) return;
    this.host.setPointerCapture(e.pointerId);
    if (this.down.size === 0) {
      this.travel = 0;
      this.meant = this.toWorld(e);
    }
    this.down.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }

  /** @param {PointerEvent} e */
  #move(e) {
    const was = this.down.get(e.pointerId);
    if (!was) {
      if (this.down.size === 0 && e.pointerType === 'mouse' && this.#onTheBoard(e)) this.on.hover(this.toWorld(e));
      return;
    }
    const now = { x: e.clientX, y: e.clientY };
    const others = [...this.down].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    this.travel += Math.abs(now.x - was.x) + Math.abs(now.y - was.y);
    this.down.set(e.pointerId, now);
    if (others.length === 0) {
      if (this.travel > CLICK_PX) this.pan(now.x - was.x, now.y - was.y);
      return;
    }
    const other = others[0];
    const box = this.host.getBoundingClientRect();
    const spread = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - other.x, p.y - other.y);
    const middle = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
    if (spread(was) > 0) this.zoom(spread(now) / spread(was), middle);
    this.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
  }

  /** @param {PointerEvent} e @param {boolean} real */
  #lift(e, real) {
    if (!this.down.delete(e.pointerId)) return;
    if (real && this.down.size === 0 && this.travel <= CLICK_PX) this.on.click(this.meant);
  }

  /** @param {WheelEvent} e */
  #wheel(e) {
    if (!this.#onTheBoard(e)) return;
    e.preventDefault();
    const box = this.host.getBoundingClientRect();
    const lines = e.deltaMode === 1 ? 16 : 1;
    this.zoom(Math.exp(-e.deltaY * lines * 0.0016), { x: e.clientX - box.left, y: e.clientY - box.top });
  }
}

// Carrying things from one place of a part of the page to another: by mouse or finger, by tapping first the thing and
// then the place, or by keyboard. What is carried has `data-carry`, a place that takes things has `data-drop`, a button
// that lifts has `data-lift`.

import { sayNow } from './speech.js';

/** Pointer travel from which a press is a drag. */
const DRAG_PX = 6;

/**
 * `over` says what dropping would amount to: a choice, or reasons against it (none: nothing would happen).
 * @typedef {{ over: (from: string, to: string) => { choice: any } | { no: { why: string }[] }, drop: (from: string, to:
 *   string) => void,
 *   name: (place: string) => string, targets: () => string[] }} Carrying
 */

export class Carry {
  /** @param {HTMLElement} host @param {Carrying} on */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    /** What is being carried. @type {string | null} */
    this.from = null;
    /** @type {string | null} */
    this.to = null;
    /** @type {HTMLElement | null} */
    this.ghost = null;
    host.addEventListener('pointerdown', (e) => this.#press(e));
    host.addEventListener('click', (e) => this.#click(e));
    host.addEventListener('keydown', (e) => this.#key(e));
  }

  /** @param {PointerEvent} e */
  #press(e) {
    const thing = /** @type {HTMLElement | null} */ (/** @type {Element} */ (e.target).closest('[data-carry]'));
    if (e.button !== 0 || !thing) return;
    const from = thing.dataset.carry ?? '';
    const start = { x: e.clientX, y: e.clientY };
    e.preventDefault();
    const move = (/** @type {PointerEvent} */ m) => {
      if (m.pointerId !== e.pointerId) return;
      if (!this.ghost && Math.hypot(m.clientX - start.x, m.clientY - start.y) < DRAG_PX) return;
      if (!this.ghost) this.#lift(from, thing);
      if (this.ghost) this.ghost.style.transform = `translate(${m.clientX - 29}px, ${m.clientY - 29}px)`;
      const under = document.elementFromPoint(m.clientX, m.clientY)?.closest('[data-drop]');
      const place = under && this.host.contains(under) ? /** @type {HTMLElement} */ (under).dataset.drop : null;
      this.#aim(place ?? null);
    };
    const up = (/** @type {PointerEvent} */ u) => {
      if (u.pointerId !== e.pointerId) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      const { to } = this;
      const dragged = !!this.ghost;
      if (dragged) {
        // The click that follows a drag is not a tap.
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', swallow, { capture: true }));
      }
      if (!dragged) return;
      this.end();
      if (to && u.type === 'pointerup') this.on.drop(from, to);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }

  /** @param {string} from @param {HTMLElement} [thing] a picture to carry about */
  #lift(from, thing) {
    this.end();
    this.from = from;
    this.host.classList.add('carrying');
    for (const el of this.host.querySelectorAll('[data-drop]')) {
      const way = this.on.over(from, /** @type {HTMLElement} */ (el).dataset.drop ?? '');
      el.classList.toggle('takes', 'choice' in way);
    }
    for (const el of this.host.querySelectorAll('[data-lift]'))
      el.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (el).dataset.lift === from));
    if (!thing) return;
    this.ghost = /** @type {HTMLElement} */ (thing.cloneNode(true));
    this.ghost.classList.add('carried');
    this.ghost.removeAttribute('data-carry');
    document.body.append(this.ghost);
  }

  /** @param {string | null} to */
  #aim(to) {
    this.to = to;
    for (const el of this.host.querySelectorAll('[data-drop]'))
      el.classList.toggle('aimed', /** @type {HTMLElement} */ (el).dataset.drop === to);
  }

  /** Puts down whatever is carried. */
  end() {
    this.ghost?.remove();
    this.ghost = null;
    this.from = null;
    this.#aim(null);
    this.host.classList.remove('carrying');
    for (const el of this.host.querySelectorAll('.takes')) el.classList.remove('takes');
    for (const el of this.host.querySelectorAll('[data-lift]')) el.setAttribute('aria-pressed', 'false');
  }

  /** @param {MouseEvent} e */
  #click(e) {
    const target = /** @type {Element} */ (e.target);
    const thing = /** @type {HTMLElement | null} */ (target.closest('[data-lift], .unit[data-carry]'));
    const what = thing?.dataset.lift ?? thing?.dataset.carry ?? null;
    if (this.from === null) {
      if (what) {
        this.#lift(what);
        sayNow('Lifted. Arrow keys choose where to, Enter puts it down, Escape leaves it.');
      }
      return;
    }
    if (what === this.from) {
      if (this.to) this.#put();
      else this.end();
      return;
    }
    const place = target.closest('button') ? null : /** @type {HTMLElement | null} */ (target.closest('[data-drop]'));
    if (!place) return what ? this.#lift(what) : undefined;
    this.#aim(place.dataset.drop ?? null);
    this.#put();
  }

  #put() {
    const { from, to } = this;
    this.end();
    if (from && to) this.on.drop(from, to);
  }

  /** @param {KeyboardEvent} e */
  #key(e) {
    if (this.from === null || this.ghost) return;
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
    if (step) {
      const all = this.on.targets().filter((t) => t !== this.from);
      const next =
        all[(all.indexOf(this.to ?? '') + (this.to === null && step < 0 ? 0 : step) + all.length) % all.length];
      this.#aim(next);
      const way = this.on.over(this.from, next);
      sayNow(`${this.on.name(next)}${'choice' in way ? '' : `: ${way.no.map((b) => b.why).join(' ') || 'no change'}`}`);
      this.host.querySelector('.aimed')?.scrollIntoView({ block: 'nearest' });
    } else if (e.key === 'Enter' && this.to) this.#put();
    else if (e.key === 'Escape') this.end();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
}

/** @param {Event} e */
function swallow(e) {
  e.stopPropagation();
  e.preventDefault();
}

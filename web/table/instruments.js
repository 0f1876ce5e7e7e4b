// Instruments beside the board: the artificial horizon and the bar of energy, with their words.

import { horizon, share } from '../board/horizon.js';
import { guard, html, nothing } from '../lib/html.js';
import { attitudeText } from '../lib/words.js';
/** @import { Attitude, Energy } from '../wire/types.js' */
/** @import { Scale } from '../board/horizon.js' */

/** How large a dial is drawn before it is scaled. */
const RADIUS = 24;

/** @param {Attitude} attitude */
export function horizonDial(attitude) {
  const words = attitudeText(attitude);
  const box = `${-RADIUS - 2} ${-RADIUS - 2} ${2 * RADIUS + 4} ${2 * RADIUS + 4}`;
  return html`<figure class="dial-of">
    <svg viewBox=${box} role="img" aria-label=${words}>
      ${guard([attitude.bank, attitude.pitch], () => horizon(attitude, RADIUS))}
    </svg>
    <figcaption>${words}</figcaption>
  </figure>`;
}

/** A small horizon without words, for buttons that have them. @param {Attitude} attitude */
export function horizonMark(attitude) {
  return html`<svg class="horizon-mark" viewBox="-11 -11 22 22" aria-hidden="true">
    ${guard([attitude.bank, attitude.pitch], () => horizon(attitude, 10))}
  </svg>`;
}

/**
 * Height and speed as one bar, from left to right.
 * @param {Energy} energy
 * @param {Scale} scale
 * @param {string} [label]
 */
export function energyBar({ height, speed }, scale, label = 'Energy') {
  const [low, high] = [height, height + speed].map((n) => 100 * share(scale, n));
  const words = `${label} ${height + speed}: height ${height}, speed worth ${speed}`;
  return html`<div class="energy-bar" role="img" aria-label=${words}>
    <span class="energy-text"><b>${label} ${height + speed}</b> <small>height ${height} + speed ${speed}</small></span>
    <span class="energy-track">
      <i class="e-height" .style=${`width: ${low.toFixed(1)}%`}></i>
      <i class="e-speed" .style=${`width: ${(high - low).toFixed(1)}%`}></i>
    </span>
  </div>`;
}

/** Both dials of a move, now and at its end. @param {Attitude | null | undefined} now @param {Attitude} end */
export function dials(now, end) {
  const same = now && now.bank === end.bank && now.pitch === end.pitch;
  return html`${now && !same ? html`${horizonDial(now)}<span class="to" aria-hidden="true">→</span>` : nothing}
    ${horizonDial(end)}`;
}

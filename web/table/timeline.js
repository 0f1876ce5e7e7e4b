// The timeline: the steps of every turn as a row of beads, and in a replay the controls to move along it.

import { h, letters } from '../lib/dom.js';
import { html, nothing, render, svg } from '../lib/html.js';
/** @import { Phase } from '../wire/types.js' */

/** Steps of a turn that fit the header. */
const SHOWN = 3;

/**
 * The beads of the game so far and of what is left of it. Round for the Allies, square for the Axis, small gold for
 * both.
 */
export class Timeline {
  /** @param {{ before?: HTMLElement[], after?: HTMLElement[] }} [how] what else stands there */
  constructor(how = {}) {
    this.track = h('div', { class: 'beads', tabindex: '0', role: 'group', 'aria-label': 'Turns' });
    this.node = h('footer', { class: 'timeline' }, how.before, this.track, how.after);
    this.was = '';
    // What stands beside it comes and goes, and the present step is to stay in sight.
    new ResizeObserver(() => this.centre()).observe(this.track);
  }

  /** @param {Phase} phase */
  show(phase) {
    const steps = phase.steps.length || 1;
    const turns = Math.max(phase.turn + (phase.step >= steps ? 0 : 1), phase.turns ?? 0);
    const was = JSON.stringify([phase, turns]);
    if (was === this.was) return;
    this.was = was;
    const gap = Math.max(20, Math.min(62, 980 / (steps * Math.min(turns, 4))));
    const width = 40 + gap * steps * turns;
    const parts = [svg`<line x1="10" x2=${width - 10} y1="26" y2="26" class="cord"></line>`];
    let here = 0;
    for (let turn = 1; turn <= turns; turn++) {
      phase.steps.forEach((step, n) => {
        const x = 24 + gap * ((turn - 1) * steps + n);
        const past = turn < phase.turn || (turn === phase.turn && n < phase.step);
        const now = turn === phase.turn && n === phase.step;
        if (now || (turn === phase.turn && n === steps - 1 && phase.step >= steps)) here = x;
        parts.push(bead(step.side, x, `${past ? 'past' : now ? 'now' : 'ahead'}`, `turn ${turn}, ${step.name}`));
        if (n === 0) parts.push(svg`<text x=${x} y="53" text-anchor="middle">turn ${turn}</text>`);
      });
    }
    parts.push(svg`<path class="here" d="M${here} 13l7 -11h-14z"></path>`);
    const step = phase.steps[phase.step];
    const size = letters();
    render(
      html`<svg width=${width * size} height=${60 * size} viewBox="0 0 ${width} 60" role="img"
      aria-label="Turn ${phase.turn}${step ? `, ${step.name}` : ', over'}">${parts}</svg>`,
      this.track,
    );
    this.here = here * size;
    this.centre();
  }

  here = 0;

  /** Brings the present step into sight. */
  centre() {
    this.track.scrollLeft = this.here - this.track.clientWidth * 0.6;
  }
}

/** @param {string | null} side @param {number} x @param {string} when @param {string} title */
function bead(side, x, when, title) {
  const name = `bead ${side ?? 'both'} ${when}`;
  if (side === 'axis')
    return svg`<rect class=${name} x=${x - 6} y="20" width="12" height="12" rx="2"><title>${title}</title></rect>`;
  return svg`<circle class=${name} cx=${x} cy="26" r=${side ? 7 : 4.5}><title>${title}</title></circle>`;
}

/** Which turn it is. @param {Pick<Phase, 'turn' | 'turns'>} phase */
export function turnChip({ turn, turns }) {
  const of = turns ? html`<span class="wide-only">\u00a0of ${turns}</span>` : nothing;
  return html`<span class="chip turn">Turn ${turn}${of}</span>`;
}

/**
 * The chips of the present turn in the header: every step, the present one lit.
 * @param {Phase} phase
 */
export function phaseChips({ turn, turns, step, steps }) {
  const first = Math.max(0, Math.min(step, steps.length - 1));
  const chip = (/** @type {Phase['steps'][0]} */ { name }, /** @type {number} */ n) => {
    const on = first + n === step;
    return html`<li class="chip${on ? ' on' : ''}" aria-current=${on ? 'step' : nothing}>${name}</li>`;
  };
  return html`${turnChip({ turn, turns })}
    <ol class="phases" aria-label="Steps of this turn">${steps.slice(first, first + SHOWN).map(chip)}</ol>`;
}

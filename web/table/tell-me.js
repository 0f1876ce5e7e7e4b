// Where a player wants to be told of their turn when they are away: by mail or by a webhook, as far as the host allows
// it. The address goes to the server and never comes back.

import { openDialog } from '../lib/dialog.js';
import { fill, h } from '../lib/dom.js';
import { say } from '../lib/speech.js';
import { http } from '../wire/net.js';
/** @import { Side, Telling } from '../wire/types.js' */

/**
 * A button that opens the wish; it stays hidden where the host tells nobody.
 * @param {string} id the table
 * @param {Side} side the player's own
 */
export function tellMeButton(id, side) {
  const path = `/api/tables/${id}/tell`;
  const open = (/** @type {Event} */ e) => {
    /** @type {HTMLElement} */ (e.target).closest('dialog')?.close();
    void openWish(path, side);
  };
  const button = h('button', { class: 'tell-me', hidden: true, onclick: open }, 'Tell me when it is my turn');
  const offered = (/** @type {Telling} */ ways) => (button.hidden = !ways.mail && !ways.webhook);
  http(path).then((ways) => offered(/** @type {Telling} */ (ways)), () => {});
  return button;
}

/** @param {string} path @param {Side} side */
async function openWish(path, side) {
  const body = h('div', { class: 'tell-me-box' });
  const box = openDialog('Tell me when it is my turn', body);
  const told = h('p', { role: 'status' });
  const attempt = async (/** @type {unknown} */ order, /** @type {string} */ done) => {
    try {
      show(/** @type {Telling} */ (await http(path, order)));
      if (done) say(done);
      told.textContent = done;
    } catch (e) {
      told.textContent = e instanceof Error ? e.message : String(e);
    }
  };
  const show = (/** @type {Telling} */ { mail, webhook, by, asked }) => {
    const what = mail && webhook ? 'Mail address or https address of a webhook' : mail ? 'Mail address' : 'Webhook';
    const field = h('input', { type: mail && !webhook ? 'email' : 'text', name: 'to', autocomplete: 'email' });
    const set = (/** @type {Event} */ e) => {
      e.preventDefault();
      if (field.value.trim()) void attempt({ side, to: field.value }, '');
    };
    const off = () => void attempt({ side }, 'You are told no more.');
    const waits = asked.includes(side);
    const now = (by[side] || waits) && [
      by[side] && h('p', { class: 'told-by' }, `You are told by ${by[side]}.`),
      waits &&
        h('p', { class: 'told-asked' }, 'A letter is on its way to you: say yes by the link in it, and you are told.'),
      h('button', { class: 'tell-off', onclick: off }, 'Tell me no more'),
    ];
    fill(
      body,
      h(
        'p',
        null,
        'Once a turn, if you are not at the table. Nobody else sees the address. It goes on with a rematch, and is ',
        'forgotten a week after the last game.',
      ),
      now,
      h(
        'form',
        { onsubmit: set },
        h('label', { class: 'name-row' }, h('b', null, what), field),
        h('div', { class: 'row' }, h('button', { class: 'go', type: 'submit' }, now ? 'Change it' : 'Tell me there')),
      ),
      told,
    );
  };
  try {
    show(/** @type {Telling} */ (await http(path)));
  } catch (e) {
    box.close();
    say(e instanceof Error ? e.message : String(e));
  }
}

// What people at a table say to each other, in a box beside the board. Texts are text: nothing that anybody writes is
// ever read as markup.

import { find, h } from '../lib/dom.js';
import { html, nothing, render, repeat } from '../lib/html.js';
import { icon } from '../lib/icons.js';
import { settings } from '../lib/settings.js';
import { say } from '../lib/speech.js';
import { nameOf } from '../state/layout.js';
import { company, hear, learnClock, learnPeople, learnTalk, listeners, openTalk } from '../state/talk.js';
import { personOf, talkRefused, talkTo, talksTo } from '../state/talk.js';
import { sideOf } from '../state/record.js';
import { Refused } from '../wire/net.js';
import { follow } from './again.js';
/** @import { People, Said, Side, TalkTo } from '../wire/types.js' */
/** @import { Play } from '../state/play.js' */
/** @import { State } from '../state/record.js' */

const LONGEST = 300;
/** @type {Record<TalkTo, string>} */
const TO = { all: 'Everybody', side: 'My side', watchers: 'Other watchers' };

/** Whether the player wants to talk, and there is somebody. @param {State} state */
const shown = (state) => settings.chat && company(state);

/** The button in the header, with how many lines are new. @param {State} state @param {() => void} toggle */
export function chatButton(state, toggle) {
  const { unread, open } = state.talk;
  if (!shown(state)) return nothing;
  const label = unread ? `Talk, ${unread} new` : 'Talk';
  return html`<button class="chip talk" aria-label=${label} aria-expanded=${String(open)} @click=${toggle}>
    Talk${unread ? html` <b class="count">${unread > 99 ? '99+' : unread}</b>` : nothing}</button>`;
}

export class Chat {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.state = play.state;
    this.node = h('section', { class: 'chat', 'aria-label': 'Talk', hidden: true });
    this.node.addEventListener('keydown', (e) => e.key === 'Escape' && this.toggle(false));
    play.people = {
      hello: (hello) => {
        learnTalk(this.state, hello.talk);
        learnClock(this.state, hello.clock, Date.now());
        this.callMe();
      },
      people: (people) => this.#people(people),
      said: (said) => {
        if (hear(this.state, said) && settings.chat) say(`${this.#who(said)}: ${said.text}`);
      },
      clock: (clock) => learnClock(this.state, clock, Date.now()),
    };
  }

  /** What is known of people has changed: whoever has agreed to play once more goes on. @param {People} people */
  #people(people) {
    const { state } = this;
    const fresh = people.next && !state.table?.people.next;
    learnPeople(state, people);
    if (fresh && sideOf(state)) void follow(state.id).catch(() => {});
  }

  /** Tells the table what this player is called. */
  callMe() {
    const { name } = settings;
    if (name || this.called) void this.play.socket.call('call-me', { seat: this.state.seat, name }).catch(() => {});
    this.called = !!name;
  }

  called = false;

  /** @param {boolean} [open] */
  toggle(open = !this.state.talk.open) {
    if (!shown(this.state)) return;
    openTalk(this.state, open);
    this.play.ears.changed();
    const box = () => /** @type {HTMLElement | null} */ (this.node.querySelector('input[type=text]'));
    if (open) requestAnimationFrame(() => box()?.focus());
    else find('#top .talk').focus();
  }

  show() {
    const { state, node } = this;
    const { talk } = state;
    node.hidden = !talk.open || !shown(state);
    if (node.hidden) return;
    const list = node.querySelector('ol');
    const atEnd = !list || list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    render(
      html`<div class="chat-head"><h2>Talk</h2>
          <button class="plain close" aria-label="Close" @click=${() => this.toggle(false)}>${icon('cross')}</button>
        </div>
        ${this.#here()}
        <ol tabindex="0" aria-label="What was said">${repeat(talk.lines, (s) => s.n, (s) => this.#line(s))}</ol>
        ${talk.lines.length ? nothing : html`<p class="muted">Nobody has said anything yet.</p>`}
        ${talk.refusal ? html`<p class="error" role="alert">${talk.refusal}</p>` : nothing}
        ${this.#form()}`,
      node,
    );
    const drawn = node.querySelector('ol');
    if (drawn && atEnd) drawn.scrollTop = drawn.scrollHeight;
  }

  /** Who is at the table. */
  #here() {
    const { state } = this;
    const sides = /** @type {Side[]} */ (['allies', 'axis']).filter((s) => state.presence?.[s]);
    const players = sides.map((s) => [personOf(state, s), nameOf(state, s)].filter(Boolean).join(', '));
    const watching = watchers(state);
    return html`<p class="here muted">Here: ${players.join(' · ') || 'nobody plays just now'}${watching
        ? html`<br>Watching: ${watching}`
        : nothing}</p>`;
  }

  /** @param {Said} said */
  #who(said) {
    if (said.from === 'watcher') return said.name ?? 'A watcher';
    return said.name ? `${said.name}, ${nameOf(this.state, said.from)}` : nameOf(this.state, said.from);
  }

  /** @param {Said} said */
  #line(said) {
    const time = new Date(said.at_ms).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
    const to = said.to === 'side' ? html`<small class="to">to the side</small>` : nothing;
    return html`<li class=${said.to}><b class="who ${said.from}">${this.#who(said)}</b> ${to}
      <time class="muted">${time}</time><br><bdi>${said.text}</bdi></li>`;
  }

  #form() {
    const { state } = this;
    const all = listeners(state);
    const now = talksTo(state);
    const choice = (/** @type {TalkTo} */ to) => html`<label><input type="radio" name="talk-to" value=${to}
      .checked=${to === now} @change=${() => this.#to(to)}><span>${TO[to]}</span></label>`;
    return html`<form @submit=${(/** @type {Event} */ e) => void this.#send(e)}>
      ${all.length > 1
        ? html`<fieldset class="segments"><legend class="unseen">Who hears it</legend>${all.map(choice)}</fieldset>`
        : html`<p class="muted">Only other watchers hear you.</p>`}
      <div class="say"><input type="text" name="text" maxlength=${LONGEST} autocomplete="off" enterkeyhint="send"
        aria-label="What to say to: ${TO[now]}" placeholder="Say something">
      <button class="go">Say</button></div>
    </form>`;
  }

  /** @param {TalkTo} to */
  #to(to) {
    talkTo(this.state, to);
    this.play.ears.changed();
  }

  /** @param {Event} e */
  async #send(e) {
    e.preventDefault();
    const { state } = this;
    const field = /** @type {HTMLInputElement} */ (this.node.querySelector('input[name=text]'));
    const text = field.value.trim();
    if (!text) return;
    try {
      await this.play.socket.call('talk', { seat: state.seat, to: talksTo(state), text });
      // What was typed while the line was on its way stays.
      if (field.value.trim() === text) field.value = '';
      talkRefused(state, '');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      talkRefused(state, `Not said: ${error.message} Your text is still here.`);
    }
    this.play.ears.changed();
  }
}

/** Who watches, as far as they have told a name. @param {State} state */
export function watchers({ presence }) {
  const all = presence?.observer ?? 0;
  const named = presence?.watchers ?? [];
  const more = all - named.length;
  return [...named, more > 0 ? (named.length ? `${more} more` : String(more)) : ''].filter(Boolean).join(', ');
}

// Three turns of every game against the computer, by whole-pixel clicks and taps on what lies there and on nothing else. What the server got
// is compared with what was clicked and confirmed: nothing may happen that was not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withChange } from '../wire/pointer.js';
import { make, moment, open, past, reach, stage, turn } from './lib.js';

const on = stage();

const TURNS = 3;
/** Three turns of no game take more decisions. */
const MOST = 150;

const GAMES = {
  'Fast and Easy': { game: 'fast-and-easy', scenario: 'kent-duel' },
  Spitfire: { game: 'spitfire', scenario: 'air-superiority' },
  'Spitting Fire on hexes': { game: 'spitting-fire', scenario: 'duel', options: { mode: 'hexes', 'axis-edge': 'north' } },
  'Spitting Fire on the open table': { game: 'spitting-fire', scenario: 'duel', options: { mode: 'open', 'axis-edge': 'north' } },
};
const HANDS = {
  'a mouse': { viewport: { width: 1440, height: 900 } },
  'a finger on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** Choices that would end the game early. */
const GIVING_UP = /^(Concede|Resign|Offer|Accept)/;

/** Questions change nothing; whatever else a page sends is a deed. */
const QUESTIONS = new Set(['sit', 'view', 'legal', 'odds', 'plans', 'ping', 'pending', 'render']);

const text = (value) => JSON.stringify(value);

/** Hears what a page and the server say to each other. */
class Wire {
  constructor(page) {
    /** Questions without an answer yet. */
    this.open = new Map();
    this.deeds = [];
    this.seq = -1;
    this.view = null;
    /** What may be said at this moment, by the trial that it was asked for. */
    this.menus = new Map();
    /** The trial that was last asked about, and when. */
    this.asked = { seq: -1, draft: null };
    /** Sides that owe a decision. */
    this.owing = [];
    /** Where moves may end, answer by answer. */
    this.plans = [];
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => this.#sent(JSON.parse(String(payload))));
      socket.on('framereceived', ({ payload }) => this.#received(JSON.parse(String(payload))));
    });
  }

  #sent(said) {
    this.open.set(said.id, said);
    if (said.method === 'legal') this.asked = { seq: this.seq, draft: said.params.draft ?? null };
    if (!QUESTIONS.has(said.method)) this.deeds.push(said);
  }

  #at(seq) {
    if (seq !== this.seq) this.menus.clear();
    this.seq = seq;
  }

  #received(said) {
    if (said.method === 'changed') {
      this.#at(said.params.seq);
      this.owing = said.params.to_act;
      if (said.params.menu) this.menus.set(text(null), said.params.menu);
    }
    const asked = this.open.get(said.id);
    if (!asked) return;
    this.open.delete(said.id);
    if (said.error) return void this.menus.set('refused', said.error);
    const { seq, aircraft, decision, choices, plans } = said.result;
    if (aircraft) {
      this.#at(seq);
      this.view = said.result;
      this.owing = said.result.to_act;
    }
    if (plans) this.plans.push(plans);
    const menu = choices ? said.result : decision;
    if (menu && seq === this.seq) this.menus.set(text(asked.params.draft ?? null), menu);
  }
}

/** Those ways to end that end at a place, or on an open table at the end nearest to it. */
function endingAt(ways, at) {
  const far = (p) => ('x' in p ? Math.hypot(p.x - at.x, p.y - at.y) : text(p) === text(at) ? 0 : Infinity);
  const least = Math.min(...ways.map((w) => (w.pose ? far(w.pose.at) : Infinity)));
  return least === Infinity ? [] : ways.filter((w) => w.pose && far(w.pose.at) === least);
}

/** A player at a table: clicks or taps, and knows what each click should lead to. */
class Player {
  constructor(page, finger) {
    this.page = page;
    this.finger = finger;
    this.wire = new Wire(page);
    /** How often each choice was taken. */
    this.used = new Map();
    /** The commands that were confirmed, as the server should have them. */
    this.said = [];
  }

  /** Presses a whole pixel. */
  async press(x, y) {
    assert.ok(Number.isInteger(x) && Number.isInteger(y));
    if (this.finger) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Presses the first shown of what a selector finds, in its middle, where nothing else lies. Answers its text and label. */
  async hit(selector) {
    const there = await this.page.waitForFunction((s) => {
      for (const e of document.querySelectorAll(s)) {
        if (!e.checkVisibility()) continue;
        e.scrollIntoView({ block: 'center' });
        const b = e.getBoundingClientRect();
        const [x, y] = [Math.round(b.left + b.width / 2), Math.round(b.top + b.height / 2)];
        const found = document.elementFromPoint(x, y);
        if (found && e.contains(found)) return { x, y, label: e.dataset.label ?? '', name: e.getAttribute('aria-label') ?? e.textContent };
      }
      return null;
    }, selector);
    const at = await there.jsonValue();
    await this.press(at.x, at.y);
    return at;
  }

  /**
   * Waits until it is this player's turn and nobody else's, so that nothing changes while something is clicked, and the page shows all that
   * it was told; answers what is to be done.
   */
  async settle() {
    for (;;) {
      const state = await turn(this.page);
      const now = await moment(this.page);
      if (now.seq === this.wire.seq && now.state === state && state !== 'wait' && this.wire.owing.length < 2) return state;
    }
  }

  /** The trial on the table: the page keeps its steps for a reload. The step of an aircraft that it opened by itself it only asks about. */
  async trial() {
    const kept = await this.page.evaluate(([id, side]) => localStorage.getItem(`tallyho:draft:${id}:${side}`), [this.id, 'allies']);
    const { seq, stack } = JSON.parse(kept ?? '{}') ?? {};
    const { asked } = this.wire;
    const opened = asked.seq === this.wire.seq ? asked.draft : null;
    return (seq === this.wire.seq && stack.at(-1)) || opened;
  }

  /** What may be said now, as the page was told. */
  async menu() {
    const { menus } = this.wire;
    assert.equal(menus.get('refused'), undefined, 'nothing that was clicked is refused');
    return menus.get(text(await this.trial())) ?? assert.fail(`the page knows what may be said: ${[...menus.keys()]}`);
  }

  /** That the server was told exactly these commands since the last look, and nothing else. */
  told(commands, why) {
    assert.deepEqual(this.wire.deeds.slice(this.said.length).map((d) => [d.method, d.params.command]), commands.map((c) => ['act', c]), why);
    this.said.push(...commands);
  }

  /** What choices of a menu should lead to: trials, or commands to be confirmed. */
  async leadTo(choices) {
    const [{ say }] = choices;
    if ('draft' in say) return { trials: choices.map((c) => c.say.draft) };
    if ('command' in say) return { commands: choices.map((c) => c.say.command) };
    const value = Number(await this.page.inputValue('.range input'));
    return { trials: choices.map(({ say: { range: [command, { field }] } }) => withChange(command, field, () => value)) };
  }

  /** Presses a choice of the panel, one that was taken least often. Answers what should follow from it. */
  async choose() {
    const { choices } = await this.menu();
    if ((await this.page.$('.panel .fleet-item:not(.idle)')) && !(await this.page.$('.panel .fleet-item.on'))) {
      await this.hit('.panel .fleet-item:not(.idle)');
      await this.settle();
    }
    const labels = await this.page.$$eval('.panel .choice:not(.no)', (all) => all.filter((c) => c.checkVisibility()).map((c) => c.dataset.label));
    const times = (label) => this.used.get(label) ?? 0;
    const [label] = labels.filter((l) => !GIVING_UP.test(l)).toSorted((a, b) => times(a) - times(b));
    this.used.set(label, times(label) + 1);
    await this.hit(`.panel .choice[data-label=${text(label)}]:not(.no)`);
    await this.settle();
    const meant = choices.filter((c) => c.label === label && !c.barred.length);
    assert.ok(meant.length, `${label} is among ${choices.map((c) => c.label)}`);
    return this.leadTo(meant);
  }

  /** Presses a place on the board, and a heading if several are possible there. Answers what should follow, or nothing if no place can be pressed. */
  async place(n) {
    const menu = await this.menu();
    const plans = menu.draft?.plans.length ? menu.draft.plans : this.wire.plans.at(-1) ?? [];
    const spots = (await reach(this.page)).map((p) => ({ x: Math.round(p.x), y: Math.round(p.y) }));
    // The place of the board at each of these pixels, where neither an aircraft nor anything on the board is meant by a click.
    const places = await this.page.evaluate(async ([all, board]) => {
      const { grid, R } = await import(moduleOf('board/geo.js'));
      const g = grid(board);
      const host = document.querySelector('.board').getBoundingClientRect();
      const m = new DOMMatrix(getComputedStyle(document.querySelector('.world')).transform);
      // The ground is flattened where it is seen from the side.
      const flat = [...document.querySelector('.layer-reach').parentElement.transform.baseVal][0]?.matrix.d ?? 1;
      const planes = [...document.querySelectorAll('.aircraft')].map((a) => a.getAttribute('transform').match(/-?[\d.]+/g).map(Number));
      return all.flatMap(({ x, y }) => {
        const p = { x: (x - host.left - m.e) / m.a, y: (y - host.top - m.f) / m.d };
        const there = document.elementFromPoint(x, y);
        const free = there?.closest('.world') && !there.closest('.dial-handle') && planes.every(([a, b]) => Math.hypot(a - p.x, b - p.y) > R);
        // The last whole pixel may lie beyond the edge.
        const at = free && g.at({ x: p.x, y: p.y / flat });
        return at ? [{ x, y, at }] : [];
      });
    }, [spots, this.wire.view.board]);
    if (!places.length) return null;
    const { x, y, at } = places[(n * 7) % places.length];
    await this.press(x, y);
    await this.page.waitForFunction(() => !document.querySelector('.chooser').hidden || document.querySelector('.commit:not([aria-disabled])') || document.querySelector('.choice.armed'));
    await this.settle();
    const [free] = menu.draft?.free ?? [];
    if (free) {
      // The table was asked about the very point, and what it made of that is on trial.
      const asked = withChange(free.draft, free.field, (was) => ({ ...was, ...at }));
      const { draft } = this.wire.menus.get(text(asked)) ?? assert.fail(`the table was asked about ${text(at)}`);
      return { trials: [draft.mended?.command ?? asked] };
    }
    let ends = endingAt(plans.length ? plans : menu.choices.filter((c) => c.target === null && !c.barred.length), at);
    if (await this.page.$('.chooser:not([hidden])')) {
      const { name } = await this.hit('.chooser .way-to-end');
      const [heading, level] = name.match(/\d+/g).map(Number);
      ends = ends.filter((w) => w.pose.heading === heading && (level === undefined || w.pose.altitude === level));
      await this.settle();
    }
    assert.ok(ends.length, `a move may end at ${text(at)}`);
    return plans.length ? { trials: ends.map((p) => p.command), goals: ends.map((p) => text(p.pose)) } : this.leadTo(ends);
  }

  /** Takes one decision from its first click to Commit, and sees that this was done and nothing else. */
  async decide(n) {
    const { seq } = this.wire;
    /** @type {any} */
    let meant = {};
    for (let clicks = 0; !(await this.page.$('.commit:not([aria-disabled])')); clicks++) {
      assert.ok(clicks < 40, 'a decision takes fewer clicks');
      meant = ((await this.page.$('.layer-reach path')) && (await this.place(n + clicks))) || (await this.choose());
      // The only thing that is left is given by one press.
      if (meant.commands?.length === 1 && this.wire.seq !== seq) return this.given(meant.commands, meant, seq);
      this.told([], 'nothing is sent before Commit');
      const trial = text(await this.trial());
      if (meant.trials) assert.ok(meant.trials.some((t) => text(t) === trial), `clicked was ${text(meant.trials)}, on trial is ${trial}`);
    }
    const commands = meant.commands ?? [(await this.menu()).draft.command];
    await this.hit('.commit:not([aria-disabled])');
    await past(this.page, seq);
    await this.settle();
    this.given(commands, meant, seq);
  }

  /** That the first command that was sent is one of these, and that whatever followed leads to the place that was meant. */
  given(commands, meant, seq) {
    const done = this.wire.deeds.slice(this.said.length).map((d) => d.params.command);
    assert.ok(commands.some((c) => text(c) === text(done[0])), `confirmed was ${text(commands)}, sent was ${text(done[0])}`);
    // A place may be several commands away: they follow each other at once, and each is a step of a way to that place.
    this.wire.deeds.slice(this.said.length).forEach(({ params }, step) => {
      const leads = step === 0 || this.wire.plans.some((all) => all.some((p) => text(p.command) === text(params.command) && meant.goals?.includes(text(p.pose))));
      assert.ok(leads && params.seq === seq + step, `${text(params)} was sent, but what was clicked is ${text(meant.goals ?? commands)}`);
    });
    this.told(done, 'commands and nothing else are sent');
  }
}

for (const [title, order] of Object.entries(GAMES)) {
  for (const [hand, how] of Object.entries(HANDS)) {
    test(`${TURNS} turns of ${title} with ${hand}: the server gets what was clicked and confirmed, and nothing else`, async (t) => {
      const { context, page, errors } = await open(on.browser, how);
      // What leaves no choice is not passed here, so that every deed is somebody's click.
      await page.addInitScript(() => localStorage.setItem('tallyho:settings', '{"pass":false}'));
      const player = new Player(page, 'hasTouch' in how);
      const { id } = await make(page, on.server.url, { ...order, dice: { seed: 5 }, seats: { allies: 'human', axis: 'pilot:simple' } });
      player.id = id;
      await page.goto(`${on.server.url}/table/${id}`);
      const own = async () => {
        const lines = await page.evaluate(async (table) => (await (await fetch(`/api/tables/${table}/transcript`)).text()).trim().split('\n').map((l) => JSON.parse(l)), id);
        return lines.filter((l) => l.side === 'allies').map((l) => l.command);
      };
      // What the table takes for granted, such as forces that the scenario fixes, nobody clicks.
      const granted = (await own()).length;
      const now = async () => Number((await page.textContent('#top .chip:has-text("Turn")')).match(/\d+/)[0]);
      let decisions = 0;
      for (; (await player.settle()) !== 'over' && (await now()) <= TURNS; decisions++) {
        assert.ok(decisions < MOST, `${TURNS} turns end`);
        await player.decide(decisions);
      }
      player.told([], 'nothing is sent without a click');
      assert.deepEqual((await own()).slice(granted), player.said, 'the transcript has what was confirmed, in order');
      assert.ok(decisions > TURNS, `${decisions} decisions`);
      t.diagnostic(`${decisions} decisions, ${player.said.length} commands`);
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}

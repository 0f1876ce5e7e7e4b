// Talking to the server: HTTP for lists and files, one WebSocket with JSON-RPC for a table. Connects again by itself.

/** @import { Acted, Asked, Barred, Briefing, Bye, ByeWhy, Called, Changed, ClockNow, Hello } from './types.js' */
/** @import { HintReply, Menu, NeedOne, Odds, PaceNow, Parted, People, PilotReply, PlanList } from './types.js' */
/** @import { Presence, Relieved, Said, Seat, Seen, Undone } from './types.js' */

/**
 * What an error may bring along.
 * @typedef {{ rule?: string, why?: string, reasons?: Barred[], need?: NeedOne[] }} Reason
 */

/** An answer that is an error: its code (docs/protocol.md), and its data. */
export class Refused extends Error {
  /** @param {number | string} code @param {string} message @param {Reason} [data] */
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data ?? {};
    /** The status of an answer by HTTP; 0 where there was none. */
    this.status = 0;
  }
}

/** Codes that the client treats differently. */
export const CODE = { illegal: -32001, dice: -32002, moved: -32004, unknown: -32007, lost: -1 };

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON by POST
 * @param {string} [method] another one than GET and POST
 * @returns {Promise<unknown>} what the caller knows to be there
 */
export async function http(path, body, method) {
  let answer;
  try {
    answer = await fetch(path, body === undefined ? { method } : {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
  } catch {
    throw new Refused(CODE.lost, 'The server cannot be reached.');
  }
  const json = await answer.json().catch(() => null);
  if (!answer.ok || !json) {
    const error = json?.error ?? {};
    const says = error.message ?? `The server answered ${answer.status}.`;
    throw Object.assign(new Refused(error.code ?? answer.status, says, error), { status: answer.status });
  }
  return json;
}

/** Too many requests, a server that is busy or about to stop, and a proxy that does not reach it. */
const FOR_A_WHILE = [429, 502, 503, 504];

/** Whether a request that went wrong may go well in a while. @param {unknown} e */
export const mayPass = (e) => e instanceof Refused && (e.code === CODE.lost || FOR_A_WHILE.includes(e.status));

/** @type {Map<string, Promise<unknown>>} */
const kept = new Map();

/** A list that does not change while the page is open. @param {string} path */
export function once(path) {
  let answer = kept.get(path);
  if (!answer) {
    answer = http(path);
    answer.catch(() => kept.delete(path));
    kept.set(path, answer);
  }
  return answer;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/**
 * Goodbyes after which the table is to be found at once, here or at another process. Many hear them at the same time,
 * so each comes back after a pause of its own.
 * @type {(ByeWhy | null)[]}
 */
const BACK_SOON = ['shutdown', 'store', 'newer', 'reset'];
/** An answer that takes longer than this is taken for lost with its connection. */
const PATIENCE_MS = 20_000;

/**
 * What a table can be asked, and what it answers.
 * @typedef {{ sit: Seen, view: Seen, legal: Menu<unknown>, plans: PlanList, odds: Odds,
 *   pilot: PilotReply, hint: HintReply, pace: PaceNow, relieve: Relieved, act: Acted, undo: Undone,
 *   consent: Undone, 'call-me': Called, talk: Said, again: People, agree: Parted,
 *   briefing: Briefing }} Answers
 */
/** What is asked about; the seat is the one that asks. @typedef {{ seat: Seat } & Record<string, unknown>} Question */
/**
 * What a table says by itself.
 * @typedef {{ hello: Hello, changed: Changed, presence: Presence, pace: PaceNow, relieved: Relieved, asked: Asked,
 *   people: People, said: Said, clock: ClockNow, parted: Parted }} News
 */
/**
 * @typedef {'open' | 'lost' | 'refused'} Connection
 * @typedef {{ [N in keyof News]: (news: News[N]) => void } & { state: (state: Connection) => void }} Ears
 * @typedef {{ code: number, message: string, data?: Reason }} Fault
 * @typedef {{ id?: number | null, result?: unknown, error?: Fault, method?: string, params?: unknown }} Message
 */

/** The socket of one table. */
export class Socket {
  /** @param {string} table @param {Ears} ears */
  constructor(table, ears) {
    this.table = table;
    this.ears = ears;
    this.next = 1;
    /** @type {Map<number, { resolve: (v: unknown) => void, reject: (e: Error) => void, timer: number }>} */
    this.waiting = new Map();
    this.pause = FIRST_PAUSE_MS;
    this.closed = false;
    this.opened = false;
    /** Why the server has closed the socket, until it is open again. @type {ByeWhy | null} */
    this.bye = null;
    /** @type {WebSocket | null} */
    this.ws = null;
    this.retry = 0;
    this.#connect();
    this.wake = () => {
      // A phone that wakes up, or a network that comes back, should not wait out a long pause.
      if (this.closed || this.ws?.readyState === WebSocket.OPEN || document.visibilityState === 'hidden') return;
      this.pause = FIRST_PAUSE_MS;
      this.#connect();
    };
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
  }

  #connect() {
    clearTimeout(this.retry);
    if (this.ws && this.ws.readyState <= WebSocket.OPEN) return;
    const ws = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/${this.table}`);
    this.ws = ws;
    ws.onmessage = (e) => this.#hear(JSON.parse(e.data));
    ws.onclose = () => {
      if (this.ws !== ws) return;
      this.ws = null;
      this.#fail('The connection was lost.');
      if (this.closed) return;
      // What was deleted does not come back.
      if (this.bye === 'deleted') this.opened = false;
      this.ears.state(this.opened ? 'lost' : 'refused');
      const soon = this.pause === FIRST_PAUSE_MS && BACK_SOON.includes(this.bye);
      this.retry = setTimeout(() => this.#connect(), soon ? Math.random() * FIRST_PAUSE_MS : this.pause);
      this.pause = Math.min(LONGEST_PAUSE_MS, this.pause * 1.7);
    };
  }

  /** @param {Message} message */
  #hear(message) {
    if (message.id !== undefined && message.id !== null) {
      const call = this.waiting.get(message.id);
      if (!call) return;
      this.waiting.delete(message.id);
      clearTimeout(call.timer);
      const { error } = message;
      if (error) call.reject(new Refused(error.code, error.message, error.data));
      else call.resolve(message.result);
      return;
    }
    const { method, params } = message;
    if (method === 'hello') {
      this.pause = FIRST_PAUSE_MS;
      this.opened = true;
      this.bye = null;
      this.ears.state('open');
      this.ears.hello(/** @type {Hello} */ (params));
    } else if (method === 'changed') this.ears.changed(/** @type {Changed} */ (params));
    else if (method === 'presence') this.ears.presence(/** @type {Presence} */ (params));
    else if (method === 'pace') this.ears.pace(/** @type {PaceNow} */ (params));
    else if (method === 'asked') this.ears.asked(/** @type {Asked} */ (params));
    else if (method === 'people') this.ears.people(/** @type {People} */ (params));
    else if (method === 'said') this.ears.said(/** @type {Said} */ (params));
    else if (method === 'parted') this.ears.parted(/** @type {Parted} */ (params));
    else if (method === 'bye') this.bye = /** @type {Bye} */ (params).why;
    else if (method === 'clock') this.ears.clock(/** @type {ClockNow} */ (params));
  }

  /** @param {string} why */
  #fail(why) {
    for (const call of this.waiting.values()) {
      clearTimeout(call.timer);
      call.reject(new Refused(CODE.lost, why));
    }
    this.waiting.clear();
  }

  /**
   * Asks the server.
   * @template {keyof Answers} M
   * @param {M} method
   * @param {Question} params
   * @returns {Promise<Answers[M]>}
   */
  call(method, params) {
    const { ws } = this;
    if (!ws || ws.readyState !== WebSocket.OPEN) return Promise.reject(new Refused(CODE.lost, 'Not connected.'));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Refused(CODE.lost, 'The server did not answer.'));
        ws.close();
      }, PATIENCE_MS);
      this.waiting.set(id, { resolve: (answer) => resolve(/** @type {Answers[M]} */ (answer)), reject, timer });
      ws.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.ws?.close();
    this.#fail('The table was left.');
  }
}

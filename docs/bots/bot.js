// A bot that says anything it is offered, in every game. Nothing but Node.js is needed.
//
//     node bot.js http://127.0.0.1:1940/join/…       a seat at a server's table, by its secret link
//     tallyho lab run … --allies 'cmd:node bot.js'   a seat on standard input and output
const net = require('node:net');
const tls = require('node:tls');
const crypto = require('node:crypto');
const readline = require('node:readline');

/** Messages as they come, one after the other. */
class Queue {
  messages = [];
  waiting = null;

  put(message) {
    if (this.waiting) this.waiting(message);
    else this.messages.push(message);
    this.waiting = null;
  }

  next() {
    if (this.messages.length) return Promise.resolve(this.messages.shift());
    return new Promise((resolve) => (this.waiting = resolve));
  }
}

function quit(why) {
  console.error(why);
  process.exit(1);
}

/** A table that has started this program. Other words than requests go to standard error. */
function pipe() {
  const queue = new Queue();
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => queue.put(JSON.parse(line)));
  lines.on('close', () => quit('the table is gone'));
  return { send: (text) => process.stdout.write(text + '\n'), receive: () => queue.next(), tell: console.error };
}

/** One frame; those of a client are masked (RFC 6455, section 5.2). */
function frame(kind, data) {
  const size = data.length;
  const head = Buffer.from(size < 126 ? [0x80 | kind, 0x80 | size] : [0x80 | kind, 0xfe, size >> 8, size & 255]);
  const mask = crypto.randomBytes(4);
  return Buffer.concat([head, mask, data.map((byte, n) => byte ^ mask[n % 4])]);
}

/** The first whole frame of what has come: its kind, its data and what follows it. */
function unframed(bytes) {
  if (bytes.length < 2) return null;
  const start = bytes[1] === 127 ? 10 : bytes[1] === 126 ? 4 : 2;
  if (bytes.length < start) return null;
  const size = start === 10 ? Number(bytes.readBigUInt64BE(2)) : start === 4 ? bytes.readUInt16BE(2) : bytes[1];
  if (bytes.length < start + size) return null;
  return { kind: bytes[0], data: bytes.subarray(start, start + size), rest: bytes.subarray(start + size) };
}

/** A seat by its link: a WebSocket. */
function seat(link) {
  const { protocol, hostname, port, host, pathname } = new URL(link);
  const secure = protocol === 'https:';
  const options = { host: hostname, port: Number(port) || (secure ? 443 : 80), servername: hostname };
  const wire = secure ? tls.connect(options) : net.connect(options);
  const key = crypto.randomBytes(16).toString('base64');
  wire.write(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
  const queue = new Queue();
  let bytes = Buffer.alloc(0);
  let open = false;
  const read = () => {
    if (!open) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const answer = bytes.toString('utf8', 0, bytes.indexOf('\r\n'));
      if (!answer.includes(' 101 ')) quit(`the server does not open a socket: ${answer}`);
      bytes = bytes.subarray(end + 4);
      open = true;
    }
    for (let one = unframed(bytes); one; one = unframed(bytes)) {
      bytes = one.rest;
      if (one.kind === 0x81) queue.put(JSON.parse(one.data.toString()));
      if (one.kind === 0x89) wire.write(frame(10, one.data));
      if (one.kind === 0x88) quit('the server has closed the socket');
    }
  };
  wire.on('data', (more) => {
    bytes = Buffer.concat([bytes, more]);
    read();
  });
  wire.on('close', () => quit('the server is gone'));
  return { send: (text) => wire.write(frame(1, Buffer.from(text))), receive: () => queue.next(), tell: console.log };
}

const table = process.argv[2] ? seat(process.argv[2]) : pipe();
let now = {};

// The lab gives each game a number: from it follows the same game again (mulberry32).
let state = Number(BigInt(process.env.TALLYHO_SEED ?? crypto.randomInt(2 ** 32)) & 0xffffffffn);
function below(n) {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
}

/** News: what has changed, and the menu if this side owes a decision. Other news is passed over. */
function hear(message) {
  if (message.method === 'changed') now = { ...now, menu: null, ...message.params };
}

/** The answer to a question; nothing if a command was not carried out. */
async function ask(method, params = {}) {
  for (;;) {
    table.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    let answer = await table.receive();
    while (!('id' in answer)) {
      hear(answer);
      answer = await table.receive();
    }
    const { error } = answer;
    if (!error) return answer.result;
    // Refused, or the table has moved on: the other side decides at the same time.
    if (error.code === -32001 || error.code === -32004) return null;
    if (error.code !== -32006) throw new Error(JSON.stringify(error));
    await new Promise((resolve) => setTimeout(resolve, error.data.retry_ms)); // too fast for this server
  }
}

/** A command with a number from a range put where the JSON pointer says. */
function withNumber([command, { field, min, max }]) {
  const path = field.split('/').slice(1);
  const last = path.pop();
  path.reduce((place, step) => place[step], command)[last] = min + below(max - min + 1);
  return command;
}

/** Walks through the menus until a whole command has come of it. */
async function choose(first) {
  let menu = first;
  for (;;) {
    const says = menu.choices.filter((choice) => !choice.barred.length && !choice.quit).map((choice) => choice.say);
    // It can be given as it stands.
    if (menu.draft && !menu.draft.barred.length) says.push({ command: menu.draft.command });
    const say = says.length ? says[below(says.length)] : { draft: null }; // a dead end: begin again
    if ('command' in say) return say.command;
    if ('range' in say) return withNumber(say.range);
    menu = say.draft ? await ask('legal', { draft: say.draft, plans: false }) : first;
  }
}

async function play() {
  const side = (await table.receive()).params.seat; // of `hello`, the first message
  const seen = await ask('sit', { seat: side, position: false });
  now = { ...now, ...seen, menu: seen.decision };
  while (now.to_act.length) {
    if (now.to_act.includes(side)) await ask('act', { command: await choose(now.menu), seq: now.seq, events: false });
    else hear(await table.receive());
  }
  table.tell((await ask('pending')).outcome.text);
  process.exit(0);
}

play().catch((error) => quit(error));

// What modules of the client expect to find when they are loaded, for tests without a browser. Imported before them.

/** What this browser keeps. @type {Map<string, string>} */
export const storage = new Map();

/** The sockets that were opened, the last one last; each keeps what was sent. */
export const sockets = [];

Object.assign(globalThis, {
  document: { addEventListener() {}, removeEventListener() {}, createTreeWalker() {}, visibilityState: 'visible' },
  addEventListener() {},
  removeEventListener() {},
  location: { protocol: 'http:', host: 'table' },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: {
    getItem: (k) => storage.get(k) ?? null, setItem: (k, v) => storage.set(k, v), removeItem: (k) => storage.delete(k),
  },
  WebSocket: class {
    static OPEN = 1;

    constructor() {
      sockets.push(this);
      this.readyState = 1;
      this.sent = [];
    }

    send(text) {
      this.sent.push(JSON.parse(text));
    }

    close() {}
  },
});

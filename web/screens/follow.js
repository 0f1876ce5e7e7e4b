// What the server works out bit by bit, shown as far as it is known.

import { http, mayPass } from '../wire/net.js';

/** The server is asked again so many milliseconds later, as long as it has not told all. */
const ASK_AGAIN = 1500;
/** Less and less often while it does not answer. */
const LONGEST_PAUSE_MS = 20_000;

/**
 * Asks until all is known, as long as the place where it is shown is on the page.
 * @template T
 * @param {Node} place
 * @param {string} path
 * @param {(known: T) => boolean} show shows it, and says whether that is all
 * @param {() => void} failed
 */
export function follow(place, path, show, failed) {
  let pause = ASK_AGAIN;
  const later = () => setTimeout(() => place.isConnected && void ask(), pause);
  const ask = async () => {
    let known;
    try {
      known = /** @type {T} */ (await http(path));
    } catch (e) {
      if (!mayPass(e)) return failed();
      pause = Math.min(LONGEST_PAUSE_MS, pause * 1.7);
      return later();
    }
    pause = ASK_AGAIN;
    if (!show(known)) later();
  };
  void ask();
}

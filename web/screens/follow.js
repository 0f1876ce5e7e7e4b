// What the server works out bit by bit, shown as far as it is known.

import { http } from '../wire/net.js';

/** The server is asked again so many milliseconds later, as long as it has not told all. */
const ASK_AGAIN = 1500;

/**
 * Asks until all is known, as long as the place where it is shown is on the page.
 * @template T
 * @param {Node} place
 * @param {string} path
 * @param {(known: T) => boolean} show shows it, and says whether that is all
 * @param {() => void} failed
 */
export function follow(place, path, show, failed) {
  const ask = async () => {
    let known;
    try {
      known = /** @type {T} */ (await http(path));
    } catch {
      return failed();
    }
    if (!show(known)) setTimeout(() => place.isConnected && ask(), ASK_AGAIN);
  };
  void ask();
}

// What this browser keeps from visit to visit.

/**
 * Something kept in this browser; `otherwise` where there is nothing, or storage is not allowed.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps something in this browser; nothing forgets it. @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    if (value === null || value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse to keep anything; the page works without.
  }
}

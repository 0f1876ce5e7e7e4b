// Commands as the wire has them: compared, and changed at a place named by a JSON pointer.

/** Whether two things that came over the wire say the same. @param {unknown} a @param {unknown} b */
export const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {string} pointer JSON pointer */
const keysOf = (pointer) =>
  pointer
    .split('/')
    .slice(1)
    .map((k) => k.replace(/~1/g, '/').replace(/~0/g, '~'));

/**
 * A copy of a command with something put at a place in it.
 * @template T
 * @param {T} command
 * @param {string} pointer JSON pointer
 * @param {(was: unknown) => unknown} change
 * @returns {T}
 */
export function withChange(command, pointer, change) {
  const copy = structuredClone(command);
  const keys = keysOf(pointer);
  const last = keys.pop();
  let at = /** @type {Record<string, unknown>} */ (copy);
  for (const k of keys) at = /** @type {Record<string, unknown>} */ (at[k]);
  if (last !== undefined) at[last] = change(at[last]);
  return copy;
}

/**
 * What stands at a place in a command; nothing where there is no such place.
 * @param {unknown} command
 * @param {string} pointer JSON pointer
 */
export function valueAt(command, pointer) {
  return keysOf(pointer).reduce((at, k) => /** @type {Record<string, unknown> | undefined} */ (at)?.[k], command);
}

/** @param {unknown} x @returns {x is Record<string, unknown>} */
const isObject = (x) => typeof x === 'object' && x !== null && !Array.isArray(x);

/**
 * A command that grew out of one beginning, as it would have grown out of another: what it has kept of the one is
 * taken from the other.
 * @param {unknown} command
 * @param {unknown} from
 * @param {unknown} to
 * @returns {unknown}
 */
export function regrown(command, from, to) {
  if (alike(command, from)) return to;
  if (!isObject(command) || !isObject(from) || !isObject(to)) return command;
  const part = (/** @type {string} */ k) => (k in from && k in to ? regrown(command[k], from[k], to[k]) : command[k]);
  return Object.fromEntries(Object.keys(command).map((k) => [k, part(k)]));
}

/** How many parts of two commands say the same. @param {unknown} a @param {unknown} b @returns {number} */
export function kinship(a, b) {
  if (!isObject(a) || !isObject(b)) return alike(a, b) ? 1 : 0;
  return Object.keys(a).reduce((sum, k) => sum + (k in b ? kinship(a[k], b[k]) : 0), 0);
}

// Commands as the wire has them: compared, and changed at a place named by a JSON pointer.

/** Whether two things that came over the wire say the same. @param {unknown} a @param {unknown} b */
export const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);

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
  const keys = pointer
    .split('/')
    .slice(1)
    .map((k) => k.replace(/~1/g, '/').replace(/~0/g, '~'));
  const last = keys.pop();
  let at = /** @type {Record<string, unknown>} */ (copy);
  for (const k of keys) at = /** @type {Record<string, unknown>} */ (at[k]);
  if (last !== undefined) at[last] = change(at[last]);
  return copy;
}

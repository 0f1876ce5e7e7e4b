// Commands as the wire has them: compared, and changed at a place named by a JSON pointer.

/** Whether two things that came over the wire say the same. @param {unknown} a @param {unknown} b */
export const alike = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * A copy of a command with something put at a place in it.
 * @param {any} command
 * @param {string} pointer JSON pointer
 * @param {(was: any) => any} change
 */
export function withChange(command, pointer, change) {
  const copy = structuredClone(command);
  const keys = pointer.split('/').slice(1).map((k) => k.replace(/~1/g, '/').replace(/~0/g, '~'));
  const last = keys.pop();
  let at = copy;
  for (const k of keys) at = at[k];
  if (last !== undefined) at[last] = change(at[last]);
  return copy;
}

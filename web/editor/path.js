// Paths of fields in a scenario, as flaws name them: `groups[2].state[0].hex`. Nothing here changes what it is given.

/** @typedef {(string | number)[]} Steps */

/** The steps of a path. @param {string} path @returns {Steps} */
export function steps(path) {
  const found = path.matchAll(/\[(\d+)\]|([^.[\]]+)/g);
  return [...found].map(([, place, name]) => (place === undefined ? name : Number(place)));
}

/** The path of a field in a part. @param {string} path @param {string | number} step */
export const within = (path, step) =>
  typeof step === 'number' ? `${path}[${step}]` : path ? `${path}.${step}` : step;

/** The path of the part that a field is in. @param {string} path */
export const parent = (path) => path.replace(/(^|\.)[^.[\]]+$|\[\d+\]$/, '');

/** Whether a path is that of a part or of something in it. @param {string} path @param {string} part */
export const isIn = (path, part) =>
  path === part || (path.startsWith(part) && (part === '' || /^[.[]/.test(path.slice(part.length))));

/** What is at a path. @param {unknown} whole @param {string} path @returns {unknown} */
export function at(whole, path) {
  return steps(path).reduce((part, step) => {
    const fields = /** @type {Record<string | number, unknown> | null | undefined} */ (part);
    return fields !== null && typeof fields === 'object' && Object.hasOwn(fields, step) ? fields[step] : undefined;
  }, whole);
}

/**
 * A copy with something else at a path; nothing takes the field away. A part that is missing on the way is made.
 * @template T
 * @param {T} whole @param {string} path @param {unknown} value
 * @returns {T}
 */
export function put(whole, path, value) {
  return /** @type {T} */ (changed(whole, steps(path), value));
}

/** @param {unknown} part @param {Steps} way @param {unknown} value @returns {unknown} */
function changed(part, way, value) {
  if (way.length === 0) return value;
  const [step, ...rest] = way;
  if (typeof step === 'number') {
    const list = Array.isArray(part) ? [...part] : [];
    const inner = changed(list[step], rest, value);
    if (inner === undefined) list.splice(step, 1);
    else list[step] = inner;
    return list;
  }
  const fields = new Map(part !== null && typeof part === 'object' ? Object.entries(part) : []);
  const inner = changed(fields.get(step), rest, value);
  if (inner === undefined) fields.delete(step);
  else fields.set(step, inner);
  return Object.fromEntries(fields);
}

// Which rules a search finds, the best first.

/** @typedef {{ id: string, title: string, plain: string, text: string }} Found */

/**
 * How well a rule fits, from 0; nothing where it does not.
 * @param {Found} rule @param {string[]} words in small letters, at least one
 */
function fit({ id, title, plain, text }, words) {
  const phrase = words.join(' ');
  const [name, says] = [title.toLowerCase(), plain.toLowerCase()];
  const has = (/** @type {string} */ where) => words.every((word) => where.includes(word));
  const tests = [
    name === phrase || id.toLowerCase().split('/').slice(1).join('/') === phrase,
    name.startsWith(phrase),
    name.split(/[\s-]+/).some((_, n, all) => all.slice(n).join(' ').startsWith(phrase)),
    has(name),
    says.includes(phrase),
    has(`${name} ${says}`),
    text.toLowerCase().includes(phrase),
    has(`${id} ${name} ${says} ${text}`.toLowerCase()),
  ];
  const first = tests.indexOf(true);
  return first < 0 ? null : first;
}

/**
 * Rules with all words of a query: those whose title begins with it, whose title holds it, whose plain text does, whose
 * details do. Equally good ones keep their order.
 * @template {Found} T
 * @param {T[]} rules @param {string} query
 */
export function ranked(rules, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const hits = rules.flatMap((rule) => {
    const rank = fit(rule, words);
    return rank === null ? [] : [{ rule, rank }];
  });
  return hits.sort((a, b) => a.rank - b.rank).map((hit) => hit.rule);
}

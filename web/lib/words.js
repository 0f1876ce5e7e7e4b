// Numbers and names as people write them.

/**
 * A percentage as people write it: `50 %`, `0.4 %`, `< 0.1 %`.
 * @param {number} ppm millionths
 */
export function percent(ppm) {
  const p = ppm / 10000;
  if (ppm === 0) return '0 %';
  if (p < 0.1) return '< 0.1 %';
  if (p < 3 || (p > 97 && p < 100)) return `${p.toFixed(1)} %`;
  return `${Math.round(p)} %`;
}

/**
 * Expected damage from thousandths.
 * @param {number} milli
 */
export function thousandths(milli) {
  return (milli / 1000).toFixed(milli < 100 && milli > 0 ? 2 : 1);
}

/** A number with its sign. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

/** What a side is called where nothing better is known. @param {string} s */
export const sideName = (s) => (s === 'allies' ? 'Allies' : s === 'axis' ? 'Axis' : s);

/** "Red 1" becomes "R1", "Bf 109 3" "B3", "Mustang 2 1" "M2.1". @param {string} name */
export function short(name) {
  const words = name.trim().split(/\s+/);
  const letters = words
    .filter((w) => /^\p{L}/u.test(w))
    .map((w) => w[0].toUpperCase())
    .join('')
    .slice(0, 2);
  // The number of a type says nothing that the letters do not.
  return letters + words.filter((w) => /^\d{1,2}$/.test(w)).join('.');
}

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

/** A number with its sign. @param {number} n @param {number | null} [parts] how many make one */
export const signed = (n, parts) => (n > 0 ? `+${inParts(n, parts)}` : n < 0 ? `−${inParts(-n, parts)}` : '0');

/**
 * A count of parts as people write it: 11 halves are 5.5.
 * @param {number} n @param {number | null | undefined} parts how many make one
 */
export function inParts(n, parts) {
  if (!parts || parts === 1) return String(n);
  const places = String(1 / parts).split('.')[1]?.length ?? 0;
  return (n / parts).toFixed(Math.min(places, 2)).replace(/(\.\d)0$/, '$1');
}

/** A number of feet: 15,000 ft. @param {number} feet */
export const feetText = (feet) => `${String(feet).replace(/\B(?=(\d{3})+$)/g, ',')} ft`;

/**
 * An altitude in words: in feet where the game says what a level is.
 * @param {number} level @param {number | null | undefined} feet
 */
export const heightText = (level, feet) => (feet ? feetText(level * feet) : `level ${level}`);

/**
 * Bank and pitch in words.
 * @param {{ bank: number, pitch: number }} attitude
 */
export function attitudeText({ bank, pitch }) {
  const side = bank < 0 ? 'left' : 'right';
  const size = Math.abs(bank);
  const banked =
    size < 5 ? 'wings level' : size < 90 ? `banked ${side}` : size < 175 ? `inverted, banked ${side}` : 'inverted';
  return `${banked}, ${pitch > 0 ? 'climbing' : pitch < 0 ? 'diving' : 'level flight'}`;
}

/** What a side is called where nothing better is known. @param {string} s */
export const sideName = (s) => (s === 'allies' ? 'Allies' : s === 'axis' ? 'Axis' : s);

/** A text with a capital letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** How many letters of the first and of the second word tell names apart that are otherwise shortened alike. */
const LETTERS = [[2, 1], [1, 2], [3, 1], [1, 3], [4, 1], [1, 4]];

/** The names that were shortened last: the same are asked for in every frame. */
const known = { of: '', shorts: /** @type {Map<string, string>} */ (new Map()) };

/**
 * Short names by name, of which no two are alike: where "Hurricane 1" and "Heinkel 1" would both be "H1", they become
 * "Hu1" and "He1".
 * @param {string[]} names
 * @returns {Map<string, string>}
 */
export function shorts(names) {
  const of = names.join('\n');
  if (known.of === of) return known.shorts;
  const all = new Map(names.map((name) => [name, short(name)]));
  for (const alike of new Set(all.values())) {
    const its = [...all.keys()].filter((name) => all.get(name) === alike);
    const others = new Set([...all.values()].filter((s) => s !== alike));
    const longer = LETTERS.map((letters) => its.map((name) => shortened(name, letters)));
    const apart = longer.find((l) => new Set(l).size === its.length && !l.some((s) => others.has(s)));
    if (its.length > 1 && apart) for (const [n, name] of its.entries()) all.set(name, apart[n]);
  }
  known.of = of;
  known.shorts = all;
  return all;
}

/** "Red 1" becomes "R1", "Bf 109 3" "B3", "Mustang 2 1" "M2.1". @param {string} name */
export const short = (name) => shortened(name, [1, 1]);

/** @param {string} name @param {number[]} letters how many of the first word are wanted, and of the second */
function shortened(name, [first, last]) {
  if (/^\p{L}{1,2}\d{1,2}$/u.test(name)) return name;
  const words = name.trim().split(/\s+/);
  const spoken = words.filter((w) => /^\p{L}/u.test(w));
  // Two words are enough: the first, and the one that tells it apart.
  const letters = spoken.slice(0, 2).map((w, n) => {
    const many = n ? last : Math.max(first, spoken.length > 1 ? 1 : last);
    return w[0].toUpperCase() + (w.slice(1, many).match(/^\p{L}+/u)?.[0] ?? '');
  });
  // The number of a type says nothing that the letters do not.
  return letters.join('') + words.filter((w) => /^\d{1,2}$/.test(w)).join('.');
}

/** The name of a field, option or value in words; that an option is one need not be said. @param {string} name */
export const named = (name) => capital(name.replace(/^opt_/, '').replace(/[-_]/g, ' '));

// What each type of aircraft looks like from above: the few proportions by which it is known. Drawn by our own hand,
// from common knowledge. Spans and lengths are on the cards.

/**
 * From the centre line to the tip: how far out, leading edge, trailing edge. All in hundredths of half the span,
 * backwards from the middle of the wing's root.
 * @typedef {number[]} Station
 */
/**
 * - `wing` and `tip`: stations, and how the tip ends. An oval wing has two stations: its root and its outermost point.
 * - `lower`: the other wing of a biplane. `crease`: where a gull wing bends.
 * - `nose`: how much of the length lies ahead of the middle of the wing's root, in hundredths; `cowl` is its form.
 * - `body`: half the width of the fuselage. `seat`: where the canopy begins and how long it is, in hundredths of the
 *   length, and so `guns`, the places of turrets.
 * - `tail`: half its span, its depth at the root, its depth at the tip; `fins` and `tailTip` are their forms.
 * - `engines`: how far out those in the wing are. `pods`: their form, how far ahead of the wing's root they begin and
 *   how far behind it they end, and half their width. `disc`: the radius of a propeller.
 * - `legs`: how far out a fixed undercarriage hangs. `ridge`: whether the fin begins far ahead, as on a B-17.
 * - `year`: the first year of its time, which tells its markings if the scenario names no year.
 * @typedef {'round' | 'square' | 'oval'} Tip
 * @typedef {'inline' | 'radial' | 'glass' | 'jet'} Cowl
 * @typedef {{ year: number, wing: Station[], tip: Tip, lower?: Station[], nose: number, cowl: Cowl, body: number,
 *   seat: number[], tail: number[], tailTip?: Tip, fins?: 'one' | 'two' | 'booms' | 'none', engines?: number[],
 *   pods?: { form: Cowl, ahead: number, behind: number, half: number }, disc?: number, legs?: number, crease?: number,
 *   guns?: number[], ridge?: boolean }} Airframe
 */

/** @type {Pick<Airframe, 'cowl' | 'body' | 'disc'>} */
const INLINE = { cowl: 'inline', body: 10, disc: 29 };
/** @type {Pick<Airframe, 'cowl' | 'body' | 'disc'>} */
const RADIAL = { cowl: 'radial', body: 13, disc: 29 };
/** @type {Pick<Airframe, 'cowl'>} */
const GLASS = { cowl: 'glass' };

/** @type {(ahead: number, behind: number, half: number) => Airframe['pods']} */
const radials = (ahead, behind, half) => ({ form: 'radial', ahead, behind, half });
/** @type {(ahead: number, behind: number, half: number) => Airframe['pods']} */
const inlines = (ahead, behind, half) => ({ form: 'inline', ahead, behind, half });
/** @type {(ahead: number, behind: number, half: number) => Airframe['pods']} */
const jets = (ahead, behind, half) => ({ form: 'jet', ahead, behind, half });

const BF_109 = {
  ...{ ...INLINE, body: 9.5, nose: 36, seat: [43, 13], tail: [31, 17, 9] },
  wing: [[0, -23, 21], [100, -13, 8]],
};
const FW_190 = {
  ...{ tip: /** @type {Tip} */ ('round'), tail: [35, 18, 11] },
  wing: [[0, -26, 20], [17, -22, 19], [100, -12, 10]],
};
const SPITFIRE = {
  ...{ ...INLINE, tip: /** @type {Tip} */ ('oval'), nose: 39, seat: [46, 11] },
  ...{ wing: [[0, -22, 24], [100, -8, -8]], tail: [29, 18, 4], tailTip: /** @type {Tip} */ ('oval') },
};
const MACCHI = {
  ...{ tip: /** @type {Tip} */ ('round'), tail: [32, 18, 9] },
  wing: [[0, -22, 21], [100, -13, 7]],
};
const MESSERSCHMITT_110 = {
  ...{ ...GLASS, body: 7, nose: 34, seat: [18, 34], tail: [30, 14, 12], fins: /** @type {const} */ ('two') },
  ...{ engines: [31], pods: inlines(42, 20, 5.5), disc: 20 },
  wing: [[0, -19, 18], [100, -9, 8]],
};
const ZERO = {
  ...{ ...RADIAL, body: 11, nose: 34, seat: [33, 24], tail: [33, 18, 8] },
  wing: [[0, -19, 23], [100, -12, 5]],
  tip: /** @type {Tip} */ ('round'),
};
const FORTRESS = {
  ...{ ...GLASS, body: 6.4, nose: 32, seat: [17, 7], tail: [41, 21, 10], ridge: true, guns: [26, 56, 98] },
  ...{ wing: [[0, -19, 18], [100, -3, 9]], tip: /** @type {Tip} */ ('round') },
  ...{ engines: [24, 46], pods: radials(29, 8, 3.6), disc: 11 },
};
const LIBERATOR = {
  ...{ ...GLASS, body: 6, nose: 39, seat: [17, 8], tail: [24, 14, 12], fins: /** @type {const} */ ('two') },
  ...{ wing: [[0, -13, 12], [100, -6, 5]], tip: /** @type {Tip} */ ('round'), guns: [24, 97] },
  ...{ engines: [23, 45], pods: radials(23, 8, 3.6), disc: 10.5 },
};

/** @type {Record<string, Airframe>} */
export const AIRFRAMES = {
  'bf-109e': { ...BF_109, year: 1939, tip: 'square' },
  'bf-109f': { ...BF_109, year: 1941, tip: 'round', wing: [[0, -23, 21], [100, -12, 7]] },
  'bf-109g': { ...BF_109, year: 1943, tip: 'round', body: 10, wing: [[0, -23, 21], [100, -12, 7]] },
  'fw-190a': { ...RADIAL, ...FW_190, year: 1942, body: 12.5, nose: 34, seat: [33, 17] },
  'fw-190d': { ...RADIAL, ...FW_190, year: 1944, body: 11, nose: 40, seat: [41, 15] },
  'bf-110c': { ...MESSERSCHMITT_110, year: 1940, tip: 'square' },
  'bf-110g': { ...MESSERSCHMITT_110, year: 1943, tip: 'round' },
  'me-410': {
    ...{ ...GLASS, year: 1943, tip: 'round', nose: 30, body: 7.5, seat: [5, 26], tail: [33, 16, 8] },
    ...{ wing: [[0, -19, 19], [30, -16, 16], [100, 1, 12]], engines: [29], pods: inlines(44, 20, 5.5), disc: 21 },
  },
  'me-262': {
    ...{ year: 1944, cowl: 'jet', tip: 'round', nose: 42, body: 11, seat: [37, 12], tail: [31, 18, 9] },
    ...{ wing: [[0, -25, 20], [33, -13, 17], [100, 8, 22]], engines: [33], pods: jets(36, 32, 7) },
  },
  'me-163': {
    ...{ year: 1944, cowl: 'jet', tip: 'round', nose: 47, body: 14, seat: [22, 17], tail: [0, 0, 0], fins: 'none' },
    wing: [[0, -32, 27], [100, 10, 30]],
  },
  'ar-234': {
    ...{ ...GLASS, year: 1944, tip: 'round', nose: 45, body: 8, seat: [2, 14], tail: [35, 17, 9] },
    ...{ wing: [[0, -15, 15], [100, -6, 4]], engines: [33], pods: jets(30, 26, 6) },
  },
  'ju-87': {
    ...{ ...INLINE, year: 1939, tip: 'square', nose: 34, body: 9, seat: [34, 26], tail: [36, 20, 14], disc: 24 },
    ...{ tailTip: 'square', wing: [[0, -18, 16], [27, -20, 18], [100, -10, 5]], crease: 27, legs: 27 },
  },
  'ju-88': {
    ...{ ...GLASS, year: 1940, tip: 'round', nose: 33, body: 7.5, seat: [8, 20], tail: [42, 20, 10] },
    ...{ wing: [[0, -18, 19], [31, -16, 15], [100, -7, 4]], engines: [31], pods: radials(42, 18, 6), disc: 19 },
  },
  'he-111': {
    ...{ ...GLASS, year: 1940, tip: 'oval', nose: 36, body: 7, seat: [1, 12], tail: [36, 24, 5], tailTip: 'oval' },
    ...{ wing: [[0, -19, 22], [100, 0, 0]], engines: [25], pods: inlines(37, 14, 5), disc: 16, guns: [42] },
  },
  'do-17': {
    ...{ ...GLASS, year: 1939, tip: 'round', nose: 33, body: 6, seat: [2, 20], tail: [34, 15, 13], fins: 'two' },
    ...{ wing: [[0, -20, 20], [22, -20, 18], [100, -10, 7]], engines: [30], pods: radials(34, 16, 6), disc: 18 },
  },
  'p-40': {
    ...{ ...INLINE, year: 1941, tip: 'round', nose: 41, seat: [44, 18], tail: [34, 17, 9] },
    wing: [[0, -22, 25], [100, -14, 2]],
  },
  'p-38': {
    ...{ year: 1943, cowl: 'jet', tip: 'round', nose: 38, body: 6.5, seat: [16, 16], tail: [31, 13, 13] },
    ...{ fins: 'booms', wing: [[0, -17, 17], [100, -6, 5]], engines: [31], pods: inlines(37, 0, 5), disc: 22 },
  },
  'p-47': {
    ...{ ...RADIAL, year: 1943, tip: 'oval', nose: 35, body: 14, seat: [41, 12], tail: [39, 20, 6], tailTip: 'oval' },
    wing: [[0, -22, 24], [100, -5, -5]],
  },
  'p-51': {
    ...{ ...INLINE, year: 1944, tip: 'square', nose: 40, seat: [42, 13], tail: [36, 18, 10], tailTip: 'square' },
    wing: [[0, -29, 21], [16, -21, 20], [100, -9, 9]],
  },
  'p-80': {
    ...{ year: 1945, cowl: 'jet', tip: 'square', nose: 46, body: 12, seat: [28, 13], tail: [39, 18, 9] },
    wing: [[0, -30, 24], [14, -22, 22], [100, -12, 4]],
  },
  'f4f': {
    ...{ ...RADIAL, year: 1942, tip: 'square', nose: 33, body: 13.5, seat: [39, 12], tail: [36, 18, 12] },
    ...{ tailTip: 'square', wing: [[0, -20, 21], [100, -15, 12]] },
  },
  'f6f': {
    ...{ ...RADIAL, year: 1943, tip: 'square', nose: 36, body: 13, seat: [38, 14], tail: [43, 18, 11] },
    ...{ tailTip: 'square', wing: [[0, -21, 22], [26, -21, 22], [100, -14, 10]] },
  },
  'f4u': {
    ...{ ...RADIAL, year: 1943, tip: 'round', nose: 40, body: 12, seat: [45, 11], tail: [40, 19, 11] },
    ...{ wing: [[0, -16, 19], [28, -23, 21], [100, -12, 9]], crease: 28, disc: 33 },
  },
  'b-17e': { ...FORTRESS, year: 1942 },
  'b-17g': { ...FORTRESS, year: 1944, guns: [4, 26, 56, 98] },
  'b-24d': { ...LIBERATOR, year: 1942 },
  'b-24j': { ...LIBERATOR, year: 1944, guns: [2, 24, 97] },
  'b-25': {
    ...{ ...GLASS, year: 1942, tip: 'round', nose: 38, body: 7, seat: [20, 10], tail: [33, 14, 13], fins: 'two' },
    ...{ wing: [[0, -17, 18], [28, -16, 15], [100, -6, 4]], crease: 28, engines: [28], guns: [48] },
    ...{ pods: radials(31, 24, 6.5), disc: 18 },
  },
  hurricane: {
    ...{ ...INLINE, year: 1940, body: 10.5, tip: 'round', nose: 37, seat: [42, 11], tail: [28, 18, 9] },
    wing: [[0, -20, 21], [24, -20, 21], [100, -11, 8]],
  },
  'spitfire-1': { ...SPITFIRE, year: 1940 },
  'spitfire-9': { ...SPITFIRE, year: 1943, nose: 41, seat: [48, 11] },
  typhoon: {
    ...{ ...INLINE, year: 1943, body: 11.5, tip: 'round', nose: 36, seat: [40, 13], tail: [33, 20, 10], disc: 33 },
    wing: [[0, -21, 22], [27, -21, 20], [100, -10, 8]],
  },
  tempest: {
    ...{ ...INLINE, year: 1944, body: 11, tip: 'oval', nose: 40, seat: [43, 13], tail: [37, 20, 5], tailTip: 'oval' },
    ...{ wing: [[0, -23, 23], [100, -4, -4]], disc: 33 },
  },
  meteor: {
    ...{ year: 1945, cowl: 'jet', tip: 'round', nose: 38, body: 9, seat: [24, 13], tail: [37, 17, 9] },
    ...{ wing: [[0, -23, 24], [36, -23, 22], [100, -10, 5]], engines: [33], pods: jets(34, 34, 8) },
  },
  defiant: {
    ...{ ...INLINE, year: 1940, tip: 'round', nose: 36, seat: [34, 10], tail: [31, 17, 9], guns: [49] },
    wing: [[0, -20, 22], [24, -20, 21], [100, -10, 7]],
  },
  mosquito: {
    ...{ ...GLASS, year: 1943, tip: 'round', nose: 31, body: 7.5, seat: [11, 14], tail: [34, 16, 7] },
    ...{ wing: [[0, -21, 22], [30, -21, 20], [100, -12, -3]], engines: [32], pods: inlines(37, 30, 5), disc: 21 },
  },
  blenheim: {
    ...{ ...GLASS, year: 1939, tip: 'round', nose: 36, body: 6.5, seat: [12, 11], tail: [34, 16, 8], guns: [52] },
    ...{ wing: [[0, -18, 20], [30, -18, 19], [100, -9, 4]], engines: [29], pods: radials(33, 14, 6), disc: 18 },
  },
  lancaster: {
    ...{ ...GLASS, year: 1943, tip: 'round', nose: 37, body: 5.4, seat: [12, 11], tail: [31, 13, 10], fins: 'two' },
    ...{ wing: [[0, -16, 16], [28, -16, 16], [100, -7, 5]], engines: [23, 47], pods: inlines(31, 12, 3.2), disc: 12.5 },
    guns: [2, 50, 97],
  },
  'mc-200': { ...RADIAL, ...MACCHI, year: 1940, nose: 35, body: 12.5, seat: [43, 10] },
  'mc-202': { ...INLINE, ...MACCHI, year: 1941, nose: 40, seat: [47, 10] },
  'g-55': {
    ...{ ...INLINE, year: 1943, tip: 'round', nose: 39, seat: [44, 11], tail: [32, 18, 9] },
    wing: [[0, -22, 21], [100, -11, 6]],
  },
  'cr-42': {
    ...{ ...RADIAL, year: 1940, tip: 'round', nose: 34, body: 12.5, seat: [41, 8], tail: [32, 19, 10], legs: 20 },
    ...{ wing: [[0, -22, 8], [100, -20, 6]], lower: [[0, -6, 20], [70, -5, 18]] },
  },
  'd-510': {
    ...{ ...INLINE, year: 1938, tip: 'oval', nose: 41, seat: [50, 7], tail: [30, 18, 6], tailTip: 'oval', legs: 22 },
    wing: [[0, -19, 19], [100, -2, -2]],
  },
  'd-520': {
    ...{ ...INLINE, year: 1940, tip: 'round', nose: 41, seat: [53, 11], tail: [31, 18, 8] },
    wing: [[0, -22, 23], [100, -9, 7]],
  },
  'ms-406': {
    ...{ ...INLINE, year: 1939, body: 11, tip: 'round', nose: 37, seat: [44, 12], tail: [31, 17, 10] },
    wing: [[0, -24, 22], [100, -9, 8]],
  },
  'potez-63': {
    ...{ ...GLASS, year: 1939, tip: 'round', nose: 38, body: 7.5, seat: [8, 34], tail: [31, 15, 12], fins: 'two' },
    ...{ wing: [[0, -17, 19], [100, -8, 5]], engines: [28], pods: radials(33, 14, 5.5), disc: 18 },
  },
  'pzl-11': {
    ...{ ...RADIAL, year: 1939, body: 12, tip: 'round', nose: 36, seat: [43, 8], tail: [34, 19, 12], legs: 17 },
    ...{ wing: [[0, -11, 12], [30, -23, 21], [100, -17, 9]], crease: 14, disc: 25 },
  },
  'a6m2': { ...ZERO, year: 1941 },
  'a6m5': { ...ZERO, year: 1943, wing: [[0, -20, 25], [100, -11, 4]] },
  'ki-27': {
    ...{ ...RADIAL, year: 1939, body: 11.5, tip: 'round', nose: 35, seat: [38, 14], tail: [31, 17, 8], legs: 22 },
    ...{ wing: [[0, -17, 22], [100, -15, -3]], disc: 26 },
  },
  'ki-43': {
    ...{ ...RADIAL, year: 1942, body: 11, tip: 'round', nose: 32, seat: [36, 13], tail: [33, 17, 8] },
    wing: [[0, -18, 26], [100, -14, 0]],
  },
  'ki-61': {
    ...{ ...INLINE, year: 1943, body: 9, tip: 'round', nose: 41, seat: [43, 12], tail: [32, 17, 8], disc: 25 },
    wing: [[0, -18, 20], [100, -9, 4]],
  },
  'ki-84': {
    ...{ ...RADIAL, year: 1944, body: 12, tip: 'round', nose: 36, seat: [40, 13], tail: [36, 17, 8] },
    wing: [[0, -18, 24], [100, -13, 1]],
  },
  'ki-100': {
    ...{ ...RADIAL, year: 1945, body: 11.5, tip: 'round', nose: 38, seat: [43, 12], tail: [32, 17, 8], disc: 26 },
    wing: [[0, -18, 20], [100, -9, 4]],
  },
  'i-16': {
    ...{ ...RADIAL, year: 1939, body: 16, tip: 'round', nose: 33, seat: [45, 9], tail: [34, 22, 12], disc: 31 },
    wing: [[0, -30, 30], [22, -24, 24], [100, -13, 10]],
  },
  'la-5': {
    ...{ ...RADIAL, year: 1943, body: 13, tip: 'round', nose: 37, seat: [47, 12], tail: [37, 19, 9], disc: 32 },
    wing: [[0, -26, 23], [18, -24, 22], [100, -11, 5]],
  },
  'mig-3': {
    ...{ ...INLINE, year: 1941, body: 11, tip: 'round', nose: 43, seat: [57, 10], tail: [30, 18, 8] },
    wing: [[0, -20, 20], [28, -20, 20], [100, -8, 5]],
  },
  yak: {
    ...{ ...INLINE, year: 1943, tip: 'round', nose: 40, seat: [47, 12], tail: [36, 18, 8], disc: 32 },
    wing: [[0, -27, 23], [16, -23, 22], [100, -9, 5]],
  },
};

/** The words by which a card's type is known, those of one mark before those of all. @type {[RegExp, string][]} */
const KNOWN = [
  [/\b(bf|me)[ .-]*109[ .-]*[gk]|\bbf-109[gk]/, 'bf-109g'],
  [/\b(bf|me)[ .-]*109[ .-]*f/, 'bf-109f'],
  [/\b(bf|me)[ .-]*109/, 'bf-109e'],
  [/\bfw[ .-]*190[ .-]*d/, 'fw-190d'],
  [/\bfw[ .-]*190|w(ü|ue)rger/, 'fw-190a'],
  [/\b(bf|me)[ .-]*110[ .-]*g/, 'bf-110g'],
  [/\b(bf|me)[ .-]*110|zerst(ö|oe)rer/, 'bf-110c'],
  [/\bme[ .-]*[24]10\b|hornisse/, 'me-410'],
  [/\bme[ .-]*262/, 'me-262'],
  [/\bme[ .-]*163|komet/, 'me-163'],
  [/\bar(ado)?[ .-]*234/, 'ar-234'],
  [/\bju[ .-]*87|stuka/, 'ju-87'],
  [/\bju[ .-]*88/, 'ju-88'],
  [/\bhe[ .-]*111/, 'he-111'],
  [/\bdo[ .-]*17/, 'do-17'],
  [/\bp[ .-]*40|warhawk|kittyhawk|tomahawk/, 'p-40'],
  [/\bp[ .-]*38|lightning/, 'p-38'],
  [/\bp[ .-]*47|thunderbolt/, 'p-47'],
  [/\bp[ .-]*51|mustang/, 'p-51'],
  [/\bp[ .-]*80|shooting star/, 'p-80'],
  [/\bf4f|wildcat|martlet/, 'f4f'],
  [/\bf6f|hellcat/, 'f6f'],
  [/\bf4u|corsair/, 'f4u'],
  [/\bb[ .-]*17[ .-]*[c-f]\b/, 'b-17e'],
  [/\bb[ .-]*17|flying fortress/, 'b-17g'],
  [/\bb[ .-]*24[ .-]*[c-e]\b/, 'b-24d'],
  [/\bb[ .-]*24|liberator/, 'b-24j'],
  [/\bb[ .-]*25|mitchell/, 'b-25'],
  [/hurricane/, 'hurricane'],
  [/spitfire([ .-]*lf)?([ .-]*mk)?[ .-]*(ix|9|viii|8)/, 'spitfire-9'],
  [/spitfire|seafire/, 'spitfire-1'],
  [/typhoon/, 'typhoon'],
  [/tempest/, 'tempest'],
  [/meteor/, 'meteor'],
  [/defiant/, 'defiant'],
  [/mosquito/, 'mosquito'],
  [/blenheim/, 'blenheim'],
  [/lancaster/, 'lancaster'],
  [/\bm\.?c?[ .-]*200|macchi[ .-]*200|saetta/, 'mc-200'],
  [/\bm\.?c?[ .-]*20[25]|macchi[ .-]*20[25]|folgore|veltro/, 'mc-202'],
  [/\bg[ .-]*55|centauro/, 'g-55'],
  [/\bcr[ .-]*42|falco/, 'cr-42'],
  [/\bd[ew. -]*(oitine|otine)?[ .-]*5[01]0/, 'd-510'],
  [/\bd[ew. -]*(oitine|otine)?[ .-]*520/, 'd-520'],
  [/\bm\.?s\.?[ .-]*406/, 'ms-406'],
  [/\bpo(tez)?[ .-]*63/, 'potez-63'],
  [/\bpzl|\bp\.?11/, 'pzl-11'],
  [/\ba6m5/, 'a6m5'],
  [/\ba6m|reisen|zero/, 'a6m2'],
  [/\bki[ .-]*27|\bnate\b/, 'ki-27'],
  [/\bki[ .-]*43|hayabusa/, 'ki-43'],
  [/\bki[ .-]*61|\bhien\b/, 'ki-61'],
  [/\bki[ .-]*84|hayate/, 'ki-84'],
  [/\bki[ .-]*100|goshikisen/, 'ki-100'],
  [/\bi[ .-]*16|ishak/, 'i-16'],
  [/\bla[ .-]*[57]|lavochka/, 'la-5'],
  [/\bmig[ .-]*[13]/, 'mig-3'],
  [/\byak|ostronosyi/, 'yak'],
];

/**
 * The type that a card is of, by its id and name; null where we have drawn none.
 * @param {{ id: string, name: string }} card
 */
export function typeOf({ id, name }) {
  const words = `${id} ${name}`.toLowerCase();
  return KNOWN.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

// Animated pictures as PNG files. Each frame holds only the part that differs from the one before, and of that part
// only the pixels that differ: the rest is left open, so that what was there shows through.

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray | Uint8Array, ms: number }} Frame RGBA pixels */
/** @typedef {{ x: number, y: number, width: number, height: number }} Part */

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Rows are written as they are: what repeats in a board, its hexes above all, packs best so. */
const PLAIN = 0;
/** Colours keep their six highest bits. No eye sees the rest, and edges of letters and lines pack better without. */
const SHADES = 0b11111100;
/** Two parts of a frame are apart if this fraction of its height lies between them. */
const GAP = 10;
const OPAQUE = 255;
/** The kind of pixels: red, green, blue and how opaque they are. */
const RGBA = 6;
/** How a frame is laid on the one before: instead of it, or over it. */
const INSTEAD = 0;
const OVER = 1;
/** How long a frame stays whose other part comes next, in milliseconds. */
const AT_ONCE = 10;

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});

/** @param {Uint8Array} bytes */
function crc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Bytes of a number. @param {number} n @param {number} [size] */
const bytesOf = (n, size = 4) => Array.from({ length: size }, (_, k) => (n >>> (8 * (size - 1 - k))) & 255);

/** @param {string} kind @param {ArrayLike<number>} body */
function chunk(kind, body) {
  const named = new Uint8Array(4 + body.length);
  named.set([...kind].map((c) => c.charCodeAt(0)));
  named.set(body, 4);
  const whole = new Uint8Array(named.length + 8);
  whole.set(bytesOf(body.length));
  whole.set(named, 4);
  whole.set(bytesOf(crc(named)), named.length + 4);
  return whole;
}

/** Each pixel as one number. @param {Frame} frame */
const pixelsOf = ({ data, width, height }) => new Uint32Array(data.buffer, data.byteOffset, width * height);

/**
 * The smallest part of some rows that holds every difference, if there is one.
 * @param {Uint32Array[]} both pixels before and after
 * @param {number} width
 * @param {number} from the first row
 * @param {number} to the row after the last
 * @returns {Part | null}
 */
function within([was, is], width, from, to) {
  let [left, top, right, bottom] = [width, to, -1, -1];
  for (let n = from * width; n < to * width; n++) {
    if (was[n] === is[n]) continue;
    const x = n % width;
    bottom = (n - x) / width;
    top = Math.min(top, bottom);
    left = Math.min(left, x);
    right = Math.max(right, x);
  }
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * One or two parts that hold every difference, cut where most rows in between are the same; one pixel where there is
 * none.
 * @param {Frame} a
 * @param {Frame} b
 * @returns {Part[]}
 */
export function differing(a, b) {
  const { width } = a;
  const both = [a, b].map(pixelsOf);
  const whole = within(both, width, 0, a.height);
  if (!whole) return [{ x: 0, y: 0, width: 1, height: 1 }];
  const end = whole.y + whole.height;
  let [cut, most, since] = [0, 0, whole.y];
  for (let y = whole.y; y < end; y++) {
    if (!within(both, width, y, y + 1)) continue;
    if (y - since > most) [cut, most] = [y, y - since];
    since = y + 1;
  }
  if (most < a.height / GAP) return [whole];
  return [within(both, width, whole.y, cut), within(both, width, cut, end)].filter((part) => part !== null);
}

/**
 * The pixels of a part, opaque where they differ from those before, packed.
 * @param {Frame} frame @param {Part} part @param {Frame | null} before
 */
async function packed(frame, part, before) {
  const { width, data } = frame;
  const [is, was] = [pixelsOf(frame), before && pixelsOf(before)];
  const row = part.width * 4;
  const raw = new Uint8Array((row + 1) * part.height);
  for (let y = 0; y < part.height; y++) {
    const to = y * (row + 1) + 1;
    raw[to - 1] = PLAIN;
    const from = ((part.y + y) * width + part.x) * 4;
    for (let x = 0; x < row; x += 4) {
      const n = from + x;
      if (was && was[n / 4] === is[n / 4]) continue;
      for (let c = 0; c < 3; c++) raw[to + x + c] = data[n + c] & SHADES;
      raw[to + x + 3] = OPAQUE;
    }
  }
  const stream = new Blob([raw]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * An animated PNG that runs for ever. All frames have the same size; what is transparent in them counts as opaque.
 * @param {AsyncIterable<Frame>} frames
 */
export async function animated(frames) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  /** @type {Frame | null} */
  let before = null;
  let [count, sequence] = [0, 0];
  let head = /** @type {number[]} */ ([]);
  for await (const frame of frames) {
    const { width, height, ms } = frame;
    head = [...bytesOf(width), ...bytesOf(height), 8, RGBA, 0, 0, 0];
    const parts = before ? differing(before, frame) : [{ x: 0, y: 0, width, height }];
    for (const [n, part] of parts.entries()) {
      const at = [part.width, part.height, part.x, part.y].flatMap((size) => bytesOf(size));
      const stays = n + 1 < parts.length ? AT_ONCE : ms;
      const delay = [...bytesOf(stays, 2), ...bytesOf(1000, 2)];
      const lies = before ? OVER : INSTEAD;
      chunks.push(chunk('fcTL', [...bytesOf(sequence++), ...at, ...delay, 0, lies]));
      const body = await packed(frame, part, before);
      if (!before) chunks.push(chunk('IDAT', body));
      else {
        const numbered = new Uint8Array(body.length + 4);
        numbered.set(bytesOf(sequence++));
        numbered.set(body, 4);
        chunks.push(chunk('fdAT', numbered));
      }
      count++;
    }
    before = frame;
  }
  const first = [chunk('IHDR', head), chunk('acTL', [...bytesOf(count), ...bytesOf(0)])];
  return new Blob([new Uint8Array(SIGNATURE), ...first, ...chunks, chunk('IEND', [])], { type: 'image/png' });
}

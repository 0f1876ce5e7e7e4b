// A scenario in a link, compressed: whoever has the link has the scenario, and no server keeps it.

/** The largest scenario that is taken from a link; the server takes no larger one from a file. */
const MOST_BYTES = 512 * 1024;
/** The longest link that mail programs and messengers pass on whole, as far as we know. */
export const LONGEST_LINK = 30_000;

/** @param {ReadableStream<Uint8Array>} stream @param {number} most */
async function collected(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('too large');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let from = 0;
  for (const part of parts) {
    whole.set(part, from);
    from += part.length;
  }
  return whole;
}

/** @param {unknown} scenario */
export async function packed(scenario) {
  const text = new Blob([JSON.stringify(scenario)]);
  const bytes = await collected(text.stream().pipeThrough(new CompressionStream('deflate-raw')), MOST_BYTES);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The scenario of a link; nothing if there is none in it. @param {string} text */
export async function unpacked(text) {
  try {
    const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const json = JSON.parse(new TextDecoder().decode(await collected(stream, MOST_BYTES)));
    return json !== null && typeof json === 'object' && !Array.isArray(json)
      ? /** @type {Record<string, unknown>} */ (json)
      : null;
  } catch {
    return null;
  }
}

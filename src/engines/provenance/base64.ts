const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of each ASCII character; 255 if invalid. */
const VALUES = new Uint8Array(128).fill(255);
for (let value = 0; value < 64; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

/** Encodes bytes in the base64 of RFC 4648, section 4. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const group =
      (bytes[at] << 16) | ((left > 1 ? bytes[at + 1] : 0) << 8) | (left > 2 ? bytes[at + 2] : 0);
    text += ALPHABET[group >> 18] + ALPHABET[(group >> 12) & 63];
    text += left > 1 ? ALPHABET[(group >> 6) & 63] : '=';
    text += left > 2 ? ALPHABET[group & 63] : '=';
  }
  return text;
}

/** Decodes base64; null if the text is not exactly what `toBase64` writes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let group = 0;
  for (let at = 0, to = 0; at < text.length - padding; at++) {
    const value = VALUES[text.charCodeAt(at)] ?? 255;
    if (value === 255) return null;
    group = ((group << 6) | value) & 0xffffff;
    // Every character but the first of four completes a byte; its lower bits begin the next.
    if (at % 4 > 0) bytes[to++] = group >> (6 - 2 * (at % 4));
  }
  // Unused bits must be zero, so that each byte sequence has exactly one encoding.
  const unused = [0, 2, 4][padding];
  return (group & ((1 << unused) - 1)) === 0 ? bytes : null;
}

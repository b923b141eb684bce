/** Strings laid end to end, readable eight bytes at a time; the string of code c begins at offsets[c]. */
export type Blob = { view: DataView; offsets: Int32Array; longest: number };

const encoder = new TextEncoder();

/** Bytes that a copy in words may read and write beyond an end. */
export const SLACK = 8;

/** Strings of ASCII alone: encoded in one call, since each sign is one byte. */
function plainBlob(strings: readonly string[], separator: string): Blob | null {
  const text = strings.join(separator) + separator;
  const bytes = new Uint8Array(text.length + SLACK);
  const { read, written } = encoder.encodeInto(text, bytes);
  if (read < text.length || written > text.length) return null;
  const offsets = new Int32Array(strings.length + 1);
  let end = 0;
  let longest = 0;
  for (let i = 0; i < strings.length; i++) {
    const length = strings[i].length + separator.length;
    end += length;
    offsets[i + 1] = end;
    if (length > longest) longest = length;
  }
  return { view: new DataView(bytes.buffer), offsets, longest };
}

function anyBlob(strings: readonly string[], separator: string): Blob {
  const parts = strings.map((text) => encoder.encode(text + separator));
  const offsets = new Int32Array(parts.length + 1);
  let end = 0;
  let longest = 0;
  parts.forEach((part, i) => {
    end += part.length;
    offsets[i + 1] = end;
    if (part.length > longest) longest = part.length;
  });
  const bytes = new Uint8Array(end + SLACK);
  parts.forEach((part, i) => {
    bytes.set(part, offsets[i]);
  });
  return { view: new DataView(bytes.buffer), offsets, longest };
}

/** @param separator follows each string */
export function blobOf(strings: readonly string[], separator = ''): Blob {
  return plainBlob(strings, separator) ?? anyBlob(strings, separator);
}

/**
 * Copies bytes [from, end) to `at` eight at a time; up to seven more are written, which the next value
 * overwrites. Eight bytes travel as one double: text in UTF-8 never has the bits of a NaN, which alone might
 * change on the way (its last two bytes would be F0 … FF before 7F or FF).
 *
 * @returns where the next value begins
 */
export function copyWords(
  source: DataView,
  { from, end, out, at }: { from: number; end: number; out: DataView; at: number },
): number {
  let to = at;
  for (let i = from; i < end; i += 8) {
    out.setFloat64(to, source.getFloat64(i, true), true);
    to += 8;
  }
  return at + (end - from);
}

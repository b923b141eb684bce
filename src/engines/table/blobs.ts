/** Concatenated UTF-8 strings, readable eight bytes at a time. String c begins at offsets[c]. */
export type Blob = { view: DataView; offsets: Int32Array; longest: number };

const encoder = new TextEncoder();

/** Bytes that `copyWords` may read and write beyond an end. */
export const SLACK = 8;

/** Encodes ASCII strings in one call, since each character is one byte; null for other strings. */
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
 * Copies bytes [from, end) to `at`, eight at a time. Up to seven extra bytes are written; the next
 * value overwrites them. Words are copied as doubles: UTF-8 never has the bits of a NaN, the only
 * values that could change (its last two bytes would be F0 … FF before 7F or FF).
 *
 * @returns offset of the next value
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

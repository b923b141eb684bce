/** Strings laid end to end, readable four bytes at a time; the string of code c begins at offsets[c]. */
export type Blob = { view: DataView; offsets: Uint32Array; longest: number };

const encoder = new TextEncoder();

/** Bytes that a copy in words of four may read and write beyond an end. */
export const SLACK = 8;

/** Strings of ASCII alone: encoded in one call, since each sign is one byte. */
function plainBlob(strings: readonly string[]): Blob | null {
  const text = strings.join('');
  const bytes = new Uint8Array(text.length + SLACK);
  const { read, written } = encoder.encodeInto(text, bytes);
  if (read < text.length || written > text.length) return null;
  const offsets = new Uint32Array(strings.length + 1);
  let end = 0;
  let longest = 0;
  for (let i = 0; i < strings.length; i++) {
    const { length } = strings[i]!;
    end += length;
    offsets[i + 1] = end;
    if (length > longest) longest = length;
  }
  return { view: new DataView(bytes.buffer), offsets, longest };
}

function anyBlob(strings: readonly string[]): Blob {
  const parts = strings.map((text) => encoder.encode(text));
  const offsets = new Uint32Array(parts.length + 1);
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

export function blobOf(strings: readonly string[]): Blob {
  return plainBlob(strings) ?? anyBlob(strings);
}

/**
 * Copies bytes [from, end) to `at` in words of four; up to three bytes more are written, which the next
 * value overwrites.
 *
 * @returns where the next value begins
 */
export function copyWords(
  source: DataView,
  from: number,
  end: number,
  out: DataView,
  at: number,
): number {
  let to = at;
  for (let i = from; i < end; i += 4) {
    out.setInt32(to, source.getInt32(i, true), true);
    to += 4;
  }
  return at + (end - from);
}

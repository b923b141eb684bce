/** Strings laid end to end, readable four bytes at a time; the string of code c begins at offsets[c]. */
export type Blob = { view: DataView; offsets: Uint32Array; longest: number };

const encoder = new TextEncoder();

/** Bytes that a copy in words of four may read and write beyond an end. */
export const SLACK = 8;

export function blobOf(strings: readonly string[]): Blob {
  const offsets = new Uint32Array(strings.length + 1);
  let bytes = new Uint8Array(Math.max(64, strings.length * 24));
  let end = 0;
  let longest = 0;
  for (let i = 0; i < strings.length; i++) {
    const text = strings[i]!;
    if (end + text.length * 3 + SLACK > bytes.length) {
      const larger = new Uint8Array((end + text.length * 3 + SLACK) * 2);
      larger.set(bytes);
      bytes = larger;
    }
    const { written } = encoder.encodeInto(text, bytes.subarray(end));
    end += written;
    offsets[i + 1] = end;
    if (written > longest) longest = written;
  }
  return { view: new DataView(bytes.buffer), offsets, longest };
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

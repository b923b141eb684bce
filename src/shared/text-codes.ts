const FIRST_SLOTS = 1024;
/** A string can't be much longer. */
const MAX_DECODED_BYTES = 400_000_000;
/** Hash of no bytes (FNV-1a). */
export const NO_HASH = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns the hash of some bytes and one more. */
export const hashOn = (hash: number, byte: number): number => Math.imul(hash ^ byte, FNV_PRIME);

/** Texts of a column as codes into its distinct texts, in order of appearance; -1 if missing. */
export type CodedTexts = { codes: Int32Array; texts: string[] };

export type TextCoder = {
  /**
   * Adds the text of the next row, bytes `from` to `to` of UTF-8; no bytes are a missing value.
   *
   * @param hash of these bytes, by `hashOn`
   */
  add: (bytes: Uint8Array, from: number, to: number, hash: number) => void;
  end: () => CodedTexts;
};

function larger<T extends Int32Array | Uint32Array | Uint8Array | Float64Array>(
  values: T,
  length: number,
): T {
  const copy = new (values.constructor as new (length: number) => T)(length);
  copy.set(values);
  return copy;
}

/** Decodes texts that end at some bytes; together if each byte is a character. */
function decoded(bytes: Uint8Array, ends: Float64Array): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts = new Array<string>(ends.length);
  const length = ends.at(-1) ?? 0;
  const whole = length > MAX_DECODED_BYTES ? '' : decoder.decode(bytes.subarray(0, length));
  let start = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i]!;
    texts[i] =
      whole.length === length
        ? whole.slice(start, end)
        : decoder.decode(bytes.subarray(start, end));
    start = end;
  }
  return texts;
}

/** Encodes texts as codes by an open hash table over their bytes; only distinct ones are decoded. */
export function textCoder(rows: number): TextCoder {
  let codes = new Int32Array(rows);
  let count = 0;
  let distinct = 0;
  /** Code and one, and hash, of each slot: next to each other in memory; 0 is free. */
  let slots = new Int32Array(2 * FIRST_SLOTS);
  let mask = FIRST_SLOTS - 1;
  /** Position in `stored` after each distinct text. */
  let ends = new Float64Array(FIRST_SLOTS / 2);
  let stored = new Uint8Array(16 * FIRST_SLOTS);
  const startOf = (code: number) => (code === 0 ? 0 : ends[code - 1]!);
  const grow = () => {
    const before = slots;
    slots = new Int32Array(2 * before.length);
    mask = slots.length / 2 - 1;
    ends = larger(ends, slots.length / 4);
    for (let from = 0; from < before.length; from += 2) {
      if (before[from] === 0) continue;
      let at = before[from + 1]! & mask;
      while (slots[2 * at] !== 0) at = (at + 1) & mask;
      slots[2 * at] = before[from]!;
      slots[2 * at + 1] = before[from + 1]!;
    }
  };
  const store = (bytes: Uint8Array, from: number, to: number): void => {
    const start = startOf(distinct);
    const end = start + to - from;
    if (end > stored.length) stored = larger(stored, Math.max(end, 2 * stored.length));
    for (let i = from; i < to; i++) stored[start + i - from] = bytes[i]!;
    ends[distinct] = end;
  };
  const codeOf = (bytes: Uint8Array, from: number, to: number, ofBytes: number): number => {
    if (from === to) return -1;
    const hash = ofBytes ^ (ofBytes >>> 15);
    let at = hash & mask;
    for (; slots[2 * at] !== 0; at = (at + 1) & mask) {
      if (slots[2 * at + 1] !== hash) continue;
      const code = slots[2 * at]! - 1;
      const start = startOf(code);
      if (ends[code]! - start !== to - from) continue;
      let i = from;
      while (i < to && stored[start + i - from] === bytes[i]) i++;
      if (i === to) return code;
    }
    slots[2 * at] = distinct + 1;
    slots[2 * at + 1] = hash;
    store(bytes, from, to);
    if (2 * ++distinct > mask) grow();
    return distinct - 1;
  };
  return {
    add: (bytes, from, to, hash) => {
      if (count === codes.length) codes = larger(codes, 2 * codes.length + 1);
      codes[count++] = codeOf(bytes, from, to, hash);
    },
    end: () => {
      const texts = decoded(stored, ends.subarray(0, distinct));
      return { codes: codes.length === count ? codes : codes.slice(0, count), texts };
    },
  };
}

export function codeTexts(rows: readonly (string | null | undefined)[]): CodedTexts {
  const codes = new Int32Array(rows.length);
  const texts: string[] = [];
  const codeOf = new Map<string, number>();
  for (let i = 0; i < rows.length; i++) {
    const text = rows[i];
    if (text === null || text === undefined) {
      codes[i] = -1;
      continue;
    }
    const code = codeOf.get(text) ?? texts.length;
    if (code === texts.length) codeOf.set(text, texts.push(text) - 1);
    codes[i] = code;
  }
  return { codes, texts };
}

import type { Column } from '../../table/table.ts';

const cell = new Float64Array(1);
const words = new Uint32Array(cell.buffer);

/** Finalizer of MurmurHash3. */
function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const hashWord = (word: string, seed: number): number => {
  let h = seed;
  for (let i = 0; i < word.length; i++) h = Math.imul(h ^ word.charCodeAt(i), 0x01000193);
  return mix(h);
};

function addColumn(column: Column, first: Uint32Array, second: Uint32Array): void {
  if (column.kind === 'category') {
    const hashes = Uint32Array.from(column.dictionary, (word) => hashWord(word, 0x811c9dc5));
    for (let i = 0; i < first.length; i++) {
      const code = column.codes[i];
      const hash = code < 0 ? 1 : hashes[code];
      first[i] = Math.imul(first[i] ^ hash, 0x9e3779b1) + 0x7f4a7c15;
      second[i] = Math.imul(second[i] + hash, 0x85ebca77) ^ (second[i] >>> 15);
    }
    return;
  }
  const { values } = column;
  for (let i = 0; i < first.length; i++) {
    cell[0] = values[i] + 0;
    const hash = words[0] ^ Math.imul(words[1], 0xc2b2ae3d);
    first[i] = Math.imul(first[i] ^ hash ^ (first[i] >>> 13), 0x9e3779b1) + 0x7f4a7c15;
    second[i] = Math.imul(second[i] + hash, 0x85ebca77) ^ (second[i] >>> 15);
  }
}

/**
 * Returns a key per row that depends on its content and the seed, not on its position. Identical
 * rows are distinguished by a counter. Samples and tie-breaks by these keys are independent of row
 * order.
 */
export function rowKeys(columns: readonly Column[], rows: number, seed: bigint): Float64Array {
  const first = new Uint32Array(rows).fill(Number(seed & 0xffffffffn));
  const second = new Uint32Array(rows).fill(Number((seed >> 32n) & 0xffffffffn));
  for (const column of columns) addColumn(column, first, second);
  let size = 16;
  while (size < rows * 1.5) size *= 2;
  const seenFirst = new Uint32Array(size);
  const seenSecond = new Uint32Array(size);
  const times = new Uint32Array(size);
  const keys = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const a = mix(first[i]);
    const b = mix(second[i]);
    let at = (a ^ b) & (size - 1);
    while (times[at] > 0 && (seenFirst[at] !== a || seenSecond[at] !== b))
      at = (at + 1) & (size - 1);
    seenFirst[at] = a;
    seenSecond[at] = b;
    const before = times[at]++;
    const high = mix(a ^ Math.imul(before, 0x9e3779b1));
    keys[i] = high * 2 ** 21 + (mix(b + before) >>> 11);
  }
  return keys;
}

/** Returns the `most` rows with the smallest keys in key order: a sample without replacement. */
export function smallestKeys(keys: Float64Array, most: number): Uint32Array {
  const bound = keys.length <= most ? Number.POSITIVE_INFINITY : boundOf(keys, most);
  const rows: number[] = [];
  for (let i = 0; i < keys.length; i++) if (keys[i] < bound) rows.push(i);
  rows.sort((a, b) => keys[a] - keys[b]);
  return Uint32Array.from(rows.slice(0, most));
}

/** Returns a bound with slightly more than `most` keys below it. Keys are uniform on [0, 2^53). */
function boundOf(keys: Float64Array, most: number): number {
  let share = (most + 6 * Math.sqrt(most) + 16) / keys.length;
  for (;;) {
    const bound = Math.min(1, share) * 2 ** 53;
    let below = 0;
    for (let i = 0; i < keys.length; i++) if (keys[i] < bound) below++;
    if (below >= most || share >= 1) return share >= 1 ? Number.POSITIVE_INFINITY : bound;
    share *= 2;
  }
}

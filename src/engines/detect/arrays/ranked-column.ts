import { rangeOf } from '../../table/range-of.ts';
import type { Values } from './values.ts';

/** Column in ascending order, with rows mapped to groups of equal values. */
export type RankedColumn = {
  present: number;
  groupOf: Uint32Array;
  /** Value of each group, ascending. */
  values: Float64Array;
  /** Rows whose value is at most the group's. */
  upTo: Uint32Array;
};

export const NO_GROUP = 0xffffffff;
const DIGIT = 11;
const CELLS = 1 << DIGIT;
const MASK = CELLS - 1;

/** Returns 32-bit keys that sort like the values; null if 32 bits can't distinguish them. */
function shortKeys(values: Values): { keys: Uint32Array; range: number } | null {
  const { low, high } = rangeOf(values);
  const keys = new Uint32Array(values.length);
  for (let decimals = 0; decimals <= 4; decimals += 2) {
    const scale = 10 ** decimals;
    const first = Math.round(low * scale);
    const range = Math.round(high * scale) - first;
    if (!(range >= 0 && range < 2 ** 32 - 1)) return null;
    let i = 0;
    for (; i < values.length; i++) {
      const value = values[i];
      keys[i] = 0;
      if (Number.isNaN(value)) continue;
      const units = Math.round(value * scale);
      if (units / scale !== value) break;
      keys[i] = units - first;
    }
    if (i === values.length) return { keys, range };
  }
  return null;
}

/**
 * Sorts rows by their keys with a stable radix sort; `order` holds the rows and may be overwritten.
 * Keys move along with the rows, so that all but the first reads are sequential.
 */
export function radixSort(keys: Uint32Array, order: Uint32Array, range: number): Uint32Array {
  const n = order.length;
  let from = order;
  let keysFrom: Uint32Array = new Uint32Array(n);
  for (let i = 0; i < n; i++) keysFrom[i] = keys[order[i]];
  let to: Uint32Array = new Uint32Array(n);
  let keysTo: Uint32Array = new Uint32Array(n);
  const starts = new Uint32Array(CELLS);
  for (let shift = 0; shift < 32 && (shift === 0 || range >>> shift > 0); shift += DIGIT) {
    starts.fill(0);
    for (let i = 0; i < n; i++) starts[(keysFrom[i] >>> shift) & MASK]++;
    if (n > 0 && starts[(keysFrom[0] >>> shift) & MASK] === n) continue;
    let sum = 0;
    for (let d = 0; d < CELLS; d++) {
      const count = starts[d];
      starts[d] = sum;
      sum += count;
    }
    for (let i = 0; i < n; i++) {
      const key = keysFrom[i];
      const place = starts[(key >>> shift) & MASK]++;
      to[place] = from[i];
      keysTo[place] = key;
    }
    [from, to] = [to, from];
    [keysFrom, keysTo] = [keysTo, keysFrom];
  }
  return from;
}

/** Sorts rows of floats in ascending order by the sortable form of their bits. */
function sortByBits(values: Values, order: Uint32Array): Uint32Array {
  if (values instanceof Float32Array) {
    const keys = new Uint32Array(values.map((value) => value + 0).buffer);
    for (let i = 0; i < keys.length; i++) keys[i] ^= keys[i] >>> 31 === 1 ? 0xffffffff : 0x80000000;
    return radixSort(keys, order, 0xffffffff);
  }
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  const cell = new Float64Array(1);
  const words = new Uint32Array(cell.buffer);
  for (let i = 0; i < values.length; i++) {
    cell[0] = values[i] + 0;
    const negative = words[1] >>> 31 === 1;
    low[i] = negative ? ~words[0] : words[0];
    high[i] = negative ? ~words[1] : words[1] ^ 0x80000000;
  }
  return sortTies(radixSort(high, order, 0xffffffff), { high, low });
}

/** Sorts runs of rows with equal high words by their low words, in place (stable). */
function sortTies(
  order: Uint32Array,
  { high, low }: { high: Uint32Array; low: Uint32Array },
): Uint32Array {
  for (let from = 0; from < order.length; ) {
    const word = high[order[from]];
    let to = from + 1;
    let differs = false;
    for (; to < order.length && high[order[to]] === word; to++) {
      if (low[order[to]] < low[order[to - 1]]) differs = true;
    }
    if (differs) {
      const run = order.subarray(from, to);
      if (run.length > CELLS) run.set(radixSort(low, run.slice(), 0xffffffff));
      else run.sort((a, b) => low[a] - low[b]);
    }
    from = to;
  }
  return order;
}

function presentRows(values: Values): Uint32Array {
  const rows = new Uint32Array(values.length);
  let n = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) rows[n++] = i;
  return rows.subarray(0, n);
}

/** Returns rows with a value in ascending order of their values (stable). */
export function sortedRows(values: Values): Uint32Array {
  const rows = presentRows(values);
  const short = shortKeys(values);
  return short === null ? sortByBits(values, rows) : radixSort(short.keys, rows, short.range);
}

function countGroups(values: Values, keys: Uint32Array, range: number): RankedColumn {
  const counts = new Uint32Array(range + 1);
  const groupOf = new Uint32Array(values.length);
  const sample = new Float64Array(range + 1);
  let present = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue;
    counts[keys[i]]++;
    sample[keys[i]] = values[i] + 0;
    present++;
  }
  const groupAt = new Uint32Array(range + 1);
  let groups = 0;
  for (let key = 0; key <= range; key++) if (counts[key] > 0) groupAt[key] = groups++;
  const distinct = new Float64Array(groups);
  const upTo = new Uint32Array(groups);
  let sum = 0;
  for (let key = 0; key <= range; key++) {
    if (counts[key] === 0) continue;
    sum += counts[key];
    distinct[groupAt[key]] = sample[key];
    upTo[groupAt[key]] = sum;
  }
  for (let i = 0; i < values.length; i++) {
    groupOf[i] = Number.isNaN(values[i]) ? NO_GROUP : groupAt[keys[i]];
  }
  return { present, groupOf, values: distinct, upTo };
}

/** Ranks a column: decimals by counting or radix sort of their units, others by their bits. */
export function rankColumn(values: Values): RankedColumn {
  const short = shortKeys(values);
  if (short !== null && short.range < Math.max(1 << 16, values.length >>> 2)) {
    return countGroups(values, short.keys, short.range);
  }
  const rows = presentRows(values);
  const order =
    short === null ? sortByBits(values, rows) : radixSort(short.keys, rows, short.range);
  const groupOf = new Uint32Array(values.length).fill(NO_GROUP);
  const distinct = new Float64Array(order.length);
  const upTo = new Uint32Array(order.length);
  let groups = 0;
  for (let i = 0; i < order.length; i++) {
    const value = values[order[i]] + 0;
    if (groups === 0 || distinct[groups - 1] !== value) distinct[groups++] = value;
    upTo[groups - 1] = i + 1;
    groupOf[order[i]] = groups - 1;
  }
  const present = order.length;
  return { present, groupOf, values: distinct.subarray(0, groups), upTo: upTo.subarray(0, groups) };
}

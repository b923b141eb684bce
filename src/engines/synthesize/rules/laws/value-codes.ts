import { sortPlaces } from './sort-places.ts';

/** Different values for each row up to which rows are sorted by counting. */
const MAX_RANKS = 4;

/** Number of each row's value among the different ones, in order of first occurrence. */
export type ValueCodes = { codes: Int32Array; keys: Float64Array };

const known = new WeakMap<Float64Array, ValueCodes>();

const scratch = new Float64Array(1);
const bits = new Uint32Array(scratch.buffer);

/** Returns a hash of a number that is not NaN. */
function hashOf(value: number): number {
  scratch[0] = value;
  const hash = Math.imul(bits[0] ^ Math.imul(bits[1], 0x9e3779b1), 0x85ebca6b);
  return hash ^ (hash >>> 15);
}

function codesOf(values: Float64Array): ValueCodes {
  const codes = new Int32Array(values.length);
  const size = 1 << (33 - Math.clz32(values.length));
  const slots = new Int32Array(size).fill(-1);
  const keys: number[] = [];
  let missing = -1;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] + 0;
    if (Number.isNaN(value)) {
      if (missing < 0) missing = keys.push(value) - 1;
      codes[row] = missing;
      continue;
    }
    let slot = hashOf(value) & (size - 1);
    while (slots[slot] >= 0 && keys[slots[slot]] !== value) slot = (slot + 1) & (size - 1);
    if (slots[slot] < 0) slots[slot] = keys.push(value) - 1;
    codes[row] = slots[slot];
  }
  return { codes, keys: Float64Array.from(keys) };
}

/** Returns the codes of a column's values, NaN among them; computed once for a column. */
export function valueCodes(values: Float64Array): ValueCodes {
  const found = known.get(values) ?? codesOf(values);
  known.set(values, found);
  return found;
}

const MAX_DISTINCT = 100;
const SLOTS = 1024;
const met = new Float64Array(SLOTS);
/** Count in which each slot was filled, so that none is cleared. */
const turns = new Uint32Array(SLOTS);
let turn = 0;

/** Counts the different values, up to 100, without NaN. */
export function countDistinct(values: Float64Array): number {
  turn++;
  let count = 0;
  for (let row = 0; row < values.length && count < MAX_DISTINCT; row++) {
    const value = values[row] + 0;
    if (Number.isNaN(value)) continue;
    let slot = hashOf(value) & (SLOTS - 1);
    while (turns[slot] === turn && met[slot] !== value) slot = (slot + 1) & (SLOTS - 1);
    if (turns[slot] === turn) continue;
    turns[slot] = turn;
    met[slot] = value;
    count++;
  }
  return count;
}

/** Ranks of the codes of columns; -1 for NaN. */
const knownRanks = new WeakMap<Float64Array, Int32Array>();

function ranksOf(values: Float64Array): Int32Array {
  const { keys } = valueCodes(values);
  const ranks = new Int32Array(keys.length).fill(-1);
  const inOrder = sortPlaces(
    keys.map((_, code) => code),
    keys,
  );
  inOrder.places.forEach((code, rank) => {
    ranks[code] = rank;
  });
  return ranks;
}

/** Returns rows in ascending order of a column's values, without those of NaN; equal ones stay. */
export function sortRows(rows: Uint32Array, values: Float64Array): Uint32Array {
  const { codes, keys } = valueCodes(values);
  if (keys.length > MAX_RANKS * rows.length) return sortPlaces(rows, values).places;
  const ranks = knownRanks.get(values) ?? ranksOf(values);
  knownRanks.set(values, ranks);
  // A counting sort by rank.
  const starts = new Uint32Array(keys.length + 1);
  for (let i = 0; i < rows.length; i++) starts[ranks[codes[rows[i]]] + 1]++;
  const missing = starts[0];
  starts[0] = 0;
  for (let rank = 1; rank < starts.length; rank++) starts[rank] += starts[rank - 1];
  const sorted = new Uint32Array(rows.length - missing);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const rank = ranks[codes[row]];
    if (rank >= 0) sorted[starts[rank]++] = row;
  }
  return sorted;
}

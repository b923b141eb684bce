import type { RandomStream } from '../../random/stream.ts';
import { firstAbove } from '../../table/search-sorted.ts';
import { valuesOfMany } from './entities-of-values.ts';

/**
 * A column of words as at most 252 codes, the most frequent first. Words of fewer entities than the
 * threshold are never given out: their rows get a word drawn from the shown ones.
 */
export type CategoryCodec = {
  kind: 'category';
  size: number;
  nullCode: number;
  /** Words with a code of their own. */
  values: string[];
  /** First code of those that stand for groups of the frequent-enough words beyond those, -1 where there are none. */
  restCode: number;
  restValues: string[];
  /** Rows of each of `restValues`, cumulated. */
  restRows: Float64Array;
  /** Where each group begins in `restValues`, and the end; one group where it is absent. */
  restStart?: Int32Array | undefined;
  /** Code of rows whose word is too rare to show, -1 where there are none. */
  rareCode: number;
  /** Rows of each of `values`, cumulated. */
  rows: Float64Array;
};

export const MAX_VALUES = 250;
/** Groups of the words beyond, where something is known that they belong to. */
const MAX_GROUPS = 64;

/** Written where no word of a column is frequent enough to show. */
const NONE_SHOWN = 'other';

export type CategoryInput = {
  /** Places in the dictionary, -1 for missing. */
  codes: Int32Array;
  dictionary: readonly string[];
  /** Whose each row is, from 0; null where each row is an entity of its own. */
  entity?: Int32Array | null;
  /** Shows missing values however few entities have them. */
  keepsMissing?: boolean;
  /** For each word what it belongs to, -1 where that is not known. */
  companions?: Int32Array | null;
};

type Shown = { value: string; count: number; companion: number };

/** Cuts words into groups of about equal rows, each of what belongs together. */
function groupWords(words: Shown[]): { words: Shown[]; start: Int32Array } {
  const sorted = words.toSorted(
    (a, b) => a.companion - b.companion || (a.value < b.value ? -1 : 1),
  );
  const companions = new Set(sorted.map(({ companion }) => companion)).size;
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const fair = total / Math.max(1, MAX_GROUPS - companions);
  const start: number[] = [];
  let rows = 0;
  sorted.forEach(({ companion, count }, i) => {
    if (i === 0 || companion !== sorted[i - 1].companion || rows + count > fair) {
      start.push(i);
      rows = 0;
    }
    rows += count;
  });
  return { words: sorted, start: Int32Array.from([...start, sorted.length]) };
}

/** For each word whether at least `threshold` entities hold it; the last entry is of missing values. */
export function heldByMany(
  { codes, dictionary, entity }: CategoryInput,
  threshold: number,
): boolean[] {
  const rows = new Float64Array(dictionary.length + 1);
  for (const code of codes) rows[code < 0 ? dictionary.length : code]++;
  const held = Array.from(rows, (count) => count >= threshold);
  if (entity === null || entity === undefined) return held;
  const many = valuesOfMany(codes, entity, threshold);
  return held.map((isHeld, code) => isHeld && many.has(code < dictionary.length ? code : -1));
}

/** Whether fewer than `threshold` entities have a word. */
function isNearlyEmpty({ codes, entity }: CategoryInput, threshold: number): boolean {
  const filled = new Set<number>();
  for (let row = 0; row < codes.length && filled.size < threshold; row++)
    if (codes[row] >= 0) filled.add(entity?.[row] ?? row);
  return filled.size < threshold;
}

/**
 * Learns the codes of a column. Words that fewer than `threshold` entities hold get no code of their own, and a column
 * that fewer fill gives missing values alone.
 */
export function fitCategoryCodec(input: CategoryInput, threshold: number): CategoryCodec {
  const { codes, dictionary } = input;
  const held = heldByMany(input, threshold);
  const counts = new Float64Array(dictionary.length);
  let missing = 0;
  for (const code of codes) {
    if (code < 0) missing++;
    else counts[code]++;
  }
  const { companions = null } = input;
  const shown = dictionary
    .map((value, code) => ({
      value,
      count: counts[code],
      companion: companions?.[code] ?? -1,
      code,
    }))
    .filter(({ code }) => held[code])
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const isGrouped = companions !== null && shown.length > MAX_VALUES;
  const places = isGrouped ? MAX_VALUES - MAX_GROUPS : MAX_VALUES;
  const own = shown.slice(0, places);
  const grouped = isGrouped ? groupWords(shown.slice(places)) : null;
  const rest = grouped?.words ?? shown.slice(places);
  const shownRows = shown.reduce((sum, entry) => sum + entry.count, 0);
  const isEmpty = isNearlyEmpty(input, threshold);
  const rare = codes.length - missing - shownRows;
  let size = own.length;
  const restCode = rest.length > 0 ? size : -1;
  if (rest.length > 0) size += grouped === null ? 1 : grouped.start.length - 1;
  const rareCode = rare > 0 && !isEmpty ? size++ : -1;
  const showsMissing = held[dictionary.length] || isEmpty || input.keepsMissing === true;
  const nullCode = showsMissing ? size++ : -1;
  return {
    kind: 'category',
    size,
    nullCode,
    values: own.map((entry) => entry.value),
    restCode,
    restValues: rest.map((entry) => entry.value),
    restRows: cumulate(rest.map((entry) => entry.count)),
    ...(grouped !== null && { restStart: grouped.start }),
    rareCode,
    rows: cumulate(own.map((entry) => entry.count)),
  };
}

function cumulate(counts: readonly number[]): Float64Array {
  let sum = 0;
  return Float64Array.from(counts, (count) => {
    sum += count;
    return sum;
  });
}

/** Where the groups of words beyond those with a code of their own begin, and the end. */
export const restStarts = ({ restCode, restValues, restStart }: CategoryCodec): Int32Array =>
  restStart ?? Int32Array.from(restCode < 0 ? [0] : [0, restValues.length]);

/** A table from codes of a dictionary to codes of the codec; index 0 is the missing value's. */
export function categoryEncoder(codec: CategoryCodec, dictionary: readonly string[]): Int32Array {
  const known = new Map<string, number>();
  codec.values.forEach((value, code) => {
    known.set(value, code);
  });
  const start = restStarts(codec);
  let group = 0;
  codec.restValues.forEach((value, i) => {
    if (i >= start[group + 1]) group++;
    known.set(value, codec.restCode + group);
  });
  const fallback = Math.max(codec.rareCode, 0);
  const table = new Int32Array(dictionary.length + 1);
  table[0] = Math.max(0, codec.nullCode);
  dictionary.forEach((value, code) => {
    table[code + 1] = known.get(value) ?? fallback;
  });
  return table;
}

/** Every word the codec can give out, in the order that `decodeCategory` counts. */
export function outputDictionary(codec: CategoryCodec): string[] {
  const words = [...codec.values, ...codec.restValues];
  return words.length > 0 ? words : [NONE_SHOWN];
}

/** A place from `from` to before `to`, by rows cumulated. */
function drawCumulative(
  rows: Float64Array,
  stream: RandomStream,
  { from, to }: { from: number; to: number } = { from: 0, to: rows.length },
): number {
  const before = from > 0 ? rows[from - 1] : 0;
  const draw = before + stream.float() * (rows[to - 1] - before);
  return firstAbove(rows, { value: draw, from, to: to - 1 });
}

/** The place in `outputDictionary` of a word drawn for the code, -1 for a missing value. */
export function decodeCategory(codec: CategoryCodec, code: number, stream: RandomStream): number {
  if (code === codec.nullCode) return -1;
  const start = restStarts(codec);
  const group = code - codec.restCode;
  if (codec.restCode >= 0 && group >= 0 && group < start.length - 1) {
    const own = { from: start[group], to: start[group + 1] };
    return codec.values.length + drawCumulative(codec.restRows, stream, own);
  }
  if (code === codec.rareCode) {
    return codec.values.length > 0 ? drawCumulative(codec.rows, stream) : 0;
  }
  return codec.values.length > 0 ? code : -1;
}

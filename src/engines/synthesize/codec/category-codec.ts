import type { RandomStream } from '../../random/stream.ts';
import { firstAbove } from '../../table/search-sorted.ts';
import { valuesOfMany } from './entities-of-values.ts';

/**
 * Categories as at most 252 codes, the most frequent first. Rows of categories of too few entities
 * get a shown category.
 */
export type CategoryCodec = {
  kind: 'category';
  size: number;
  nullCode: number;
  values: string[];
  /** First code of the groups of less frequent shown categories; -1 if there are none. */
  restCode: number;
  restValues: string[];
  restRows: Float64Array;
  /** First entry of each group in `restValues`, and the end; a single group if absent. */
  restStart?: Int32Array | undefined;
  /** Code of rows whose category is too rare to show; -1 if there are none. */
  rareCode: number;
  rows: Float64Array;
};

export const MAX_VALUES = 250;
/** Maximum number of groups of less frequent categories with a parent category. */
const MAX_GROUPS = 64;

/** Value written if no category is frequent enough to show. */
const NONE_SHOWN = 'other';

export type CategoryInput = {
  /** Indexes into the dictionary, -1 for missing. */
  codes: Int32Array;
  dictionary: readonly string[];
  /** Entity of each row, from 0; null if each row is an entity. */
  entity?: Int32Array | null;
  /** Shows missing values even if few entities have them. */
  keepsMissing?: boolean;
  /** Parent category of each category; -1 if unknown. */
  companions?: Int32Array | null;
  /** First index of each group of made words in the dictionary, and the end. */
  made?: Int32Array | null;
};

type Shown = { value: string; count: number; companion: number };

/** Returns the first category of each group: a group has one parent category, and `most` rows. */
function groupStarts(sorted: readonly Shown[], most: number): number[] {
  const start: number[] = [];
  let rows = 0;
  sorted.forEach(({ companion, count }, i) => {
    if (i === 0 || companion !== sorted[i - 1].companion || rows + count > most) {
      start.push(i);
      rows = 0;
    }
    rows += count;
  });
  return start;
}

/** Cuts categories into at most 64 groups of about equal rows, sorted by parent category. */
function groupWords(categories: Shown[]): { words: Shown[]; start: Int32Array } {
  const sorted = categories.toSorted(
    (a, b) => a.companion - b.companion || (a.value < b.value ? -1 : 1),
  );
  const companions = new Set(sorted.map(({ companion }) => companion)).size;
  if (companions > MAX_GROUPS)
    return groupWords(categories.map((own) => ({ ...own, companion: -1 })));
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  let most = total / Math.max(1, MAX_GROUPS - companions);
  let start = groupStarts(sorted, most);
  // Whole categories seldom fill a group.
  while (start.length > MAX_GROUPS) {
    most *= 1.1;
    start = groupStarts(sorted, most);
  }
  return { words: sorted, start: Int32Array.from([...start, sorted.length]) };
}

/**
 * Marks categories that at least `threshold` entities have; the last entry is for missing values.
 */
export function meetsThreshold(
  { codes, dictionary, entity }: CategoryInput,
  threshold: number,
): boolean[] {
  const rows = new Float64Array(dictionary.length + 1);
  for (let i = 0; i < codes.length; i++) rows[codes[i] < 0 ? dictionary.length : codes[i]]++;
  const frequent = Array.from(rows, (count) => count >= threshold);
  if (entity === null || entity === undefined) return frequent;
  const many = valuesOfMany(codes, entity, threshold);
  return frequent.map(
    (isFrequent, code) => isFrequent && many.has(code < dictionary.length ? code : -1),
  );
}

/** Returns true if fewer than `threshold` entities have a value. */
function isNearlyEmpty({ codes, entity }: CategoryInput, threshold: number): boolean {
  const filled = new Set<number>();
  for (let row = 0; row < codes.length && filled.size < threshold; row++)
    if (codes[row] >= 0) filled.add(entity?.[row] ?? row);
  return filled.size < threshold;
}

/**
 * Fits the codes of a category column. Categories of fewer than `threshold` entities get no code,
 * and a column with values of fewer entities gives only missing values.
 */
export function fitCategoryCodec(input: CategoryInput, threshold: number): CategoryCodec {
  const { codes, dictionary } = input;
  const frequent = meetsThreshold(input, threshold);
  const counts = new Float64Array(dictionary.length);
  let missing = 0;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code < 0) missing++;
    else counts[code]++;
  }
  const { companions = null, made = null } = input;
  const firstMade = made?.[0] ?? dictionary.length;
  const shown = dictionary
    .map((value, code) => ({
      value,
      count: counts[code],
      companion: companions?.[code] ?? -1,
      code,
    }))
    .filter(({ code }) => frequent[code] && code < firstMade)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const isGrouped = companions !== null && shown.length > MAX_VALUES;
  const places = (isGrouped ? MAX_VALUES - MAX_GROUPS : MAX_VALUES) - (made?.length ?? 0);
  const own = shown.slice(0, places);
  const grouped = isGrouped ? groupWords(shown.slice(places)) : null;
  const others = grouped?.words ?? shown.slice(places);
  const madeGroups = madeWordsOf(input, counts);
  const rest = [...others, ...madeGroups.words];
  const shownRows = [...shown, ...madeGroups.words].reduce((sum, entry) => sum + entry.count, 0);
  const start = [
    ...(grouped?.start ?? (others.length > 0 ? [0, others.length] : [0])),
    ...madeGroups.ends.map((end) => others.length + end),
  ];
  const isEmpty = isNearlyEmpty(input, threshold);
  const rare = codes.length - missing - shownRows;
  let size = own.length;
  const restCode = rest.length > 0 ? size : -1;
  if (rest.length > 0) size += start.length - 1;
  const rareCode = rare > 0 && !isEmpty ? size++ : -1;
  const showsMissing = frequent[dictionary.length] || isEmpty || input.keepsMissing === true;
  const nullCode = showsMissing ? size++ : -1;
  return {
    kind: 'category',
    size,
    nullCode,
    values: own.map((entry) => entry.value),
    restCode,
    restValues: rest.map((entry) => entry.value),
    restRows: cumulate(rest.map((entry) => entry.count)),
    ...((grouped !== null || made !== null) && { restStart: Int32Array.from(start) }),
    rareCode,
    rows: cumulate(own.map((entry) => entry.count)),
  };
}

/** Lists made words with the mean rows of their group, and the ends of the groups. */
function madeWordsOf({ dictionary, made }: CategoryInput, counts: Float64Array) {
  const words: Shown[] = [];
  const ends: number[] = [];
  for (let group = 0; group + 1 < (made?.length ?? 0); group++) {
    const [from, to] = [made![group], made![group + 1]];
    const rows = counts.subarray(from, to).reduce((sum, count) => sum + count, 0);
    for (let code = from; code < to; code++)
      words.push({ value: dictionary[code], count: rows / (to - from), companion: -1 });
    ends.push(words.length);
  }
  return { words, ends };
}

function cumulate(counts: readonly number[]): Float64Array {
  let sum = 0;
  return Float64Array.from(counts, (count) => {
    sum += count;
    return sum;
  });
}

/** Returns the first entry of each group in `restValues`, and the end. */
export const restStarts = ({ restCode, restValues, restStart }: CategoryCodec): Int32Array =>
  restStart ?? Int32Array.from(restCode < 0 ? [0] : [0, restValues.length]);

/** Maps codes of a dictionary to codes of the codec; index 0 is the missing value. */
export function categoryEncoder(codec: CategoryCodec, dictionary: readonly string[]): Int32Array {
  const codeByValue = new Map<string, number>();
  codec.values.forEach((value, code) => {
    codeByValue.set(value, code);
  });
  const start = restStarts(codec);
  let group = 0;
  codec.restValues.forEach((value, i) => {
    if (i >= start[group + 1]) group++;
    codeByValue.set(value, codec.restCode + group);
  });
  const fallback = Math.max(codec.rareCode, 0);
  const table = new Int32Array(dictionary.length + 1);
  table[0] = Math.max(0, codec.nullCode);
  dictionary.forEach((value, code) => {
    table[code + 1] = codeByValue.get(value) ?? fallback;
  });
  return table;
}

/** Returns all categories that the codec can give, in the order of `decodeCategory`. */
export function outputDictionary(codec: CategoryCodec): string[] {
  const categories = [...codec.values, ...codec.restValues];
  return categories.length > 0 ? categories : [NONE_SHOWN];
}

function drawCumulative(
  rows: Float64Array,
  stream: RandomStream,
  { from, to }: { from: number; to: number } = { from: 0, to: rows.length },
): number {
  const before = from > 0 ? rows[from - 1] : 0;
  const draw = before + stream.float() * (rows[to - 1] - before);
  return firstAbove(rows, { value: draw, from, to: to - 1 });
}

/** Draws a category for a code: its index in `outputDictionary`; -1 for a missing value. */
export function decodeCategory(codec: CategoryCodec, code: number, stream: RandomStream): number {
  if (code === codec.nullCode) return -1;
  const group = code - codec.restCode;
  if (codec.restCode >= 0 && group >= 0) {
    const start = restStarts(codec);
    if (group < start.length - 1) {
      const own = { from: start[group], to: start[group + 1] };
      return codec.values.length + drawCumulative(codec.restRows, stream, own);
    }
  }
  if (code === codec.rareCode) {
    return codec.values.length > 0 ? drawCumulative(codec.rows, stream) : 0;
  }
  return codec.values.length > 0 ? code : -1;
}

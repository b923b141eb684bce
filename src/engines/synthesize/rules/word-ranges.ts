import type { CategoryColumn, NumberColumn, Table } from '../../table/table.ts';
import { sharedBounds } from '../codec/fit-number-codec.ts';
import { mix } from '../columns/scatter-index.ts';
import { bounded } from './orders-of-derived.ts';
import type { WordLimits } from './word-limits.ts';

/**
 * Number column whose values keep to a range for each word of another: a rate to that of its
 * currency, pay to positive numbers. Lists with an entry per word.
 */
export type WordRange = {
  column: number;
  of: number;
  words: string[];
  low: number[];
  high: number[];
};

const MIN_ROWS_A_WORD = 20;
const MAX_WORDS = 300;
/** Rows from which ranges are guessed, and rows that they are tried on. */
const GUESSED_FROM_ROWS = 20_000;
const LOOKED_AT_ROWS = 2000;
/** Minimum share of the values of other rows that the range of a row's word rules out. */
const MIN_RULED_OUT = 0.1;
/** Share of its width by which a range is widened, never across zero: it rules out other words. */
const WIDENED = 0.5;

type Range = { low: number; high: number };

function widened({ low, high }: Range): Range {
  const by = WIDENED * (high - low);
  return {
    low: low >= 0 ? Math.max(0, low - by) : low - by,
    high: high <= 0 ? Math.min(0, high + by) : high + by,
  };
}

/** Returns the range of each word's values in spread rows; null for a word of few of them. */
function rangesOf({ codes, dictionary }: CategoryColumn, { values }: NumberColumn) {
  const words = dictionary.length;
  const rows = new Uint32Array(words);
  const low = new Float64Array(words).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(words).fill(Number.NEGATIVE_INFINITY);
  const step = Math.max(1, Math.floor(codes.length / GUESSED_FROM_ROWS));
  for (let row = 0; row < codes.length; row += step) {
    const word = codes[row]!;
    const value = values[row]!;
    if (word < 0 || Number.isNaN(value)) continue;
    rows[word]!++;
    if (value < low[word]!) low[word] = value;
    if (value > high[word]!) high[word] = value;
  }
  return Array.from(rows, (count, word) =>
    count < MIN_ROWS_A_WORD ? null : widened({ low: low[word]!, high: high[word]! }),
  );
}

/** Returns the share of values of other rows that are outside the range of a row's word. */
function ruledOut(of: CategoryColumn, own: NumberColumn): number {
  const ranges = rangesOf(of, own);
  const rows = own.values.length;
  const step = Math.max(1, Math.floor(rows / LOOKED_AT_ROWS));
  let met = 0;
  let outside = 0;
  for (let row = 0; row < rows; row += step) {
    const value = own.values[mix(row, 0) % rows]!;
    if (of.codes[row]! < 0 || Number.isNaN(value)) continue;
    met++;
    const range = ranges[of.codes[row]!];
    if (range !== null && range !== undefined && (value < range.low || value > range.high))
      outside++;
  }
  return met === 0 ? 0 : outside / met;
}

/** Returns the ranges that enough entities share. */
function sharedRange(
  table: Table,
  { column, of }: Pick<WordRange, 'column' | 'of'>,
  { entity, threshold }: { entity: Int32Array | null; threshold: number },
): WordRange {
  const { values, decimals } = table.columns[column] as NumberColumn;
  const { codes, dictionary } = table.columns[of] as CategoryColumn;
  const rowsOf: number[][] = dictionary.map(() => []);
  codes.forEach((word, row) => {
    if (word >= 0 && !Number.isNaN(values[row]!)) rowsOf[word]!.push(row);
  });
  const found = rowsOf.flatMap((rows, word) => {
    const holders = new Set(rows.map((row) => entity?.[row] ?? row)).size;
    if (rows.length < MIN_ROWS_A_WORD || holders < 2 * threshold) return [];
    const input = { values: Float64Array.from(rows, (row) => values[row]!), decimals };
    const held =
      entity === null ? input : { ...input, entity: Int32Array.from(rows, (row) => entity[row]!) };
    const { low, high } = widened(sharedBounds(held, threshold));
    if (!Number.isFinite(low + high)) return [];
    return [
      {
        word: dictionary[word]!,
        low: bounded(low, decimals, Math.floor),
        high: bounded(high, decimals, Math.ceil),
      },
    ];
  });
  return {
    column,
    of,
    words: found.map(({ word }) => word),
    low: found.map(({ low }) => low),
    high: found.map(({ high }) => high),
  };
}

/** Narrows the ranges of words to their bands. */
function withinBands(range: WordRange, { words, from, to }: WordLimits): WordRange {
  const within = (word: string, bounds: WordLimits['from'], most: number) =>
    bounds[words.indexOf(word)] ?? most;
  return {
    ...range,
    low: range.low.map((low, i) => Math.max(low, within(range.words[i]!, from, low))),
    high: range.high.map((high, i) => Math.min(high, within(range.words[i]!, to, high))),
  };
}

/**
 * Finds numbers that keep to the range of a word: those widened by half exclude a tenth of the values
 * of other rows. Of several columns of words, that which excludes most is taken.
 *
 * @param isOpen true for number columns that are drawn as they are
 * @param bands words that follow from numbers: a drawn one keeps to the band of its word
 */
export function findWordRanges(
  table: Table,
  {
    isLearned,
    isOpen,
    bands,
    ...held
  }: {
    isLearned: readonly boolean[];
    isOpen: (column: number) => boolean;
    bands: readonly WordLimits[];
    entity: Int32Array | null;
    threshold: number;
  },
): WordRange[] {
  const words = table.columns.flatMap((own, of) =>
    own.kind === 'category' && isLearned[of] === true && own.dictionary.length <= MAX_WORDS
      ? [{ own, of }]
      : [],
  );
  return table.columns.flatMap((own, column) => {
    if (own.kind !== 'number' || !isOpen(column)) return [];
    const banded = bands.filter((band) => band.by === column && band.where === undefined);
    if (banded.length > 0)
      return banded.map((band) =>
        withinBands(sharedRange(table, { column, of: band.column }, held), band),
      );
    const [best] = words
      .map(({ own: by, of }) => ({ of, share: ruledOut(by, own), words: by.dictionary.length }))
      .filter(({ share }) => share >= MIN_RULED_OUT)
      .sort((a, b) => b.share - a.share || a.words - b.words || a.of - b.of);
    if (best === undefined) return [];
    const range = sharedRange(table, { column, of: best.of }, held);
    return range.words.length === 0 ? [] : [range];
  });
}

/** Returns the bounds of a row's number; null without a word that has a range, or without a value. */
function boundsIn({ column, of, words, low, high }: WordRange, { columns }: Table) {
  const [own, by] = [columns[column] as NumberColumn, columns[of] as CategoryColumn];
  const placeOf = new Map(words.map((word, i) => [word, i]));
  const places = by.dictionary.map((word) => placeOf.get(word) ?? -1);
  return (row: number): Range | null => {
    const place = by.codes[row]! < 0 ? -1 : places[by.codes[row]!]!;
    return place < 0 || Number.isNaN(own.values[row]!)
      ? null
      : { low: low[place]!, high: high[place]! };
  };
}

/** Returns whether a row's number is in the range of its word. */
export function rangeKeeper(rule: WordRange, table: Table): (row: number) => boolean {
  const of = boundsIn(rule, table);
  const { values } = table.columns[rule.column] as NumberColumn;
  return (row) => {
    const range = of(row);
    return range === null || (values[row]! >= range.low && values[row]! <= range.high);
  };
}

/** Replaces numbers outside the range of their word by those of other drawn rows with the word. */
export function withinRange(table: Table, rule: WordRange): Table {
  const keeps = rangeKeeper(rule, table);
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  const outside = rows.filter((row) => !keeps(row));
  if (outside.length === 0) return table;
  const own = table.columns[rule.column] as NumberColumn;
  const { codes } = table.columns[rule.of] as CategoryColumn;
  const broken = new Set(outside.map((row) => codes[row]!));
  const donors = Map.groupBy(
    rows.filter((row) => broken.has(codes[row]!) && keeps(row) && !Number.isNaN(own.values[row]!)),
    (row) => codes[row]!,
  );
  const of = boundsIn(rule, table);
  const values = own.values.slice();
  outside.forEach((row, k) => {
    const same = donors.get(codes[row]!);
    const { low, high } = of(row)!;
    values[row] =
      same === undefined
        ? Math.max(low, Math.min(high, own.values[row]!))
        : own.values[same[mix(k, 1) % same.length]!]!;
  });
  return {
    rows: table.rows,
    columns: table.columns.map((each, i) => (i === rule.column ? { ...own, values } : each)),
  };
}

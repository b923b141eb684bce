import type { CategoryColumn, DatetimeColumn, NumberColumn, Table } from '../../table/table.ts';
import { sharedRange } from '../codec/shared-range.ts';
import { valuePoints } from '../codec/value-points.ts';
import { conditionText, rowsMeeting } from './derived/condition.ts';
import { valuesAt as takeValues } from './laws/sample-amounts.ts';

/**
 * Word column whose words stand only with dates up to a limit or from one on, with derived numbers of
 * one sign, or each with the numbers of its band: matured policies with maturities of the past, debts
 * with negative balances, grades by score. Lists with an entry per word; null where a word has no such
 * limit.
 */
export type WordLimits = {
  column: number;
  by: number;
  /** Rows that the limits are about; all if undefined. */
  where?: { column: number; words: string[] } | undefined;
  words: string[];
  from: (number | null)[];
  to: (number | null)[];
};

const MAX_WORDS = 50;
const MAX_NUMBERS = 6;
const MIN_ROWS_A_WORD = 50;
/** Rows in which limits are guessed. */
const LOOKED_AT_ROWS = 5000;
/** Minimum share of the rows with other words that a limit rules out. */
const MIN_RULED_OUT = 0.1;
const BY_CHANCE = 3;
/** Rows with other words that are looked at on either side of a limit: a share, and at least some. */
const OTHERS = 0.02;
const MIN_OTHERS = 50;
const SHARP = 5;
const MIN_BEYOND = 5;

type Held = { entity: Int32Array | null; threshold: number };

const wordsAt = ({ columns }: Table, place: number) => columns[place] as CategoryColumn;
const valuesAt = ({ columns }: Table, place: number) =>
  columns[place] as DatetimeColumn | NumberColumn;

/** Greatest or least value of a word's rows, and the share of the rows with other words beyond it. */
type Limit = { at: number; out: number };

/** Values of a word's rows and of all rows. */
type Compared = { own: Float64Array; all: Float64Array };

/** Counts the values below a limit, or above it. */
function countBeyond(values: Float64Array, at: number, sense: 1 | -1): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (sense * values[i]! > sense * at) count++;
  return count;
}

/** Returns the shared bound of a word's rows on one side, if it tells the word from others. */
function limitOf(
  at: number,
  sense: 1 | -1,
  { own, all, threshold }: Compared & { threshold: number },
): Limit | null {
  const beyond = countBeyond(all, at, sense) - countBeyond(own, at, sense);
  const out = beyond / (all.length - own.length);
  // Of random words, a limit rules out `threshold` rows of the word's own number.
  const byChance = (BY_CHANCE * threshold) / own.length;
  return out >= Math.max(MIN_RULED_OUT, byChance) ? { at, out } : null;
}

/** Returns 0 in place of the bound next to it, of numbers of one sign where others have the other. */
const signOf = (low: number, high: number, { all }: Compared): [low: number, high: number] =>
  low >= 0 && all.some((value) => value < 0)
    ? [0, high]
    : high <= 0 && all.some((value) => value > 0)
      ? [low, 0]
      : [low, high];

/** Returns the values beyond a limit, or within it, as distances in ascending order. */
const distancesOf = (values: Float64Array, at: number, sense: 1 | -1): Float64Array =>
  values
    .map((value) => sense * (value - at))
    .filter((distance) => distance >= 0)
    .sort();

/**
 * Returns true if far more of a word's rows are next to a limit than beyond it, among as many rows
 * with other words: a rule, not a word that becomes rarer.
 */
function isSharp({ at }: Limit, sense: 1 | -1, own: Float64Array, others: Float64Array): boolean {
  const size = Math.max(MIN_OTHERS, Math.floor(OTHERS * others.length));
  const [beyond, within] = ([sense, -sense] as (1 | -1)[]).map((side) => {
    const distances = distancesOf(others, at, side);
    const end = distances[size - 1] ?? Number.POSITIVE_INFINITY;
    return distancesOf(own, at, side).filter((distance) => distance <= end).length;
  });
  return within! >= SHARP * Math.max(beyond!, MIN_BEYOND);
}

/** Returns the limits of words in some rows, evenly spread. */
function limitsIn(
  table: Table,
  { column, by, step }: Pick<WordLimits, 'column' | 'by'> & { step: number },
  { entity, threshold }: Held,
) {
  const { codes, dictionary } = wordsAt(table, column);
  const limiting = valuesAt(table, by);
  const { values } = limiting;
  const decimals = limiting.kind === 'number' ? limiting.decimals : 0;
  const looked = new Uint32Array(Math.ceil(codes.length / step));
  const rowsOf: number[][] = dictionary.map(() => []);
  let count = 0;
  for (let row = 0; row < codes.length; row += step) {
    if (codes[row]! < 0 || Number.isNaN(values[row]!)) continue;
    rowsOf[codes[row]!]!.push(row);
    looked[count++] = row;
  }
  const all = takeValues({ values }, looked.subarray(0, count));
  return dictionary.flatMap((word, code) => {
    const rows = rowsOf[code]!;
    if (rows.length < MIN_ROWS_A_WORD || rows.length === all.length) return [];
    const own = takeValues({ values }, new Uint32Array(rows));
    const of = entity === null ? null : Int32Array.from(rows, (row) => entity[row]!);
    const { low, high } = sharedRange(valuePoints(own, { entity: of, decimals }), threshold);
    if (!Number.isFinite(low + high)) return [];
    const compared = { own, all, threshold };
    // A sign that nearly all of the word's numbers have is the limit; else the range is.
    const [least, most] = limiting.kind === 'number' ? signOf(low, high, compared) : [low, high];
    const isRange = (at: number) => limiting.kind === 'number' && at !== 0;
    const others = () =>
      takeValues(
        { values },
        Uint32Array.from(rowsOf.flatMap((list, i) => (i === code ? [] : list))),
      );
    const [from, to] = ([-1, 1] as const).map((sense) => {
      const limit = limitOf(sense < 0 ? least : most, sense, compared);
      const isKept = limit !== null && (!isRange(limit.at) || isSharp(limit, sense, own, others()));
      return isKept ? limit : null;
    }) as [Limit | null, Limit | null];
    return from === null && to === null ? [] : [{ word, from, to }];
  });
}

/**
 * Finds words that stand only with dates up to a limit or from one on, or with one sign, which rules
 * out a tenth of the rows with other words, and more for few rows. Of several dates, that
 * which rules out most is taken; of several numbers, up to six.
 *
 * @param isDrawn true for words that nothing else derives
 * @param limitsOf dates and derived numbers that do not read a word: one of them must limit it
 * @param numbersOf all numbers that do not read a word
 */
export function findWordLimits(
  table: Table,
  {
    isLearned,
    isDrawn,
    limitsOf,
    numbersOf,
    ...held
  }: {
    isLearned: readonly boolean[];
    isDrawn: (column: number) => boolean;
    limitsOf: (column: number) => readonly number[];
    numbersOf: (column: number) => readonly number[];
  } & Held,
): WordLimits[] {
  return table.columns.flatMap((own, column) => {
    if (isLearned[column] !== true) return [];
    if (own.kind !== 'category' || own.dictionary.length > MAX_WORDS || !isDrawn(column)) return [];
    const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
    const limited = (by: number, each: number) => limitsIn(table, { column, by, step: each }, held);
    const ranked = (places: readonly number[]) =>
      places
        .map((by) => {
          const limits = limited(by, step).flatMap(({ from, to }) => [
            from?.out ?? 0,
            to?.out ?? 0,
          ]);
          return { by, out: limits.reduce((sum, share) => sum + share, 0) };
        })
        .filter(({ out }) => out > 0)
        .sort((a, b) => b.out - a.out);
    const places = limitsOf(column);
    const found = ranked(places);
    const isNumber = ({ by }: { by: number }) => table.columns[by]!.kind === 'number';
    // One date limits a word, as most follow from another; numbers do together, drawn ones as well.
    const taken =
      found[0] === undefined || !isNumber(found[0])
        ? found.slice(0, 1)
        : [
            found.filter(isNumber),
            ranked(numbersOf(column).filter((by) => !places.includes(by))),
          ].flatMap((each) => each.slice(0, MAX_NUMBERS));
    return taken.flatMap(({ by }): WordLimits[] => {
      const limits = limited(by, 1);
      const [from, to] = (['from', 'to'] as const).map((side) =>
        limits.map((own) => own[side]?.at ?? null),
      );
      const words = limits.map(({ word }) => word);
      return limits.length === 0 ? [] : [{ column, by, words, from: from!, to: to! }];
    });
  });
}

/** Returns by how much a row's value is beyond the limits of a word. */
export function excessOf({ words, from, to, by, column, where }: WordLimits, table: Table) {
  const isMet = where === undefined ? null : rowsMeeting([where], table);
  const placeOf = new Map(words.map((word, i) => [word, i]));
  const places = wordsAt(table, column).dictionary.map((word) => placeOf.get(word) ?? -1);
  const { values } = valuesAt(table, by);
  return (code: number, row: number): number => {
    const place = code < 0 ? -1 : places[code]!;
    if (place < 0 || Number.isNaN(values[row]!) || isMet?.[row] === 0) return 0;
    const before = (from[place] ?? -Infinity) - values[row]!;
    return Math.max(0, before, values[row]! - (to[place] ?? Infinity));
  };
}

/** Returns whether a row's value is within the limits of its word. */
export function wordLimitKeeper(rule: WordLimits, table: Table): (row: number) => boolean {
  const excess = excessOf(rule, table);
  const { codes } = wordsAt(table, rule.column);
  return (row) => excess(codes[row]!, row) === 0;
}

export const rangeSentence = (
  { column, of }: { column: number; of: number },
  nameOf: (column: number) => string,
): string => `${nameOf(column)} keeps to its range by ${nameOf(of)}`;

export const wordLimitSentence = (
  { column, by, where }: WordLimits,
  nameOf: (column: number) => string,
): string =>
  `${rangeSentence({ column: by, of: column }, nameOf)}${where === undefined ? '' : conditionText([where], nameOf)}`;

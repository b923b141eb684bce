import { formatCell, isNull } from '../../table/format-table.ts';
import type { Column } from '../../table/table.ts';
import { type CodePattern, capacityOf, writeCode } from './code-pattern.ts';

/** Codes that must not occur in the source, as multiples of the source's own. */
const ROOM = 2;
const SCATTERED_ROOMS = [20, 5, ROOM];
const MIN_ROOM = 1000;
const MAX_ROOM = 200_000;
const MAX_POWER = 14;
/** Orders tried; one without a code of the source is likely if codes fill a millionth of their space. */
const MAX_SALTS = 100;
/** Digits up to which numbers are exact. */
const MAX_DIGITS = 15;
const DIGITS = '0123456789';
/** First digits of whole numbers, which a zero would shorten. */
const FIRST_DIGITS = '123456789';

export type CodeStart = { pattern: CodePattern; first: number };

const roomFor = (source: ReadonlySet<string>, times = ROOM) =>
  Math.min(MAX_ROOM, Math.max(MIN_ROOM, times * source.size));

/** Yields starts from 0: multiples of powers of ten, small ones first. */
function* starts(count: number): Generator<number> {
  yield 0;
  for (let power = String(count).length - 1; power <= MAX_POWER; power++)
    for (let times = 1; times < 10; times++) yield times * 10 ** power;
}

function isFree(
  write: (index: number) => string,
  source: ReadonlySet<string>,
  { start = 0, room = roomFor(source) },
): boolean {
  for (let i = 0; i < room; i++) if (source.has(write(start + i))) return false;
  return true;
}

/**
 * Returns the first index from which generated codes are none of the source's: at least twice
 * as many codes as the source has; null if there is none below `size`. The source's codes are
 * compared in memory and not kept.
 *
 * @param write code of an index
 * @param source all codes of the source
 */
export function freeIndex(
  write: (index: number) => string,
  source: ReadonlySet<string>,
  size = Number.POSITIVE_INFINITY,
): number | null {
  for (const start of starts(source.size))
    if (start + roomFor(source) <= size && isFree(write, source, { start })) return start;
  return null;
}

/** Returns the rank of a code among those of a pattern; NaN for a code of another form. */
function rankOf({ places }: CodePattern, code: string): number {
  if (code.length !== places.length) return Number.NaN;
  let rank = 0;
  for (const [i, alphabet] of places.entries()) {
    const at = alphabet.indexOf(code[i]!);
    if (at < 0) return Number.NaN;
    rank = rank * alphabet.length + at;
  }
  return rank;
}

/** Returns true unless most codes follow one another. */
function isScattered(pattern: CodePattern, source: ReadonlySet<string>): boolean {
  const ranks = Float64Array.from(source, (code) => rankOf(pattern, code)).filter(Number.isFinite);
  if (ranks.length < 3) return false;
  const gaps = ranks
    .sort()
    .subarray(1)
    .map((rank, i) => rank - ranks[i]!)
    .sort();
  return gaps[gaps.length >> 1]! > 2;
}

/** Returns the pattern with all digits at the last place that has fewer; null if there is none. */
function widened(pattern: CodePattern, first = DIGITS): CodePattern | null {
  if (pattern.shapes !== undefined) return null;
  const digitsAt = (place: number) => (place === 0 ? first : DIGITS);
  const at = pattern.places.findLastIndex(
    (alphabet, place) => /^\d{1,9}$/.test(alphabet) && alphabet !== digitsAt(place),
  );
  return at < 0 ? null : { ...pattern, places: pattern.places.with(at, digitsAt(at)) };
}

/**
 * Returns a pattern whose codes have an order of their own, without codes of the source if possible;
 * for that, fixed digits vary.
 */
function scattered(pattern: CodePattern, source: ReadonlySet<string>, first = DIGITS): CodePattern {
  for (let wide: CodePattern | null = pattern; wide !== null; wide = widened(wide, first))
    for (const times of SCATTERED_ROOMS) {
      const room = roomFor(source, times);
      for (let scatter = 0; scatter < MAX_SALTS; scatter++) {
        const own: CodePattern = { ...wide, scatter };
        if (isFree((index) => writeCode(own, index), source, { room })) return own;
      }
    }
  return { ...pattern, scatter: 0 };
}

/** Returns the pattern counted from the first index that the source does not use. */
function counted(pattern: CodePattern, source: ReadonlySet<string>): CodePattern {
  for (let own: CodePattern | null = pattern; own !== null; own = widened(own)) {
    const { places } = own;
    const size = places.length === 0 ? Number.POSITIVE_INFINITY : capacityOf(own).size;
    const of = own;
    const skip = freeIndex((index) => writeCode(of, index), source, size);
    if (skip !== null) return skip === 0 ? own : { ...own, skip };
  }
  const skip = freeIndex((index) => writeCode(pattern, index), source) ?? 0;
  return { ...pattern, skip };
}

/** Returns the pattern of whole numbers of one length; null if they have several. */
function patternOfNumbers(pattern: CodePattern): CodePattern | null {
  const { places } = pattern;
  if (places.length === 0 || places.length > MAX_DIGITS) return null;
  const digits = places.map((alphabet) => alphabet.replaceAll(/\D/g, ''));
  digits[0] = digits[0]!.replace('0', '');
  return digits.includes('') ? null : { ...pattern, places: digits };
}

/**
 * Chooses the codes of a generated column, none of which is the source's own: counted where the
 * source's follow one another, else in a scattered order. Random codes that fill their space meet
 * those of the source by chance.
 */
export function freeCodes(column: Column, rows: number, { pattern, first }: CodeStart): CodeStart {
  if (column.kind === 'category') {
    const source = new Set(column.dictionary);
    const isSpread =
      pattern.places.length > 0 && pattern.iban === undefined && isScattered(pattern, source);
    return { pattern: (isSpread ? scattered : counted)(pattern, source), first };
  }
  const source = new Set<string>();
  for (let row = 0; row < rows; row++)
    if (!isNull(column, row)) source.add(formatCell(column, row));
  const numbers = patternOfNumbers(pattern);
  if (numbers !== null && isScattered(numbers, source))
    return { pattern: scattered(numbers, source, FIRST_DIGITS), first };
  return { pattern, first: first + (freeIndex((i) => String(first + i), source) ?? 0) };
}

import type { Column, NumberColumn, Table } from '../../../table/table.ts';
import { reads, type SourcesByColumn } from '../dependencies.ts';
import type { AmountFormula } from '../laws/amount-law.ts';
import { shortestIn } from '../laws/simplest-scale.ts';
import type { Condition } from './condition.ts';
import type { DerivedColumn } from './derived-column.ts';

const MIN_ROWS = 50;
/** Minimum different amounts that a share is of. */
const MIN_DISTINCT = 20;
/** Digits of a plausible share, such as .125. */
const MAX_DIGITS = 3;
const MAX_WORDS = 12;

/** Returns the share that all rows keep to half a unit; null if there is none of few digits. */
function shareOf(own: NumberColumn, of: NumberColumn, rows: readonly number[]): number | null {
  const half = 0.501 * 10 ** -own.decimals;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const base = of.values[row]!;
    if (!(Math.abs(base) > 0)) return null;
    const a = (own.values[row]! - half) / base;
    const b = (own.values[row]! + half) / base;
    low = Math.max(low, Math.min(a, b));
    high = Math.min(high, Math.max(a, b));
    if (low > high) return null;
  }
  const share = low > 0 ? shortestIn(low, high) : null;
  return share === null || share.digits > MAX_DIGITS || share.value === 1 ? null : share.value;
}

/** Returns the words of a column that tell rows with an amount from those with 0; null if none does. */
function tellingWords(
  columns: readonly Column[],
  {
    filled,
    zero,
    isOpen,
  }: {
    filled: readonly number[];
    zero: readonly number[];
    isOpen: (column: number) => boolean;
  },
): { column: number; filled: string[]; zero: string[] } | null {
  for (const [i, column] of columns.entries()) {
    if (column.kind !== 'category' || column.dictionary.length > MAX_WORDS || !isOpen(i)) continue;
    if (filled.length + zero.length < column.codes.length || column.codes.includes(-1)) continue;
    const wordsIn = (rows: readonly number[]) => [
      ...new Set(rows.map((row) => column.codes[row]!)),
    ];
    const [there, none] = [wordsIn(filled), wordsIn(zero)];
    if (there.some((code) => none.includes(code))) continue;
    const [of, without] = [there, none].map((codes) =>
      codes.sort((a, b) => a - b).map((code) => column.dictionary[code]!),
    );
    return { column: i, filled: of!, zero: without! };
  }
  return null;
}

/**
 * Finds amounts that are a constant share of another in each row in which they are not 0, as a
 * commission of the policies that a broker sold: `commission = .11 × premium where commission > 0`.
 * Zero is modeled, the share is not; where words of a column tell which rows have 0, they are the
 * condition.
 *
 * @param isOpen true for columns that are modeled and that no other rule derives
 * @param known derived columns, with the columns that each reads; those found are added
 * @param threshold minimum entities with the share, and with 0 of an amount
 */
export function sharesUnlessZero(
  { columns, rows }: Table,
  {
    isOpen,
    known,
    threshold,
    entity,
  }: {
    isOpen: (column: number) => boolean;
    known: Map<number, readonly number[]> & SourcesByColumn;
    threshold: number;
    entity: Int32Array | null;
  },
): DerivedColumn[] {
  const isKnown = (places: readonly number[]) => {
    if (places.length < MIN_ROWS || entity === null)
      return places.length >= Math.max(MIN_ROWS, threshold);
    const holders = new Set<number>();
    return threshold <= 0 || places.some((row) => holders.add(entity[row]!).size >= threshold);
  };
  const numbers = columns.flatMap((column, i) =>
    column.kind === 'number' && isOpen(i) ? [{ column, i }] : [],
  );
  const all = Array.from({ length: rows }, (_, row) => row);
  return numbers.flatMap(({ column: own, i }): DerivedColumn[] => {
    if (known.has(i) || own.decimals === 0) return [];
    const zero = all.filter((row) => own.values[row] === 0);
    if (!isKnown(zero)) return [];
    const filled = all.filter((row) => Math.abs(own.values[row]!) > 0);
    if (!isKnown(filled)) return [];
    for (const { column: of, i: source } of numbers) {
      if (source === i || reads(known, source, i)) continue;
      const scale = shareOf(own, of, filled);
      if (scale === null || new Set(filled.map((row) => of.values[row])).size < MIN_DISTINCT)
        continue;
      if (!isKnown(zero.filter((row) => Math.abs(of.values[row]!) > 0))) continue;
      const formula: AmountFormula = {
        kind: 'product',
        terms: [{ column: source, factor: 1 }],
        scale,
      };
      const words = tellingWords(columns, { filled, zero, isOpen });
      known.set(i, [source]);
      if (words !== null) {
        const { column } = words;
        const cases: DerivedColumn['cases'] = [
          { where: [{ column, words: words.filled }], formula, share: 1 },
          {
            where: [{ column, words: words.zero }],
            formula: { kind: 'constant', value: 0 },
            share: 1,
          },
        ];
        return [{ column: i, decimals: own.decimals, cases }];
      }
      const where: Condition[] = [
        { column: i, above: 0 },
        { column: i, upTo: -(10 ** -own.decimals) },
      ];
      const signs = [1, -1].map((sign) => filled.some((row) => own.values[row]! * sign > 0));
      const cases = where
        .filter((_, k) => signs[k])
        .map((condition) => ({
          where: [condition],
          formula,
          share: 1,
        }));
      return [{ column: i, decimals: own.decimals, cases }];
    }
    return [];
  });
}

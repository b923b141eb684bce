import type { BatchColumn, Dictionary } from '../rows/row-batch.ts';
import { binsOf } from './auc.ts';

type Coded = Extract<BatchColumn, { kind: 'dictionary' }>;
type Strings = readonly string[];

/**
 * Counts a column's codes over batches. Strings shared by batches are reported once replaced, or at
 * the end; a batch's own strings, after the batch.
 *
 * @param take receives a string, its rows and its laundering rows; the same string may come several
 * times
 */
export function codeTallies(take: (text: string, rows: number, hits: number) => void): {
  /**
   * @param rows number of rows, all of which count, or the rows that count
   * @param flagged the laundering rows
   */
  add: (column: Coded, rows: number | Int32Array, flagged: readonly number[]) => void;
  finalize: () => void;
} {
  let shared: Strings = [];
  let bins = binsOf(0);
  const drain = (strings: Strings, first: number) => {
    const { rows, hits } = bins;
    for (let i = 0; i < strings.length; i++) {
      const code = first + i;
      if (rows[code] === 0) continue;
      take(strings[i], rows[code], hits[code]);
      rows[code] = 0;
      hits[code] = 0;
    }
  };
  const finalize = () => drain(shared, 0);
  const hold = (strings: Strings, size: number) => {
    if (shared !== strings) finalize();
    shared = strings;
    if (bins.rows.length >= size) return;
    const larger = binsOf(size * 2);
    larger.rows.set(bins.rows);
    larger.hits.set(bins.hits);
    bins = larger;
  };
  const add = (
    { codes, dictionary }: Coded,
    counted: number | Int32Array,
    flagged: readonly number[],
  ) => {
    const base: Dictionary = dictionary.base ?? dictionary;
    const own = dictionary.base === undefined ? [] : dictionary.strings;
    hold(base.strings, base.strings.length + own.length);
    const { rows, hits } = bins;
    if (typeof counted === 'number') for (let row = 0; row < counted; row++) rows[codes[row]]++;
    else for (const row of counted) rows[codes[row]]++;
    for (const row of flagged) hits[codes[row]]++;
    drain(own, base.strings.length);
  };
  return { add, finalize };
}

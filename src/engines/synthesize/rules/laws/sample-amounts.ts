import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { numbersOf } from './amount-law.ts';
import { type AmountSamples, type Amounts, usualDecimals } from './looked-at-amounts.ts';

const LOOKED_AT_ROWS = 1000;
const MAX_WORDS = 50;
const MIN_SHARE = 0.99;
export const MIN_DISTINCT = 5;

const distinctOf = (values: Float64Array) => new Set(values).size;

/** Returns up to `most` indexes of a list, evenly spread. */
export function spread(length: number, most: number): Uint32Array {
  const step = Math.max(1, Math.floor(length / most));
  return Uint32Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
}

/**
 * Samples the number columns of some rows, and categories that contain a number.
 *
 * @param rows all by default
 */
export function sampleAmounts(
  table: Table,
  isAllowed: (column: number) => boolean,
  rows: Uint32Array = spread(table.rows, LOOKED_AT_ROWS),
): AmountSamples {
  const some = takeRows(table, rows);
  const numbers: Amounts[] = [];
  const words: Amounts[] = [];
  some.columns.forEach((own, column) => {
    if (own.kind === 'datetime' || !isAllowed(column)) return;
    if (own.kind === 'category' && own.dictionary.length > MAX_WORDS) return;
    const values = numbersOf(own);
    const distinct = distinctOf(values.filter((value) => !Number.isNaN(value)));
    if (distinct < 2) return;
    const decimals = own.kind === 'number' ? usualDecimals(values, own.decimals, MIN_SHARE) : 0;
    const size = values.reduce((sum, value) => sum + (Math.abs(value) || 0), 0) / values.length;
    const varies = distinct >= MIN_DISTINCT;
    const amounts = { column, values, decimals, size, distinct, varies };
    (own.kind === 'number' ? numbers : words).push(amounts);
  });
  return fullestFirst({ rows: some.rows, numbers, words });
}

/** Sorts rows by number of values, descending, so that wrong laws fail early. */
function fullestFirst({ rows, numbers, words }: AmountSamples): AmountSamples {
  const nonzeroCounts = new Uint8Array(rows);
  for (const { values } of numbers)
    for (let row = 0; row < rows; row++)
      if (values[row] !== 0 && !Number.isNaN(values[row])) nonzeroCounts[row]++;
  const order = Array.from(nonzeroCounts.keys()).sort(
    (a, b) => nonzeroCounts[b] - nonzeroCounts[a],
  );
  const sorted = (of: Amounts[]) =>
    of.map((amounts) => ({
      ...amounts,
      values: Float64Array.from(order, (row) => amounts.values[row]),
    }));
  return { rows, numbers: sorted(numbers), words: sorted(words) };
}

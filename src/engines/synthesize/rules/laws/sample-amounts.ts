import type { Table } from '../../../table/table.ts';
import { takeColumn } from '../../../table/take-rows.ts';
import { numbersOf } from './amount-law.ts';
import { type AmountSamples, type Amounts, amountDecimals } from './looked-at-amounts.ts';
import { countDistinct } from './value-codes.ts';

const LOOKED_AT_ROWS = 1000;
const MAX_WORDS = 50;
export const MIN_DISTINCT = 5;

/** Minimum range, as a share of the largest size: long numbers of cards do not vary as amounts do. */
const MIN_RANGE = 1e-4;

function isAmount(values: Float64Array): boolean {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return high - low >= MIN_RANGE * Math.max(Math.abs(low), Math.abs(high));
}

/** Summarizes sampled values; null if they are all the same. */
function amountsOf(
  values: Float64Array,
  of: Pick<Amounts, 'column'> & { decimals: () => number },
): Amounts | null {
  const distinct = countDistinct(values);
  if (distinct < 2) return null;
  let sum = 0;
  let negative = 0;
  let positive = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isNaN(value)) continue;
    sum += Math.abs(value);
    if (value < 0) negative++;
    else if (value > 0) positive++;
  }
  return {
    column: of.column,
    values,
    decimals: of.decimals(),
    size: sum / values.length,
    distinct,
    varies: distinct >= MIN_DISTINCT,
    rarerSign: Math.min(negative, positive),
  };
}

/** Returns up to `most` indexes of a list, evenly spread. */
export function spread(length: number, most: number): Uint32Array {
  const step = Math.max(1, Math.floor(length / most));
  const places = new Uint32Array(Math.ceil(length / step));
  for (let i = 0; i < places.length; i++) places[i] = i * step;
  return places;
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
  const numbers: Amounts[] = [];
  const words: Amounts[] = [];
  table.columns.forEach((own, column) => {
    if (own.kind === 'datetime' || !isAllowed(column)) return;
    if (own.kind === 'category' && own.dictionary.length > MAX_WORDS) return;
    const values = own.kind === 'number' ? valuesAt(own, rows) : numbersOf(takeColumn(own, rows));
    const amounts = amountsOf(values, {
      column,
      decimals: () => (own.kind === 'number' ? amountDecimals(values, own.decimals) : 0),
    });
    if (amounts === null || !isAmount(values)) return;
    (own.kind === 'number' ? numbers : words).push(amounts);
  });
  return fullestFirst({ rows: rows.length, at: rows, numbers, words });
}

/** Returns the places of a sample's rows that are wanted. */
export function placesIn(
  { at }: Pick<AmountSamples, 'at'>,
  isWanted: (row: number) => boolean,
): Uint32Array {
  const places = new Uint32Array(at.length);
  let count = 0;
  for (let i = 0; i < at.length; i++) if (isWanted(at[i])) places[count++] = i;
  return places.subarray(0, count);
}

/** Returns the number columns of samples at some of their places. */
export function samplesAt({ at, numbers }: AmountSamples, places: Uint32Array): AmountSamples {
  const taken = numbers.flatMap((own): Amounts[] => {
    const { column, decimals } = own;
    const amounts = amountsOf(valuesAt(own, places), { column, decimals: () => decimals });
    return amounts === null ? [] : [amounts];
  });
  const rows = valuesAt({ values: at }, places);
  return fullestFirst({ rows: rows.length, at: rows, numbers: taken, words: [] });
}

export function valuesAt<T extends Float64Array | Uint32Array>(
  { values }: { values: T },
  places: Uint32Array,
): T {
  const out = new (values.constructor as new (length: number) => T)(places.length);
  for (let i = 0; i < places.length; i++) out[i] = values[places[i]];
  return out;
}

/** Counts the columns in which each row has no amount. */
function countEmpty(numbers: readonly Amounts[], rows: number): Uint16Array {
  const counts = new Uint16Array(rows);
  for (const { values } of numbers)
    for (let row = 0; row < rows; row++)
      if (values[row] === 0 || Number.isNaN(values[row])) counts[row]++;
  return counts;
}

/** Returns rows in ascending order of a count; equal ones stay. */
function sortByCount(counts: Uint16Array, most: number): Uint32Array {
  const starts = new Uint32Array(most + 2);
  for (let i = 0; i < counts.length; i++) starts[counts[i] + 1]++;
  for (let count = 0; count < most; count++) starts[count + 1] += starts[count];
  const order = new Uint32Array(counts.length);
  for (let row = 0; row < counts.length; row++) order[starts[counts[row]]++] = row;
  return order;
}

/** Sorts rows by number of values, descending, so that wrong laws fail early. */
function fullestFirst({ rows, at, numbers, words }: AmountSamples): AmountSamples {
  const order = sortByCount(countEmpty(numbers, rows), numbers.length);
  const sorted = (of: Amounts[]) =>
    of.map((amounts) => ({ ...amounts, values: valuesAt(amounts, order) }));
  const inOrder = valuesAt({ values: at }, order);
  return { rows, at: inOrder, numbers: sorted(numbers), words: sorted(words) };
}

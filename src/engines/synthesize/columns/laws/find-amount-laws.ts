import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import {
  installmentCandidates,
  magnitudeCandidates,
  productCandidates,
  sumCandidates,
} from './amount-candidates.ts';
import { type AmountLaw, numbersOf } from './amount-law.ts';
import { type FoundLaw, sourcesOf } from './law.ts';
import { boundsOf, MIN_DISTINCT } from './law-evidence.ts';
import { type AmountSamples, type Amounts, usualDecimals } from './looked-at-amounts.ts';

const MIN_SHARE = 0.99;
const MAX_COLUMNS = 24;
const MAX_WORDS = 50;
const LOOKED_AT_ROWS = 1000;

const distinctOf = (values: Float64Array) => new Set(values).size;

function sampleAmounts(table: Table, isAllowed: (column: number) => boolean): AmountSamples {
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  const places = Array.from({ length: Math.ceil(table.rows / step) }, (_, i) => i * step);
  const some = takeRows(table, places);
  const numbers: Amounts[] = [];
  const categories: Amounts[] = [];
  some.columns.forEach((own, column) => {
    if (own.kind === 'datetime' || !isAllowed(column)) return;
    if (own.kind === 'category' && own.dictionary.length > MAX_WORDS) return;
    const values = numbersOf(own);
    const distinct = distinctOf(values.filter((value) => !Number.isNaN(value)));
    if (distinct < 2) return;
    const decimals = own.kind === 'number' ? usualDecimals(values, own.decimals, MIN_SHARE) : 0;
    const size = values.reduce((sum, value) => sum + (Math.abs(value) || 0), 0) / values.length;
    const amounts = { column, values, decimals, size, varies: distinct >= MIN_DISTINCT };
    (own.kind === 'number' ? numbers : categories).push(amounts);
  });
  return fullestFirst({
    rows: some.rows,
    numbers: numbers.slice(0, MAX_COLUMNS),
    words: categories,
  });
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

/** Returns true if a column is another, or is derived from it through any number of laws. */
const reads = (
  sourcesByColumn: ReadonlyMap<number, readonly number[]>,
  column: number,
  other: number,
): boolean =>
  column === other ||
  (sourcesByColumn.get(column) ?? []).some((source) => reads(sourcesByColumn, source, other));

/** Sorts laws so that each reads only columns that no later one derives. */
function sourcesFirst(laws: readonly FoundLaw[]): FoundLaw[] {
  const waiting = new Map(laws.map((found) => [found.law.column, found]));
  const sorted: FoundLaw[] = [];
  const add = (column: number) => {
    const found = waiting.get(column);
    if (found === undefined) return;
    waiting.delete(column);
    for (const source of sourcesOf(found.law)) add(source);
    sorted.push(found);
  };
  for (const { law } of laws) add(law.column);
  return sorted;
}

const isQuotient = (law: AmountLaw) =>
  law.kind === 'product' && law.terms.some(({ factor }) => factor < 0);

/**
 * Finds number columns derived from others: sums of up to four, products and quotients of two or
 * three, annuity payments, and absolute amounts. A law must hold to one unit of the last decimal in
 * 99 % of the rows, at least 50, and be better than chance. Limited to the first 24 number columns.
 *
 * @param isLearned for each column, true if its values are modeled
 * @param options.apart columns that no law may derive or read
 * @returns laws without circles, each after those that derive what it reads
 */
export function findAmountLaws(
  table: Table,
  isLearned: readonly boolean[],
  { threshold, apart }: { threshold: number; apart: ReadonlySet<number> },
): FoundLaw[] {
  const looked = sampleAmounts(table, (column) => isLearned[column] === true && !apart.has(column));
  const sizes = new Map(looked.numbers.map(({ column, size }) => [column, size]));
  const sizeOf = (law: AmountLaw) => sizes.get(law.column) ?? 0;
  const candidates = [
    ...magnitudeCandidates(looked),
    ...[1, 2, 3, 4].flatMap((terms) => [...sumCandidates(looked, terms)]),
    ...productCandidates(looked),
    ...installmentCandidates(looked),
    // Terms are derived before their totals; products are preferred to quotients.
  ].sort((a, b) => Number(isQuotient(a)) - Number(isQuotient(b)) || sizeOf(a) - sizeOf(b));
  const laws: FoundLaw[] = [];
  const sourcesByColumn = new Map<number, number[]>();
  for (const law of candidates) {
    const sources = sourcesOf(law);
    if (sourcesByColumn.has(law.column)) continue;
    if (sources.some((source) => reads(sourcesByColumn, source, law.column))) continue;
    const bounds = boundsOf({ law }, table, { threshold, share: MIN_SHARE });
    if (bounds === null) continue;
    laws.push({ law, ...bounds });
    sourcesByColumn.set(law.column, sources);
  }
  return sourcesFirst(laws);
}

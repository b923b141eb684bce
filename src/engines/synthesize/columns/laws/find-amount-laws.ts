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
import { type Amounts, type LookedAt, usualDecimals } from './looked-at-amounts.ts';

const MIN_SHARE = 0.99;
const MAX_COLUMNS = 24;
const MAX_WORDS = 50;
const LOOKED_AT_ROWS = 1000;

const distinctOf = (values: Float64Array) => new Set(values).size;

/** The columns that may stand in a law, with some of their values. */
function lookAt(table: Table, isAllowed: (column: number) => boolean): LookedAt {
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  const places = Array.from({ length: Math.ceil(table.rows / step) }, (_, i) => i * step);
  const some = takeRows(table, places);
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
    const amounts = { column, values, decimals, size, varies: distinct >= MIN_DISTINCT };
    (own.kind === 'number' ? numbers : words).push(amounts);
  });
  return fullestFirst({ rows: some.rows, numbers: numbers.slice(0, MAX_COLUMNS), words });
}

/** The same with the rows that hold most first: in those, laws that do not hold break at once. */
function fullestFirst({ rows, numbers, words }: LookedAt): LookedAt {
  const held = new Uint8Array(rows);
  for (const { values } of numbers)
    for (let row = 0; row < rows; row++)
      if (values[row] !== 0 && !Number.isNaN(values[row])) held[row]++;
  const order = Array.from(held.keys()).sort((a, b) => held[b] - held[a]);
  const sorted = (of: Amounts[]) =>
    of.map((one) => ({ ...one, values: Float64Array.from(order, (row) => one.values[row]) }));
  return { rows, numbers: sorted(numbers), words: sorted(words) };
}

const isQuotient = (law: AmountLaw) =>
  law.kind === 'product' && law.terms.some(({ factor }) => factor < 0);

/**
 * Finds the columns of numbers that follow from others: sums of up to four, products and quotients of two or three,
 * the payment of an annuity, and amounts without their sign. By evidence: a law holds to the last decimal but one unit in 99 % of the rows, at least
 * 50, and what it says is not what chance would have it. Of the first 24 columns of numbers.
 *
 * @param isLearned for each column whether its values are drawn from what was learned
 * @param options.apart columns that no law may say or read
 * @returns laws of which none says what one before it reads
 */
export function findAmountLaws(
  table: Table,
  isLearned: readonly boolean[],
  { threshold, apart }: { threshold: number; apart: ReadonlySet<number> },
): FoundLaw[] {
  const looked = lookAt(table, (column) => isLearned[column] === true && !apart.has(column));
  const sizes = new Map(looked.numbers.map(({ column, size }) => [column, size]));
  const sizeOf = (law: AmountLaw) => sizes.get(law.column) ?? 0;
  const candidates = [
    ...magnitudeCandidates(looked),
    ...[1, 2, 3, 4].flatMap((terms) => [...sumCandidates(looked, terms)]),
    ...productCandidates(looked),
    ...installmentCandidates(looked),
    // What a total is made of is said before the total, and prices are not quotients where amounts are products.
  ].sort((a, b) => Number(isQuotient(a)) - Number(isQuotient(b)) || sizeOf(a) - sizeOf(b));
  const said = new Set<number>();
  const read = new Set<number>();
  const laws: FoundLaw[] = [];
  for (const law of candidates) {
    if (said.has(law.column) || read.has(law.column)) continue;
    const bounds = boundsOf({ law }, table, { threshold, share: MIN_SHARE });
    if (bounds === null) continue;
    laws.push({ law, ...bounds });
    said.add(law.column);
    for (const source of sourcesOf(law)) read.add(source);
  }
  return laws;
}

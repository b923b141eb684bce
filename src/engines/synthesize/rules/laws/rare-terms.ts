import type { Table } from '../../../table/table.ts';
import { type AmountLaw, amountAt } from './amount-law.ts';

type Sum = Extract<AmountLaw, { kind: 'sum' }>;

/** Minimum rows that a rare term explains, and share of its rows that the longer sum keeps. */
const MIN_ROWS_OF_TERM = 20;
const MIN_RIGHT = 0.97;
const MAX_MORE_TERMS = 3;

/** Returns the rows that a sum does not give to half a unit, and what each of them lacks. */
function brokenRows(law: Sum, table: Table): Map<number, number> {
  const own = table.columns[law.column]!;
  const expected = amountAt(law, table);
  const within = 0.51 * 10 ** -law.decimals;
  const broken = new Map<number, number>();
  if (own.kind === 'category') return broken;
  for (let row = 0; row < table.rows; row++) {
    const left = own.values[row]! - expected(row);
    if (Math.abs(left) > within) broken.set(row, left);
  }
  return broken;
}

/**
 * Adds terms to a sum that few rows have, such as late fees in one of 200: a column equal to what
 * the sum lacks wherever it is not 0. Sampled rows have too few of them to be found there.
 *
 * @param columns number columns that the sum may read
 */
export function withRareTerms(law: Sum, table: Table, columns: readonly number[]): Sum {
  const within = 0.51 * 10 ** -law.decimals;
  const added = (sum: Sum, broken: ReadonlyMap<number, number>): Sum | null => {
    for (const column of columns) {
      const own = table.columns[column]!;
      if (own.kind !== 'number' || column === sum.column) continue;
      if (sum.terms.some((term) => term.column === column)) continue;
      let there = 0;
      for (const value of own.values) if (value !== 0 && !Number.isNaN(value)) there++;
      if (there < MIN_ROWS_OF_TERM || there > table.rows / 2) continue;
      for (const factor of [1, -1] as const) {
        let right = 0;
        for (const [row, left] of broken)
          if (own.values[row] !== 0 && Math.abs(left - factor * own.values[row]!) <= within)
            right++;
        if (right >= MIN_ROWS_OF_TERM && right >= MIN_RIGHT * there)
          return { ...sum, terms: [...sum.terms, { column, factor }] };
      }
    }
    return null;
  };
  let longest = law;
  for (let more = 0; more < MAX_MORE_TERMS; more++) {
    const broken = brokenRows(longest, table);
    const next = broken.size < MIN_ROWS_OF_TERM ? null : added(longest, broken);
    if (next === null) break;
    longest = next;
  }
  return longest;
}

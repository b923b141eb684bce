import type { Table } from '../../../table/table.ts';
import { findAmountLaws } from './find-amount-laws.ts';
import { findYearLaws } from './find-year-laws.ts';
import { type FoundLaw, sourcesOf } from './law.ts';

/**
 * Finds columns derived from others: first years, ages and birthdays, then amounts.
 *
 * @param isLearned for each column, true if its values are modeled
 * @param options.excluded columns already derived, or used by sequences
 * @param options.inHistories true if rows form sequences; otherwise they are independent
 * @returns laws of which none derives a column that an earlier one reads
 */
export function findLaws(
  table: Table,
  isLearned: readonly boolean[],
  options: { threshold: number; excluded: ReadonlySet<number>; inHistories: boolean },
): FoundLaw[] {
  const { threshold, excluded } = options;
  const years = findYearLaws(table, isLearned, options);
  const usedColumns = years.flatMap(({ law }) => [law.column, ...sourcesOf(law)]);
  const apart = new Set([...excluded, ...usedColumns]);
  return [...years, ...findAmountLaws(table, isLearned, { threshold, apart })];
}

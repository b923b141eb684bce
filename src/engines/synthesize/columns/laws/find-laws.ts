import type { Table } from '../../../table/table.ts';
import { findAmountLaws } from './find-amount-laws.ts';
import { findYearLaws } from './find-year-laws.ts';
import { type FoundLaw, sourcesOf } from './law.ts';

/**
 * Finds the columns that follow from others, by evidence: years, ages and birthdays, then amounts.
 *
 * @param isLearned for each column whether its values are drawn from what was learned
 * @param options.taken columns that follow from others already, or that histories are drawn by
 * @param options.inHistories whether rows are drawn as histories; one by one otherwise
 * @returns laws of which none says what one before it reads
 */
export function findLaws(
  table: Table,
  isLearned: readonly boolean[],
  options: { threshold: number; taken: ReadonlySet<number>; inHistories: boolean },
): FoundLaw[] {
  const { threshold, taken } = options;
  const years = findYearLaws(table, isLearned, options);
  const known = years.flatMap(({ law }) => [law.column, ...sourcesOf(law)]);
  const apart = new Set([...taken, ...known]);
  return [...years, ...findAmountLaws(table, isLearned, { threshold, apart })];
}

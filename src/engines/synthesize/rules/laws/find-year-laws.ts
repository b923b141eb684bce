import { isTimeOnly } from '../../../table/datetime-form.ts';
import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { type FoundLaw, sourcesOf } from './law.ts';
import {
  type Known as EligibleColumns,
  flatCandidates,
  historyCandidates,
} from './law-candidates.ts';
import { boundsOf, distinctIn, present } from './law-evidence.ts';
import { MIN_DISTINCT } from './sample-amounts.ts';

const MIN_SHARE = 0.99;
const MAX_COLUMNS = 6;
const LOOKED_AT_ROWS = 1000;
const LOOKED_AT_SHARE = 0.9;

function areWithin(values: Float64Array, low: number, high: number): boolean {
  let within = values.length;
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if ((value < low || value > high) && --within < MIN_SHARE * values.length) return false;
  }
  return true;
}

function eligibleColumns(
  table: Table,
  isLearned: readonly boolean[],
  excluded: ReadonlySet<number>,
): EligibleColumns {
  const eligible: EligibleColumns = { years: [], ages: [], dates: [] };
  table.columns.forEach((column, i) => {
    if (!isLearned[i] || column.kind === 'category') return;
    if (column.kind === 'datetime') {
      if (!isTimeOnly(column.form)) eligible.dates.push(i);
      return;
    }
    if (column.decimals > 0 || excluded.has(i)) return;
    const values = present(column.values);
    if (areWithin(values, 1850, 2150)) eligible.years.push(i);
    else if (areWithin(values, 0, 130) && distinctIn(values) >= MIN_DISTINCT) eligible.ages.push(i);
  });
  const few = (columns: number[]) => columns.slice(0, MAX_COLUMNS);
  return { years: few(eligible.years), ages: few(eligible.ages), dates: few(eligible.dates) };
}

/**
 * Finds columns of years, ages and birthdays derived from others: an age and the year or date of
 * birth, years with a constant difference, years never before others. A law must hold in 99 % of at
 * least 50 rows.
 *
 * @param isLearned for each column, true if its values are modeled
 * @param options.excluded columns already derived, or used by sequences
 * @param options.inHistories true if rows form sequences; otherwise they are independent
 * @returns laws of which none derives a column that an earlier one reads
 */
export function findYearLaws(
  table: Table,
  isLearned: readonly boolean[],
  options: { threshold: number; excluded: ReadonlySet<number>; inHistories: boolean },
): FoundLaw[] {
  const { threshold, excluded, inHistories } = options;
  const eligible = eligibleColumns(table, isLearned, excluded);
  const candidates = inHistories ? historyCandidates(eligible) : flatCandidates(eligible);
  if (candidates.length === 0) return [];
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  const some = takeRows(
    table,
    Array.from({ length: Math.ceil(table.rows / step) }, (_, i) => i * step),
  );
  const laws: FoundLaw[] = [];
  const sourceColumns = new Set<number>();
  const determined = new Set(excluded);
  for (const candidate of candidates) {
    const { law } = candidate;
    const sources = sourcesOf(law);
    if (determined.has(law.column) || sourceColumns.has(law.column)) continue;
    if (boundsOf(candidate, some, { threshold: 1, share: LOOKED_AT_SHARE }) === null) continue;
    const bounds = boundsOf(candidate, table, { threshold, share: MIN_SHARE });
    if (bounds === null) continue;
    laws.push({ law, ...bounds });
    determined.add(law.column);
    for (const source of sources) sourceColumns.add(source);
  }
  return laws;
}

import { isTimeOnly } from '../../../table/datetime-form.ts';
import type { Table } from '../../../table/table.ts';
import { takeRows } from '../../../table/take-rows.ts';
import { type FoundLaw, sourcesOf } from './law.ts';
import { flatCandidates, historyCandidates, type Known } from './law-candidates.ts';
import { boundsOf, present } from './law-evidence.ts';

const MIN_SHARE = 0.99;
const MAX_COLUMNS = 6;
const LOOKED_AT_ROWS = 1000;
const LOOKED_AT_SHARE = 0.9;

/** Columns of whole numbers that may be years or ages, and of dates. */
function knownColumns(
  table: Table,
  isLearned: readonly boolean[],
  taken: ReadonlySet<number>,
): Known {
  const known: Known = { years: [], ages: [], dates: [] };
  table.columns.forEach((column, i) => {
    if (!isLearned[i] || column.kind === 'category') return;
    if (column.kind === 'datetime') {
      if (!isTimeOnly(column.form)) known.dates.push(i);
      return;
    }
    if (column.decimals > 0 || taken.has(i)) return;
    const values = present(column.values);
    const within = (low: number, high: number) =>
      values.filter((value) => value >= low && value <= high).length >= MIN_SHARE * values.length;
    if (within(1850, 2150)) known.years.push(i);
    else if (within(0, 130)) known.ages.push(i);
  });
  const few = (columns: number[]) => columns.slice(0, MAX_COLUMNS);
  return { years: few(known.years), ages: few(known.ages), dates: few(known.dates) };
}

/**
 * Finds the columns of years, ages and birthdays that follow from others: an age and the year or date of birth, years
 * a fixed number apart, years never before others. By evidence: a law holds in 99 % of at least 50 rows.
 *
 * @param isLearned for each column whether its values are drawn from what was learned
 * @param options.taken columns that follow from others already, or that histories are drawn by
 * @param options.inHistories whether rows are drawn as histories; one by one otherwise
 * @returns laws of which none says what one before it reads
 */
export function findYearLaws(
  table: Table,
  isLearned: readonly boolean[],
  options: { threshold: number; taken: ReadonlySet<number>; inHistories: boolean },
): FoundLaw[] {
  const { threshold, taken, inHistories } = options;
  const known = knownColumns(table, isLearned, taken);
  const candidates = inHistories ? historyCandidates(known) : flatCandidates(known);
  if (candidates.length === 0) return [];
  const step = Math.max(1, Math.floor(table.rows / LOOKED_AT_ROWS));
  const some = takeRows(
    table,
    Array.from({ length: Math.ceil(table.rows / step) }, (_, i) => i * step),
  );
  const laws: FoundLaw[] = [];
  const read = new Set<number>();
  const said = new Set(taken);
  for (const candidate of candidates) {
    const { law } = candidate;
    const sources = sourcesOf(law);
    if (said.has(law.column) || read.has(law.column)) continue;
    if (boundsOf(candidate, some, { threshold: 1, share: LOOKED_AT_SHARE }) === null) continue;
    const bounds = boundsOf(candidate, table, { threshold, share: MIN_SHARE });
    if (bounds === null) continue;
    laws.push({ law, ...bounds });
    said.add(law.column);
    for (const source of sources) read.add(source);
  }
  return laws;
}

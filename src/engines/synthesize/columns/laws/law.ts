import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { type AmountLaw, expectedAmounts, roundAmount, sourcesOfAmounts } from './amount-law.ts';
import { expectedYears, sourcesOfYears, type YearLaw, yearsLater } from './year-law.ts';

/** A column that follows from others but for a little, which is learned in its place. */
export type Law = YearLaw | AmountLaw;

type Valued = NumberColumn | DatetimeColumn;

export const isOfAmounts = (law: Law): law is AmountLaw => 'decimals' in law;

/** Columns that a law reads. */
export const sourcesOf = (law: Law): number[] =>
  isOfAmounts(law) ? sourcesOfAmounts(law) : sourcesOfYears(law);

/** What a law says of each row; NaN where one of its columns holds nothing. */
export const expectedBy = (law: Law, table: Table): Float64Array =>
  isOfAmounts(law) ? expectedAmounts(law, table) : expectedYears(law, table);

/** What is left of a law's column beside what the law says. Of a birthday with no date to count from, the last one. */
export function remainderOf(law: Law, table: Table): Float64Array {
  const { values } = table.columns[law.column] as Valued;
  if (law.kind === 'birthday' && law.until < 0) {
    const years = (table.columns[law.years] as NumberColumn).values;
    return values.map((moment, row) => yearsLater(moment, years[row]));
  }
  const expected = expectedBy(law, table);
  if (isOfAmounts(law))
    return values.map((value, row) => roundAmount(value - expected[row], law.decimals));
  return values.map((value, row) => value - expected[row]);
}

/** A law as it was found: what is left lies between two bounds in nearly all rows. */
export type FoundLaw = { law: Law; low: number; high: number };

const withValues = (table: Table, column: number, own: Partial<NumberColumn>): Table => ({
  rows: table.rows,
  columns: table.columns.map((each, i) => (i === column ? ({ ...each, ...own } as Valued) : each)),
});

/** The table with what is left of such columns; the few rows beyond the bounds are put on them. */
export function lessLaws(table: Table, laws: readonly FoundLaw[]): Table {
  return laws.reduce((sofar, { law, low, high }) => {
    const values = remainderOf(law, table).map((value) => Math.max(low, Math.min(high, value)));
    return withValues(sofar, law.column, { values });
  }, table);
}

/** The column that a law says of what was drawn in its place. */
function said(law: Law, table: Table): Partial<NumberColumn> {
  const left = (table.columns[law.column] as Valued).values;
  if (law.kind === 'birthday' && law.until < 0) {
    const years = (table.columns[law.years] as NumberColumn).values;
    return { values: left.map((moment, row) => yearsLater(moment, -years[row])) };
  }
  const expected = expectedBy(law, table);
  if (!isOfAmounts(law)) return { values: left.map((value, row) => value + expected[row]) };
  const { decimals } = law;
  return {
    values: left.map((value, row) => roundAmount(value + expected[row], decimals)),
    decimals,
  };
}

/** The table with the columns that laws say of what was drawn in their place. */
export const byLaws = (table: Table, laws: readonly Law[] = []): Table =>
  laws.reduce((sofar, law) => withValues(sofar, law.column, said(law, sofar)), table);

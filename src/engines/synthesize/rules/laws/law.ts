import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { sourcesFirst } from '../dependencies.ts';
import { type AmountLaw, expectedAmounts, roundAmount, sourcesOfAmounts } from './amount-law.ts';
import { expectedRemaining, type RemainingLaw, sourcesOfRemaining } from './remaining-law.ts';
import { expectedYears, sourcesOfYears, type YearLaw, yearsLater } from './year-law.ts';

/** Column derived from others up to a small remainder, which is modeled instead. */
export type Law = YearLaw | AmountLaw | RemainingLaw;

type Valued = NumberColumn | DatetimeColumn;

export const isOfAmounts = (law: Law): law is AmountLaw | RemainingLaw => 'decimals' in law;

export function sourcesOf(law: Law): number[] {
  if (law.kind === 'remaining') return sourcesOfRemaining(law);
  return isOfAmounts(law) ? sourcesOfAmounts(law) : sourcesOfYears(law);
}

/** Computes a law's value in each row; NaN if a source is missing. */
export function expectedBy(law: Law, table: Table): Float64Array {
  if (law.kind === 'remaining') return expectedRemaining(law, table);
  return isOfAmounts(law) ? expectedAmounts(law, table) : expectedYears(law, table);
}

/**
 * Returns the remainder of a law's column; for a birthday without a reference date, the last one.
 */
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

/** Detected law with the bounds of its remainder in nearly all rows. */
export type FoundLaw = { law: Law; low: number; high: number };

const withValues = (table: Table, column: number, own: Partial<NumberColumn>): Table => ({
  rows: table.rows,
  columns: table.columns.map((original, i) =>
    i === column ? ({ ...original, ...own } as Valued) : original,
  ),
});

/** Replaces such columns by their remainders; the few rows out of bounds are clamped. */
export function withRemainders(table: Table, laws: readonly FoundLaw[]): Table {
  return laws.reduce((sofar, { law, low, high }) => {
    const values = remainderOf(law, table).map((value) => Math.max(low, Math.min(high, value)));
    return withValues(sofar, law.column, { values });
  }, table);
}

function predictedColumn(law: Law, table: Table): Partial<NumberColumn> {
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

/** Replaces the remainder in a law's column by the column's value. */
export const byLaw = (table: Table, law: Law): Table =>
  withValues(table, law.column, predictedColumn(law, table));

/** Returns laws after those that derive what they read. */
export const lawsInOrder = (laws: readonly FoundLaw[]): FoundLaw[] =>
  sourcesFirst(laws, {
    columnOf: ({ law }) => law.column,
    sourcesOf: ({ law }) => sourcesOf(law),
  });

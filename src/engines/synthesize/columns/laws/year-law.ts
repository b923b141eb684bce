import { civilFromDays, daysFromCivil, daysInMonth } from '../../../../shared/civil-date.ts';
import { DAY } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';

/** A column's part in a sum of years: the year of a date, or a whole number as it is. */
export type YearTerm = { column: number; factor: 1 | -1 };

/**
 * A column that follows from others but for a little, which is learned in its place:
 * - `years`: whole years, the sum of the terms plus what is learned;
 * - `completed`: the whole years completed between two dates, plus what is learned;
 * - `birthday`: a date so many years before another, or before a fixed one, and less than a year more.
 */
export type YearLaw =
  | { kind: 'years'; column: number; terms: YearTerm[] }
  | { kind: 'completed'; column: number; since: number; until: number }
  | { kind: 'birthday'; column: number; years: number; until: number };

/** Columns that a law reads. */
export const sourcesOfYears = (law: YearLaw): number[] => {
  if (law.kind === 'years') return law.terms.map(({ column }) => column);
  if (law.kind === 'completed') return [law.since, law.until];
  return law.until < 0 ? [law.years] : [law.years, law.until];
};

type Dated = NumberColumn | DatetimeColumn;

const yearOf = (moment: number): number => civilFromDays(Math.floor(moment / DAY)).year;

/** A moment so many years later; the 29th of February is the 28th where there is none. */
export function yearsLater(moment: number, years: number): number {
  if (Number.isNaN(moment) || Number.isNaN(years)) return Number.NaN;
  const days = Math.floor(moment / DAY);
  const { year, month, day } = civilFromDays(days);
  const there = Math.min(day, daysInMonth(year + years, month));
  return DAY * daysFromCivil(year + years, month, there) + (moment - DAY * days);
}

/** Birthdays since a moment, up to another one. */
function completedYears(since: number, until: number): number {
  const years = yearOf(until) - yearOf(since);
  return yearsLater(since, years) > until ? years - 1 : years;
}

/** What a law says of each row; NaN where one of its columns holds nothing. */
export function expectedYears(law: YearLaw, { rows, columns }: Table): Float64Array {
  const at = (place: number) => (columns[place] as Dated).values;
  if (law.kind === 'completed') {
    const [since, until] = [at(law.since), at(law.until)];
    return since.map((moment, row) =>
      Number.isNaN(moment + until[row]) ? Number.NaN : completedYears(moment, until[row]),
    );
  }
  if (law.kind === 'birthday') {
    const years = at(law.years);
    const until = law.until < 0 ? null : at(law.until);
    return years.map((age, row) => yearsLater(until?.[row] ?? 0, -age));
  }
  const sums = new Float64Array(rows);
  for (const { column, factor } of law.terms) {
    const { kind, values } = columns[column] as Dated;
    for (let row = 0; row < rows; row++) {
      const value = values[row];
      const year = kind === 'number' || Number.isNaN(value) ? value : yearOf(value);
      sums[row] += factor * year;
    }
  }
  return sums;
}

import { civilFromDays, daysFromCivil, daysInMonth } from '../../../../shared/civil-date.ts';
import { DAY } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';

/** Term of a sum of years: the year of a date, or an integer. */
export type YearTerm = { column: number; factor: 1 | -1 };

/**
 * Column derived from others up to a small remainder, which is modeled instead:
 * - `years`: whole years, the sum of the terms plus the remainder;
 * - `completed`: the whole years completed between two dates, plus the remainder;
 * - `birthday`: a date a number of years before another, or before a fixed one, and less than a
 *   year more.
 */
export type YearLaw =
  | { kind: 'years'; column: number; terms: YearTerm[] }
  | { kind: 'completed'; column: number; since: number; until: number }
  | { kind: 'birthday'; column: number; years: number; until: number };

export const sourcesOfYears = (law: YearLaw): number[] => {
  if (law.kind === 'years') return law.terms.map(({ column }) => column);
  if (law.kind === 'completed') return [law.since, law.until];
  return law.until < 0 ? [law.years] : [law.years, law.until];
};

type Dated = NumberColumn | DatetimeColumn;

const yearOf = (moment: number): number => civilFromDays(Math.floor(moment / DAY)).year;

/** Adds years to a timestamp; 29 February becomes 28 February in common years. */
export function yearsLater(moment: number, years: number): number {
  if (Number.isNaN(moment) || Number.isNaN(years)) return Number.NaN;
  const days = Math.floor(moment / DAY);
  const { year, month, day } = civilFromDays(days);
  const there = Math.min(day, daysInMonth(year + years, month));
  return DAY * daysFromCivil(year + years, month, there) + (moment - DAY * days);
}

function completedYears(since: number, until: number): number {
  const years = yearOf(until) - yearOf(since);
  return yearsLater(since, years) > until ? years - 1 : years;
}

/** Computes a law's value in each row; NaN if a source is missing. */
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

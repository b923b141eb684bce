import {
  civilFromDays,
  daysFromCivil,
  daysInMonth,
  SATURDAY,
  weekdayOf,
} from '../../../../shared/civil-date.ts';
import { DAY } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, Table } from '../../../table/table.ts';
import {
  type AmountFormula,
  amountAt,
  numbersOf,
  roundAmount,
  sourcesOfAmounts,
} from '../laws/amount-law.ts';

export const STEP_UNITS = [
  'days',
  'business days',
  'months',
  'month starts',
  'month ends',
  'years',
  'weeks',
] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

/** Units of the time between two moments, in milliseconds. */
export const CLOCK_UNITS = { hours: 3_600_000, minutes: 60_000, seconds: 1000 } as const;
export type ClockUnit = keyof typeof CLOCK_UNITS;

/** Returns a function that measures the time from one moment to another, rounded to `decimals`. */
export function timeBetween(
  { from, until, unit }: Extract<Formula, { kind: 'between' }>,
  table: Table,
  decimals: number,
): (row: number) => number {
  const [since, later] = [datesAt(table, from), datesAt(table, until)];
  if (unit === undefined)
    return (row) => Math.floor(later[row] / DAY) - Math.floor(since[row] / DAY);
  return (row) => roundAmount((later[row] - since[row]) / CLOCK_UNITS[unit], decimals);
}

/** Date a number of steps after another; steps are fixed, or of a number column. */
export type DateStep = {
  kind: 'later';
  from: number;
  unit: StepUnit;
  steps: number | { column: number };
};

/**
 * Value of a column in the rows of a case:
 * - an amount of other columns, or a constant;
 * - no value;
 * - a date some steps after another; business days are Monday to Friday, and month starts and ends
 *   the first and last days of the month so many months after;
 * - `between`: the days, or hours, minutes or seconds, from one date to another.
 */
export type Formula =
  | AmountFormula
  | { kind: 'constant'; value: number }
  | { kind: 'empty' }
  | { kind: 'between'; from: number; until: number; unit?: ClockUnit | undefined }
  | DateStep;

export const isAmount = (formula: Formula): formula is AmountFormula =>
  ['sum', 'product', 'ratio', 'installment', 'magnitude'].includes(formula.kind);

export function sourcesOfFormula(formula: Formula): number[] {
  if (isAmount(formula)) return sourcesOfAmounts(formula);
  if (formula.kind === 'between') return [formula.from, formula.until];
  if (formula.kind !== 'later') return [];
  const { from, steps } = formula;
  return typeof steps === 'number' ? [from] : [from, steps.column];
}

/** Adds business days to a day number; from a weekend day, the first step is the next Monday. */
function businessDaysAfter(day: number, steps: number): number {
  const weekday = weekdayOf(day);
  // Weekends count as the Friday before.
  const start = weekday >= SATURDAY ? day - (weekday - SATURDAY + 1) : day;
  const from = Math.min(weekday, SATURDAY - 1);
  const weeks = Math.floor((from + steps) / 5);
  return start - from + 7 * weeks + (from + steps - 5 * weeks);
}

/** Adds months to a day number; a day that the month lacks becomes its last. */
function monthsAfter(days: number, months: number): number {
  const { year, month, day } = civilFromDays(days);
  const total = 12 * year + month - 1 + months;
  const toYear = Math.floor(total / 12);
  const toMonth = total - 12 * toYear + 1;
  return daysFromCivil(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

const ADD: Record<StepUnit, (day: number, steps: number) => number> = {
  days: (day, steps) => day + steps,
  weeks: (day, steps) => day + 7 * steps,
  years: (day, steps) => monthsAfter(day, 12 * steps),
  months: monthsAfter,
  'business days': businessDaysAfter,
  'month starts': (day, steps) => {
    const there = monthsAfter(day, steps);
    return there - civilFromDays(there).day + 1;
  },
  'month ends': (day, steps) => {
    const { year, month, day: at } = civilFromDays(monthsAfter(day, steps));
    return monthsAfter(day, steps) - at + daysInMonth(year, month);
  },
};

/** Adds steps to a date, at midnight; NaN if either is missing or steps are no integer. */
export function stepAfter(moment: number, unit: StepUnit, steps: number): number {
  if (Number.isNaN(moment) || !Number.isInteger(steps)) return Number.NaN;
  return DAY * ADD[unit](Math.floor(moment / DAY), steps);
}

export const datesAt = ({ columns }: Table, place: number): Float64Array =>
  (columns[place] as DatetimeColumn).values;

/**
 * Returns a function that computes a formula in a row, rounded to `decimals`; NaN for no value, a
 * missing source, or an undefined result.
 */
export function formulaAt(
  formula: Formula,
  table: Table,
  decimals: number,
): (row: number) => number {
  if (isAmount(formula)) return amountAt({ ...formula, decimals }, table);
  if (formula.kind === 'constant') return () => formula.value;
  if (formula.kind === 'empty') return () => Number.NaN;
  if (formula.kind === 'between') return timeBetween(formula, table, decimals);
  const from = datesAt(table, formula.from);
  const { unit, steps } = formula;
  if (typeof steps === 'number') return (row) => stepAfter(from[row], unit, steps);
  const counts = numbersOf(table.columns[steps.column]);
  return (row) => stepAfter(from[row], unit, counts[row]);
}

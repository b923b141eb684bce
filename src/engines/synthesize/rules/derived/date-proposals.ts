import { isWeekend } from '../../../../shared/civil-date.ts';
import { DAY, isDateOnly, isTimeOnly } from '../../../table/datetime-form.ts';
import type { DatetimeColumn, NumberColumn, Table } from '../../../table/table.ts';
import { takeColumn } from '../../../table/take-rows.ts';
import { numbersOf } from '../laws/amount-law.ts';
import { spread } from '../laws/sample-amounts.ts';
import type { Proposal, Scope } from './amount-proposals.ts';
import {
  CLOCK_UNITS,
  type ClockUnit,
  type DateStep,
  datesAt,
  STEP_UNITS,
  type StepUnit,
  stepAfter,
  timeBetween,
} from './formula.ts';

const LOOKED_AT_ROWS = 200;
const MIN_KEPT = 0.97;
const MAX_DATES = 24;
const MAX_STEPS = 40_000;
/** Dates of any weekday would all be on weekdays with a probability of 10^-7. */
const MIN_WEEKDAYS = 50;
const UNITS_OF_WEEKDAYS: readonly StepUnit[] = ['business days', 'weeks'];

/** Mean days of a step. */
const MONTH = 365.2425 / 12;
const DAYS_OF: Readonly<Record<StepUnit, number>> = {
  days: 1,
  'business days': 7 / 5,
  weeks: 7,
  months: MONTH,
  'month starts': MONTH,
  'month ends': MONTH,
  years: 12 * MONTH,
};

/** Returns the number of steps from one date to another, assuming it is whole. */
function stepsBetween(from: number, until: number, unit: StepUnit): number {
  const days = Math.floor(until / DAY) - Math.floor(from / DAY);
  const guess = Math.round(days / DAYS_OF[unit]);
  for (const steps of [guess, guess - 1, guess + 1, guess - 2, guess + 2])
    if (stepAfter(from, unit, steps) === until) return steps;
  return Number.NaN;
}

type Pair = { from: number; column: number; rows: Uint32Array };

const keepsMost = (rows: Uint32Array, keeps: (row: number) => boolean): boolean => {
  let broken = 0;
  for (let i = 0; i < rows.length; i++)
    if (!keeps(rows[i]) && ++broken > (1 - MIN_KEPT) * rows.length) return false;
  return true;
};

/** Returns steps that lead from one date to the other in nearly all rows; null if there are none. */
function constantSteps(table: Table, { from, column, rows }: Pair): DateStep | null {
  const [since, until] = [datesAt(table, from), datesAt(table, column)];
  for (const unit of STEP_UNITS)
    for (const row of rows.subarray(0, 3)) {
      const steps = stepsBetween(since[row], until[row], unit);
      if (!(steps >= 0 && steps <= MAX_STEPS)) continue;
      const isKept = (at: number) => stepAfter(since[at], unit, steps) === until[at];
      if (keepsMost(rows, isKept)) return { kind: 'later', from, unit, steps };
    }
  return null;
}

/** Numbers of a column, or in its words, at some rows. */
type Counts = { place: number; steps: Float64Array };

function countsAt(table: Table, rows: Uint32Array, places: readonly number[]): Counts[] {
  return places.flatMap((place) => {
    const own = table.columns[place];
    if (own.kind === 'datetime') return [];
    const steps = numbersOf(takeColumn(own, rows));
    return steps.some((value) => value >= 0 && value <= MAX_STEPS) ? [{ place, steps }] : [];
  });
}

/** Returns the column that counts the steps from one date to the other; null if there is none. */
function countedSteps(
  table: Table,
  { from, column, rows, counts }: Pair & { counts: readonly Counts[] },
): DateStep | null {
  const [since, until] = [datesAt(table, from), datesAt(table, column)];
  const all = Uint32Array.from(rows.keys());
  // A drawn number of days would end on any weekday: then the number follows from both dates.
  const units = isOnWeekdays(rows, until) ? UNITS_OF_WEEKDAYS : STEP_UNITS;
  for (const { place, steps } of counts) {
    for (const unit of units) {
      const isKept = (i: number) => stepAfter(since[rows[i]], unit, steps[i]) === until[rows[i]];
      if (all.subarray(0, 3).some(isKept) && keepsMost(all, isKept))
        return { kind: 'later', from, unit, steps: { column: place } };
    }
  }
  return null;
}

/** Returns true if enough dates are of weekdays, and none of a weekend. */
function isOnWeekdays(rows: Uint32Array, dates: ArrayLike<number>): boolean {
  const own = rows.filter((row) => !Number.isNaN(dates[row]!));
  return (
    own.length >= MIN_WEEKDAYS && own.every((row) => !isWeekend(Math.floor(dates[row]! / DAY)))
  );
}

const isDay = (column: DatetimeColumn): boolean =>
  isDateOnly(column.form) || column.values.every((value) => !(value % DAY !== 0));

/** Returns dates with the most values first, so that the order of columns changes no rule. */
function mostVaried(table: Table, dates: readonly number[], rows: Uint32Array): number[] {
  const nameOf = (date: number) => table.columns[date].name;
  const varied = dates.map((date) => {
    const values = datesAt(table, date);
    return { date, distinct: new Set(Array.from(rows, (row) => values[row])).size };
  });
  varied.sort((a, b) => b.distinct - a.distinct || (nameOf(a.date) < nameOf(b.date) ? -1 : 1));
  return varied.map(({ date }) => date);
}

/** Returns the unit in which a number is the time between two dates, or 0 before the first. */
function timesBetween(
  table: Table,
  { column, from, until, rows }: Pair & { until: number },
): Omit<Proposal, 'column'> | null {
  const { values, decimals } = table.columns[column] as NumberColumn;
  const hasTimes = [from, until].some((place) => !isDay(table.columns[place] as DatetimeColumn));
  const units = [undefined, ...(hasTimes ? (Object.keys(CLOCK_UNITS) as ClockUnit[]) : [])];
  for (const unit of units) {
    const formula = { kind: 'between' as const, from, until, ...(unit && { unit }) };
    const time = timeBetween(formula, table, decimals);
    // Programs round a half up, down or to even.
    const within = unit === undefined ? 0 : 1.01 * 10 ** -decimals;
    const isNear = (row: number, expected: number) =>
      Number.isNaN(expected)
        ? Number.isNaN(values[row])
        : Math.abs(expected - values[row]) <= within;
    if (keepsMost(rows, (row) => isNear(row, time(row)))) return { rank: 1, rule: { formula } };
    if (keepsMost(rows, (row) => isNear(row, Math.max(0, time(row)))))
      return { rank: 1.5, rule: { formula, low: 0 } };
  }
  return null;
}

/**
 * Proposes dates that are a number of days, business days or months after another, and numbers that
 * count the days, hours, minutes or seconds between two dates, or 0 before the first, among the 24 dates of most values.
 *
 * @param options.dates columns that dates may be counted from
 */
export function datePairs(
  table: Table,
  { rows, targets, dates, allowed }: Scope & { rows: Uint32Array; dates: readonly number[] },
): Proposal[] {
  if (dates.length === 0) return [];
  const some = spread(rows.length, LOOKED_AT_ROWS).map((i) => rows[i]);
  const from = mostVaried(table, dates, some).slice(0, MAX_DATES);
  let counts: Counts[] | null = null;
  const proposals: Proposal[] = [];
  for (const column of targets) {
    const own = table.columns[column];
    if (own.kind === 'category' || (own.kind === 'datetime' && !isDay(own))) continue;
    for (const first of from) {
      if (first === column) continue;
      if (own.kind === 'number') {
        for (const until of from) {
          if (until === first) continue;
          const found = timesBetween(table, { column, from: first, until, rows: some });
          if (found !== null) proposals.push({ column, ...found });
        }
        continue;
      }
      const pair = { from: first, column, rows: some };
      const constant = constantSteps(table, pair);
      if (constant === null) counts ??= countsAt(table, some, allowed);
      const formula = constant ?? countedSteps(table, { ...pair, counts: counts! });
      if (formula !== null) proposals.push({ column, rank: 1, rule: { formula } });
    }
  }
  return proposals;
}

export const isCalendarDate = (table: Table, place: number): boolean => {
  const column = table.columns[place];
  return column.kind === 'datetime' && !isTimeOnly(column.form);
};

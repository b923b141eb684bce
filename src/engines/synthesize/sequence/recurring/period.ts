import {
  civilFromDays,
  daysFromCivil,
  daysInMonth,
  weekdayOf,
} from '../../../../shared/civil-date.ts';

/** Step between recurring payments: months on a day of the month, or days on a weekday. */
export type Period = { unit: 'month' | 'day'; every: number };

/** Periods that are looked for; models hold their indexes. */
export const PERIODS: readonly Period[] = [
  { unit: 'month', every: 1 },
  { unit: 'day', every: 7 },
  { unit: 'day', every: 14 },
  { unit: 'day', every: 28 },
  { unit: 'month', every: 2 },
  { unit: 'month', every: 3 },
  { unit: 'month', every: 6 },
  { unit: 'month', every: 12 },
];

const DAYS_A_MONTH = 365.25 / 12;

/** Returns the mean days of a period. */
export const lengthOf = ({ unit, every }: Period): number =>
  unit === 'month' ? every * DAYS_A_MONTH : every;

/** Returns the month of a day, counted from the year 0. */
export function monthOf(day: number): number {
  const { year, month } = civilFromDays(day);
  return year * 12 + month - 1;
}

/** Returns a day of a month, or its last day if it has fewer. */
export function dayInMonth(month: number, monthDay: number): number {
  const [year, number] = [Math.floor(month / 12), (month % 12) + 1];
  return daysFromCivil(year, number, Math.min(monthDay, daysInMonth(year, number)));
}

/** Returns the first month whose given day is not before `day`. */
export function firstMonth(day: number, monthDay: number): number {
  const month = monthOf(day);
  return dayInMonth(month, monthDay) >= day ? month : month + 1;
}

/** Returns the first day with a weekday (0 = Monday) that is not before `day`. */
export const nextWeekday = (day: number, weekday: number): number =>
  day + ((weekday - weekdayOf(day) + 7) % 7);

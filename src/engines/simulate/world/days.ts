import { civilFromDays, daysFromCivil } from '../../../shared/civil-date.ts';
import { businessDayWithin } from '../bank/calendar.ts';

/** Returns the day, or the next business day. */
export function onBusinessDay(country: string, day: number): number {
  let next = day;
  while (businessDayWithin(country, next, next) < 0) next++;
  return next;
}

/** Returns the same date of another year; 29 February becomes the 28th. */
export function addYears(day: number, years: number): number {
  const { year, month, day: dayOfMonth } = civilFromDays(day);
  return month === 2 && dayOfMonth === 29
    ? daysFromCivil(year + years, 2, 28)
    : daysFromCivil(year + years, month, dayOfMonth);
}

/** Returns the number of whole years from a day to a later one. */
export function yearsBetween(from: number, to: number): number {
  const years = civilFromDays(to).year - civilFromDays(from).year;
  return addYears(from, years) > to ? years - 1 : years;
}

import { DAY } from '../../table/date-format.ts';

/** Day of the month, days left in it, and weekday, of a day counted from 1970-01-01. */
export function calendarOf(day: number): { monthDay: number; toMonthEnd: number; weekday: number } {
  const date = new Date(day * DAY);
  const monthDay = date.getUTCDate();
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return { monthDay, toMonthEnd: last - monthDay, weekday: date.getUTCDay() };
}

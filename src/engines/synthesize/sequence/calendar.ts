import { civilFromDays, daysInMonth, weekdayOf } from '../../../shared/civil-date.ts';

/** Returns month (from 0), day of month, days left in it, and weekday (0 = Sunday) of a day since 1970-01-01. */
export function calendarOf(day: number) {
  const { year, month, day: monthDay } = civilFromDays(day);
  const weekday = (weekdayOf(day) + 1) % 7;
  return { month: month - 1, monthDay, toMonthEnd: daysInMonth(year, month) - monthDay, weekday };
}

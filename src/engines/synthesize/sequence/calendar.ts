import { civilFromDays, daysInMonth, weekdayOf } from '../../../shared/civil-date.ts';

/** Returns day of month, days left in it, and weekday (0 = Sunday) of a day since 1970-01-01. */
export function calendarOf(day: number): { monthDay: number; toMonthEnd: number; weekday: number } {
  const { year, month, day: monthDay } = civilFromDays(day);
  const weekday = (weekdayOf(day) + 1) % 7;
  return { monthDay, toMonthEnd: daysInMonth(year, month) - monthDay, weekday };
}

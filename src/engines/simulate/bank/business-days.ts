import { civilFromDays, formatIsoDate, weekdayOf } from '../../../shared/civil-date.ts';
import type { Dictionary } from '../rows/row-batch.ts';
import { holidaysOf } from './holidays.ts';

const holidaysKnown = new Map<string, Set<number>>();

export function isBusinessDay(country: string, day: number): boolean {
  if (weekdayOf(day) > 4) return false;
  const { year } = civilFromDays(day);
  const key = `${country} ${year}`;
  const holidays = holidaysKnown.get(key) ?? holidaysOf(country, year);
  holidaysKnown.set(key, holidays);
  return !holidays.has(day);
}

/** Most business days from a card's authorization to its posting. */
const MAX_POSTING_DAYS = 3;

/**
 * Returns by n the day that is n business days after each day of a window; for n = 0 the day
 * itself, or the next business day.
 */
export function settlementDays(country: string, start: number, end: number): Int32Array[] {
  const next = (day: number): number => {
    let later = day;
    while (!isBusinessDay(country, later)) later++;
    return later;
  };
  const window = Int32Array.from({ length: Math.max(0, end - start + 1) }, (_, i) => start + i);
  const days = [window.map(next)];
  for (let n = 1; n <= MAX_POSTING_DAYS; n++)
    days.push((n === 1 ? window : days[n - 1]).map((day) => next(day + 1)));
  return days;
}

/** Days between a booking date and a value date that codes can hold, over any run of holidays. */
const GAPS = 16;

/** Returns the code of a booking date in a window and its value date. */
export const dateCode = (start: number, booked: number, valued: number): number =>
  1 + (booked - start) * GAPS + (valued - booked);

/** Returns the texts of codes of dates, after that of none. */
export function datesOf(start: number, end: number): Record<'booking' | 'value', Dictionary> {
  const codes = Array.from({ length: (end - start + 1) * GAPS }, (_, code) => code);
  const texts = Array.from({ length: end - start + 1 + GAPS }, (_, n) => formatIsoDate(start + n));
  const booking = codes.map((code) => texts[Math.floor(code / GAPS)]);
  const value = codes.map((code) => texts[Math.floor(code / GAPS) + (code % GAPS)]);
  return { booking: { strings: ['', ...booking] }, value: { strings: ['', ...value] } };
}

import { daysFromCivil, daysInMonth, weekdayOf } from '../../../shared/civil-date.ts';

/** Returns Easter Sunday (Gregorian) by the anonymous algorithm (Meeus, Jones, Butcher). */
export function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return daysFromCivil(year, month, ((h + l - 7 * m + 114) % 31) + 1);
}

/** Returns the n-th given weekday (0 = Monday) of a month, or the last one for n = -1. */
export function nthWeekday({
  year,
  month,
  weekday,
  n,
}: {
  year: number;
  month: number;
  weekday: number;
  n: number;
}): number {
  if (n > 0) {
    const first = daysFromCivil(year, month, 1);
    return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
  }
  const last = daysFromCivil(year, month, daysInMonth(year, month));
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

const FIXED: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  US: [
    [1, 1],
    [6, 19],
    [7, 4],
    [11, 11],
    [12, 25],
  ],
  DE: [
    [1, 1],
    [5, 1],
    [10, 3],
    [12, 25],
    [12, 26],
  ],
  FR: [
    [1, 1],
    [5, 1],
    [5, 8],
    [7, 14],
    [8, 15],
    [11, 1],
    [11, 11],
    [12, 25],
  ],
  ES: [
    [1, 1],
    [1, 6],
    [5, 1],
    [8, 15],
    [10, 12],
    [11, 1],
    [12, 6],
    [12, 8],
    [12, 25],
  ],
  IT: [
    [1, 1],
    [1, 6],
    [4, 25],
    [5, 1],
    [6, 2],
    [8, 15],
    [11, 1],
    [12, 8],
    [12, 25],
    [12, 26],
  ],
  NL: [
    [1, 1],
    [4, 27],
    [12, 25],
    [12, 26],
  ],
};

const MOVING: Readonly<Record<string, readonly number[]>> = {
  US: [],
  DE: [-2, 1, 39, 50],
  FR: [1, 39, 50],
  ES: [-2],
  IT: [1],
  NL: [-2, 1, 39, 50],
};

/** Returns a year's national holidays as days since 1970; US federal ones by 5 U.S.C. 6103. */
export function holidaysOf(country: string, year: number): Set<number> {
  const days = (FIXED[country] ?? []).map(([month, day]) => daysFromCivil(year, month, day));
  days.push(...(MOVING[country] ?? []).map((offset) => easter(year) + offset));
  if (country === 'US') {
    days.push(
      nthWeekday({ year, month: 1, weekday: 0, n: 3 }),
      nthWeekday({ year, month: 2, weekday: 0, n: 3 }),
      nthWeekday({ year, month: 5, weekday: 0, n: -1 }),
      nthWeekday({ year, month: 9, weekday: 0, n: 1 }),
      nthWeekday({ year, month: 10, weekday: 0, n: 2 }),
      nthWeekday({ year, month: 11, weekday: 3, n: 4 }),
    );
  }
  return new Set(days);
}

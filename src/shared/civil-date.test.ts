import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  civilFromDays,
  daysFromCivil,
  daysInMonth,
  formatIsoDate,
  parseIsoDate,
  weekdayOf,
} from './civil-date.ts';

const DAY = 86_400_000;

/** Any day of some 8,000 years. ECMAScript's calendar is proleptic Gregorian as well. */
const anyDay = fc.integer({ min: Date.UTC(-2000, 0, 1) / DAY, max: Date.UTC(6000, 0, 1) / DAY });

test('days are counted as the calendar of ECMAScript counts them', () => {
  fc.assert(
    fc.property(anyDay, (days) => {
      const date = new Date(days * DAY);
      const civil = {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      };
      expect(civilFromDays(days)).toEqual(civil);
      expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(days);
      // ECMAScript counts from Sunday.
      expect(weekdayOf(days)).toBe((date.getUTCDay() + 6) % 7);
    }),
  );
});

test.each([
  [1970, 1, 1, 0, 3],
  [1969, 12, 31, -1, 2],
  [2000, 2, 29, 11_016, 1],
  [2000, 3, 1, 11_017, 2],
  [2026, 11, 22, 20_779, 6],
])('%i-%i-%i is day %i, weekday %i from Monday', (year, month, day, days, weekday) => {
  expect(daysFromCivil(year, month, day)).toBe(days);
  expect(weekdayOf(days)).toBe(weekday);
});

test('months have their days, February 29 in leap years alone', () => {
  const lengths = (year: number) => Array.from({ length: 12 }, (_, i) => daysInMonth(year, i + 1));
  expect(lengths(2023)).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  for (const [year, days] of [
    [2024, 29],
    [1900, 28],
    [2000, 29],
  ] as const)
    expect(lengths(year)[1]).toBe(days);
});

describe('dates as text', () => {
  test('are read and written alike', () => {
    for (const text of ['1970-01-01', '2024-02-29', '0001-12-31', '9999-12-31'])
      expect(formatIsoDate(parseIsoDate(text))).toBe(text);
  });

  test('are right for more days than the cache holds', () => {
    for (let days = 0; days < 25_000; days += 1)
      if (formatIsoDate(days) !== new Date(days * DAY).toISOString().slice(0, 10))
        expect.unreachable(`day ${days}`);
    expect(formatIsoDate(0)).toBe('1970-01-01');
  });

  test.each(['2023-02-29', '2023-04-31', '2023-13-01', '2023-00-10', '2023-01-00'])(
    '%s is no date of the calendar',
    (text) => {
      expect(() => parseIsoDate(text)).toThrow(new RangeError(`"${text}" is not a calendar date`));
    },
  );

  test.each(['2023-1-1', '20230101', ' 2023-01-01', '2023-01-01T00:00', ''])(
    '%j is not written YYYY-MM-DD',
    (text) => {
      expect(() => parseIsoDate(text)).toThrow(
        new RangeError(`"${text}" is not a date in the format YYYY-MM-DD`),
      );
    },
  );
});

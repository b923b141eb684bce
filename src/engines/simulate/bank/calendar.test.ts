import { expect, test } from 'vitest';
import {
  daysFromCivil,
  formatIsoDate,
  parseIsoDate,
  weekdayOf,
} from '../../../shared/civil-date.ts';
import { presets } from '../configuration/presets.ts';
import { countries } from '../data/countries.ts';
import { calendarOf, toUtc } from './calendar.ts';
import { easter, holidaysOf } from './holidays.ts';

test('dates agree with the calendar over a leap century', () => {
  expect(daysFromCivil(1970, 1, 1)).toBe(0);
  expect(daysFromCivil(2000, 2, 29)).toBe(11016);
  expect(formatIsoDate(parseIsoDate('2024-02-29') + 1)).toBe('2024-03-01');
  expect(weekdayOf(parseIsoDate('2025-11-21'))).toBe(4);
  for (let day = -40_000; day < 60_000; day += 37)
    expect(parseIsoDate(formatIsoDate(day))).toBe(day);
});

// Easter Sundays as printed in the US Naval Observatory's tables.
test.each([
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2038, '2038-04-25'],
])('Easter of %i is %s', (year, date) => {
  expect(formatIsoDate(easter(year))).toBe(date);
});

// Federal holidays of 2025 that the US Office of Personnel Management lists.
test('the US federal holidays of 2025', () => {
  expect([...holidaysOf('US', 2025)].sort((a, b) => a - b).map(formatIsoDate)).toEqual([
    '2025-01-01',
    '2025-01-20',
    '2025-02-17',
    '2025-05-26',
    '2025-06-19',
    '2025-07-04',
    '2025-09-01',
    '2025-10-13',
    '2025-11-11',
    '2025-11-27',
    '2025-12-25',
  ]);
});

test.each([
  ['US', 'America/New_York'],
  ['DE', 'Europe/Berlin'],
  ['ES', 'Europe/Madrid'],
])(
  'local times of %s are those of the time zone %s, around both changes of the clock',
  (country, timeZone) => {
    const preset = country === 'US' ? presets['us-community-bank'] : presets['eu-retail-bank'];
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    for (const around of ['2024-03-10', '2024-03-31', '2024-10-27', '2024-11-03', '2025-07-01']) {
      const middle = parseIsoDate(around);
      const { days } = calendarOf(preset, {
        countryCode: country,
        start: middle - 1,
        end: middle + 1,
      });
      for (const day of days) {
        for (let second = 0; second < 86_400; second += 900) {
          const skipped =
            day.offsetAfter > day.offset && second >= day.turn - 3600 && second < day.turn;
          const parts = Object.fromEntries(
            format.formatToParts(new Date(toUtc(day, second) * 1000)).map((p) => [p.type, p.value]),
          );
          const shown =
            Number(parts.hour) * 3600 + Number(parts.minute) * 60 + Number(parts.second);
          expect(shown).toBe(skipped ? second + 3600 : second);
          expect(`${parts.year}-${parts.month}-${parts.day}`).toBe(formatIsoDate(day.day));
        }
      }
    }
  },
);

test('every country of a preset is known', () => {
  for (const { countries: codes } of Object.values(presets)) {
    for (const code of codes) expect(countries[code]).toBeDefined();
  }
});

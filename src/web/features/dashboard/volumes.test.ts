import { expect, it } from 'vitest';
import { volumesByDay } from './volumes.ts';

it('counts records of each of the last 30 days, today last', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const days = volumesByDay(
    [
      { at: Date.parse('2026-11-21T00:00:00Z'), records: 5 },
      { at: Date.parse('2026-11-21T11:00:00Z'), records: 7 },
      { at: Date.parse('2026-11-20T23:59:59Z'), records: 1 },
      { at: Date.parse('2026-09-01T00:00:00Z'), records: 99 },
    ],
    now,
  );
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: '2026-11-21', records: 12 });
  expect(days.at(-2)).toEqual({ day: '2026-11-20', records: 1 });
  expect(days.reduce((sum, day) => sum + day.records, 0)).toBe(13);
});

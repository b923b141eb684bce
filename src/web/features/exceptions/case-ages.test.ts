import { expect, test } from 'vitest';
import { ageText, medianDecision } from './case-ages.ts';

const opened = (closed_at: string | null) => ({ created_at: '2026-03-01T00:00:00Z', closed_at });

test.each([
  [opened('2026-03-01T00:30:00Z'), 'less than 1 h'],
  [opened('2026-03-02T05:59:00Z'), '29 h'],
  [opened('2026-03-06T01:00:00Z'), '5 days'],
  [opened(null), '10 days'],
])('the age of %o is %s', (row, text) => {
  expect(ageText(row, Date.parse('2026-03-11T00:00:00Z'))).toBe(text);
});

test('the median counts closed cases only', () => {
  const closed = [opened('2026-03-01T02:00:00Z'), opened('2026-03-01T09:00:00Z')];
  expect(medianDecision([...closed, opened('2026-03-04T00:00:00Z'), opened(null)])).toBe('9 h');
  expect(medianDecision([opened(null)])).toBeNull();
});

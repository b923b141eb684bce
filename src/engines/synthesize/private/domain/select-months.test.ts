import { expect, test } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { DAY } from '../../../table/datetime-form.ts';
import { randomIntegers } from '../random-integers.ts';
import { selectMonths } from './select-months.ts';

function seeded(seed: bigint) {
  const stream = streamFor(seed, 0, 0);
  return randomIntegers((length) => Uint8Array.from({ length }, () => stream.below(256)));
}

const iso = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

function spans(values: readonly number[], { rho = 0.003, seed = 1 } = {}) {
  const options = { weights: null, scale: 1, rho, random: seeded(BigInt(seed)) };
  const selected = selectMonths(Float64Array.from(values), options);
  expect(selected.rho).toBeLessThanOrEqual(rho);
  return selected.spans.map(({ from, to }) => `${iso(from)} to ${iso(to)}`);
}

const over = (first: string, last: string, rows: number) => {
  const [from, to] = [Date.parse(first), Date.parse(last) + DAY - 1];
  return Array.from({ length: rows }, (_, i) => from + Math.floor((i / rows) * (to - from)));
};

test('two hundred people over a year are enough for the year, in spans that hold some of them', () => {
  const values = over('2025-01-01', '2025-12-31', 200);
  for (let seed = 1; seed <= 20; seed++) {
    const months = spans(values, { seed });
    expect([months[0]!.slice(0, 10), months.at(-1)!.slice(-10)]).toEqual([
      '2025-01-01',
      '2025-12-31',
    ]);
    expect(months.length).toBeLessThan(9);
  }
});

test('many people show the months at either end, each a span of its own', () => {
  const months = spans(over('2024-03-05', '2025-02-20', 20_000));
  expect(months).toHaveLength(12);
  expect([months[0], months[11]]).toEqual(['2024-03-01 to 2024-03-31', '2025-02-01 to 2025-02-28']);
});

test('a month without rows between others belongs to a span all the same', () => {
  const months = spans([
    ...over('2024-01-01', '2024-04-30', 4000),
    ...over('2024-09-01', '2024-12-31', 4000),
  ]);
  const days = months.map((span) => span.split(' to ').map((day) => Date.parse(day) / DAY));
  days.slice(1).forEach(([from], i) => {
    expect(from).toBe(days[i]![1]! + 1);
  });
});

test('a day that stands for no end is a span of its own', () => {
  const never = Array<number>(3000).fill(Date.parse('9999-12-31'));
  const months = spans([...over('2024-01-01', '2024-12-31', 3000), ...never]);
  expect(months.at(-1)).toBe('9999-12-31 to 9999-12-31');
  expect(months[0]!.slice(0, 10)).toBe('2024-01-01');
});

test('forty years are at most 240 spans, and few rows are none', () => {
  const months = spans(over('1985-01-01', '2024-12-31', 1_000_000), { rho: 0.1 });
  expect(months.length).toBeLessThanOrEqual(240);
  expect(months.length).toBeGreaterThan(200);
  expect(spans(over('2024-01-01', '2024-12-31', 10))).toEqual([]);
  expect(spans([])).toEqual([]);
});

import { expect, it } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import { correlations, pearson } from './correlation.ts';

const stream = streamFor(1n, 0, 0);
const base = Float64Array.from({ length: 5000 }, () => stream.float());
const columns = [
  base,
  base.map((x) => 3 * x + stream.float()),
  base.map((x, i) => (i % 7 === 0 ? Number.NaN : stream.float() - x)),
  base.map(() => 4),
];

it('gives for all columns at once what two at a time give, block by block', () => {
  const together = correlations(columns);
  for (let i = 0; i < columns.length; i++) {
    for (let j = i + 1; j < columns.length; j++) {
      const alone = pearson(columns[i], columns[j]);
      const actual = together(i, j);
      if (alone === null) expect([i, j, actual]).toEqual([i, j, null]);
      else expect(actual, `${i}, ${j}`).toBeCloseTo(alone, 12);
    }
  }
  expect(together(0, 1)).toBeGreaterThan(0.9);
  expect(together(0, 3)).toBeNull();
});

import { expect, it } from 'vitest';
import { streamFor } from '../../../random/stream.ts';
import type { SidedNumbers } from '../../quality/align-columns.ts';
import { chooseSecrets, guessIsRight } from './inference.ts';

const column = (truth: number, guess: number): SidedNumbers => ({
  kind: 'number',
  name: 'amount',
  datetime: false,
  decimals: 2,
  values: [Float64Array.of(truth), Float64Array.of(guess)],
  sorted: [Float64Array.of(truth), Float64Array.of(guess)],
});
const right = (truth: number, guess: number) =>
  guessIsRight(column(truth, guess), { side: 0, row: 0, guess: 0 });

it('takes a guess within 5 % of the truth, whatever its sign', () => {
  expect(right(100, 104)).toBe(true);
  expect(right(100, 106)).toBe(false);
  expect(right(-100, -104)).toBe(true);
  // Anonymeter divides by the guess, so any negative guess counts as right.
  expect(right(100, -500)).toBe(false);
  expect(right(-100, -500)).toBe(false);
});

it('takes half a unit of the last digit at zero, and missing for missing', () => {
  expect(right(0, 0.005)).toBe(true);
  expect(right(0, 0.02)).toBe(false);
  expect(right(Number.NaN, Number.NaN)).toBe(true);
  expect(right(0, Number.NaN)).toBe(false);
});

it('prefers secrets that no other column gives away', () => {
  const stream = streamFor(1n, 0, 0);
  const codes = Int32Array.from({ length: 2000 }, () => stream.below(10));
  const free = Int32Array.from({ length: 2000 }, () => stream.below(4));
  const column = (name: string, list: Int32Array) => ({
    kind: 'category' as const,
    name,
    words: Array.from({ length: 10 }, (_, i) => `${i}`),
    codes: [list],
    counts: [Float64Array.from({ length: 11 }, (_, i) => list.filter((code) => code === i).length)],
  });
  const columns = [column('code', codes), column('name', codes), column('job', free)];
  expect(chooseSecrets(columns)).toEqual({ secrets: ['job'], knownColumns: ['code', 'name'] });
  const twins = columns.slice(0, 2);
  expect(chooseSecrets(twins)).toEqual({ secrets: ['code'], knownColumns: ['name'] });
});

import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { decodeNumbers } from './decode-number.ts';
import { fitNumberCodec } from './fit-number-codec.ts';
import { encodeNumber } from './number-codec.ts';
import { fitExcesses, quantileOf } from './tail-law.ts';

const pareto = (rows: number, shape: number, seed: bigint) => {
  const stream = streamFor(seed, 0, 0);
  return Float64Array.from({ length: rows }, () =>
    quantileOf({ shape, scale: 10 }, stream.float()),
  );
};

test.each([0.2, 0.5, -0.05])('finds the shape %f of a censored generalized Pareto law', (shape) => {
  const all = pareto(20_000, shape, 5n);
  const limit = [...all].sort((a, b) => a - b)[19_000]!;
  const values = all.filter((value) => value < limit);
  const law = fitExcesses({ values, limit, beyond: all.length - values.length });
  // Coles 2001, 4.3.3: the standard error of the shape is (1 + shape) / sqrt(n), more with censoring.
  expect(law.shape).toBeCloseTo(shape, 1);
  expect(Math.abs(law.scale - 10)).toBeLessThan(0.5);
});

const drawn = (values: Float64Array, extendsTails: boolean, entity: Int32Array | null = null) => {
  const input = { values, decimals: 2, entity, extendsTails };
  const codec = fitNumberCodec(input, { bins: 64, threshold: 5 });
  const codes = Uint8Array.from(values, (value) => encodeNumber(codec, value));
  return decodeNumbers(codec, codes, streamFor(3n, 0, 0));
};
const deviation = (values: Float64Array) => {
  const mean = values.reduce((a, b) => a + b) / values.length;
  return Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length);
};

test('draws heavy tails by their law: the deviation is kept, and no outermost value is drawn', () => {
  const values = pareto(20_000, 0.35, 8n).map((value) => Math.round(100 * value) / 100);
  const [cut, extended] = [drawn(values, false), drawn(values, true)];
  const real = deviation(values);
  expect(deviation(cut) / real).toBeLessThan(0.97);
  expect(Math.abs(deviation(extended) / real - 1)).toBeLessThan(0.05);
  const outermost = new Set([...values].sort((a, b) => b - a).slice(0, 4));
  expect(extended.filter((value) => outermost.has(value))).toHaveLength(0);
  const mirrored = drawn(
    values.map((value) => -value),
    true,
  );
  expect(Math.abs(deviation(mirrored) / real - 1)).toBeLessThan(0.1);
});

test('keeps light tails, natural limits and tails of few entities where enough entities end', () => {
  const stream = streamFor(9n, 0, 0);
  const even = Float64Array.from({ length: 9000 }, () => Math.round(1e4 * stream.float()) / 100);
  expect(Math.max(...drawn(even, true))).toBe(Math.max(...drawn(even, false)));
  const shares = pareto(9000, 0.3, 2n).map((value) => Math.round(100 * Math.min(99, value)) / 100);
  expect(Math.max(...drawn(shares, true))).toBeLessThanOrEqual(100);
  const heavy = pareto(9000, 0.5, 4n);
  const few = Int32Array.from(heavy, (_, row) => row % 40);
  expect(Math.max(...drawn(heavy, true, few))).toBe(Math.max(...drawn(heavy, false, few)));
});

import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { correlationError } from './correlation-error.ts';

const ROWS = 4000;
const stream = streamFor(3n, 0, 0);
const normal = () => Math.sqrt(-2 * Math.log(1 - stream.float())) * Math.cos(7 * stream.float());
const x = Float64Array.from({ length: ROWS }, normal);
const y = x.map((value) => 0.6 * value + 0.8 * normal());

it('is about (1 - r²) / √n for normal values', () => {
  const error = correlationError(x, y);
  const r = 0.6;
  const expected = (1 - r * r) / Math.sqrt(ROWS);
  expect(error / expected).toBeGreaterThan(0.6);
  expect(error / expected).toBeLessThan(1.6);
});

it('grows with a single row that decides r', () => {
  const [far, lone] = [x.slice(), y.slice()];
  far[17] = 1000;
  lone[17] = 0;
  expect(correlationError(far, lone)).toBeGreaterThan(0.3);
  far[17] = Number.NaN;
  expect(correlationError(far, lone)).toBeLessThan(0.03);
});

it('is 0 for a constant', () => {
  expect(correlationError(x, new Float64Array(ROWS).fill(2))).toBe(0);
});

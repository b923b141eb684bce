import { expect, it } from 'vitest';
import { classifyMembership } from './membership.ts';

const ramp = (n: number, shift = 0) => Float64Array.from({ length: n }, (_, i) => i / n + shift);
/** Puts every other number first, so that both halves have the same spread. */
const spread = (values: Float64Array) =>
  Float64Array.from([...values.filter((_, i) => i % 2 === 0), ...values.filter((_, i) => i % 2)]);

const share = (list: Uint8Array) => list.reduce((sum, hit) => sum + hit, 0) / list.length;

it('passes about 1 % of either kind if scores carry no information', () => {
  const result = classifyMembership(ramp(10_000), spread(ramp(2000)));
  expect(share(result.members)).toBeCloseTo(0.01, 2);
  expect(share(result.others)).toBeCloseTo(0.01, 2);
});

it('finds every member whose score is above all others', () => {
  const result = classifyMembership(ramp(500, 2), spread(ramp(1000)), 500);
  expect(share(result.members)).toBe(1);
  expect(result.others).toHaveLength(500);
  expect(share(result.others)).toBeLessThanOrEqual(0.012);
});

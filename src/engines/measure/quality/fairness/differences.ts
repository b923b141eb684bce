import { wilson, Z95 } from '../../statistics/intervals.ts';

/** Rows with an outcome among some rows. */
export type Share = { hits: number; rows: number };

export type Difference = { value: number; low: number; high: number };

/**
 * Difference of two independent rates, a - b, with the hybrid score interval of Newcombe (1998, method 10).
 *
 * @param z the normal quantile of the confidence
 */
export function differenceOf(a: Share, b: Share, z = Z95): Difference {
  const [p, q] = [a.hits / a.rows, b.hits / b.rows];
  const [one, other] = [wilson(a.hits, a.rows, z), wilson(b.hits, b.rows, z)];
  const limits = (p: number, { value, error }: typeof one) => [
    p - (value - error),
    value + error - p,
  ];
  const [[belowA, aboveA], [belowB, aboveB]] = [limits(p, one), limits(q, other)];
  const value = p - q;
  return {
    value,
    low: value - Math.hypot(belowA, aboveB),
    high: value + Math.hypot(aboveA, belowB),
  };
}

/** Difference of two independent estimates, with limits recovered from theirs (MOVER: Zou and Donner 2008). */
export function between(a: Difference, b: Difference): Difference {
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

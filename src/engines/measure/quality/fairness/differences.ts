import { wilson, Z95 } from '../../statistics/intervals.ts';

export type Share = { hits: number; rows: number };

export type Difference = { value: number; low: number; high: number };

/**
 * Returns the difference of two independent rates, a - b, with Newcombe's hybrid score interval
 * (1998, method 10).
 *
 * @param z normal quantile of the confidence level
 */
export function differenceOf(a: Share, b: Share, z = Z95): Difference {
  const [p, q] = [a.hits / a.rows, b.hits / b.rows];
  const [rateA, rateB] = [wilson(a.hits, a.rows, z), wilson(b.hits, b.rows, z)];
  const limits = (p: number, { value, error }: typeof rateA) => [
    p - (value - error),
    value + error - p,
  ];
  const [[belowA, aboveA], [belowB, aboveB]] = [limits(p, rateA), limits(q, rateB)];
  const value = p - q;
  return {
    value,
    low: value - Math.hypot(belowA, aboveB),
    high: value + Math.hypot(aboveA, belowB),
  };
}

/** Returns the difference of two independent estimates (MOVER: Zou and Donner 2008). */
export function between(a: Difference, b: Difference): Difference {
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

import { wilson } from '../../measure/statistics/intervals.ts';

export type Share = { count: number; of: number; value: number; low: number; high: number };

/** Returns a share with its 95 % interval (Wilson, 1927); 0 of 0 is 0 without information. */
export function proportion(count: number, of: number): Share {
  const { value, error } = wilson(count, of);
  return {
    count,
    of,
    value: of === 0 ? 0 : count / of,
    low: Math.max(0, value - error),
    high: Math.min(1, value + error),
  };
}

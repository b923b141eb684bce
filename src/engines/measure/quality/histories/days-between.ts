import { forEachEqualPayment } from './equal-payments.ts';
import type { History } from './history.ts';

/** Returns the days between neighboring rows of equal amount in a sequence, pooled. */
export function daysBetweenEqual(history: History): Float64Array {
  const between: number[] = [];
  forEachEqualPayment(history, 2, (days) => {
    for (let i = 1; i < days.length; i++) between.push(days[i] - days[i - 1]);
  });
  return Float64Array.from(between);
}

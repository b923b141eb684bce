import { forEachEqualPayment } from './equal-payments.ts';
import type { History } from './history.ts';

/** Shortest and longest days of a week, a fortnight, a month, a quarter and a year between payments. */
const PERIODS = [
  [6, 8],
  [13, 15],
  [26, 34],
  [87, 96],
  [360, 370],
] as const;

const isPeriod = (days: number) => PERIODS.some(([low, high]) => days >= low && days <= high);

/**
 * Returns each sequence's share of recurring rows: of an amount that occurs at least three times,
 * one of them a week, a fortnight, a month, a quarter or a year before or after.
 */
export function recurringShare(history: History): Float64Array {
  const { starts } = history.sequences;
  const lengths = Array.from(
    { length: starts.length - 1 },
    (_, g) => starts[g + 1] - starts[g],
  ).filter((length) => length > 0);
  const recurring = new Float64Array(lengths.length);
  forEachEqualPayment(history, 3, (days, sequence) => {
    for (const day of days)
      if (days.some((other) => isPeriod(Math.abs(other - day)))) recurring[sequence]++;
  });
  return recurring.map((rows, sequence) => rows / lengths[sequence]);
}

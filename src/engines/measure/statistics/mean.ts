/** The mean of the numbers there are; null where there is none. Null and NaN are left out, as numpy's nanmean does. */
export function meanOf(values: Iterable<number | null>): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null || Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** Returns the mean without null and NaN, as numpy's nanmean; null if no number is left. */
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

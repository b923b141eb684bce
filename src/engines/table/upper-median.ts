/** Returns the (upper) median of an ascending list; undefined if empty. */
export function upperMedian(sorted: ArrayLike<number>): number | undefined {
  return sorted[sorted.length >> 1];
}

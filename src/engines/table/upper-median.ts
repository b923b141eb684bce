/** The middle of an ascending list, the upper of the two middle values where their number is even; undefined of none. */
export function upperMedian(sorted: ArrayLike<number>): number | undefined {
  return sorted[sorted.length >> 1];
}

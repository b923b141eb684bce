type Search = { value: number; from?: number | undefined; to?: number | undefined };

/** Returns the first index in [from, to) of an ascending list with at least `value`; else `to`. */
export function firstNotBelow(
  sorted: Float64Array,
  { value, from = 0, to = sorted.length }: Search,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first index in [from, to) of an ascending list with more than `value`; else `to`. */
export function firstAbove(
  sorted: Float64Array,
  { value, from = 0, to = sorted.length }: Search,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

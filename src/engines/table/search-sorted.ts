type Search = { value: number; from?: number | undefined; to?: number | undefined };

/** The first place, from `from` to `to`, where an ascending list is not below a value; `to` where there is none. */
export function firstNotBelow(
  sorted: Float64Array,
  { value, from = 0, to = sorted.length }: Search,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first place, from `from` to `to`, where an ascending list is above a value; `to` where there is none. */
export function firstAbove(
  sorted: Float64Array,
  { value, from = 0, to = sorted.length }: Search,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

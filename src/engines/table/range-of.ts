/** Least and greatest value, NaN left out; where there is none `low` is above `high`. */
export function rangeOf(values: Float64Array | Float32Array): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

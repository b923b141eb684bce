/** Returns the least and greatest value, ignoring NaN; without values `low` exceeds `high`. */
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

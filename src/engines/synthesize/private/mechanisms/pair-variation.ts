/**
 * Returns the mean total variation distance between two code tables over all pairs of columns, 0 to
 * 1.
 *
 * @param a codes, one array per column
 * @param b codes of the same columns, with any number of rows
 */
export function pairVariation(
  a: readonly Uint8Array[],
  b: readonly Uint8Array[],
  sizes: readonly number[],
): number {
  let sum = 0;
  let pairs = 0;
  for (let i = 0; i < sizes.length; i++) {
    for (let j = i + 1; j < sizes.length; j++) {
      const counts = new Float64Array(sizes[i] * sizes[j]);
      for (let row = 0; row < a[i].length; row++)
        counts[a[i][row] * sizes[j] + a[j][row]] += 1 / a[i].length;
      for (let row = 0; row < b[i].length; row++)
        counts[b[i][row] * sizes[j] + b[j][row]] -= 1 / b[i].length;
      sum += counts.reduce((t, v) => t + Math.abs(v), 0) / 2;
      pairs++;
    }
  }
  return sum / pairs;
}

/** Returns Pearson's correlation over complete rows; null if a column is constant. */
export function pearson(a: Float64Array, b: Float64Array): number | null {
  let n = 0;
  let sumA = 0;
  let sumB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i];
    const y = b[i];
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    n++;
    sumA += x;
    sumB += y;
  }
  if (n < 2) return null;
  const meanA = sumA / n;
  const meanB = sumB / n;
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] - meanA;
    const y = b[i] - meanB;
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  if (aa === 0 || bb === 0) return null;
  return Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb)));
}

/** Returns a column's mean and centered norm; null if a value is missing or all are equal. */
function scaleOf(values: Float64Array): { mean: number; length: number } | null {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  if (Number.isNaN(sum) || values.length === 0) return null;
  const mean = sum / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const x = values[i] - mean;
    squares += x * x;
  }
  return squares === 0 ? null : { mean, length: Math.sqrt(squares) };
}

/** Rows per block, so that its data stay in cache for all pairs of columns. */
const BLOCK = 2048;

/** Adds a block of rows to the product sums of each pair of columns i < j. */
function addProducts(columns: readonly Float64Array[], rows: number, sums: Float64Array): void {
  const count = columns.length;
  for (let i = 0; i < count; i++) {
    const a = columns[i];
    for (let j = i + 1; j < count; j++) {
      const b = columns[j];
      let sum = sums[i * count + j];
      for (let row = 0; row < rows; row++) sum += a[row] * b[row];
      sums[i * count + j] = sum;
    }
  }
}

/**
 * Computes Pearson's correlation of all pairs of columns i < j of one length, over complete rows.
 *
 * @returns null for pairs with a constant column
 */
export function correlations(
  columns: readonly Float64Array[],
): (i: number, j: number) => number | null {
  const scales = columns.map(scaleOf);
  const whole = columns.flatMap((values, c) => {
    const scale = scales[c];
    return scale ? [{ c, values, ...scale, unit: new Float64Array(BLOCK) }] : [];
  });
  const sums = new Float64Array(whole.length ** 2);
  const rows = columns[0]?.length ?? 0;
  for (let from = 0; from < rows; from += BLOCK) {
    const size = Math.min(BLOCK, rows - from);
    for (const { values, mean, length, unit } of whole) {
      for (let i = 0; i < size; i++) unit[i] = (values[from + i] - mean) / length;
    }
    addProducts(
      whole.map(({ unit }) => unit),
      size,
      sums,
    );
  }
  const places = new Map(whole.map(({ c }, place) => [c, place]));
  return (i, j) => {
    const [a, b] = [places.get(i), places.get(j)];
    if (a === undefined || b === undefined) return pearson(columns[i], columns[j]);
    return Math.max(-1, Math.min(1, sums[a * whole.length + b]));
  };
}

/** Computes SDMetrics' CorrelationSimilarity: 1 - |r_real - r_synthetic| / 2. */
export function correlationSimilarity(
  real: number | null,
  synthetic: number | null,
): number | null {
  return real === null || synthetic === null ? null : 1 - Math.abs(real - synthetic) / 2;
}

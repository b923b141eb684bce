/** Pearson's correlation over the rows that have both values; null where a column is constant. */
export function pearson(a: Float64Array, b: Float64Array): number | null {
  let n = 0;
  let sumA = 0;
  let sumB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!;
    const y = b[i]!;
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
    const x = a[i]! - meanA;
    const y = b[i]! - meanB;
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  if (aa === 0 || bb === 0) return null;
  return Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb)));
}

/** A column without its mean, at length 1; null where a value is missing or all are one. */
export function unitVector(values: Float64Array): Float64Array | null {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  if (Number.isNaN(sum) || values.length === 0) return null;
  const mean = sum / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const x = values[i]! - mean;
    squares += x * x;
  }
  if (squares === 0) return null;
  const length = Math.sqrt(squares);
  const unit = new Float64Array(values.length);
  for (let i = 0; i < unit.length; i++) unit[i] = (values[i]! - mean) / length;
  return unit;
}

/** Pearson's correlation of two columns that are unit vectors already. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return Math.max(-1, Math.min(1, sum));
}

/** CorrelationSimilarity of SDMetrics: 1 - |r_real - r_synthetic| / 2. */
export function correlationSimilarity(
  real: number | null,
  synthetic: number | null,
): number | null {
  return real === null || synthetic === null ? null : 1 - Math.abs(real - synthetic) / 2;
}

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

/** CorrelationSimilarity of SDMetrics: 1 - |r_real - r_synthetic| / 2. */
export function correlationSimilarity(
  real: number | null,
  synthetic: number | null,
): number | null {
  return real === null || synthetic === null ? null : 1 - Math.abs(real - synthetic) / 2;
}

/**
 * Solves a system of linear equations by Cholesky decomposition.
 *
 * @param matrix symmetric and positive definite, row-major
 * @param right one number per matrix row
 */
export function solvePositive(matrix: Float64Array, right: Float64Array): Float64Array {
  const n = right.length;
  const lower = matrix.slice();
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = lower[i * n + j];
      for (let k = 0; k < j; k++) sum -= lower[i * n + k] * lower[j * n + k];
      lower[i * n + j] = i === j ? Math.sqrt(sum) : sum / lower[j * n + j];
    }
  }
  const out = right.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) out[i] -= lower[i * n + k] * out[k];
    out[i] /= lower[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) out[i] -= lower[k * n + i] * out[k];
    out[i] /= lower[i * n + i];
  }
  return out;
}

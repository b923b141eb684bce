/**
 * Computes SDMetrics' KSComplement: 1 minus the two-sample Kolmogorov-Smirnov statistic.
 *
 * @param real values in ascending order, without missing ones
 * @param synthetic likewise
 * @returns 0..1, or null if either side is empty
 */
export function ksComplement(real: Float64Array, synthetic: Float64Array): number | null {
  const n = real.length;
  const m = synthetic.length;
  if (n === 0 || m === 0) return null;
  let i = 0;
  let j = 0;
  let most = 0;
  while (i < n && j < m) {
    const a = real[i];
    const b = synthetic[j];
    const value = Math.min(a, b);
    while (i < n && real[i] === value) i++;
    while (j < m && synthetic[j] === value) j++;
    const distance = Math.abs(i / n - j / m);
    if (distance > most) most = distance;
  }
  return 1 - most;
}

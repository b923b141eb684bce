/** Frequency that SDMetrics assigns to a category missing from the real column. */
const UNSEEN = 1e-6;

/**
 * Computes SDMetrics' TVComplement: 1 minus the total variation distance of two categorical
 * distributions, without missing values.
 *
 * @param real rows per category
 * @param synthetic rows per category, in the same order
 * @returns 0..1, or null if either side is empty
 */
export function tvComplement(real: Float64Array, synthetic: Float64Array): number | null {
  let n = 0;
  let m = 0;
  let present = 0;
  for (let code = 0; code < real.length; code++) {
    const count = real[code];
    present += count;
    n += count === 0 && synthetic[code] > 0 ? UNSEEN : count;
    m += synthetic[code];
  }
  if (present === 0 || m === 0) return null;
  let sum = 0;
  for (let code = 0; code < real.length; code++) {
    const count = real[code] === 0 && synthetic[code] > 0 ? UNSEEN : real[code];
    sum += Math.abs(count / n - synthetic[code] / m);
  }
  return 1 - sum / 2;
}

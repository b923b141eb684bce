/** What SDMetrics books for a category that the real column lacks. */
const UNSEEN = 1e-6;

/**
 * TVComplement of SDMetrics: 1 minus the total variation distance of two categorical distributions.
 * Missing values are not counted.
 *
 * @param real rows a category
 * @param synthetic rows a category, in the same order
 * @returns 0..1, or null where either side is empty
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

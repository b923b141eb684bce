import type { RankedColumn } from '../arrays/ranked-column.ts';

/**
 * Returns tail scores per group of equal values: U_l = -ln(share of rows at most as large), U_r =
 * -ln(share of rows at least as large). Both shares include ties, so the logarithm of 0 can't
 * occur.
 */
export function tails(ranked: RankedColumn): { left: Float64Array; right: Float64Array } {
  const { upTo, present } = ranked;
  const left = new Float64Array(upTo.length);
  const right = new Float64Array(upTo.length);
  for (let g = 0; g < upTo.length; g++) {
    left[g] = -Math.log(upTo[g] / present);
    right[g] = -Math.log((present - (g === 0 ? 0 : upTo[g - 1])) / present);
  }
  return { left, right };
}

/** Returns the sign of the biased skewness m3 / m2^1.5; 0 for a constant column. */
export function skewSign(ranked: RankedColumn): -1 | 0 | 1 {
  const { values, upTo, present } = ranked;
  if (values.length < 2) return 0;
  const count = (g: number) => upTo[g] - (g === 0 ? 0 : upTo[g - 1]);
  let sum = 0;
  for (let g = 0; g < values.length; g++) sum += values[g] * count(g);
  const mean = sum / present;
  let third = 0;
  for (let g = 0; g < values.length; g++) third += (values[g] - mean) ** 3 * count(g);
  return third > 0 ? 1 : third < 0 ? -1 : 0;
}

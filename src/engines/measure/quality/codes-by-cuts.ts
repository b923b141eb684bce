import { firstAbove } from '../../table/search-sorted.ts';

/** Maximum number of cuts that four branch-free steps can distinguish. */
const FEW = 15;

/**
 * Returns the bin of each value: the number of cuts at or below it.
 *
 * @param cuts ascending, fewer than 255
 * @param missing code of NaN
 */
export function codesByCuts(values: Float64Array, cuts: Float64Array, missing: number): Uint8Array {
  const codes = new Uint8Array(values.length);
  if (cuts.length > FEW) {
    for (let row = 0; row < values.length; row++) {
      const value = values[row];
      codes[row] = Number.isNaN(value) ? missing : firstAbove(cuts, { value });
    }
    return codes;
  }
  // Cuts are shifted by one so that each step adds to the bin. Comparisons are converted to
  // numbers, because branches would be mispredicted. No value reaches the NaN after the last cut.
  const table = new Float64Array(FEW + 1).fill(Number.NaN);
  table.set(cuts, 1);
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    let bin = Number(value >= table[8]) << 3;
    bin += Number(value >= table[bin + 4]) << 2;
    bin += Number(value >= table[bin + 2]) << 1;
    bin += Number(value >= table[bin + 1]);
    codes[row] = Number.isNaN(value) ? missing : bin;
  }
  return codes;
}

import { firstAbove } from '../../table/search-sorted.ts';

/** Cuts that four steps without a branch tell apart. */
const FEW = 15;

/**
 * The bin of each value: how many cuts are not above it.
 *
 * @param cuts ascending, fewer than 255
 * @param missing the code of NaN
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
  // What a value is compared with stands one place on, so that each step adds to the bin; comparisons become numbers
  // instead of jumps, which a processor could not foresee. No value reaches the NaN behind the last cut
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

import { varianceAtLeast } from '../../private/discrete-gaussian.ts';
import { addNoise } from '../../private/private-table.ts';
import type { RandomIntegers } from '../../private/random-integers.ts';

/** Bins of rows per group, by their largest number; a group counts with no more than the last. */
const SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
/** Standard deviations above which groups of a size are sure to exist. */
const SURE = 4;
/** Standard deviations below which a count may be zero. */
const EMPTY = 2;

/** Paid parameters of an answer: one group moves it by at most 1. */
type Paid = { rho: number; random: RandomIntegers };

/** Noise of counts that one group moves by at most `most`, for this zCDP (Bun and Steinke 2016). */
const varianceFor = (rho: number, most = 1) => varianceAtLeast(most ** 2 / (2 * rho));

const deviationOf = (rho: number) => Math.sqrt(1 / (2 * rho));

/**
 * Returns the noisy number of rows of a table. Half of the budget finds how many rows the largest
 * groups have; the other half counts rows, of no group more than that.
 *
 * @param of group of each row
 */
export function noisyRows(of: Int32Array, groups: number, { rho, random }: Paid): number {
  const sizes = new Int32Array(groups);
  for (const group of of) sizes[group]++;
  const counts = new Float64Array(SIZES.length);
  for (const size of sizes) {
    if (size === 0) continue;
    const bin = SIZES.findIndex((most) => size <= most);
    counts[bin < 0 ? SIZES.length - 1 : bin]++;
  }
  const half = rho / 2;
  const sure = SURE * deviationOf(half);
  const noisy = addNoise(counts, varianceFor(half), random);
  const most =
    SIZES[
      Math.max(
        0,
        noisy.findLastIndex((count) => count > sure),
      )
    ];
  const rows = sizes.reduce((sum, size) => sum + Math.min(size, most), 0);
  return addNoise(Float64Array.of(rows), varianceFor(half, most), random)[0]!;
}

/**
 * Answers whether a statement holds for all groups, by a noisy count of those it does not hold for.
 *
 * @param broken groups it does not hold for
 */
export function isTrueOfAll(broken: ReadonlySet<number>, { rho, random }: Paid): boolean {
  const [noisy] = addNoise(Float64Array.of(broken.size), varianceFor(rho), random);
  return noisy! < EMPTY * deviationOf(rho);
}

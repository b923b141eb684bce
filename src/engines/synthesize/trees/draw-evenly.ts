import type { RandomStream } from '../../random/stream.ts';

/** Rows of a leaf that share the interval of draws evenly. */
const STRATA = 32;

/**
 * Draws a number in [0, 1) for each row of a leaf, uniform alone. Each 32 rows, in their order, have
 * one number in each 32nd, in a random order, so that their shares of the leaf's codes differ little
 * from the leaf's own: stratified sampling (Cochran 1977, chapter 5).
 *
 * @param drawOf receives each row's number
 */
export function drawEvenly(rows: Uint32Array, drawOf: Float64Array, stream: RandomStream): void {
  for (let from = 0; from < rows.length; from += STRATA) {
    const size = Math.min(STRATA, rows.length - from);
    const strata = Uint8Array.from({ length: size }, (_, stratum) => stratum);
    for (let i = size - 1; i > 0; i--) {
      const other = stream.below(i + 1);
      [strata[i], strata[other]] = [strata[other]!, strata[i]!];
    }
    strata.forEach((stratum, i) => {
      drawOf[rows[from + i]!] = (stratum + stream.float()) / size;
    });
  }
}

import { firstAbove } from '../../table/search-sorted.ts';

/** Shares of a file's rows between the cuts of probability that a ranker was trained with. */
export type Spread = { cuts: number[]; shares: number[] };

const PARTS = 10;
/** Share that an empty part counts as, since its logarithm has no limit. */
const FLOOR = 1e-4;

function sharesOf(probabilities: Float64Array, cuts: Float64Array): number[] {
  const counts = new Float64Array(cuts.length + 1);
  for (const value of probabilities) counts[firstAbove(cuts, { value })]++;
  return Array.from(counts, (count) => count / Math.max(1, probabilities.length));
}

/** Cuts probabilities into ten parts of about equally many rows; equal ones stay together. */
export function spreadOf(probabilities: Float64Array): Spread {
  const sorted = probabilities.slice().sort();
  const cuts = Float64Array.from(
    new Set(
      Array.from(
        { length: PARTS - 1 },
        (_, i) => sorted[Math.floor(((i + 1) * sorted.length) / PARTS)],
      ),
    ),
  );
  return { cuts: [...cuts], shares: sharesOf(probabilities, cuts) };
}

/**
 * Population stability index of a file's probabilities against those of the training file: the sum
 * of (share - reference) * ln(share / reference). Below 0.1 is usually read as stable, above 0.25
 * as changed (Siddiqi, Credit Risk Scorecards, 2006).
 */
export function driftOf(probabilities: Float64Array, reference: Spread): number {
  const shares = sharesOf(probabilities, Float64Array.from(reference.cuts));
  return shares.reduce((sum, share, part) => {
    const [now, then] = [Math.max(share, FLOOR), Math.max(reference.shares[part], FLOOR)];
    return sum + (now - then) * Math.log(now / then);
  }, 0);
}

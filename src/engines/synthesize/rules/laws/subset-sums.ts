import { isLikely, probesOf, type Relation } from './find-relations.ts';
import type { AmountSamples } from './looked-at-amounts.ts';
import { forNear, probeSets, sortValues } from './sorted-values.ts';

const SETS = 2;
const ROWS_OF_SET = 3;
export const MAX_COLUMNS = 18;
const MIN_TERMS = 4;
const MAX_TERMS = 9;
const PRECISION = 1e-11;
const MAX_FOUND = 64;

/** Returns the sums of all subsets of some probes, each with a factor of 1, -1 or 0. */
function signedSums(probes: readonly number[]): Float64Array {
  let sums = new Float64Array([0]);
  for (const probe of probes) {
    const next = new Float64Array(3 * sums.length);
    sums.forEach((sum, k) => {
      next[3 * k] = sum;
      next[3 * k + 1] = sum + probe;
      next[3 * k + 2] = sum - probe;
    });
    sums = next;
  }
  return sums;
}

/** Factors of the subset with an index among the signed sums of `count` probes. */
function factorsAt(index: number, count: number): number[] {
  const factors: number[] = new Array(count).fill(0);
  let left = index;
  for (let i = count - 1; i >= 0; i--) {
    factors[i] = [0, 1, -1][left % 3]!;
    left = Math.floor(left / 3);
  }
  return factors;
}

/**
 * Returns the sums of up to nine columns that add up to zero with factors of ±1, also if some are
 * proportional to others, which hides them from elimination. Meets in the middle: the sums of half
 * of the columns are looked up among those of the other half, 3^(columns / 2) each.
 *
 * @param places indexes of at most 18 sampled columns
 */
export function findSubsetSums(
  samples: Pick<AmountSamples, 'rows' | 'numbers'>,
  places: readonly number[],
): Relation[] {
  const { rows, numbers } = samples;
  const found = new Map<string, Relation>();
  for (const set of probeSets(rows, { sets: SETS, size: ROWS_OF_SET })) {
    const probes = probesOf(
      places.map((place) => numbers[place]!),
      set,
    );
    const some = [...places.keys()].filter((i) => !Number.isNaN(probes[i]!));
    const half = some.length >> 1;
    const sumsOf = (own: readonly number[]) => signedSums(own.map((i) => probes[i]!));
    const [left, right] = [some.slice(0, half), some.slice(half)];
    const [first, second] = [sumsOf(left), sortValues(sumsOf(right))];
    const largest = probes.reduce((most, probe) => Math.max(most, Math.abs(probe) || 0), 0);
    first.forEach((sum, k) => {
      forNear(second, { value: -sum, within: PRECISION * largest }, (l) => {
        const factors = [...factorsAt(k, left.length), ...factorsAt(l, right.length)];
        const parts = factors.flatMap((factor, i): [number, number][] =>
          factor === 0 ? [] : [[places[some[i]!]!, factor]],
        );
        // Each relation is met with both signs.
        if (parts.length < MIN_TERMS || parts.length > MAX_TERMS || parts[0]![1] < 0) return;
        const key = parts.join(';');
        if (found.size >= MAX_FOUND || found.has(key) || !isLikely(samples, parts)) return;
        found.set(key, {
          places: parts.map(([place]) => place),
          factors: parts.map(([, factor]) => (factor > 0 ? 1 : -1)),
        });
      });
    });
  }
  return [...found.values()];
}

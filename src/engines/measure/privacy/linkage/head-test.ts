import type { RandomStream } from '../../../random/stream.ts';

const FIRST_HEADS = [8, 12, 20, 30, 50];

export const MIN_LIST = FIRST_HEADS[0];

/** Returns the tested head sizes: 8, 12, 20, 30, 50, 80, 120, 200 … up to the list's length. */
export function headSizes(length: number): number[] {
  const sizes: number[] = [];
  for (let scale = 1; ; scale *= 10) {
    for (const first of FIRST_HEADS) {
      if (first * scale > length) return sizes;
      sizes.push(first * scale);
    }
  }
}

type Head = { z: number; size: number; ones: number };

/** Returns the head with the largest binomial z of its ones against their overall share. */
function largestHead(labels: Uint8Array, sizes: readonly number[], share: number): Head {
  let ones = 0;
  let place = 0;
  let largest: Head = { z: Number.NEGATIVE_INFINITY, size: 0, ones: 0 };
  for (const size of sizes) {
    for (; place < size; place++) ones += labels[place];
    const z = (ones - size * share) / Math.sqrt(size * share * (1 - share));
    if (z > largest.z) largest = { z, size, ones };
  }
  return largest;
}

export type HeadTest = Head & { pValue: number };

/**
 * Tests by permutation if ones concentrate at the head of a list: the largest z over growing heads,
 * compared with random orders of the same population. The p-value is exact for any population
 * (Phipson and Smyth 2010: the list itself is one of the permutations, so p is never 0).
 *
 * @param labels of the list, 0 or 1
 * @param population its number of members, and of ones among them
 * @param step called every 256 permutations to report progress; may throw to stop
 */
export function headTest(
  labels: Uint8Array,
  {
    population,
    permutations,
    stream,
    step,
  }: {
    population: { size: number; ones: number };
    permutations: number;
    stream: RandomStream;
    step: (done: number, total: number) => void;
  },
): HeadTest {
  const sizes = headSizes(labels.length);
  const share = population.ones / population.size;
  const seen = largestHead(labels, sizes, share);
  const sample = new Uint8Array(sizes[sizes.length - 1] ?? 0);
  let asLarge = 1;
  for (let i = 0; i < permutations; i++) {
    if ((i & 255) === 0) step(i, permutations);
    let ones = population.ones;
    for (let place = 0; place < sample.length; place++) {
      sample[place] = stream.float() * (population.size - place) < ones ? 1 : 0;
      ones -= sample[place];
    }
    if (largestHead(sample, sizes, share).z >= seen.z) asLarge++;
  }
  return { ...seen, pValue: asLarge / (permutations + 1) };
}

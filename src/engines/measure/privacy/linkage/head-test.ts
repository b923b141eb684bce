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

/** Ordered labels, and the population they come from: its members, and the ones among them. */
export type LabeledList = { labels: Uint8Array; population: { size: number; ones: number } };

/** Returns the labels of a random order of the population, as far as heads are tested. */
function permute(
  sample: Uint8Array,
  { size, ones }: LabeledList['population'],
  stream: RandomStream,
): Uint8Array {
  let left = ones;
  for (let place = 0; place < sample.length; place++) {
    sample[place] = stream.float() * (size - place) < left ? 1 : 0;
    left -= sample[place];
  }
  return sample;
}

/**
 * Tests by permutation if ones concentrate at the heads of lists: the sum over lists of the largest z
 * over growing heads, compared with random orders of the same populations. The p-value of one list is
 * exact for any population (Phipson and Smyth 2010: the list itself is one of the permutations, so p
 * is never 0).
 *
 * @param lists labels 0 or 1, with their populations
 * @returns sizes and ones of the heads with the largest z, summed
 * @param step called every 256 permutations to report progress; may throw to stop
 */
export function headTest(
  lists: readonly LabeledList[],
  {
    permutations,
    stream,
    step,
  }: {
    permutations: number;
    stream: RandomStream;
    step: (done: number, total: number) => void;
  },
): HeadTest {
  const drawn = lists.map(({ labels, population }) => {
    const sizes = headSizes(labels.length);
    const share = population.ones / population.size;
    const sample = new Uint8Array(sizes[sizes.length - 1] ?? 0);
    return { sizes, share, sample, population, seen: largestHead(labels, sizes, share) };
  });
  const total = (key: keyof Head) => drawn.reduce((sum, { seen }) => sum + seen[key], 0);
  const z = total('z');
  let asLarge = 1;
  for (let i = 0; i < permutations; i++) {
    if ((i & 255) === 0) step(i, permutations);
    let sum = 0;
    for (const { sizes, share, sample, population } of drawn)
      sum += largestHead(permute(sample, population, stream), sizes, share).z;
    if (sum >= z) asLarge++;
  }
  return {
    z,
    size: total('size'),
    ones: total('ones'),
    pValue: asLarge / (permutations + 1),
  };
}

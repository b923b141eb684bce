import { normalQuantile } from '../../../random/normal-quantile.ts';
import { discreteGaussian, varianceAtLeast } from '../discrete-gaussian.ts';
import type { RandomIntegers } from '../random-integers.ts';

const MAX_WORDS = 240;

/**
 * Chooses categories of enough persons with differential privacy: a category is selected if its
 * noisy count exceeds one person's possible contribution by a margin that noise passes with
 * probability delta.
 *
 * @param categories categories, null for missing; the selected ones are returned with noisy counts, the
 * most frequent first
 * @param weights weight of each row; over one person's categories the root of the sum of squares is
 * at most `scale`
 * @param mostRows maximum number of categories of one person
 */
export function selectWords(
  categories: readonly (string | null)[],
  {
    weights,
    scale,
    mostRows,
    rho,
    delta,
    random,
  }: {
    weights: Int32Array | null;
    scale: number;
    mostRows: number;
    rho: number;
    delta: number;
    random: RandomIntegers;
  },
): { words: string[]; counts: number[]; rho: number } {
  const variance = varianceAtLeast((scale * scale) / (2 * rho));
  const noise = Number(variance.numerator) / Number(variance.denominator);
  const counts = new Map<string, number>();
  categories.forEach((word, row) => {
    if (word !== null) counts.set(word, (counts.get(word) ?? 0) + (weights?.[row] ?? 1));
  });
  const margin = -normalQuantile(delta / mostRows) * Math.sqrt(noise);
  const noisy = [...counts].map(([word, count]) => ({
    word,
    count: count + discreteGaussian(variance, random),
  }));
  const selected = noisy
    .filter(({ count }) => count >= scale + margin)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_WORDS);
  return {
    words: selected.map(({ word }) => word),
    counts: selected.map(({ count }) => count),
    rho: (scale * scale) / (2 * noise),
  };
}

import { normalQuantile } from '../../../random/normal-quantile.ts';
import { discreteGaussian, varianceAtLeast } from '../discrete-gaussian.ts';
import type { RandomIntegers } from '../random-integers.ts';

const MAX_WORDS = 240;

/**
 * Words that enough persons have, chosen with differential privacy: a word stays where its noisy count
 * exceeds what one person alone could bring by a margin that noise passes with probability delta.
 *
 * @param words the words met, null where missing; their noisy counts are returned, most first
 * @param weights what each row counts; over the words of one person the root of the sum of squares is at most `scale`
 * @param mostRows words that one person can have at most
 */
export function selectWords(
  words: readonly (string | null)[],
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
  words.forEach((word, row) => {
    if (word !== null) counts.set(word, (counts.get(word) ?? 0) + (weights?.[row] ?? 1));
  });
  const margin = -normalQuantile(delta / mostRows) * Math.sqrt(noise);
  const noisy = [...counts].map(([word, count]) => ({
    word,
    count: count + discreteGaussian(variance, random),
  }));
  const kept = noisy
    .filter(({ count }) => count >= scale + margin)
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, MAX_WORDS);
  return {
    words: kept.map(({ word }) => word),
    counts: kept.map(({ count }) => count),
    rho: (scale * scale) / (2 * noise),
  };
}

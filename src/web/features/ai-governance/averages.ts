/** The mean of the scores that have one basis. */
export type Average = { basis: string; mean: number; runs: number };

/**
 * Means of scores, each over those that mean the same: an agreement between detectors and an accuracy are never
 * averaged. In the order of the bases given; scores without one come last.
 */
export function averagesOf(
  scores: readonly { score: number | null; basis: string }[],
  order: readonly string[],
): Average[] {
  const known = scores.filter((entry) => entry.score !== null);
  return [...order, ''].flatMap((basis) => {
    const own = known.filter((entry) => entry.basis === basis);
    if (own.length === 0) return [];
    const mean = own.reduce((sum, { score }) => sum + Number(score), 0) / own.length;
    return [{ basis, mean, runs: own.length }];
  });
}

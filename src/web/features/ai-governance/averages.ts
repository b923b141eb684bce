export type Average = { basis: string; mean: number; runs: number };

/** Returns one mean per basis; detector agreement and accuracy are never averaged together. */
export function averagesOf(
  scores: readonly { score: number | null; basis: string }[],
  order: readonly string[],
): Average[] {
  const scored = scores.filter((entry) => entry.score !== null);
  return [...order, ''].flatMap((basis) => {
    const own = scored.filter((entry) => entry.basis === basis);
    if (own.length === 0) return [];
    const mean = own.reduce((sum, { score }) => sum + Number(score), 0) / own.length;
    return [{ basis, mean, runs: own.length }];
  });
}

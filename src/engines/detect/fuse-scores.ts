const FLOOR = 1e-6;

/**
 * Contribution of a rank (0..1): transactions -ln(1 - rank + 1e-6), favoring the top; else rank.
 */
const PARTS = {
  transactions: (rank: number) => -Math.log(1 - rank + FLOOR),
  table: (rank: number) => rank,
};

/** Returns the weighted sum of contributions per row; all-zero weights count equally. */
export function fuseScores(
  detected: readonly { ranks: Float64Array; weight: number }[],
  kind: keyof typeof PARTS,
): Float64Array {
  const fused = new Float64Array(detected[0]?.ranks.length ?? 0);
  const part = PARTS[kind];
  const isUnweighted = detected.every(({ weight }) => weight === 0);
  for (const { ranks, weight } of detected) {
    for (let i = 0; i < fused.length; i++) fused[i] += (isUnweighted ? 1 : weight) * part(ranks[i]);
  }
  return fused;
}

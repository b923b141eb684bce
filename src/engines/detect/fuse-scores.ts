import { averageRanks } from './arrays/average-ranks.ts';
import type { Values } from './arrays/values.ts';

const FLOOR = 1e-6;

/** The sum of -ln(1 - rank + 1e-6) over the detectors: who puts a row among its first few counts most. */
export function fuseScores(scores: readonly Values[], weights?: readonly number[]): Float64Array {
  const fused = new Float64Array(scores[0]?.length ?? 0);
  scores.forEach((one, d) => {
    const ranks = averageRanks(one);
    const weight = weights?.[d] ?? 1;
    for (let i = 0; i < fused.length; i++) fused[i] -= weight * Math.log(1 - ranks[i] + FLOOR);
  });
  return fused;
}

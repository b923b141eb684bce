/** Smallest difference of the two scores that is explained. */
const NOTABLE = 0.002;

/** Explains a score that differs from the same score over the real range; null if it does not. */
export function realRangeSentence(scores: {
  score: number;
  scoreOverRealRange: number;
}): string | null {
  if (Math.abs(scores.scoreOverRealRange - scores.score) < NOTABLE) return null;
  return (
    'SDMetrics cuts each table over its own range, so a missing or added extreme shifts all ten bins ' +
    'of a column; over the real range the bins are the same'
  );
}

import { sortedRows } from './arrays/ranked-column.ts';
import type { Values } from './arrays/values.ts';

export type ScoreEvaluation = {
  labelled: number;
  positives: number;
  /** Area under the ROC curve; ties count half. */
  auc: number;
  /** Sum of precision times recall step over distinct scores, highest first. */
  averagePrecision: number;
  capacity: number;
  precisionAtCapacity: number;
};

/**
 * Evaluates scores against labels that were not used to compute them.
 *
 * @param labels 1, 0, or below 0 for unlabeled rows
 * @param capacity number of rows a reviewer takes; ties at the last place count by their share
 * @returns null if one of the classes is absent
 */
export function evaluateScores(
  scores: Values,
  labels: ArrayLike<number>,
  capacity: number,
): ScoreEvaluation | null {
  const order = sortedRows(scores).filter((row) => labels[row] >= 0);
  const labelled = order.length;
  let positives = 0;
  for (const row of order) positives += labels[row] === 1 ? 1 : 0;
  const negatives = labelled - positives;
  if (positives === 0 || negatives === 0) return null;
  const places = Math.min(capacity, labelled);
  let area = 0;
  let precisionSum = 0;
  let hits = 0;
  let rowsAbove = 0;
  let expectedHits = 0;
  for (let end = labelled; end > 0; ) {
    let start = end;
    const score = scores[order[end - 1]];
    let group = 0;
    while (start > 0 && scores[order[start - 1]] === score) {
      start--;
      if (labels[order[start]] === 1) group++;
    }
    const size = end - start;
    area += (size - group) * (hits + group / 2);
    const room = Math.min(size, Math.max(0, places - rowsAbove));
    expectedHits += (group * room) / size;
    hits += group;
    rowsAbove += size;
    precisionSum += (group / positives) * (hits / rowsAbove);
    end = start;
  }
  return {
    labelled,
    positives,
    auc: area / positives / negatives,
    // Rounding of the sum may exceed 1 by an ulp.
    averagePrecision: Math.min(1, precisionSum),
    capacity: places,
    precisionAtCapacity: expectedHits / places,
  };
}

/**
 * Returns the area under the ROC curve of mid-ranks (shares of the rows), in one pass if every row
 * has a label; null if one of the classes is absent.
 */
export function aucOfRanks(ranks: Float64Array, labels: ArrayLike<number>): number | null {
  let positives = 0;
  let sum = 0;
  for (let row = 0; row < ranks.length; row++) {
    if (labels[row] < 0) return evaluateScores(ranks, labels, 1)?.auc ?? null;
    if (labels[row] !== 1) continue;
    positives++;
    sum += ranks[row] * ranks.length;
  }
  const negatives = ranks.length - positives;
  if (positives === 0 || negatives === 0) return null;
  return (sum - (positives * positives) / 2) / positives / negatives;
}

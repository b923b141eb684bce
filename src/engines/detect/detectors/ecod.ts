import { NO_GROUP, type RankedColumn } from '../arrays/ranked-column.ts';
import { skewSign, tails } from './tails.ts';

export type Tail = 'high' | 'both';

/** Returns a column's contribution to the row score, per group of equal values. */
export function ecodPart(ranked: RankedColumn, tail: Tail = 'both'): Float64Array {
  const { left, right } = tails(ranked);
  if (tail === 'high') return right;
  const sign = skewSign(ranked);
  return left.map((l, g) => {
    const r = right[g];
    const skewed = sign < 0 ? l : sign > 0 ? r : l + r;
    return Math.max(l, r, skewed);
  });
}

function addPart(ranked: RankedColumn, part: Float64Array, scores: Float64Array): void {
  const { groupOf } = ranked;
  for (let i = 0; i < scores.length; i++) {
    const group = groupOf[i];
    if (group !== NO_GROUP) scores[i] += part[group];
  }
}

/**
 * Computes ECOD (Li et al., 2022) in pyod's variant: per cell the largest of the left tail, the
 * right tail and the tail the column's skewness points to, summed over columns. (The paper sums
 * each tail over the columns first.) Missing values add 0.
 *
 * @param columns ranked columns, consumed one at a time to limit memory
 */
export function ecod(columns: Iterable<RankedColumn>, rows: number): Float64Array {
  const scores = new Float64Array(rows);
  for (const ranked of columns) addPart(ranked, ecodPart(ranked), scores);
  return scores;
}

/** Computes COPOD (Li et al., 2020), pyod's variant: sum of max(U_skew, (U_l + U_r) / 2). */
export function copod(columns: Iterable<RankedColumn>, rows: number): Float64Array {
  const scores = new Float64Array(rows);
  for (const ranked of columns) {
    const { left, right } = tails(ranked);
    const sign = skewSign(ranked);
    const part = left.map((l, g) => {
      const r = right[g];
      const skewed = sign < 0 ? l : sign > 0 ? r : l + r;
      return Math.max(skewed, (l + r) / 2);
    });
    addPart(ranked, part, scores);
  }
  return scores;
}

/** Weights of a row's largest, second and third largest contributions. */
const DISCOUNTS = [1, 0.25, 0.0625] as const;

/** Computes ECOD from a row's three largest parts (1, 1/4, 1/16); plain sums hide outliers. */
export function ecodOfLargest(
  columns: Iterable<{ ranked: RankedColumn; tail: Tail; weight?: number }>,
  rows: number,
): Float64Array {
  const first = new Float32Array(rows);
  const second = new Float32Array(rows);
  const third = new Float32Array(rows);
  for (const { ranked, tail, weight = 1 } of columns) {
    const part = Float32Array.from(ecodPart(ranked, tail), (o) => o * weight);
    const { groupOf } = ranked;
    for (let i = 0; i < rows; i++) {
      const group = groupOf[i];
      if (group === NO_GROUP) continue;
      const o = part[group];
      if (o <= third[i]) continue;
      if (o > first[i]) {
        third[i] = second[i];
        second[i] = first[i];
        first[i] = o;
      } else if (o > second[i]) {
        third[i] = second[i];
        second[i] = o;
      } else third[i] = o;
    }
  }
  const [most, more, less] = DISCOUNTS;
  return Float64Array.from(first, (o, i) => most * o + more * second[i] + less * third[i]);
}

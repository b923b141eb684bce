import { NO_GROUP, type RankedColumn } from '../arrays/ranked-column.ts';
import { skewSign, tails } from './tails.ts';

/** Which end of a column is unusual. */
export type Tail = 'high' | 'both';

/** What one column adds to a row's score, per group of equal values. */
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
 * ECOD (Li et al., 2022) as pyod computes it: per cell the largest of the left tail, the right tail and the
 * tail that the column's skewness points to, summed over columns. (The paper sums each tail over the columns
 * first.) A missing value adds nothing.
 *
 * @param columns ranked columns, handed out one by one so that they need not be held together
 */
export function ecod(columns: Iterable<RankedColumn>, rows: number): Float64Array {
  const scores = new Float64Array(rows);
  for (const ranked of columns) addPart(ranked, ecodPart(ranked), scores);
  return scores;
}

/** COPOD (Li et al., 2020) as pyod computes it: per cell max(U_skew, (U_l + U_r) / 2), summed over columns. */
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

/** Weights of a row's second and third largest parts relative to its largest. */
const DISCOUNTS = [1, 0.25, 0.0625] as const;

/**
 * ECOD led by a row's largest part; the second and third count a quarter and a sixteenth. Plain sums drown what
 * is far out in one column under what is a little unusual in many.
 */
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

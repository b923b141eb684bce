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

function addPart(
  ranked: RankedColumn,
  part: Float32Array | Float64Array,
  scores: Float64Array,
): void {
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

/** Weights of a row's largest, second and third largest contributions among those that compete. */
const COMPETING = [0.25, 0.0625, 0.015625] as const;

/**
 * Computes ECOD for transactions: the parts of features that add (amount, own history, rules, a
 * rare channel) are summed by their weights; of all others only a row's three largest count (1/4,
 * 1/16, 1/64), since sums of many uninformative columns hide outliers.
 */
export function ecodOfTransactions(
  columns: Iterable<{
    ranked: RankedColumn;
    tail: Tail;
    weight?: number;
    adds?: number | undefined;
  }>,
  rows: number,
): Float64Array {
  const sum = new Float64Array(rows);
  const first = new Float32Array(rows);
  const second = new Float32Array(rows);
  const third = new Float32Array(rows);
  for (const { ranked, tail, weight = 1, adds } of columns) {
    const part = Float32Array.from(ecodPart(ranked, tail), (o) => o * (adds ?? weight));
    if (adds !== undefined) {
      addPart(ranked, part, sum);
      continue;
    }
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
  const [most, more, less] = COMPETING;
  return sum.map((o, i) => o + most * first[i] + more * second[i] + less * third[i]);
}

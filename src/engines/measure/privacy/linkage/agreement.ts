import { firstNotBelow } from '../../../table/search-sorted.ts';
import type { RealValues } from './real-values.ts';

/** Weight of a column if only one row has a value, or the categories differ. */
const MISMATCH = -2;

/** Column of the linked rows: values of real rows, and cells of synthetic ones in their order. */
export type LinkedColumn = { real: RealValues; synthetic: Float64Array; share: number };

/** Returns a synthetic row's agreement with each real value, by code, in a reused array. */
export type Agreement = (row: number) => Float32Array;

/** Minus the logarithm of the share of real rows, by their number. */
export type Rarity = Float64Array;

export const rarityOf = (rows: number): Rarity =>
  Float64Array.from({ length: rows + 1 }, (_, k) => -Math.log(k / rows));

function agreementOfWords(
  { real: { counts }, synthetic, share }: LinkedColumn,
  rarity: Rarity,
): Agreement {
  const weights = new Float32Array(counts.length).fill(MISMATCH);
  let last = 0;
  return (row) => {
    weights[last] = MISMATCH;
    last = synthetic[row];
    if (counts[last] > 0) weights[last] = share * rarity[counts[last]];
    return weights;
  };
}

/** Fills weights outward from the value, nearest first, by the number of real rows met so far. */
function fillOutward(
  weights: Float32Array,
  value: number,
  {
    counts,
    numbers,
    share,
    rarity,
  }: { counts: Uint32Array; numbers: Float64Array; share: number; rarity: Rarity },
): void {
  const size = numbers.length;
  let right = firstNotBelow(numbers, { value });
  let left = right - 1;
  let asClose = 0;
  while (left >= 0 || right < size) {
    const below = left < 0 ? Number.POSITIVE_INFINITY : value - numbers[left];
    const above = right === size ? Number.POSITIVE_INFINITY : numbers[right] - value;
    if (below <= above) asClose += counts[left];
    if (above <= below) asClose += counts[right];
    if (below <= above) weights[left--] = share * rarity[asClose];
    if (above <= below) weights[right++] = share * rarity[asClose];
  }
  weights[size] = MISMATCH;
}

/**
 * Weighs agreement of synthetic with real rows in one column: minus the logarithm of the share of
 * real rows that agree as closely (equal categories, numbers as near), times the column's share; -2
 * for a different category or if only one row has a value.
 *
 * @param column with the part not determined by other columns, 0 to 1, as its share
 * @param rarity of the real rows' number
 */
export function agreementOf(column: LinkedColumn, rarity: Rarity): Agreement {
  const { real, synthetic, share } = column;
  const { counts, numbers } = real;
  if (numbers === null) return agreementOfWords(column, rarity);
  const weights = new Float32Array(counts.length);
  const missing = numbers.length;
  return (row) => {
    if (Number.isNaN(synthetic[row])) {
      weights.fill(MISMATCH);
      if (counts[missing] > 0) weights[missing] = share * rarity[counts[missing]];
    } else fillOutward(weights, synthetic[row], { counts, numbers, share, rarity });
    return weights;
  };
}

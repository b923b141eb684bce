import { amountText, countText, numberText } from '../explain/words.ts';
import { hasAmounts, type Ledger, ownerSpan } from './ledger.ts';

export const SHORTEST_HISTORY = 5;

/** Returns sizes of the owner's amounts before a row, excluding those confirmed as fraud. */
function earlierAmounts(ledger: Ledger, row: number): Float64Array {
  if (!hasAmounts(ledger)) return new Float64Array(0);
  const place = ledger.placeOf(row);
  if (place < 0) return new Float64Array(0);
  const { from } = ownerSpan(ledger, place);
  return Float64Array.from(ledger.history.subarray(from, place))
    .filter(
      (earlier) => ledger.confirmed?.[earlier] !== 1 && !Number.isNaN(ledger.amounts[earlier]),
    )
    .map((earlier) => Math.abs(ledger.amounts[earlier]))
    .sort();
}

/** Describes the amount compared with the owner's usual one; null if the history is too short. */
export function besideUsual(ledger: Ledger, row: number): string | null {
  const earlier = earlierAmounts(ledger, row);
  if (earlier.length < SHORTEST_HISTORY) return null;
  const median = earlier[Math.floor((earlier.length - 1) / 2)];
  const largest = earlier[earlier.length - 1];
  const ownerText = `this ${ledger.ownerNoun}`;
  return `${amountText(ledger, row)}: usual for ${ownerText} is ${numberText(median)}, the largest of ${countText(earlier.length, 'earlier row')} ${numberText(largest)}`;
}

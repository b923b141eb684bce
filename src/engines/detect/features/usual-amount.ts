import { amountText, countText, numberText } from '../explain/words.ts';
import { hasAmounts, type Ledger, ownerSpan } from './ledger.ts';
import { recursEnough } from './rarity.ts';

export const SHORTEST_HISTORY = 5;

/** Returns the owner's rows before a row, excluding those confirmed as fraud. */
function earlierRows(ledger: Ledger, row: number): Uint32Array {
  if (!hasAmounts(ledger)) return new Uint32Array(0);
  const place = ledger.placeOf(row);
  if (place < 0) return new Uint32Array(0);
  const { from } = ownerSpan(ledger, place);
  return ledger.history
    .subarray(from, place)
    .filter(
      (earlier) => ledger.confirmed?.[earlier] !== 1 && !Number.isNaN(ledger.amounts[earlier]),
    );
}

/**
 * Describes the amount compared with the owner's usual one, of the same kind of movement if there
 * are enough; null if the history is too short.
 */
export function besideUsual(ledger: Ledger, row: number): string | null {
  const all = earlierRows(ledger, row);
  const kinds = ledger.codes('direction');
  const kind = kinds !== undefined && recursEnough(kinds) ? kinds.codes[row] : -1;
  const alike = kind < 0 ? all : all.filter((earlier) => kinds?.codes[earlier] === kind);
  const isOfKind = kind >= 0 && alike.length >= SHORTEST_HISTORY;
  const earlier = Float64Array.from(isOfKind ? alike : all, (at) =>
    Math.abs(ledger.amounts?.[at] ?? Number.NaN),
  ).sort();
  if (earlier.length < SHORTEST_HISTORY) return null;
  const median = earlier[Math.floor((earlier.length - 1) / 2)];
  const largest = earlier[earlier.length - 1];
  const ownerText = `this ${ledger.ownerNoun}${isOfKind ? `, ${kinds?.text(kind)},` : ''}`;
  return `${amountText(ledger, row)}: usual for ${ownerText} is ${numberText(median)}, the largest of ${countText(earlier.length, 'earlier row')} ${numberText(largest)}`;
}

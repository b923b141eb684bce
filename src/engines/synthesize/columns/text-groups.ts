import type { CategoryColumn } from '../../table/table.ts';
import type { Field } from '../codec/field.ts';

/** Modeled fields that texts may belong to, and the entities that hold a value. */
export type Learned = {
  fields: readonly Field[];
  codes: readonly Uint8Array[];
  threshold: number;
  entity: Int32Array | null;
};

const MAX_CODES = 100;
/** Minimum agreement beyond chance of the codes of rows with the same word. */
const MIN_AGREEMENT = 0.3;
const MIN_PAIRS = 50;

/** Counts rows by word and code. */
export function countPairs(
  column: CategoryColumn,
  codes: Uint8Array,
): Map<number, Map<number, number>> {
  const counts = new Map<number, Map<number, number>>();
  column.codes.forEach((word, row) => {
    if (word < 0) return;
    const own = counts.get(word) ?? new Map<number, number>();
    counts.set(word, own.set(codes[row]!, (own.get(codes[row]!) ?? 0) + 1));
  });
  return counts;
}

const pairsOf = (count: number) => count * (count - 1);

/** Returns the agreement of two rows of one word in a field's code, beyond chance. */
function agreementIn(column: CategoryColumn, codes: Uint8Array, size: number): number {
  const shares = new Float64Array(size);
  for (const code of codes) shares[code]! += 1 / codes.length;
  const chance = shares.reduce((sum, share) => sum + share * share, 0);
  let [pairs, alike] = [0, 0];
  for (const own of countPairs(column, codes).values()) {
    const counts = [...own.values()];
    pairs += pairsOf(counts.reduce((sum, count) => sum + count, 0));
    alike += counts.reduce((sum, count) => sum + pairsOf(count), 0);
  }
  return pairs < MIN_PAIRS || chance > 0.99 ? 0 : (alike / pairs - chance) / (1 - chance);
}

/** Returns the field of words that the words of a column belong to, as cities to states; else -1. */
export function fieldOf(column: CategoryColumn, { fields, codes }: Learned): number {
  let [best, most] = [-1, MIN_AGREEMENT];
  fields.forEach(({ codec }, f) => {
    if (codec.kind !== 'category' || codec.size < 3 || codec.size > MAX_CODES) return;
    const agreement = agreementIn(column, codes[f]!, codec.size);
    if (agreement > most) [best, most] = [f, agreement];
  });
  return best;
}

/** Returns a function that reports whether enough entities have a word in rows of a code. */
export function pairsHeld(
  column: CategoryColumn,
  codes: Uint8Array,
  { entity, threshold }: Pick<Learned, 'entity' | 'threshold'>,
): (word: number, code: number) => boolean {
  const holders = new Map<number, Set<number>>();
  const keyOf = (word: number, code: number) => 256 * word + code;
  column.codes.forEach((word, row) => {
    if (word < 0) return;
    const key = keyOf(word, codes[row]!);
    const own = holders.get(key) ?? new Set<number>();
    holders.set(key, own);
    if (own.size < threshold) own.add(entity?.[row] ?? row);
  });
  return (word, code) => (holders.get(keyOf(word, code))?.size ?? 0) >= threshold;
}

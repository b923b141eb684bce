import { entryOf } from '../../table/entry-of.ts';
import type { Field } from '../codec/field.ts';

export type Kinds = {
  /** Fields (indexes into `codes`) fixed by a kind. */
  fields: number[];
  /** Codes of those fields for each kind. */
  codes: Uint8Array;
  count: number;
  of: Uint8Array;
};

const MAX_KINDS = 200;
const MAX_WORDS = 50;

/**
 * Joins a row's low-cardinality columns (channel, category …) into one kind, up to 200
 * combinations. Combinations of fewer than `threshold` entities become the most frequent one with
 * the same first field.
 *
 * @param fields row fields with their codes, in row order
 * @param entity entity of each row
 */
export function findKinds(
  fields: readonly { field: Field; codes: Uint8Array }[],
  entity: Int32Array,
  threshold: number,
): Kinds {
  const rows = entity.length;
  const chosen: number[] = [];
  let key = new Float64Array(rows);
  fields.forEach(({ field, codes }, f) => {
    const { codec } = field;
    if (codec.kind !== 'category' || codec.size > MAX_WORDS) return;
    const joined = key.map((value, row) => value * 256 + codes[row]);
    if (chosen.length >= 6 || new Set(joined).size > MAX_KINDS) return;
    key = joined;
    chosen.push(f);
  });
  const rowsOf = new Map<number, number>();
  const entitiesOf = new Map<number, Set<number>>();
  for (let row = 0; row < rows; row++) {
    const value = key[row];
    rowsOf.set(value, (rowsOf.get(value) ?? 0) + 1);
    const seen = entitiesOf.get(value) ?? new Set<number>();
    if (seen.size < threshold) seen.add(entity[row]);
    entitiesOf.set(value, seen);
  }
  const ranked = [...rowsOf.keys()].sort(
    (a, b) => entryOf(rowsOf, b) - entryOf(rowsOf, a) || a - b,
  );
  const shown = ranked.filter((value) => entryOf(entitiesOf, value).size >= threshold);
  // No combination may be shown: each column is drawn separately.
  if (shown.length === 0)
    return { fields: [], codes: new Uint8Array(0), count: 1, of: new Uint8Array(rows) };
  const scale = 256 ** Math.max(0, chosen.length - 1);
  const kindOf = new Map(shown.map((value, kind) => [value, kind]));
  for (const value of ranked) {
    if (kindOf.has(value)) continue;
    const alike = shown.findIndex((s) => Math.floor(s / scale) === Math.floor(value / scale));
    kindOf.set(value, Math.max(0, alike));
  }
  const codes = new Uint8Array(shown.length * chosen.length);
  shown.forEach((value, kind) => {
    let rest = value;
    for (let i = chosen.length - 1; i >= 0; i--) {
      codes[kind * chosen.length + i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  });
  const of = Uint8Array.from(key, (value) => entryOf(kindOf, value));
  return { fields: chosen, codes, count: shown.length, of };
}

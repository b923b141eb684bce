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
const MAX_FIELDS = 6;
/** Minimum share of the rows of each word whose combinations enough entities have. */
const MIN_SHOWN = 0.9;

type Coded = { field: Field; codes: Uint8Array };
type Held = { entity: Int32Array; threshold: number };

/** Combinations of codes by row, and those that enough entities have, the most frequent first. */
type Combinations = { key: Float64Array; rowsOf: Map<number, number>; shown: number[] };

function combinationsOf(key: Float64Array, { entity, threshold }: Held): Combinations {
  const rowsOf = new Map<number, number>();
  const entitiesOf = new Map<number, Set<number>>();
  key.forEach((value, row) => {
    rowsOf.set(value, (rowsOf.get(value) ?? 0) + 1);
    const seen = entitiesOf.get(value) ?? new Set<number>();
    if (seen.size < threshold) seen.add(entity[row]);
    entitiesOf.set(value, seen);
  });
  const shown = [...rowsOf.keys()]
    .filter((value) => entryOf(entitiesOf, value).size >= threshold)
    .sort((a, b) => entryOf(rowsOf, b) - entryOf(rowsOf, a) || a - b);
  return { key, rowsOf, shown };
}

/** Returns false if a word that enough entities have would lose many of its rows to others. */
function keepsWords(
  { key, shown }: Combinations,
  words: readonly Uint8Array[],
  { entity, threshold }: Held,
): boolean {
  const isShown = new Set(shown);
  const kept = Uint8Array.from(key, (value) => Number(isShown.has(value)));
  return words.every((codes) => {
    const [rows, keptRows] = [new Float64Array(256), new Float64Array(256)];
    const holders = Array.from({ length: 256 }, () => new Set<number>());
    codes.forEach((code, row) => {
      rows[code]++;
      keptRows[code] += kept[row];
      if (holders[code].size < threshold) holders[code].add(entity[row]);
    });
    return rows.every(
      (count, code) => holders[code].size < threshold || keptRows[code] >= MIN_SHOWN * count,
    );
  });
}

/** Splits a combination into the codes of its fields. */
function codesIn(combination: number, fields: number): number[] {
  const codes: number[] = [];
  let rest = combination;
  for (let i = 0; i < fields; i++) {
    codes.unshift(rest % 256);
    rest = Math.floor(rest / 256);
  }
  return codes;
}

/**
 * Joins a row's low-cardinality columns (channel, category …) into one kind, up to 200
 * combinations. A column with which a word would lose a tenth of its rows is left out. Combinations
 * of fewer than `threshold` entities become the one that shares the rarest words.
 *
 * @param fields row fields with their codes, in row order
 * @param entity entity of each row
 */
export function findKinds(fields: readonly Coded[], entity: Int32Array, threshold: number): Kinds {
  const rows = entity.length;
  const held = { entity, threshold };
  const chosen: number[] = [];
  let joined = combinationsOf(new Float64Array(rows), held);
  fields.forEach(({ field: { codec }, codes }, f) => {
    if (codec.kind !== 'category' || codec.size > MAX_WORDS || chosen.length >= MAX_FIELDS) return;
    const key = joined.key.map((value, row) => value * 256 + codes[row]);
    if (new Set(key).size > MAX_KINDS) return;
    const next = combinationsOf(key, held);
    const words = [...chosen, f].map((own) => fields[own].codes);
    if (chosen.length > 0 && !keepsWords(next, words, held)) return;
    joined = next;
    chosen.push(f);
  });
  const { key, rowsOf, shown } = joined;
  // No combination may be shown: each column is drawn separately.
  if (shown.length === 0)
    return { fields: [], codes: new Uint8Array(0), count: 1, of: new Uint8Array(rows) };
  const shares = chosen.map((f) => {
    const counts = new Float64Array(256);
    for (const code of fields[f].codes) counts[code]++;
    return counts.map((count) => count / rows);
  });
  const shownCodes = shown.map((value) => codesIn(value, chosen.length));
  const kindOf = new Map(shown.map((value, kind) => [value, kind]));
  for (const value of rowsOf.keys()) {
    if (kindOf.has(value)) continue;
    const own = codesIn(value, chosen.length);
    const likeness = shownCodes.map((codes) =>
      codes.reduce((sum, code, i) => sum - (code === own[i] ? Math.log(shares[i][code]) : 0), 0),
    );
    kindOf.set(value, likeness.indexOf(Math.max(...likeness)));
  }
  const codes = Uint8Array.from(shownCodes.flat());
  const of = Uint8Array.from(key, (value) => entryOf(kindOf, value));
  return { fields: chosen, codes, count: shown.length, of };
}

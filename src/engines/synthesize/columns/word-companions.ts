import { firstAbove } from '../../table/search-sorted.ts';
import type { CategoryColumn } from '../../table/table.ts';
import {
  type CategoryCodec,
  MAX_VALUES,
  meetsThreshold,
  restStarts,
} from '../codec/category-codec.ts';
import { valuesOfMany } from '../codec/entities-of-values.ts';
import { type MadeWords, makeRareWords } from './made-words.ts';

const MAX_COMPANIONS = 60;
const MAX_WORDS = 20_000;
/** Minimum share of the other column's uncertainty that a category must explain. */
const MIN_LIFT = 0.5;

/** Counts each category with each value of another column. */
function crossed({ codes, dictionary }: CategoryColumn, other: CategoryColumn): Float64Array {
  const width = other.dictionary.length;
  const table = new Float64Array(dictionary.length * width);
  for (let row = 0; row < codes.length; row++)
    if (codes[row] >= 0 && other.codes[row] >= 0) table[codes[row] * width + other.codes[row]]++;
  return table;
}

/**
 * Returns the improvement over guessing the other column's most frequent value, each row predicted
 * by the other rows of its category: 1 for perfect prediction, 0 for none.
 */
function liftOf(table: Float64Array, categoryCount: number): number {
  const width = table.length / categoryCount;
  const totals = new Float64Array(width);
  let right = 0;
  for (let word = 0; word < categoryCount; word++) {
    const own = table.subarray(word * width, (word + 1) * width);
    let first = 0;
    let second = 0;
    own.forEach((rows, value) => {
      totals[value] += rows;
      if (rows > first) [first, second] = [rows, first];
      else if (rows > second) second = rows;
    });
    if (first - 1 > second) right += first;
    else if (first > 1 && first - 1 === second) right += first / 2;
  }
  const rows = totals.reduce((sum, count) => sum + count, 0);
  const guessed = Math.max(...totals);
  return rows === guessed ? 0 : (right - guessed) / (rows - guessed);
}

/** Returns the low-cardinality column that a column predicts best, with the cross table. */
function bestPredicted(column: CategoryColumn, others: readonly CategoryColumn[]) {
  let best: { other: CategoryColumn; table: Float64Array } | null = null;
  let least = MIN_LIFT;
  for (const other of others) {
    const few = other.dictionary.length;
    if (other === column || few < 2 || few > MAX_COMPANIONS) continue;
    const table = crossed(column, other);
    const lift = liftOf(table, column.dictionary.length);
    if (lift <= least) continue;
    least = lift;
    best = { other, table };
  }
  return best;
}

/** Returns each category's most frequent other value; -1 for fewer than `threshold` entities. */
function companionsIn(
  { codes, dictionary }: CategoryColumn,
  { other, table }: { other: CategoryColumn; table: Float64Array },
  { threshold, entity }: HeldBy,
): Int32Array {
  const width = other.dictionary.length;
  const pairs = codes.map((code, row) =>
    code < 0 || other.codes[row] < 0 ? -1 : code * width + other.codes[row],
  );
  const many = entity === null ? null : valuesOfMany(pairs, entity, threshold);
  return Int32Array.from(dictionary, (_, word) => {
    const own = table.subarray(word * width, (word + 1) * width);
    const most = own.indexOf(Math.max(...own));
    const pair = word * width + most;
    return own[most] >= threshold && (many === null || many.has(pair)) ? most : -1;
  });
}

/** Golden ratio conjugate: its multiples modulo one are evenly distributed. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Replaces suppressed categories by shown ones with the same parent value, by frequency. */
function withShownWords(
  column: CategoryColumn,
  other: CategoryColumn,
  { companions, frequent }: { companions: Int32Array; frequent: readonly boolean[] },
): CategoryColumn {
  const counts = new Float64Array(column.dictionary.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const shown = other.dictionary.map((_, value) => {
    const categories = Array.from(companions.keys()).filter(
      (word) => frequent[word] && companions[word] === value,
    );
    let sum = 0;
    return {
      words: categories,
      rows: Float64Array.from(categories, (word) => (sum += counts[word])),
    };
  });
  let changed = 0;
  const codes = column.codes.map((code, row) => {
    if (code < 0 || frequent[code]) return code;
    const { words, rows } = shown[other.codes[row]] ?? { words: [], rows: new Float64Array(0) };
    if (words.length === 0) return code;
    const value = ((++changed * GOLDEN) % 1) * rows[rows.length - 1];
    return words[firstAbove(rows, { value, from: 0, to: rows.length - 1 })];
  });
  return { ...column, codes };
}

type HeldBy = { threshold: number; entity: Int32Array | null };

/**
 * Finds the parent of a category column, such as the state of a postal code or the region of a
 * branch. Returns the parent value of each category, so that rare categories are grouped by it, and
 * the column with suppressed categories replaced by shown ones of the same parent value, so that no
 * impossible pairs are drawn.
 *
 * @param others category columns that may be the parent
 * @param options.entity entity of each row; null if each row is an entity
 * @returns null if no column is predicted
 */
export function findCompanions(
  column: CategoryColumn,
  others: readonly CategoryColumn[],
  options: HeldBy,
): {
  companions: Int32Array;
  column: CategoryColumn;
  dictionary: readonly string[];
  /** Groups of made words; see `makeRareWords`. */
  made: MadeWords | null;
  /** Column that is predicted. */
  other: CategoryColumn;
} | null {
  const frequent = meetsThreshold({ ...column, entity: options.entity }, options.threshold);
  const categoryCount = column.dictionary.length;
  const allShown = frequent.slice(0, categoryCount).every(Boolean);
  if (categoryCount > MAX_WORDS || (allShown && categoryCount <= MAX_VALUES)) return null;
  const predicted = bestPredicted(column, others);
  if (predicted === null) return null;
  const parentOf = mostFrequentOther(predicted);
  // Digits of a postal code tell its state; new ones would not.
  const isNames = !column.dictionary.some((word) => /\d/.test(word));
  const keyOf = (code: number) => (parentOf[code] < 0 ? '' : String(parentOf[code]));
  const made = isNames ? makeRareWords(column, { frequent, keyOf }, options) : null;
  const open = made?.column ?? column;
  const { dictionary } = open;
  const companions = new Int32Array(dictionary.length).fill(-1);
  companions.set(companionsIn(column, predicted, options));
  made?.keys.forEach((key, group) => {
    const parent = /^\d+$/.test(key) ? Number(key) : -1;
    companions.fill(parent, made.start[group], made.start[group + 1]);
  });
  const shown = dictionary.map((_, code) => code >= categoryCount || frequent[code]);
  return {
    companions,
    dictionary,
    made,
    other: predicted.other,
    column: withShownWords(open, predicted.other, { companions, frequent: shown }),
  };
}

/** Returns the other column's most frequent value of each category; -1 for none. */
function mostFrequentOther({ other, table }: { other: CategoryColumn; table: Float64Array }) {
  const width = other.dictionary.length;
  return Int32Array.from({ length: table.length / width }, (_, word) => {
    const own = table.subarray(word * width, (word + 1) * width);
    const most = Math.max(...own);
    return most > 0 ? own.indexOf(most) : -1;
  });
}

/** Returns the parent value of each code; none for codes without a shown category. */
export function groupOfCodes(
  codec: CategoryCodec,
  { companions, dictionary }: { companions: Int32Array; dictionary: readonly string[] },
): Int32Array {
  const companionOf = new Map(dictionary.map((word, code) => [word, companions[code]]));
  const kin = new Int32Array(codec.size).fill(-1);
  codec.values.forEach((word, code) => {
    kin[code] = companionOf.get(word) ?? -1;
  });
  restStarts(codec).forEach((from, group) => {
    const word = codec.restValues[from];
    if (word !== undefined) kin[codec.restCode + group] = companionOf.get(word) ?? -1;
  });
  return kin;
}

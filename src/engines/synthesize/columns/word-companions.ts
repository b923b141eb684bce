import { firstAbove } from '../../table/search-sorted.ts';
import type { CategoryColumn } from '../../table/table.ts';
import { type CategoryCodec, heldByMany, MAX_VALUES, restStarts } from '../codec/category-codec.ts';
import { valuesOfMany } from '../codec/entities-of-values.ts';

const MAX_COMPANIONS = 60;
const MAX_WORDS = 20_000;
/** How much of what guessing leaves open a word has to say of the other column. */
const MIN_LIFT = 0.5;

/** How often each word stands with each value of another column. */
function crossed({ codes, dictionary }: CategoryColumn, other: CategoryColumn): Float64Array {
  const width = other.dictionary.length;
  const table = new Float64Array(dictionary.length * width);
  for (let row = 0; row < codes.length; row++)
    if (codes[row] >= 0 && other.codes[row] >= 0) table[codes[row] * width + other.codes[row]]++;
  return table;
}

/**
 * How much better a word tells the other column than its most frequent value does, each row guessed by the others of its
 * word: 1 where it tells it without fail, 0 where it says nothing.
 */
function liftOf(table: Float64Array, words: number): number {
  const width = table.length / words;
  const totals = new Float64Array(width);
  let right = 0;
  for (let word = 0; word < words; word++) {
    const own = table.subarray(word * width, (word + 1) * width);
    let [first, second] = [0, 0];
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

/** The column of few words that the words of another tell best, and how often each stands with which. */
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

/** For each word what it mostly stands with; -1 where fewer than `threshold` entities stand with one value. */
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

/** Multiples of it, modulo one, are spread evenly however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The column with words of too few in each row changed for shown ones that stand with the same value, by frequency. */
function withShownWords(
  column: CategoryColumn,
  other: CategoryColumn,
  { companions, held }: { companions: Int32Array; held: readonly boolean[] },
): CategoryColumn {
  const counts = new Float64Array(column.dictionary.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const shown = other.dictionary.map((_, value) => {
    const words = Array.from(companions.keys()).filter(
      (word) => held[word] && companions[word] === value,
    );
    let sum = 0;
    return { words, rows: Float64Array.from(words, (word) => (sum += counts[word])) };
  });
  let changed = 0;
  const codes = column.codes.map((code, row) => {
    if (code < 0 || held[code]) return code;
    const { words, rows } = shown[other.codes[row]] ?? { words: [], rows: new Float64Array(0) };
    if (words.length === 0) return code;
    const value = ((++changed * GOLDEN) % 1) * rows[rows.length - 1];
    return words[firstAbove(rows, { value, from: 0, to: rows.length - 1 })];
  });
  return { ...column, codes };
}

type HeldBy = { threshold: number; entity: Int32Array | null };

/**
 * A column of words of which most tell another column, as a postal code tells the state, or a branch the region: for each
 * word the value that it mostly stands with, so that seldom words are
 * put together with those of the same value; and the column with shown words of the same value in place of words of too
 * few, so that neither is drawn beside a value that it never stands with.
 *
 * @param others columns of words that may be predicted
 * @param options.entity whose each row is; null where each is an entity of its own
 * @returns null where the words tell none of them
 */
export function findCompanions(
  column: CategoryColumn,
  others: readonly CategoryColumn[],
  options: HeldBy,
): { companions: Int32Array; column: CategoryColumn; dictionary: readonly string[] } | null {
  const held = heldByMany({ ...column, entity: options.entity }, options.threshold);
  const words = column.dictionary.length;
  const allShown = held.slice(0, words).every(Boolean);
  if (words > MAX_WORDS || (allShown && words <= MAX_VALUES)) return null;
  const predicted = bestPredicted(column, others);
  if (predicted === null) return null;
  const companions = companionsIn(column, predicted, options);
  const { dictionary } = column;
  return {
    companions,
    dictionary,
    column: withShownWords(column, predicted.other, { companions, held }),
  };
}

/** What each code of such a column belongs to; codes that stand for no shown word belong to none. */
export function kinOfCodes(
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

import type { CategoryColumn, Table } from '../../table/table.ts';
import { reads, sourcesFirst } from './dependencies.ts';

/**
 * Word column of which each value belongs to one of another: a suburb to a state. `words` of column
 * `of` and the value of each; `share` of the file's rows keep it.
 */
export type Belonging = {
  column: number;
  of: number;
  words: string[];
  values: string[];
  share: number;
};

const MIN_ROWS = 50;
const MIN_SHARE = 0.995;
/** Share of the rows to confirm whose word occurs in the others. */
const MIN_KNOWN = 0.8;
const MIN_EVIDENCE = 30;
const MAX_WORDS = 20_000;
const MAX_COLUMNS = 100;
const MIN_ROWS_A_WORD = 5;
const MAX_PAIRS = 1 << 20;

/** Counts the words that rows have, and none as one. */
function distinctCodes({ codes, dictionary }: CategoryColumn): number {
  const met = new Uint8Array(dictionary.length + 1);
  for (let i = 0; i < codes.length; i++) met[codes[i] + 1] = 1;
  return met.reduce((sum, own) => sum + own, 0);
}

const wordsAt = ({ columns }: Table, place: number) => columns[place] as CategoryColumn;

/** Counts pairs of words; in an array if there are few. */
function pairCounts(size: number): { add: (pair: number) => void; of: (pair: number) => number } {
  if (size <= MAX_PAIRS) {
    const counts = new Uint32Array(size);
    return {
      add: (pair) => {
        counts[pair]++;
      },
      of: (pair) => counts[pair],
    };
  }
  const counts = new Map<number, number>();
  return {
    add: (pair) => counts.set(pair, (counts.get(pair) ?? 0) + 1),
    of: (pair) => counts.get(pair) ?? 0,
  };
}

/** Returns the most frequent other value of each word in every second row; -1 for none. */
function mainValues(from: CategoryColumn, to: CategoryColumn, half: 0 | 1 | null): Int32Array {
  const width = to.dictionary.length;
  const [start, step] = half === null ? [0, 1] : [half, 2];
  const counts = pairCounts(from.dictionary.length * width);
  const pairAt = (row: number) =>
    from.codes[row] < 0 || to.codes[row] < 0 ? -1 : from.codes[row] * width + to.codes[row];
  for (let row = start; row < from.codes.length; row += step) {
    const pair = pairAt(row);
    if (pair >= 0) counts.add(pair);
  }
  const main = new Int32Array(from.dictionary.length).fill(-1);
  const rows = new Float64Array(from.dictionary.length);
  // Of equally frequent values the first stays.
  for (let row = start; row < from.codes.length; row += step) {
    const pair = pairAt(row);
    const word = from.codes[row];
    if (pair < 0 || counts.of(pair) <= rows[word]) continue;
    rows[word] = counts.of(pair);
    main[word] = to.codes[row];
  }
  return main;
}

/** Returns true if odd rows have the value that even rows have with their word. */
function isConfirmed(from: CategoryColumn, to: CategoryColumn): boolean {
  const main = mainValues(from, to, 0);
  const totals = new Float64Array(to.dictionary.length);
  let rows = 0;
  let known = 0;
  let kept = 0;
  const broken = () => known - kept;
  for (let row = 1; row < from.codes.length; row += 2) {
    if (from.codes[row] < 0 || to.codes[row] < 0) continue;
    rows++;
    totals[to.codes[row]]++;
    const expected = main[from.codes[row]];
    if (expected < 0) continue;
    known++;
    if (expected === to.codes[row]) kept++;
    else if (broken() > 20 && broken() > 0.05 * known) return false;
  }
  if (known < MIN_ROWS || known < MIN_KNOWN * rows || kept < MIN_SHARE * known) return false;
  const largest = totals.reduce((most, count) => Math.max(most, count), 0);
  return -known * Math.log(largest / rows) >= MIN_EVIDENCE;
}

/** Returns pairs that enough entities have, and the share of rows that keep them. */
function belongingOf(
  table: Table,
  { column, of }: { column: number; of: number },
  { entity, threshold }: { entity: Int32Array | null; threshold: number },
): Belonging | null {
  const [from, to] = [wordsAt(table, of), wordsAt(table, column)];
  const main = mainValues(from, to, null);
  const holders = Array.from(main, () => new Set<number>());
  let rows = 0;
  let kept = 0;
  from.codes.forEach((word, row) => {
    if (word < 0 || to.codes[row] < 0) return;
    rows++;
    if (main[word] !== to.codes[row]) return;
    kept++;
    if (holders[word].size < threshold) holders[word].add(entity?.[row] ?? row);
  });
  const shown = Array.from(main.keys()).filter((word) => holders[word].size >= threshold);
  if (shown.length < 2) return null;
  return {
    column,
    of,
    words: shown.map((word) => from.dictionary[word]),
    values: shown.map((word) => to.dictionary[main[word]]),
    share: kept / rows,
  };
}

/**
 * Finds word columns of which each value belongs to one value of another, in 99.5 % of the rows:
 * learned from the even rows, confirmed by the odd ones, and better than the most frequent value.
 * What follows through a third column is left out.
 *
 * @param isLearned for each column, true if its values are modeled
 */
export function findBelongings(
  table: Table,
  isLearned: readonly boolean[],
  held: { entity: Int32Array | null; threshold: number },
): Belonging[] {
  const sizes = table.columns.map((column, i) =>
    column.kind === 'category' && isLearned[i] === true ? distinctCodes(column) : 0,
  );
  const places = Array.from(sizes.keys())
    .filter((i) => sizes[i] >= 2 && sizes[i] <= Math.min(MAX_WORDS, table.rows / MIN_ROWS_A_WORD))
    .sort((a, b) => sizes[a] - sizes[b] || a - b)
    .slice(0, MAX_COLUMNS);
  const known = new Map<number, number[]>();
  const found: Belonging[] = [];
  // The nearest parent first: that with the fewest words.
  places.forEach((of, i) => {
    const parents = places.slice(0, i).reverse();
    for (const column of parents) {
      if (known.has(column) || reads(known, of, column)) continue;
      if (!isConfirmed(wordsAt(table, of), wordsAt(table, column))) continue;
      const belonging = belongingOf(table, { column, of }, held);
      if (belonging === null) continue;
      known.set(column, [of]);
      found.push(belonging);
    }
  });
  return sourcesFirst(found, { columnOf: (own) => own.column, sourcesOf: (own) => [own.of] });
}

/** Value that each word of the drawn column belongs to, as a code of the other; -1 for unknown. */
function codesOf({ words, values }: Belonging, from: CategoryColumn, to: CategoryColumn) {
  const belongsTo = new Map(words.map((word, i) => [word, values[i]]));
  const codeOf = new Map(to.dictionary.map((word, code) => [word, code]));
  return from.dictionary.map((word) => {
    const value = belongsTo.get(word);
    return value === undefined ? -1 : (codeOf.get(value) ?? -1);
  });
}

/** Returns a function that reports whether a row keeps a belonging; unknown words do. */
export function belongingKeeper(own: Belonging, table: Table): (row: number) => boolean {
  const [from, to] = [wordsAt(table, own.of), wordsAt(table, own.column)];
  const { words, values } = own;
  const belongsTo = new Map(words.map((word, i) => [word, values[i]]));
  return (row) => {
    if (from.codes[row] < 0 || to.codes[row] < 0) return true;
    const value = belongsTo.get(from.dictionary[from.codes[row]]);
    return value === undefined || value === to.dictionary[to.codes[row]];
  };
}

/** Returns the table with every value of the belonging in its column's dictionary. */
function withDictionary(column: CategoryColumn, values: readonly string[]): CategoryColumn {
  const missing = [...new Set(values)].filter((value) => !column.dictionary.includes(value));
  return missing.length === 0
    ? column
    : { ...column, dictionary: [...column.dictionary, ...missing] };
}

/**
 * Writes into drawn rows the value that their word belongs to, but for as many rows as the file's
 * exceptions. A given value stays: then the word is one of another row with that value.
 */
export function withBelonging(table: Table, own: Belonging, isGiven: boolean): Table {
  const from = wordsAt(table, own.of);
  const to = withDictionary(wordsAt(table, own.column), own.values);
  const belongsTo = codesOf(own, from, to);
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  const expectedIn = (row: number) => (from.codes[row] < 0 ? -1 : belongsTo[from.codes[row]]);
  const broken = rows.filter(
    (row) => to.codes[row] >= 0 && expectedIn(row) >= 0 && expectedIn(row) !== to.codes[row],
  );
  const exceptions = Math.min(broken.length, Math.floor((1 - own.share) * table.rows));
  const changed = broken.filter(
    (_, k) =>
      Math.floor(((k + 1) * exceptions) / broken.length) ===
      Math.floor((k * exceptions) / broken.length),
  );
  const codes = (isGiven ? from : to).codes.slice();
  if (isGiven) {
    const donors = Map.groupBy(
      rows.filter((row) => expectedIn(row) === to.codes[row]),
      (row) => to.codes[row],
    );
    changed.forEach((row, k) => {
      const same = donors.get(to.codes[row]);
      if (same !== undefined) codes[row] = from.codes[same[k % same.length]];
    });
  } else for (const row of changed) codes[row] = expectedIn(row);
  const place = isGiven ? own.of : own.column;
  const column = { ...(isGiven ? from : to), codes };
  return {
    rows: table.rows,
    columns: table.columns.map((each, i) => (i === place ? column : each)),
  };
}

export const belongingSentence = (
  { column, of }: Belonging,
  nameOf: (column: number) => string,
): string => `${nameOf(column)} belongs to ${nameOf(of)}`;

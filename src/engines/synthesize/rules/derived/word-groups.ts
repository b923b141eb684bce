import type { Column, Table } from '../../../table/table.ts';
import { spread } from '../laws/sample-amounts.ts';
import { valueCodes } from '../laws/value-codes.ts';
import { type Condition, rowsWithin } from './condition.ts';

const MAX_WORDS = 12;
const MAX_GROUPS = 60;
/** Numbers of few values are seldom conditions, and many files have many of them. */
const MAX_NUMBER_GROUPS = 12;
/** Minimum rows of a group: half of them find a formula, the others confirm it. */
export const MIN_GROUP_ROWS = 100;

/** Rows that meet some conditions. */
export type Group = { where: Condition[]; rows: Uint32Array };

/** Rows of groups by their conditions. */
const known = new WeakMap<readonly Condition[], Uint32Array>();

export const allRows = ({ rows }: Table): Group => ({ where: [], rows: spread(rows, rows) });

/** Returns the rows of a group that meet a further condition. */
export function groupWithin(
  group: Group,
  condition: Condition,
  { rows, table }: { rows?: Uint32Array; table: Table },
): Group {
  const where = [...group.where, condition];
  const met = rows ?? rowsWithin(group.rows, condition, table);
  known.set(where, met);
  return { where, rows: met };
}

/** Returns the rows that meet the conditions of a group. */
export const rowsOf = (where: readonly Condition[]): Uint32Array => known.get(where)!;

/** Column of two to twelve words or numbers, which conditions may name, and that of each row. */
export type ConditionColumn = { column: number; words: readonly string[]; wordOf: Int8Array };

/** Returns the words or numbers of a column in order; null unless there are two to twelve. */
function conditionOf(own: Column, column: number): ConditionColumn | null {
  if (own.kind === 'datetime') return null;
  const { codes, keys } =
    own.kind === 'number' ? valueCodes(own.values) : { codes: own.codes, keys: null };
  const places = new Int8Array(own.kind === 'number' ? keys!.length : own.dictionary.length).fill(
    -1,
  );
  const met: number[] = [];
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    if (code < 0 || places[code]! >= 0 || Number.isNaN(keys?.[code])) continue;
    if (met.push(code) > MAX_WORDS) return null;
    places[code] = 0;
  }
  if (met.length < 2) return null;
  const keyOf = (code: number) => keys?.[code] ?? code;
  const inOrder = met.sort((a, b) => keyOf(a) - keyOf(b));
  inOrder.forEach((code, place) => {
    places[code] = place;
  });
  const wordOf = new Int8Array(codes.length);
  for (let row = 0; row < codes.length; row++) wordOf[row] = places[codes[row]!] ?? -1;
  return {
    column,
    words: inOrder.map((code) =>
      own.kind === 'category' ? own.dictionary[code]! : String(keys![code]!),
    ),
    wordOf,
  };
}

/** Returns the modeled columns with two to twelve words or numbers. */
export const conditionColumns = (table: Table, isLearned: readonly boolean[]): ConditionColumn[] =>
  table.columns.flatMap((own, column) => {
    const condition = isLearned[column] === true ? conditionOf(own, column) : null;
    return condition === null ? [] : [condition];
  });

/** Returns the rows of each word; null for few. */
function rowsByWord(
  { words, wordOf }: ConditionColumn,
  within: Uint32Array,
): (Uint32Array | null)[] {
  const counts = new Uint32Array(words.length);
  for (let i = 0; i < within.length; i++) {
    const word = wordOf[within[i]!]!;
    if (word >= 0) counts[word]!++;
  }
  const rows = Array.from(counts, (count) =>
    count < MIN_GROUP_ROWS ? null : new Uint32Array(count),
  );
  const filled = new Uint32Array(words.length);
  for (let i = 0; i < within.length; i++) {
    const word = wordOf[within[i]!]!;
    const own = word < 0 ? null : rows[word]!;
    if (own !== null) own[filled[word]!++] = within[i]!;
  }
  return rows;
}

/** Groups of each word within others, computed once. */
const knownWords = new WeakMap<Group, Map<ConditionColumn, Group[]>>();

/** Returns the rows of each word of a column, within others, without groups of few rows. */
function groupsOf(table: Table, by: ConditionColumn, within: Group): Group[] {
  const ofGroup = knownWords.get(within) ?? new Map<ConditionColumn, Group[]>();
  knownWords.set(within, ofGroup);
  const found = ofGroup.get(by);
  if (found !== undefined) return found;
  const { column, words } = by;
  const rows = rowsByWord(by, within.rows);
  const groups = words.flatMap((word, i): Group[] => {
    const own = rows[i]!;
    const condition = { column, words: [word] };
    return own === null ? [] : [groupWithin(within, condition, { rows: own, table })];
  });
  ofGroup.set(by, groups);
  return groups;
}

/**
 * Returns the rows of each word of some columns, within others; groups of fewer than 100 rows are
 * left out, and the smallest beyond 60, or 12 of numbers.
 */
export function wordGroups(
  table: Table,
  columns: readonly ConditionColumn[],
  within: Group,
): Group[] {
  const groups = columns.flatMap((by) => groupsOf(table, by, within));
  const isNumber = ({ where }: Group) => table.columns[where.at(-1)!.column]!.kind === 'number';
  const large = groups.toSorted((a, b) => b.rows.length - a.rows.length);
  const numbers = new Set(large.filter(isNumber).slice(0, MAX_NUMBER_GROUPS));
  return large.filter((group) => !isNumber(group) || numbers.has(group)).slice(0, MAX_GROUPS);
}

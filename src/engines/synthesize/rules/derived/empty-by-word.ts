import { isNull } from '../../../table/format-table.ts';
import type { Table } from '../../../table/table.ts';
import type { Case } from './derived-column.ts';
import type { ConditionColumn } from './word-groups.ts';

const MIN_ROWS = 20;
/** Maximum probability that rows of a word are all empty by chance. */
const MAX_CHANCE = 1e-6;

export type EmptyByWord = { column: number; by: number; rule: Case };

/** Returns the number of different entities of the rows of each word, or of the rows. */
function entitiesByWord({ words, wordOf }: ConditionColumn, entity: Int32Array | null): number[] {
  const seen = words.map(() => new Set<number>());
  wordOf.forEach((word, row) => {
    if (word >= 0) seen[word]!.add(entity?.[row] ?? row);
  });
  return seen.map(({ size }) => size);
}

/** Returns the empty rows of a column, and those of each word. */
function emptyRows(table: Table, column: number, { words, wordOf }: ConditionColumn) {
  const own = table.columns[column]!;
  const byWord = new Float64Array(words.length);
  let all = 0;
  for (let row = 0; row < table.rows; row++) {
    if (!isNull(own, row)) continue;
    all++;
    if (wordOf[row]! >= 0) byWord[wordOf[row]!]!++;
  }
  return { all, byWord };
}

/**
 * Finds columns that are empty in all rows of a word which too few rows have for other rules: the
 * closing time of open cases. Reads all rows.
 */
export function emptyByRareWords(
  table: Table,
  {
    conditions,
    columns,
    entity,
    threshold,
    maxRows,
  }: {
    conditions: readonly ConditionColumn[];
    columns: readonly number[];
    entity: Int32Array | null;
    threshold: number;
    /** Rows of a word from which other rules are found. */
    maxRows: number;
  },
): EmptyByWord[] {
  const partlyEmpty = columns.filter((column) => {
    const own = table.columns[column]!;
    return own.kind === 'category'
      ? own.codes.some((code) => code < 0)
      : own.values.some(Number.isNaN);
  });
  return conditions.flatMap((by) => {
    const rows = new Float64Array(by.words.length);
    for (const word of by.wordOf) if (word >= 0) rows[word]!++;
    const rare = [...rows.keys()].filter(
      (word) => rows[word]! >= MIN_ROWS && rows[word]! < maxRows,
    );
    if (rare.length === 0) return [];
    const owners = entitiesByWord(by, entity);
    return partlyEmpty.flatMap((column): EmptyByWord[] => {
      if (column === by.column) return [];
      const { all, byWord } = emptyRows(table, column, by);
      const words = rare.filter((word) => {
        const share = (all - byWord[word]!) / Math.max(1, table.rows - rows[word]!);
        return (
          byWord[word] === rows[word] &&
          owners[word]! >= threshold &&
          share ** rows[word]! <= MAX_CHANCE
        );
      });
      if (words.length === 0) return [];
      const where = [{ column: by.column, words: words.map((word) => by.words[word]!) }];
      return [{ column, by: by.column, rule: { where, formula: { kind: 'empty' }, share: 1 } }];
    });
  });
}

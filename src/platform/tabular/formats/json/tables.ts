import type { FileTable } from '../../../../shared/file-tables.ts';
import { isIdentifierName } from '../../../../shared/layouts/identifier-name.ts';
import type { NotUtf8, Utf8Source } from '../../encoding/utf8-source.ts';
import { quotedNames } from '../choose-table.ts';
import { type Cell, type Cells, JsonNumber, textOf } from './cell.ts';
import type { JsonRecord } from './flatten.ts';
import { readRecords } from './read-records.ts';

/** Maximum records whose keys are compared; with more, records are numbered. */
const MAX_KEYS = 2_000_000;
const MAX_CANDIDATES = 3;
const LONGEST_KEY = 100;

/** Table of records or of the rows of one of their lists. */
export type JsonTable = FileTable & {
  /** Rows of a record, which counts from 1. */
  rowsOf: (record: JsonRecord, number: number) => Cells[];
};

export type JsonTables = { tables: JsonTable[]; notices: string[] };

type Names = Set<string>;

/** Drops the columns whose values are missing or repeated, until none is left. */
function createKeyFinder() {
  let candidates: Map<string, Set<string>> | null = null;
  let records = 0;
  return {
    note: (cells: Cells) => {
      candidates ??= new Map(
        [...cells.keys()]
          .filter(isIdentifierName)
          .slice(0, MAX_CANDIDATES)
          .map((name) => [name, new Set<string>()]),
      );
      if (++records > MAX_KEYS) candidates.clear();
      for (const [name, values] of candidates) {
        const value = textOf(cells.get(name) ?? null) ?? '';
        if (value === '' || value.length > LONGEST_KEY || values.has(value))
          candidates.delete(name);
        else values.add(value);
      }
    },
    found: (): string | null => candidates?.keys().next().value ?? null,
  };
}

const free = (name: string, taken: Names): string =>
  taken.has(name) ? free(`_${name}`, taken) : name;

const withKey = (column: string, value: Cell, cells: Cells): Cells =>
  new Map([[column, value], ...cells]);

/** Lists of an object without other values, as in `{"accounts": […], "cards": […]}`. */
const listTables = (lists: ReadonlyMap<string, Names>): JsonTable[] =>
  [...lists.keys()].map((name) => ({
    name,
    parent: null,
    rowsOf: (record) => record.lists.get(name) ?? [],
  }));

/** Builds the tables of records with lists, linked by a key of the records or by their number. */
function tablesOf(
  names: Names,
  lists: ReadonlyMap<string, Names>,
  found: string | null,
): JsonTable[] {
  if (lists.size === 0) return [{ name: 'records', parent: null, rowsOf: ({ cells }) => [cells] }];
  const root = free('records', new Set(lists.keys()));
  const key = found ?? free('record_number', names);
  const keyOf = ({ cells }: JsonRecord, number: number) =>
    found === null ? new JsonNumber(String(number)) : cells.get(found)!;
  const ownCells = ({ cells }: JsonRecord): Cells =>
    new Map([...cells].filter(([name, value]) => value !== null || !lists.has(name)));
  const records: JsonTable = {
    name: root,
    parent: null,
    rowsOf: (record, number) => [
      found === null ? withKey(key, keyOf(record, number), ownCells(record)) : ownCells(record),
    ],
  };
  const linked = [...lists].map(([name, inner]): JsonTable => {
    const column = inner.has(key) ? free(`parent.${key}`, inner) : key;
    return {
      name,
      parent: { table: root, key, column },
      rowsOf: (record, number) =>
        (record.lists.get(name) ?? []).map((row) => withKey(column, keyOf(record, number), row)),
    };
  });
  return [records, ...linked];
}

/** Reads all records to find their lists, and the column that identifies a record. */
export async function findTables(
  source: Utf8Source,
  pass: { isArray: boolean; signal: AbortSignal | undefined },
): Promise<JsonTables | NotUtf8> {
  const names: Names = new Set();
  const lists = new Map<string, Names>();
  const empty: Names = new Set();
  const keys = createKeyFinder();
  let records = 0;
  const read = await readRecords(source, {
    ...pass,
    onRecord: ({ cells, lists: found }) => {
      records++;
      for (const name of cells.keys()) names.add(name);
      keys.note(cells);
      for (const [name, rows] of found) {
        const inner = lists.get(name) ?? new Set();
        for (const row of rows) for (const column of row.keys()) inner.add(column);
        if (inner.size > 0) lists.set(name, inner);
        else empty.add(name);
      }
      return true;
    },
    onUnreadable: () => undefined,
    onPiece: async () => undefined,
  });
  if (read.kind === 'not-utf8') return read;
  const unused = [...empty].filter((name) => !lists.has(name)).map((name) => ({ name }));
  const notices = unused.length > 0 ? [`Lists without values: ${quotedNames(unused)}`] : [];
  const areAlone = records === 1 && names.size === 0 && lists.size > 0;
  const tables = areAlone ? listTables(lists) : tablesOf(names, lists, keys.found());
  return { tables, notices };
}

import { open } from 'node:fs/promises';
import { checkCells } from '../../check-cells.ts';
import { columnNames } from '../../columns/column-names.ts';
import { settleTyped } from '../../columns/typed-cells.ts';
import { createPlainRows } from '../../delimited/collect-rows.ts';
import { createLineRanges } from '../../delimited/line-ranges.ts';
import { storeOrKeep } from '../../delimited/store-table.ts';
import { readAsUtf8, type Utf8Source } from '../../encoding/utf8-source.ts';
import { parquetOrNoFile } from '../../parquet/parquet-or-no-file.ts';
import { chooseTable, quotedNames } from '../choose-table.ts';
import { NO_LINES, type ScanFormat, type ScanOptions } from '../scan.ts';
import { type Cells, createCellKinds, textOf } from './cell.ts';
import { fault } from './flatten.ts';
import { type RecordReader, readRecords } from './read-records.ts';
import { findTables, type JsonTable } from './tables.ts';

/** Rows from which columns are collected before rows are written. */
const FIRST_ROWS = 10_000;
const MAX_RANGES = 1000;
const MAX_QUOTED = 200;

type Pass = {
  isArray: boolean;
  /** Null for records without lists, which are one table. */
  table: JsonTable | null;
  /** Collects the names of nested objects. */
  objects?: Set<string>;
  maxRanges: number;
  signal: AbortSignal | undefined;
};

/** Outcome of a pass that met a list although the records were to be one table. */
const HAS_LISTS = { kind: 'lists' } as const;

/** Returns true if a column is the parent of others, as `payer` is of `payer.name`. */
const isParent = (names: ReadonlySet<string>, name: string): boolean =>
  [...names].some((other) => other.startsWith(`${name}.`));

/** Passes on the rows of a table until `onRow` returns false. */
async function eachRow(
  source: Utf8Source,
  { table, objects, ...pass }: Pass,
  handler: Pick<RecordReader, 'onUnreadable' | 'onPiece'> & { onRow: (cells: Cells) => boolean },
) {
  let records = 0;
  let hasLists = false;
  const read = await readRecords(source, {
    ...pass,
    ...handler,
    onRecord: (record) => {
      for (const name of record.objects) objects?.add(name);
      if (table !== null) return table.rowsOf(record, ++records).every(handler.onRow);
      hasLists = record.lists.size > 0;
      return !hasLists && handler.onRow(record.cells);
    },
  });
  return hasLists ? HAS_LISTS : read;
}

/** Collects columns of the first rows; objects null in some add none for themselves. */
async function firstColumns(source: Utf8Source, pass: Pass) {
  const names = new Set<string>();
  const withValue = new Set<string>();
  let rows = 0;
  const read = await eachRow(source, pass, {
    onRow: (cells) => {
      for (const [name, value] of cells) {
        names.add(name);
        if (value !== null) withValue.add(name);
      }
      return ++rows < FIRST_ROWS;
    },
    onUnreadable: () => undefined,
    onPiece: async () => undefined,
  });
  if (read.kind !== 'read') return read;
  return new Set([...names].filter((name) => withValue.has(name) || !isParent(names, name)));
}

/** Writes the rows of known columns; `late` names columns that appear only in later rows. */
async function writeRows(
  source: Utf8Source,
  target: string,
  { columns, ...pass }: Pass & { columns: ReadonlySet<string> },
) {
  const rows = createPlainRows(columns.size);
  const late = new Set<string>();
  const unreadable = createLineRanges(pass.maxRanges);
  const kinds = createCellKinds(columns.size);
  const objects = new Set<string>();
  const names = [...columns];
  const valuesOf = (cells: Cells) =>
    names.map((name, i) => {
      const cell = cells.get(name) ?? null;
      kinds.note(i, cell);
      return textOf(cell);
    });
  const file = await open(target, 'w', 0o600);
  try {
    const read = await eachRow(
      source,
      { ...pass, objects },
      {
        onRow: (cells) => {
          for (const [name, value] of cells) {
            if (columns.has(name) || late.has(name)) continue;
            if (value !== null || !isParent(columns, name)) late.add(name);
          }
          if (late.size === 0) rows.add(valuesOf(cells));
          return true;
        },
        onUnreadable: ({ line, reason, text }) =>
          unreadable.add({
            fromLine: line,
            toLine: line,
            reason,
            text: () => text.slice(0, MAX_QUOTED),
          }),
        onPiece: async () => {
          await file.writeFile(rows.take());
        },
      },
    );
    if (read.kind !== 'read') return read;
    const { escaped, count } = rows.result();
    const { lines } = read;
    const typed = { header: null, cells: kinds.styles(), objects: [...objects] };
    const leftOut = unreadable.found;
    return { kind: 'rows' as const, late, leftOut, lines, escaped, rows: count, typed };
  } finally {
    await file.close();
  }
}

async function readRows(source: Utf8Source, target: string, pass: Pass) {
  const first = await firstColumns(source, pass);
  if (!(first instanceof Set)) return first;
  let columns = first;
  for (;;) {
    if (columns.size === 0) throw fault('The file contains no records.');
    const names = columnNames([...columns]);
    const read = await writeRows(source, target, { ...pass, columns });
    if (read.kind !== 'rows') return read;
    if (read.late.size === 0) return { ...read, columns: names, encoding: source.encoding };
    columns = new Set([...columns, ...read.late]);
  }
}

/** Reads one of the tables of records with lists. */
async function readListed(source: Utf8Source, target: string, pass: Pass, wanted?: string) {
  const found = await findTables(source, pass);
  if ('kind' in found) return found;
  const table = chooseTable(found, wanted, 'table');
  const read = await readRows(source, target, { ...pass, table });
  if (read.kind !== 'rows') return read;
  const others = found.tables.filter((each) => each !== table);
  const unread = others.length > 0 ? [`Tables not read: ${quotedNames(others)}`] : [];
  return { ...read, table: table.name, notices: [...found.notices, ...unread] };
}

/** Reads the wanted table. Records without lists are read in one pass less. */
async function readTable(source: Utf8Source, target: string, pass: Pass, wanted?: string) {
  if (wanted === undefined) {
    const read = await readRows(source, target, pass);
    if (read.kind === 'rows') return { ...read, table: null, notices: [] };
    if (read.kind === 'not-utf8') return read;
  }
  const listed = await readListed(source, target, pass, wanted);
  if (listed.kind === 'lists') throw fault('The file changed while it was read.');
  return listed;
}

async function scan(path: string, options: ScanOptions, isArray: boolean) {
  const { parquetPath, plain, signal, maxRanges = MAX_RANGES } = options;
  const target = `${parquetPath}.rows`;
  const workPath = `${parquetPath}.utf8`;
  const files = { parquetPath, rowsPath: target, isKept: plain !== undefined };
  return parquetOrNoFile({ ...files, signal }, async () => {
    const read = await readAsUtf8(path, { workPath, signal }, (source) =>
      readTable(source, target, { isArray, table: null, maxRanges, signal }, options.table),
    );
    const { columns, rows, escaped, leftOut, lines, encoding, table, typed, notices } = read;
    checkCells(rows, columns.length);
    options.checkLeftOut?.(leftOut, lines);
    const stored = await storeOrKeep(
      { path: target, columns, escaped, rows },
      { parquetPath, delimiter: null, signal, ...(plain && { plain }) },
    );
    const layouts = settleTyped(stored.layouts, typed.cells);
    const shared = { rowCount: rows, parquetPath, plain: stored.plain };
    const found = { columns: layouts, ...shared, encoding, leftOut };
    return { ...found, skipped: NO_LINES, delimited: null, typed, notices, table };
  });
}

/** Scans JSON Lines: one object per line. Unreadable lines are left out and reported. */
export const scanJsonLines: ScanFormat = (path, options) => scan(path, options, false);

export const scanJson: ScanFormat = (path, options) => scan(path, options, true);

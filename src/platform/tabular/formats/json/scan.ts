import { open } from 'node:fs/promises';
import { checkCells } from '../../check-cells.ts';
import { columnNames } from '../../columns/column-names.ts';
import { detectColumns } from '../../columns/detect-columns.ts';
import { createPlainRows } from '../../delimited/collect-rows.ts';
import { createLineRanges } from '../../delimited/line-ranges.ts';
import { storeRows } from '../../delimited/store-rows.ts';
import { type NotUtf8, readAsUtf8, type Utf8Source } from '../../encoding/utf8-source.ts';
import { parquetOrNoFile } from '../../parquet/parquet-or-no-file.ts';
import { NO_LINES, type ScanFormat, type ScanOptions } from '../scan.ts';
import { type Cells, fault } from './flatten.ts';
import { readRecords } from './read-records.ts';

/** Records from which columns are collected before rows are written. */
const FIRST_RECORDS = 10_000;
const MAX_RANGES = 1000;
const MAX_QUOTED = 200;

type Pass = { isArray: boolean; signal: AbortSignal | undefined };

/** Returns true if a column is the parent of others, as `payer` is of `payer.name`. */
const isParent = (names: ReadonlySet<string>, name: string): boolean =>
  [...names].some((other) => other.startsWith(`${name}.`));

/** Collects columns of the first records; objects null in some add none for themselves. */
async function firstColumns(source: Utf8Source, pass: Pass): Promise<Set<string> | NotUtf8> {
  const names = new Set<string>();
  const withValue = new Set<string>();
  let records = 0;
  const read = await readRecords(source, {
    ...pass,
    onRecord: (cells) => {
      for (const [name, value] of cells) {
        names.add(name);
        if (value !== null) withValue.add(name);
      }
      return ++records < FIRST_RECORDS;
    },
    onUnreadable: () => undefined,
    onPiece: async () => undefined,
  });
  if (read.kind === 'not-utf8') return read;
  return new Set([...names].filter((name) => withValue.has(name) || !isParent(names, name)));
}

/** Writes the rows of known columns; `late` names columns that appear only in later records. */
async function writeRows(
  source: Utf8Source,
  target: string,
  { columns, maxRanges, ...pass }: Pass & { columns: ReadonlySet<string>; maxRanges: number },
) {
  const rows = createPlainRows(columns.size);
  const late = new Set<string>();
  const unreadable = createLineRanges(maxRanges);
  const valuesOf = (cells: Cells) => Array.from(columns, (name) => cells.get(name) ?? null);
  const file = await open(target, 'w', 0o600);
  try {
    const read = await readRecords(source, {
      ...pass,
      onRecord: (cells) => {
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
    });
    if (read.kind === 'not-utf8') return read;
    const { escaped, count } = rows.result();
    const { lines } = read;
    return { kind: 'rows' as const, late, leftOut: unreadable.found, lines, escaped, rows: count };
  } finally {
    await file.close();
  }
}

async function readRows(
  source: Utf8Source,
  target: string,
  { maxRanges, ...pass }: Pass & { maxRanges: number },
) {
  const first = await firstColumns(source, pass);
  if (!(first instanceof Set)) return first;
  let columns = first;
  for (;;) {
    if (columns.size === 0) throw fault('The file contains no records.');
    const names = columnNames([...columns]);
    const read = await writeRows(source, target, { ...pass, columns, maxRanges });
    if (read.kind === 'not-utf8') return read;
    if (read.late.size === 0) {
      return { ...read, columns: names, encoding: source.encoding };
    }
    columns = new Set([...columns, ...read.late]);
  }
}

async function scan(path: string, options: ScanOptions, isArray: boolean) {
  const { parquetPath, signal, maxRanges = MAX_RANGES } = options;
  const target = `${parquetPath}.rows`;
  const workPath = `${parquetPath}.utf8`;
  return parquetOrNoFile({ parquetPath, rowsPath: target, signal }, async () => {
    const read = await readAsUtf8(path, { workPath, signal }, (source) =>
      readRows(source, target, { isArray, maxRanges, signal }),
    );
    const { columns, rows, escaped, leftOut, lines, encoding } = read;
    checkCells(rows, columns.length);
    options.checkLeftOut?.(leftOut, lines);
    await storeRows(target, parquetPath, { columns, escaped, rows }, { signal });
    const layouts = await detectColumns(parquetPath, columns, { delimiter: null, signal });
    const found = { columns: layouts, rowCount: rows, parquetPath, encoding, leftOut };
    return { ...found, skipped: NO_LINES, delimited: null, typed: null, notices: [] };
  });
}

/** Scans JSON Lines: one object per line. Unreadable lines are left out and reported. */
export const scanJsonLines: ScanFormat = (path, options) => scan(path, options, false);

export const scanJson: ScanFormat = (path, options) => scan(path, options, true);

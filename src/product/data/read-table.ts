import { MAX_LEARNED_ROWS } from '../../engines/synthesize/trees/learning-rows.ts';
import { parseCodedColumn, type ReadLayout } from '../../engines/table/parse-columns.ts';
import { type Column, lengthOf, type Table } from '../../engines/table/table.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { readJoinedRows, SEPARATOR } from '../../platform/tabular/parquet/read-text-columns.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import { hashOn, NO_HASH, type TextCoder, textCoder } from '../../shared/text-codes.ts';

/** Cells held as codes of their texts at a time; most typed columns are smaller. */
const MAX_CODED_CELLS = 6_000_000;
/** Columns read at a time: texts that differ from row to row take a table for each column. */
const MAX_CODED_COLUMNS = 50;

export type RowsFile = {
  parquetPath: string;
  columns: string[];
  rows: number;
  layouts?: Readonly<Partial<Record<string, ReadLayout>>> | undefined;
};

/**
 * Reads an all-text Parquet file as a typed table, reporting progress.
 * @param most maximum number of rows, sampled uniformly
 * @param rows rows to read instead, counted from 0 and ascending
 */
export async function* readTable(
  file: RowsFile,
  signal: ThreadSignal,
  {
    stage = 'reading',
    most = MAX_LEARNED_ROWS,
    rows,
  }: {
    stage?: string;
    most?: number;
    rows?: Uint32Array | undefined;
  } = {},
): AsyncGenerator<ThreadProgress, Table> {
  const { layouts = {} } = file;
  const share = rows === undefined && most < file.rows ? most / file.rows : 1;
  const count = rows?.length ?? Math.min(most, file.rows);
  const fitting = Math.floor(MAX_CODED_CELLS / Math.max(1, count));
  const width = Math.min(MAX_CODED_COLUMNS, Math.max(1, fitting));
  const columns: Column[] = [];
  for (let at = 0; at < file.columns.length; at += width) {
    const done = Math.round((file.rows * at) / file.columns.length);
    yield { kind: 'progress', stage, done, total: file.rows };
    const names = file.columns.slice(at, at + width);
    const read = async (some: readonly string[]) =>
      await codeColumns(some, { parquetPath: file.parquetPath, count, share, rows, signal });
    const together = await read(names);
    for (const [i, name] of names.entries()) {
      const layout = Object.hasOwn(layouts, name) ? layouts[name] : undefined;
      const coder = together === null ? (await read([name]))?.[0] : together[i];
      columns.push(parseCodedColumn(name, coder!.end(), layout));
    }
  }
  return { rows: columns[0] === undefined ? 0 : lengthOf(columns[0]), columns };
}

type Coding = {
  parquetPath: string;
  count: number;
  share: number;
  rows: Uint32Array | undefined;
  signal: ThreadSignal;
};

/** Encodes columns as codes; null if a text of several columns contains the separator. */
async function codeColumns(
  names: readonly string[],
  { parquetPath, count, share, rows, signal }: Coding,
): Promise<TextCoder[] | null> {
  const coders = names.map(() => textCoder(count));
  const chosen = chooser(rows);
  for await (const joined of readJoinedRows({ parquetPath, names, options: { share } })) {
    if (signal.aborted) throw cancelledError();
    const places = chosen(joined.length);
    const picked = places === null ? joined : places.map((place) => joined[place]!);
    if (!picked.every((bytes) => addRow(coders, bytes))) return null;
  }
  return coders;
}

/** Adds the parts of a row; returns false if their number is not that of the columns. */
function addRow(coders: readonly TextCoder[], bytes: Uint8Array): boolean {
  const last = coders.length - 1;
  let part = 0;
  let from = 0;
  let hash = NO_HASH;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== SEPARATOR || last === 0) {
      hash = hashOn(hash, byte);
      continue;
    }
    if (part === last) return false;
    coders[part++]!.add(bytes, from, i, hash);
    from = i + 1;
    hash = NO_HASH;
  }
  if (part < last) return false;
  coders[last]!.add(bytes, from, bytes.length, hash);
  return true;
}

/** Returns a function that picks the rows to read from each successive chunk; null for all. */
function chooser(rows: Uint32Array | undefined): (length: number) => number[] | null {
  if (rows === undefined) return () => null;
  let start = 0;
  let next = 0;
  return (length) => {
    const places: number[] = [];
    for (; next < rows.length && rows[next]! < start + length; next++) {
      places.push(rows[next]! - start);
    }
    start += length;
    return places;
  };
}

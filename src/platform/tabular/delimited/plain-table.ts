import { open } from 'node:fs/promises';
import { type CodedTexts, hashOn, NO_HASH, textCoder } from '../../../shared/text-codes.ts';
import { cancelled } from '../duckdb.ts';
import type { ColumnChunk } from '../parquet/read-text-columns.ts';
import { firstLine, ROW_END, restored, SEPARATOR } from './plain-rows.ts';

/** Rows in plain form (see plain-rows.ts) in a file. */
export type PlainTable = {
  path: string;
  columns: readonly string[];
  /** Columns in which a value is escaped. */
  escaped: Uint8Array;
  rows: number;
};

const READ_BYTES = 4 * 1024 * 1024;

type Coder = ReturnType<typeof textCoder>;

/** Passes on whole rows of a file in pieces, until `onRows` returns false. */
async function eachPiece(
  path: string,
  onRows: (bytes: Uint8Array, from: number, to: number) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let bytes = Buffer.allocUnsafe(Math.min(READ_BYTES, size + 1));
    let held = 0;
    for (let at = firstLine.length; ; ) {
      if (signal?.aborted) throw cancelled(signal);
      if (held === bytes.length) bytes = Buffer.concat([bytes], 2 * bytes.length);
      const { bytesRead } = await file.read(bytes, held, bytes.length - held, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      const to = held + bytesRead;
      const end = bytes.lastIndexOf(ROW_END, to - 1) + 1;
      if (!onRows(bytes, 0, end)) return;
      bytes.copyWithin(0, end, to);
      held = to - end;
    }
  } finally {
    await file.close();
  }
}

/** Adds the rows from `from` to `to`; columns without a coder are passed over. Returns their number. */
function addRows(
  coders: readonly (Coder | undefined)[],
  bytes: Uint8Array,
  { from, to, most }: { from: number; to: number; most: number },
): number {
  let rows = 0;
  let column = 0;
  let start = from;
  let hash = NO_HASH;
  let coder = coders[0];
  for (let i = from; i < to && rows < most; i++) {
    const byte = bytes[i]!;
    if (byte !== SEPARATOR && byte !== ROW_END) {
      if (coder !== undefined) hash = hashOn(hash, byte);
      continue;
    }
    coder?.add(bytes, start, i, hash);
    if (byte === ROW_END) {
      rows++;
      column = 0;
    } else column++;
    coder = coders[column];
    start = i + 1;
    hash = NO_HASH;
  }
  return rows;
}

/** Restores escaped texts, of which one may be a missing value. */
function withoutEscapes({ codes, texts }: CodedTexts): CodedTexts {
  const values = texts.map(restored);
  const gap = values.indexOf(null);
  if (gap < 0) return { codes, texts: values as string[] };
  return {
    codes: codes.map((code) => (code === gap ? -1 : code > gap ? code - 1 : code)),
    texts: values.filter((value) => value !== null),
  };
}

/**
 * Codes some columns of a table in the order given; of its first rows only if `most` is given. An
 * empty string is a text.
 */
export async function codeColumns(
  { path, columns, escaped, rows }: PlainTable,
  wanted: readonly number[],
  { most = rows, signal }: { most?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<CodedTexts[]> {
  const coders = wanted.map(() => textCoder(Math.min(most, rows)));
  const byColumn = columns.map((_, i) => coders[wanted.indexOf(i)]);
  let left = most;
  await eachPiece(
    path,
    (bytes, from, to) => {
      left -= addRows(byColumn, bytes, { from, to, most: left });
      return left > 0;
    },
    signal,
  );
  return coders.map((coder, i) => {
    const coded = coder.end();
    return escaped[wanted[i]!] === 1 ? withoutEscapes(coded) : coded;
  });
}

/** Returns groups of columns that hold at most some cells, or one column. */
export function columnGroups(
  { columns, rows }: Pick<PlainTable, 'columns' | 'rows'>,
  maxCells: number,
): number[][] {
  const width = Math.max(1, Math.floor(maxCells / Math.max(1, rows)));
  const groups: number[][] = [];
  for (let at = 0; at < columns.length; at += width)
    groups.push(columns.slice(at, at + width).map((_, i) => at + i));
  return groups;
}

/** Reads the first rows of some columns as text, in chunks like those of stored rows. */
export async function* readPlainTexts(
  table: PlainTable,
  names: readonly string[],
  limit: number,
): AsyncGenerator<ColumnChunk> {
  const rows = Math.min(limit, table.rows);
  const wanted = names.map((name) => table.columns.indexOf(name));
  const coded = await codeColumns(table, wanted, { most: rows });
  const columns = coded.map(({ codes, texts }) =>
    Array.from(codes, (code) => (code < 0 ? null : texts[code]!)),
  );
  yield { rows, columns };
}

import { MAX_LEARNED_ROWS } from '../../engines/synthesize/trees/learning-rows.ts';
import { parseColumn, type ReadLayout } from '../../engines/table/parse-columns.ts';
import { type Column, lengthOf, type Table } from '../../engines/table/table.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';

/** Cells held as text at a time; typed columns are far smaller. */
const MAX_TEXT_CELLS = 1_000_000;

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
  const width = Math.max(1, Math.floor(MAX_TEXT_CELLS / Math.max(1, count)));
  const columns: Column[] = [];
  for (let at = 0; at < file.columns.length; at += width) {
    const done = Math.round((file.rows * at) / file.columns.length);
    yield { kind: 'progress', stage, done, total: file.rows };
    const names = file.columns.slice(at, at + width);
    const texts: (string | null)[][] = names.map(() => []);
    const chosen = chooser(rows);
    for await (const chunk of readTextColumns({
      parquetPath: file.parquetPath,
      names,
      options: { share },
    })) {
      if (signal.aborted) throw cancelledError();
      const places = chosen(chunk.rows);
      for (const [i, values] of chunk.columns.entries()) {
        if (places === null) for (const value of values) texts[i]!.push(value || null);
        else for (const place of places) texts[i]!.push(values[place] || null);
      }
    }
    for (const [i, name] of names.entries()) {
      const layout = Object.hasOwn(layouts, name) ? layouts[name] : undefined;
      columns.push(parseColumn(name, texts[i]!, layout));
    }
  }
  return { rows: columns[0] === undefined ? 0 : lengthOf(columns[0]), columns };
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

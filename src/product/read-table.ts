import { type ColumnKind, parseColumn } from '../engines/table/parse-columns.ts';
import { type Column, lengthOf, type Table } from '../engines/table/table.ts';
import { cancelledError } from '../platform/jobs/run-context.ts';
import type { ThreadSignal } from '../platform/jobs/thread.ts';
import { readTextColumns } from '../platform/tabular/read-text-columns.ts';

/** More rows than these teach a model nothing that shows; an even share of the file stands for it. */
export const MOST_LEARNED_ROWS = 250_000;
/** Cells held as text at a time: what a column becomes is far smaller than its text. */
const MOST_TEXT_CELLS = 1_000_000;

/** Reads an all-text Parquet file, or an even share of its rows, as a typed table, telling how far it is. */
export async function* readTable(
  file: { parquetPath: string; columns: string[]; rows: number },
  signal: ThreadSignal,
  most = MOST_LEARNED_ROWS,
  kinds: Readonly<Partial<Record<string, ColumnKind>>> = {},
): AsyncGenerator<{ done: number; total: number }, Table> {
  const share = Math.min(1, most / file.rows);
  const width = Math.max(1, Math.floor(MOST_TEXT_CELLS / Math.min(most, file.rows)));
  const columns: Column[] = [];
  for (let at = 0; at < file.columns.length; at += width) {
    yield { done: Math.round((file.rows * at) / file.columns.length), total: file.rows };
    const names = file.columns.slice(at, at + width);
    const texts: (string | null)[][] = names.map(() => []);
    for await (const chunk of readTextColumns(file.parquetPath, names, undefined, { share })) {
      if (signal.aborted) throw cancelledError();
      for (const [i, values] of chunk.columns.entries()) {
        for (const value of values) texts[i]!.push(value || null);
      }
    }
    for (const [i, name] of names.entries())
      columns.push(parseColumn(name, texts[i]!, kinds[name]));
  }
  return { rows: columns[0] === undefined ? 0 : lengthOf(columns[0]), columns };
}

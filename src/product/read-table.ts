import { parseColumns } from '../engines/table/parse-columns.ts';
import type { Table } from '../engines/table/table.ts';
import { cancelledError } from '../platform/jobs/run-context.ts';
import type { ThreadSignal } from '../platform/jobs/thread.ts';
import { readTextColumns } from '../platform/tabular/read-text-columns.ts';

const REPORT_EVERY = 50_000;
/** More rows than these teach a model nothing that shows; an even share of the file stands for it. */
export const MOST_LEARNED_ROWS = 250_000;

/** Reads an all-text Parquet file, or an even share of its rows, as a typed table, telling how far it is. */
export async function* readTable(
  file: { parquetPath: string; columns: string[]; rows: number },
  signal: ThreadSignal,
  most = MOST_LEARNED_ROWS,
  kinds: Parameters<typeof parseColumns>[2] = {},
): AsyncGenerator<{ done: number; total: number }, Table> {
  yield { done: 0, total: file.rows };
  const texts: (string | null)[][] = file.columns.map(() => []);
  const share = Math.min(1, most / file.rows);
  let read = 0;
  for await (const chunk of readTextColumns(file.parquetPath, file.columns)) {
    if (signal.aborted) throw cancelledError();
    for (let row = 0; row < chunk.rows; row++) {
      const taken = Math.floor((read + row + 1) * share) > Math.floor((read + row) * share);
      if (!taken) continue;
      for (const [i, values] of chunk.columns.entries()) texts[i]!.push(values[row] || null);
    }
    const before = Math.floor(read / REPORT_EVERY);
    read += chunk.rows;
    if (Math.floor(read / REPORT_EVERY) > before) yield { done: read, total: file.rows };
  }
  return parseColumns(file.columns, texts, kinds);
}

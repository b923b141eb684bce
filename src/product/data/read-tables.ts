import type { Table } from '../../engines/table/table.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_LINKED_ROWS } from '../../shared/limits.ts';
import { type RowsFile, readTable } from './read-table.ts';

export async function* readTables(
  files: readonly (RowsFile & { name: string })[],
  signal: ThreadSignal,
  stage = 'reading',
): AsyncGenerator<ThreadProgress, Record<string, Table>> {
  const [only, ...others] = files;
  if (only !== undefined && others.length === 0)
    return { [only.name]: yield* readTable(only, signal, { stage }) };
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  if (rows > MAX_LINKED_ROWS)
    throw new AppError(
      'bad_request',
      `Linked tables can have at most ${MAX_LINKED_ROWS} rows in total; these have ${rows}.`,
    );
  const tables: Record<string, Table> = {};
  for (const file of files)
    tables[file.name] = yield* readTable(file, signal, { stage, most: MAX_LINKED_ROWS });
  return tables;
}

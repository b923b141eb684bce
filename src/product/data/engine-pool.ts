import { inTurn, type Spread } from '../../engines/spread.ts';
import type { Table } from '../../engines/table/table.ts';
import { ThreadPool } from '../../platform/threads/pool.ts';
import { threadCount } from '../../platform/threads/thread-count.ts';

/** Cells of a table below which a thread takes longer to start than it saves. */
const MIN_CELLS = 100_000;

const module = new URL('./engine-thread.ts', import.meta.url);

export const cellsOf = (tables: Readonly<Record<string, Table>>): number =>
  Object.values(tables).reduce((sum, { rows, columns }) => sum + rows * columns.length, 0);

/**
 * Returns a function that runs independent parts of a fit or report in threads, and one that ends
 * them. Results are the same for any number of threads.
 *
 * @param threads by default the setting of the process
 * @param cells size of the tables; small ones are computed by the calling thread
 */
export function openSpread(
  threads: number | undefined,
  cells: number,
): { spread: Spread; close: () => void } {
  const count = threads ?? threadCount();
  if (count < 2 || (threads === undefined && cells < MIN_CELLS))
    return { spread: inTurn, close: () => {} };
  const pool = new ThreadPool(module, count);
  const spread: Spread = { threads: count, map: (task, work) => pool.run(task, work) };
  return { spread, close: () => pool.close() };
}

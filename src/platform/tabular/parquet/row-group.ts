import { stat } from 'node:fs/promises';

const ROWS = 40_960;
const STEP = 2048;
/** Cell limit: the writer buffers a row group, so wide or long rows need smaller ones. */
const MAX_CELLS = 2_000_000;
const MAX_BYTES = 32_000_000;

/** Returns the rows of a row group, given the columns and the bytes of a row as text. */
export function rowGroupOf(columns: number, rowBytes = 0): number {
  const most = Math.min(MAX_CELLS / columns, MAX_BYTES / rowBytes);
  return Math.min(ROWS, Math.max(1, Math.floor(most / STEP)) * STEP);
}

export async function rowGroupOfFile(
  path: string,
  { columns, rows }: { columns: number; rows: number },
): Promise<number> {
  return rowGroupOf(columns, rows === 0 ? 0 : (await stat(path)).size / rows);
}

import { stat } from 'node:fs/promises';

const ROWS = 40_960;
/** What DuckDB hands on at a time. */
const STEP = 2048;
/** The writer holds a row group whole: with many columns, or long texts, it has fewer rows. */
const MAX_CELLS = 2_000_000;
const MAX_BYTES = 32_000_000;

/** Rows of a row group, by how many columns a row has and how many bytes it takes as text. */
export function rowGroupOf(columns: number, rowBytes = 0): number {
  const most = Math.min(MAX_CELLS / columns, MAX_BYTES / rowBytes);
  return Math.min(ROWS, Math.max(1, Math.floor(most / STEP)) * STEP);
}

/** The same for so many rows that lie in a file of text. */
export async function rowGroupOfFile(
  path: string,
  { columns, rows }: { columns: number; rows: number },
): Promise<number> {
  return rowGroupOf(columns, rows === 0 ? 0 : (await stat(path)).size / rows);
}

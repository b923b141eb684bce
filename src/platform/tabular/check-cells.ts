import { AppError } from '../../shared/errors.ts';
import { MAX_UPLOAD_CELLS } from '../../shared/limits.ts';

/** Refuses a table with more cells than are read: a few kilobytes of Parquet may unpack to days of work. */
export function checkCells(rows: number, columns: number, most = MAX_UPLOAD_CELLS): void {
  if (rows * columns <= most) return;
  throw new AppError(
    'too_large',
    `The file has ${rows} rows of ${columns} columns; at most ${most} cells are read. Send fewer columns, or the rows in several files.`,
  );
}

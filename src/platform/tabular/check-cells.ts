import { AppError } from '../../shared/errors.ts';
import { MAX_UPLOAD_CELLS } from '../../shared/limits.ts';

/** Refuses tables with too many cells: a few kilobytes of Parquet may unpack to days of work. */
export function checkCells(rows: number, columns: number, most = MAX_UPLOAD_CELLS): void {
  if (rows * columns <= most) return;
  throw new AppError(
    'too_large',
    `The file has ${rows} rows of ${columns} columns; the limit is ${most} cells. Upload fewer columns, or split the rows into several files.`,
  );
}

import { rm } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.ts';

/**
 * Runs work that writes rows to `rowsPath` and from them a Parquet file. The rows are removed at
 * the end unless a caller reads them, and the Parquet file on failure.
 *
 * @throws AppError `cancelled` if the signal has ended the work
 */
export async function parquetOrNoFile<T>(
  {
    parquetPath,
    rowsPath,
    isKept = false,
    signal,
  }: {
    parquetPath: string;
    rowsPath: string;
    isKept?: boolean;
    signal?: AbortSignal | undefined;
  },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await rm(parquetPath, { force: true });
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled', { cause: error });
    throw error;
  } finally {
    if (!isKept) await rm(rowsPath, { force: true });
  }
}

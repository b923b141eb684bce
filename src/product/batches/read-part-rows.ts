import type { FileStore } from '../../platform/files/file-store.ts';
import { withLocalCopy } from '../../platform/files/with-local-copy.ts';
import { fileKey } from '../../platform/storage/context.ts';
import { readParquetRows } from '../../platform/tabular/parquet/read-parquet-rows.ts';

export type BatchPart = { version: string; rows: number };

type Rows = { columns: string[]; rows: (string | null)[][] };

/** Reads a page of a batch of several Parquet files; files outside the page are not opened. */
export async function readPartRows(
  files: FileStore,
  parts: readonly BatchPart[],
  { offset, limit }: { offset: number; limit: number },
): Promise<Rows> {
  const page: Rows = { columns: [], rows: [] };
  let before = 0;
  for (const [i, { version, rows }] of parts.entries()) {
    const from = Math.max(0, offset + page.rows.length - before);
    before += rows;
    const isLast = i === parts.length - 1;
    // A page beyond the last row still has columns.
    if (from >= rows && !(isLast && page.columns.length === 0)) continue;
    const range = { offset: from, limit: limit - page.rows.length };
    const read = await withLocalCopy(files, fileKey(version), (path) =>
      readParquetRows(path, range),
    );
    page.columns = read.columns;
    page.rows.push(...read.rows);
    if (page.rows.length === limit) break;
  }
  return page;
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scanDelimited } from '../../platform/tabular/delimited/scan-delimited.ts';
import type { SourceFile } from './analyzed-files.ts';

export async function storedRows(
  folder: string,
  filename: string,
  text: string,
): Promise<SourceFile> {
  const path = join(folder, filename);
  const parquetPath = `${path}.parquet`;
  await writeFile(path, text);
  const scanned = await scanDelimited(path, { parquetPath, header: true });
  return {
    format: 'rows',
    filename,
    path: parquetPath,
    rows: scanned.rowCount,
    columns: scanned.columns.map(({ name }) => name),
    layouts: Object.fromEntries(scanned.columns.map((column) => [column.name, column])),
  };
}

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { parquetFromCsv } from '../../platform/tabular/parquet/parquet-from-csv.ts';
import type { ParquetColumn } from '../../platform/tabular/parquet/write-parquet.ts';
import type { WrittenFile } from '../hashed-file.ts';

function hashOf(path: string): { bytes: number; sha256: string } {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(1 << 20);
  const file = openSync(path, 'r');
  let bytes = 0;
  for (let n = readSync(file, buffer); n > 0; n = readSync(file, buffer)) {
    hash.update(buffer.subarray(0, n));
    bytes += n;
  }
  closeSync(file);
  return { bytes, sha256: hash.digest('hex') };
}

export async function parquetFrom(
  csvPath: string,
  columns: ParquetColumn[],
  header: boolean,
): Promise<WrittenFile> {
  const path = csvPath.replace(/\.csv$/, '.parquet');
  await parquetFromCsv({ path: csvPath, header }, { parquetPath: path, columns });
  rmSync(csvPath);
  return { path, ...hashOf(path) };
}

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UploadFormat } from '../../../shared/upload-formats.ts';
import { withSharedDuckDb } from '../duckdb.ts';
import { readTextColumns } from '../parquet/read-text-columns.ts';
import { scanTable } from './registry.ts';
import type { ScanOptions, TableScan } from './scan.ts';

export type ScannedBytes = Omit<TableScan, 'parquetPath'> & { rows: (string | null)[][] };

async function textRows(parquetPath: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  for await (const { rows: count, columns } of readTextColumns({ parquetPath })) {
    for (let row = 0; row < count; row++) rows.push(columns.map((column) => column[row]!));
  }
  return rows;
}

/**
 * Scans bytes of a format in one shared database, as uploads of small files are, and returns its
 * rows; fails if a scan leaves files.
 */
export async function scanBytes(
  format: UploadFormat,
  bytes: string | Uint8Array,
  options: Partial<ScanOptions> = {},
): Promise<ScannedBytes> {
  const folder = await mkdtemp(join(tmpdir(), 'format-'));
  const path = join(folder, 'file');
  const parquetPath = join(folder, 'rows.parquet');
  await writeFile(path, bytes);
  const leftFiles = async () =>
    (await readdir(folder)).filter((name) => !['file', 'rows.parquet'].includes(name));
  try {
    return await withSharedDuckDb({ path, folder }, async () => {
      const { parquetPath: _, ...scan } = await scanTable(format, path, {
        parquetPath,
        ...options,
      });
      expect(await leftFiles()).toEqual([]);
      return { ...scan, rows: await textRows(parquetPath) };
    });
  } catch (error) {
    expect(await leftFiles()).toEqual([]);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

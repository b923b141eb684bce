import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadFormat, WrittenFormat } from '../../../shared/upload-formats.ts';
import { scanTable, writeTable } from './registry.ts';

/** Scans bytes of a format and writes their rows in another, with the types of the cells. */
export async function convert(
  from: UploadFormat,
  bytes: string | Uint8Array,
  to: WrittenFormat,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'convert-'));
  const path = join(folder, 'file');
  const parquetPath = join(folder, 'rows.parquet');
  const target = join(folder, 'written');
  try {
    await writeFile(path, bytes);
    const { columns, rowCount, typed } = await scanTable(from, path, { parquetPath });
    const cells = columns.flatMap(({ name }, i) => (typed ? [[name, typed.cells[i]!]] : []));
    const form = {
      dialect: null,
      cells: Object.fromEntries(cells),
      objects: typed?.objects ?? [],
    };
    await writeTable(to, { path: parquetPath, columns, rowCount }, { target, name: 'Rows', form });
    return await readFile(target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

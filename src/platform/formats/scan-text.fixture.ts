import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STATEMENT_COLUMNS, type StatementColumn } from '../../shared/bank-formats.ts';
import { withSharedDuckDb } from '../tabular/duckdb.ts';
import { readTextColumns } from '../tabular/parquet/read-text-columns.ts';
import { type StatementScan, scanStatements } from './scan-statements.ts';
import { sniffFormat } from './sniff.ts';

export type ScannedText = StatementScan & { rows: Record<StatementColumn, string | null>[] };

async function rowsOf(parquetPath: string): Promise<ScannedText['rows']> {
  const rows: ScannedText['rows'] = [];
  for await (const chunk of readTextColumns({ parquetPath })) {
    for (let row = 0; row < chunk.rows; row++) {
      const values = STATEMENT_COLUMNS.map((name, i) => [name, chunk.columns[i]![row]!]);
      rows.push(Object.fromEntries(values));
    }
  }
  return rows;
}

export async function scanContent(content: string | Uint8Array): Promise<ScannedText> {
  const bytes = Buffer.from(content);
  const sniffed = sniffFormat(bytes);
  if (sniffed === null) throw new Error('the format of the content is not known');
  const folder = await mkdtemp(join(tmpdir(), 'statement-'));
  try {
    const path = join(folder, 'file');
    const parquetPath = join(folder, 'rows.parquet');
    await writeFile(path, bytes);
    return await withSharedDuckDb({ path, folder }, async () => {
      const scan = await scanStatements(path, { parquetPath, sniffed });
      return { ...scan, rows: await rowsOf(parquetPath) };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

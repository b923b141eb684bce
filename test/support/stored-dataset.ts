import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, transaction } from '../../src/platform/database/database.ts';
import type { FileStore } from '../../src/platform/files/file-store.ts';
import { newVersion, registerObject } from '../../src/platform/storage/register-object.ts';
import { scanDelimited } from '../../src/platform/tabular/delimited/scan-delimited.ts';

/** Stores a CSV as an uploaded dataset without a run; returns its id. */
export async function storeDataset(
  { database, files }: { database: Pick<Database, 'owner'>; files: FileStore },
  { tenantId, folder, csv }: { tenantId: string; folder: string; csv: string },
): Promise<string> {
  const path = join(folder, 'movements.csv');
  writeFileSync(path, csv);
  const scanned = await scanDelimited(path, { parquetPath: join(folder, 'movements.parquet') });
  const { version, key } = newVersion();
  const stored = await files.put(key, createReadStream(scanned.parquetPath));
  return transaction(database.owner, async (tx) => {
    const name = `${tenantId}/movements.parquet`;
    await registerObject(tx, {
      bucketId: 'ingested_data',
      name,
      version,
      stored,
      mimetype: 'application/vnd.apache.parquet',
      ownerId: null,
      tenantId,
    });
    const { rows } = await tx.query<{ id: string }>(
      `insert into public.ingestion_manifests (tenant_id, filename, record_count, schema, storage_path, format,
         file_size, sha256, parquet_path)
       values ($1, 'movements.csv', $2, $3, 'raw', 'csv', 1, repeat('0', 64), $4) returning id`,
      [
        tenantId,
        scanned.rowCount,
        JSON.stringify(Object.fromEntries(scanned.columns.map((c) => [c.name, c.type]))),
        name,
      ],
    );
    return rows[0]!.id;
  });
}

import type { Database } from '../../../platform/database/database.ts';
import { AppError } from '../../../shared/errors.ts';
import { type BookPreset, isBookPreset } from '../../../shared/institutions.ts';
import { BOOK_FEATURES } from './write-features.ts';

export type BookFiles = { preset: BookPreset; files: { table: string; version: string }[] };

/** Finds the files that an analysis of a book reads; null for other batches. */
export async function readBook(
  database: Database,
  tenantId: string,
  batchId: string,
): Promise<BookFiles | null> {
  const { rows } = await database.asTenant(tenantId, (tx) =>
    tx.query<{ preset: string | null; table: string; version: string }>(
      `select g.manifest #>> '{request,preset}' as preset, g.manifest #>> '{request,table}' as "table", o.version
         from public.generation_logs own
         join public.generation_logs g on g.run_id = own.run_id and g.entity_type = 'table' and g.manifest_id is null
         join storage.objects o on o.bucket_id || '/' || o.name = g.csv_url
        where own.batch_id = $1 and own.entity_type = 'table' and own.manifest_id is null`,
      [batchId],
    ),
  );
  const preset = rows[0]?.preset;
  if (!isBookPreset(preset)) return null;
  const files = BOOK_FEATURES[preset].tables.map((table) => {
    const file = rows.find((row) => row.table === table);
    if (file === undefined)
      throw new AppError('conflict', `Table ${table} of this batch was deleted.`);
    return { table, version: file.version };
  });
  return { preset, files };
}

import type pg from 'pg';
import type { SealedManifest } from '../../engines/provenance/manifest.ts';
import type { StoredFile } from '../../platform/files/file-store.ts';
import { registerObject } from '../../platform/storage/register-object.ts';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';

export const GENERATED = 'generated_data';

export type BatchResult = {
  batchId: string;
  tenantId: string;
  createdBy: string | null;
  records: number;
  manifest: SealedManifest;
  file: { name: string; version: string; stored: StoredFile };
  /** First rows, unless all rows are in the bank's tables. */
  preview?: Record<string, string | null>[];
};

export async function completeBatch(tx: pg.PoolClient, batch: BatchResult): Promise<void> {
  const objectName = `${batch.tenantId}/${batch.batchId}/${batch.file.name}`;
  await registerObject(tx, {
    bucketId: GENERATED,
    name: objectName,
    version: batch.file.version,
    stored: batch.file.stored,
    mimetype: 'text/csv; charset=utf-8',
    ownerId: batch.createdBy,
    tenantId: batch.tenantId,
  });
  const { rowCount } = await tx.query(
    `update public.generation_logs
        set status = 'completed', record_count = $2, csv_url = $3, manifest = $4, report_url = null,
            preview = coalesce($5, preview)
      where batch_id = $1`,
    [
      batch.batchId,
      batch.records,
      `${GENERATED}/${objectName}`,
      canonicalJson(batch.manifest as unknown as Json),
      batch.preview === undefined ? null : JSON.stringify(batch.preview),
    ],
  );
  if (rowCount !== 1) throw new Error(`batch ${batch.batchId} has no log row`);
}

type PartsResult = {
  batchId: string;
  tenantId: string;
  records: number;
  manifest: SealedManifest;
  waiting: { bucket: string; folder: string };
};

export async function completeParts(tx: pg.PoolClient, batch: PartsResult): Promise<void> {
  const { files } = batch.manifest;
  const { rowCount: moved } = await tx.query(
    `update storage.objects o set bucket_id = $1, name = $2 || file.name, updated_at = now()
       from unnest($3::text[], $4::text[]) as file (name, sha256)
      where o.bucket_id = $5 and o.name = $6 || file.name and o.metadata ->> 'sha256' = file.sha256`,
    [
      GENERATED,
      `${batch.tenantId}/${batch.batchId}/`,
      files.map(({ name }) => name),
      files.map(({ sha256 }) => sha256),
      batch.waiting.bucket,
      `${batch.waiting.folder}/`,
    ],
  );
  if (moved !== files.length)
    throw new Error(`batch ${batch.batchId} has ${files.length} files, and ${moved} were there`);
  const { rowCount } = await tx.query(
    `update public.generation_logs
        set status = 'completed', record_count = $2, manifest = $3, report_url = null
      where batch_id = $1`,
    [batch.batchId, batch.records, canonicalJson(batch.manifest as unknown as Json)],
  );
  if (rowCount !== 1) throw new Error(`batch ${batch.batchId} has no log row`);
}

import type pg from 'pg';
import { type SealedManifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import type { StoredFile } from '../../../platform/files/file-store.ts';
import type { RunContext } from '../../../platform/jobs/run-context.ts';
import { registerObject } from '../../../platform/storage/register-object.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import { formulaNotes } from '../../batches/formula-columns.ts';
import type { Output } from '../../batches/run-batch.ts';
import type { Dataset } from '../../data/read-dataset.ts';
import { enterGovernance } from '../enter-governance.ts';
import type { BlendMessage } from './blend-thread.ts';

export type BlendSubject = {
  manifestId: string;
  blendId: string;
  count: number;
  real: number;
  seed: string;
  batches: { id: string; entity: string }[];
};
export type BlendEnd = Extract<BlendMessage, { kind: 'end' }>;
export type BlendFiles = { source: Output; rows: Output; batch: Output };

const INGESTED = 'ingested_data';

const blendFilename = (filename: string): string =>
  `blend-REAL-${filename.replace(/\.(csv|parquet)$/i, '')}.csv`;

export async function completeBlend(
  tx: pg.PoolClient,
  context: RunContext,
  blend: { subject: BlendSubject; dataset: Dataset; made: BlendEnd; files: BlendFiles },
): Promise<{ records: number; message: string }> {
  const { subject, dataset, made, files } = blend;
  const { tenant_id: tenantId, created_by: createdBy } = context.run;
  const batchId = subject.batches[0]!.id;
  const filename = blendFilename(dataset.filename);
  const manifest = manifestOf(subject, { dataset, made, filename, stored: files.batch.stored });
  const owner = { ownerId: createdBy, tenantId, bucketId: INGESTED };
  const path = `${tenantId}/${subject.blendId}/${filename}`;
  const rowsPath = `${tenantId}/${subject.blendId}/rows.parquet`;
  await registerObject(tx, { ...owner, ...files.source, name: path, mimetype: 'text/csv' });
  await registerObject(tx, {
    ...owner,
    ...files.rows,
    name: rowsPath,
    mimetype: 'application/vnd.apache.parquet',
  });
  await tx.query(
    `insert into public.ingestion_manifests
       (id, tenant_id, filename, record_count, schema, storage_path, kind, format, file_size, sha256,
        dialect, preview, parquet_path, batch_id, uploaded_by)
     values ($1, $2, $3, $4, $5, $6, 'blend', 'csv', $7, $8, $9, $10, $11, $12, $13)`,
    [
      subject.blendId,
      tenantId,
      filename,
      subject.count,
      JSON.stringify(made.schema),
      path,
      files.source.stored.size,
      files.source.stored.sha256,
      JSON.stringify(made.dialect),
      JSON.stringify(made.preview),
      rowsPath,
      batchId,
      createdBy,
    ],
  );
  await completeBatch(tx, {
    batchId,
    tenantId,
    createdBy,
    records: subject.count,
    manifest,
    file: { name: filename, ...files.batch },
    preview: made.preview,
  });
  await enterGovernance(tx, {
    context,
    dataset,
    model: 'Synthesizer (blend)',
    manifest: manifest as unknown as Json,
    batchId,
  });
  const synthetic = subject.count - subject.real;
  return {
    records: subject.count,
    message: `${filename}: ${subject.real} real rows without direct identifiers and ${synthetic} synthetic rows, each tagged.`,
  };
}

function manifestOf(
  subject: BlendSubject,
  {
    dataset,
    made,
    filename,
    stored,
  }: { dataset: Dataset; made: BlendEnd; filename: string; stored: StoredFile },
): SealedManifest {
  const { count, real, seed } = subject;
  return sealManifest({
    format: 'sandbox-manifest/1',
    engine: { name: 'synthesize', version: made.engineVersion },
    seed,
    request: { count, real, synthetic: count - real, mode: 'balanced' },
    source: {
      filename: dataset.filename,
      sha256: dataset.sha256,
      records: Number(dataset.record_count),
    },
    counts: { real, synthetic: count - real },
    files: [{ name: filename, rows: count, bytes: stored.size, sha256: stored.sha256 }],
    notes: {
      holdsRealRows: real > 0,
      removedFromRealRows: Object.fromEntries(
        Object.entries(made.roles).filter(([, role]) => role !== 'feature'),
      ),
      ...formulaNotes(made.formulas),
      ...(made.modelHash !== null && { modelHash: made.modelHash }),
      privacyWithheld: 'not scored: a blend contains real rows',
    },
  });
}

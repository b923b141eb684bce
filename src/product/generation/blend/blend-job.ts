import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Json } from '../../../engines/provenance/canonical-json.ts';
import { type SealedManifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import { type Database, transaction } from '../../../platform/database/database.ts';
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts';
import { localPath } from '../../../platform/files/local-path.ts';
import { withWorkFolder } from '../../../platform/files/work-folder.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { newVersion, registerObject } from '../../../platform/storage/register-object.ts';
import { threadEnd } from '../../../platform/threads/thread-end.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import { type Dataset, readDataset } from '../../data/read-dataset.ts';
import { enterGovernance } from '../enter-governance.ts';
import type { BlendInput, BlendMessage } from './blend-thread.ts';

export type BlendSubject = {
  /** The dataset whose rows are blended. */
  manifestId: string;
  /** The dataset that the blend becomes. */
  blendId: string;
  count: number;
  real: number;
  seed: string;
  batches: { id: string; entity: string }[];
};
type Made = Extract<BlendMessage, { kind: 'end' }>;

const MODULE = new URL('./blend-thread.ts', import.meta.url);
const INGESTED = 'ingested_data';

/** Whoever gets the file sees by its name that real rows are in it. */
export const blendFilename = (filename: string): string =>
  `blend-REAL-${filename.replace(/\.(csv|parquet)$/i, '')}.csv`;

/** Real rows without direct identifiers and synthetic rows of the same schema, as a dataset of their own. */
export function blendHandler(parts: {
  database: Database;
  files: FileStore;
  workFolder: string;
}): RunHandler {
  return async (context) => {
    const subject = context.run.subject as BlendSubject;
    const dataset = await readDataset(parts.database, context.run.tenant_id, subject.manifestId);
    const parquetPath = localPath(parts.files, fileKey(dataset.version));
    const kept: string[] = [];
    const keep = async (path: string) => {
      const { version, key } = newVersion();
      kept.push(key);
      return { version, stored: await parts.files.put(key, createReadStream(path)) };
    };
    const blend = async (folder: string) => {
      const paths = { csvPath: join(folder, 'rows.csv'), rowsPath: join(folder, 'rows.parquet') };
      const input: BlendInput = {
        ...paths,
        parquetPath,
        columns: dataset.names,
        rows: Number(dataset.record_count),
        roles: dataset.roles,
        real: subject.real,
        synthetic: subject.count - subject.real,
        seed: subject.seed,
      };
      const made = await threadEnd<BlendMessage>(context, MODULE, input);
      // The dataset and the batch are deleted apart, so each has a file of its own.
      const files = {
        source: await keep(paths.csvPath),
        rows: await keep(paths.rowsPath),
        batch: await keep(paths.csvPath),
      };
      return { made, files };
    };
    try {
      const { id, attempt } = context.run;
      const { made, files } = await withWorkFolder(
        parts.workFolder,
        `blend-${id}-${attempt}`,
        blend,
      );
      return await transaction(parts.database.owner, async (tx) => {
        await context.fence(tx);
        return enter(tx, context, subject, dataset, made, files);
      });
    } catch (error) {
      for (const key of kept) await parts.files.remove(key);
      throw error;
    }
  };
}

type Kept = { version: string; stored: StoredFile };

async function enter(
  tx: pg.PoolClient,
  context: RunContext,
  subject: BlendSubject,
  dataset: Dataset,
  made: Made,
  files: { source: Kept; rows: Kept; batch: Kept },
): Promise<{ records: number; message: string }> {
  const { tenant_id: tenantId, created_by: createdBy } = context.run;
  const batchId = subject.batches[0]!.id;
  const filename = blendFilename(dataset.filename);
  const manifest = manifestOf(subject, dataset, made, filename, files.batch.stored);
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
  });
  await tx.query('update public.generation_logs set preview = $2 where batch_id = $1', [
    batchId,
    JSON.stringify(made.preview),
  ]);
  await enterGovernance(tx, context, dataset, 'Synthesizer (blend)', manifest as unknown as Json);
  const synthetic = subject.count - subject.real;
  return {
    records: subject.count,
    message: `${filename}: ${subject.real} real rows without direct identifiers and ${synthetic} synthetic rows, each marked.`,
  };
}

function manifestOf(
  subject: BlendSubject,
  dataset: Dataset,
  made: Made,
  filename: string,
  stored: StoredFile,
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
      ...(made.modelHash !== null && { modelHash: made.modelHash }),
      privacyWithheld: 'withheld: a blend holds real rows, and no privacy is claimed for them',
    },
  });
}

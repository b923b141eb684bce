import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { withLocalCopy } from '../../../platform/files/with-local-copy.ts';
import { withWorkFolder } from '../../../platform/files/work-folder.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { type BatchWork, runBatch } from '../../batches/run-batch.ts';
import { type Dataset, readDataset } from '../../data/read-dataset.ts';
import type { BlendInput } from './blend-thread.ts';
import { type BlendEnd, type BlendSubject, completeBlend } from './complete-blend.ts';

type Parts = { database: Database; files: FileStore; workFolder: string };

const MODULE = new URL('./blend-thread.ts', import.meta.url);

export function blendHandler(parts: Parts): RunHandler {
  return async (context) => {
    const subject = context.run.subject as BlendSubject;
    const dataset = await readDataset(parts.database, context.run.tenant_id, subject.manifestId);
    const { id, attempt } = context.run;
    return withWorkFolder(parts.workFolder, `blend-${id}-${attempt}`, (folder) =>
      withLocalCopy(parts.files, fileKey(dataset.version), (parquetPath) =>
        runBatch(parts, context, async (tx) =>
          blendWork(tx, context, { subject, dataset, parquetPath, folder }),
        ),
      ),
    );
  };
}

/** Runs the blend thread into local files, since the scan needs a file. */
function blendWork(
  tx: pg.PoolClient,
  context: RunContext,
  blend: { subject: BlendSubject; dataset: Dataset; parquetPath: string; folder: string },
): BatchWork<BlendEnd, 'source' | 'rows' | 'batch', { records: number; message: string }> {
  const { subject, dataset, parquetPath, folder } = blend;
  const csvPath = join(folder, 'rows.csv');
  const rowsPath = join(folder, 'rows.parquet');
  const input: BlendInput = {
    csvPath,
    rowsPath,
    parquetPath,
    columns: dataset.names,
    layouts: dataset.layouts,
    rows: Number(dataset.record_count),
    roles: dataset.roles,
    real: subject.real,
    synthetic: subject.count - subject.real,
    seed: subject.seed,
  };
  // The dataset and the batch are deleted independently, so each has its own file.
  const paths = { source: csvPath, rows: rowsPath, batch: csvPath };
  return {
    thread: { module: MODULE, input },
    rows: subject.count,
    inBank: {},
    outputs: ['source', 'rows', 'batch'],
    onMessage: async (_end, sink) => {
      for (const name of ['source', 'rows', 'batch'] as const) {
        for await (const bytes of createReadStream(paths[name])) await sink.write(name, bytes);
      }
    },
    complete: (end, outputs) =>
      completeBlend(tx, context, { subject, dataset, made: end, files: outputs }),
  };
}

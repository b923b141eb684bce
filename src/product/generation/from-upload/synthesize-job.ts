import type pg from 'pg';
import type { Json } from '../../../engines/provenance/canonical-json.ts';
import { sealManifest } from '../../../engines/provenance/manifest.ts';
import type { SynthesisMode } from '../../../engines/synthesize/index.ts';
import { type Database, transaction } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { localPath } from '../../../platform/files/local-path.ts';
import {
  type RunContext,
  type RunHandler,
  throwIfCancelled,
} from '../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { runThread } from '../../../platform/threads/thread.ts';
import { csvRecord } from '../../../shared/csv.ts';
import { type BatchFile, openBatchFile } from '../../batches/batch-file.ts';
import { completeBatch } from '../../batches/complete-batch.ts';
import { openRowLoader, type RowLoader } from '../../batches/row-loader.ts';
import { type Dataset, readDataset } from '../../data/read-dataset.ts';
import { enterGovernance } from '../enter-governance.ts';
import { type PrivateRun, privateRun } from './private/synthesize-privately.ts';
import { DEFAULT_MODE, type SynthesisSubject } from './synthesis-subject.ts';
import { privateNotes, synthesisManifest } from './synthesize-manifest.ts';
import type { SynthesisInput, SynthesisMessage } from './synthesize-thread.ts';

type Made = {
  names: string[];
  preview: Record<string, string | null>[];
  intoBank: number;
  end: Extract<SynthesisMessage, { kind: 'end' }>;
};

/** Learns from an uploaded dataset, and makes rows of its shape. */
export function synthesizeHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async (context) => {
    const subject = context.run.subject as SynthesisSubject;
    const dataset = await readDataset(parts.database, context.run.tenant_id, subject.manifestId);
    const parquetPath = localPath(parts.files, fileKey(dataset.version));
    const mode = subject.settings.mode ?? DEFAULT_MODE;
    const secret = mode === 'private' ? await privateRun(parts, context, subject, dataset) : null;
    const input: SynthesisInput = {
      parquetPath,
      columns: dataset.names,
      rows: Number(dataset.record_count),
      count: subject.count,
      seed: subject.settings.seed,
      mode,
      roles: dataset.roles,
      ...(secret?.input ?? { privacy: null, modelPath: null }),
    };
    const file = openBatchFile(parts.files);
    try {
      return await transaction(parts.database.owner, async (tx) => {
        const loader = await openRowLoader(tx, {
          tenantId: context.run.tenant_id,
          batchIds: { transactions: subject.batches[0]!.id },
        });
        const made = await pump(context, input, loader, file.write, secret).catch(
          async (error: Error) => {
            await loader.abandon(error);
            throw error;
          },
        );
        await loader.finish();
        return enter(tx, context, { subject, dataset, mode, made, file, secret });
      });
    } catch (error) {
      await file.abandon(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  };
}

/** Enters the batch with its file, its record, and the run that measures it. */
async function enter(
  tx: pg.PoolClient,
  context: RunContext,
  {
    subject,
    dataset,
    mode,
    made,
    file,
    secret,
  }: {
    subject: SynthesisSubject;
    dataset: Dataset;
    mode: SynthesisMode;
    made: Made;
    file: BatchFile;
    secret: PrivateRun | null;
  },
): Promise<{ records: number; message: string }> {
  const { tenant_id: tenantId, created_by: createdBy } = context.run;
  const { count } = subject;
  const batchId = subject.batches[0]!.id;
  // One row that does not fit keeps them all out: half a batch in the bank would mislead.
  if (made.intoBank !== count) {
    await tx.query('delete from bank.transactions where tenant_id = $1 and batch_id = $2', [
      tenantId,
      batchId,
    ]);
  }
  context.progress('storing', count, count);
  const stored = await file.finish();
  await context.fence(tx);
  const model = secret?.model() ?? null;
  const notes = model && privateNotes(model.guarantee, model.sources, secret!.again);
  const manifest = sealManifest(
    synthesisManifest(subject, dataset, mode, made.end, stored, notes ?? {}),
  );
  await completeBatch(tx, {
    batchId,
    tenantId,
    createdBy,
    records: count,
    manifest,
    file: { name: 'transactions.csv', version: file.version, stored },
  });
  await tx.query('update public.generation_logs set preview = $2 where batch_id = $1', [
    batchId,
    JSON.stringify(made.preview),
  ]);
  const by = `Synthesizer (${model === null ? mode : `${mode}, ${model.guarantee.mechanism}`})`;
  const governanceId = secret?.again
    ? null
    : await enterGovernance(tx, context, dataset, by, manifest as unknown as Json);
  // Measuring takes longer than making; it is a run of its own, and the scores are pending until it ends.
  await context.enqueue(tx, 'measure', {
    batchId,
    manifestId: subject.manifestId,
    governanceId,
    roles: made.end.roles,
    guarantee: model && { unit: model.guarantee.unit, sources: model.sources },
  });
  const kept =
    made.intoBank > 0
      ? ''
      : ' They are in a file of their own: their columns are not those of the transactions.';
  return {
    records: count,
    message: `Generated ${count} synthetic records shaped by ${dataset.filename}.${kept}${privacySaid(secret)}`,
  };
}

function privacySaid(secret: PrivateRun | null): string {
  if (secret === null) return '';
  const { guarantee } = secret.model();
  const paid = secret.again
    ? 'Sampled again from a model that was learned before, so no privacy budget was spent.'
    : `Learned with epsilon ${Number(guarantee.epsilon.toFixed(2))} for each ${guarantee.unit} by ${guarantee.mechanism}; the privacy budget was debited.`;
  return ` ${[paid, ...guarantee.warnings].join(' ')}`;
}

async function pump(
  context: RunContext,
  input: SynthesisInput,
  loader: RowLoader,
  write: (bytes: Uint8Array) => Promise<void>,
  secret: PrivateRun | null,
): Promise<Made> {
  const module = new URL('./synthesize-thread.ts', import.meta.url);
  const made: Omit<Made, 'end'> = { names: [], preview: [], intoBank: 0 };
  for await (const message of runThread<SynthesisMessage>(module, input, context.signal)) {
    throwIfCancelled(context.signal);
    if (message.kind === 'end') return { ...made, end: message };
    if (message.kind === 'progress') {
      context.progress(message.stage, message.done, message.total);
      continue;
    }
    if (message.kind === 'cost') {
      await secret!.pay(message);
      continue;
    }
    if (message.kind === 'model') {
      await secret!.keep(message);
      continue;
    }
    if (made.names.length === 0) {
      made.names = message.names;
      await write(Buffer.from(csvRecord(message.names)));
    }
    made.preview.push(...message.preview);
    await write(message.csv);
    if (message.bank === null) made.intoBank = 0;
    else {
      await loader.load('transactions', message.bank.columns, message.bank.csv);
      made.intoBank += message.rows;
    }
    context.progress('generating', message.done, input.count);
  }
  throw new Error('the synthesizer ended without an end');
}

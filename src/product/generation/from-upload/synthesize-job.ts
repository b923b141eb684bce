import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { withLocalCopies } from '../../../platform/files/with-local-copy.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import { csvRecord } from '../../../shared/csv.ts';
import { type BatchSink, type BatchWork, runBatch } from '../../batches/run-batch.ts';
import { readDataset } from '../../data/read-dataset.ts';
import { completeSynthesis, type Synthesis } from './complete-synthesis.ts';
import { privateRun } from './private/synthesize-privately.ts';
import { DEFAULT_MODE, type SynthesisSubject } from './synthesis-subject.ts';
import type { SynthesisInput, SynthesisMessage } from './synthesize-thread.ts';

type Message = Exclude<SynthesisMessage, ThreadProgress>;

const MODULE = new URL('./synthesize-thread.ts', import.meta.url);

export function synthesizeHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async (context) => {
    const subject = context.run.subject as SynthesisSubject;
    const dataset = await readDataset(parts.database, context.run.tenant_id, subject.manifestId);
    const mode = subject.settings.mode ?? DEFAULT_MODE;
    const secret = mode === 'private' ? await privateRun(parts, context, subject, dataset) : null;
    const modelKeys = secret?.modelKey ? [secret.modelKey] : [];
    const keys = [fileKey(dataset.version), ...modelKeys];
    return withLocalCopies(parts.files, keys, ([parquetPath, modelPath = null]) => {
      const input: SynthesisInput = {
        parquetPath: parquetPath!,
        columns: dataset.names,
        layouts: dataset.layouts,
        rows: Number(dataset.record_count),
        count: subject.count,
        seed: subject.settings.seed,
        mode,
        roles: dataset.roles,
        entity: dataset.entity,
        privacy: secret?.privacy ?? null,
        modelPath,
        given: subject.settings.given ?? {},
        rebalance: subject.settings.rebalance ?? null,
      };
      return runBatch(parts, context, async (tx) =>
        synthesisWork(tx, context, { subject, dataset, mode, secret, input }),
      );
    });
  };
}

function synthesisWork(
  tx: pg.PoolClient,
  context: RunContext,
  { input, ...synthesis }: Synthesis & { input: SynthesisInput },
): BatchWork<Message, 'rows', { records: number; message: string }> {
  const { subject, secret } = synthesis;
  const preview: Record<string, string | null>[] = [];
  let rowsInBank = 0;
  let hasHeader = false;
  const writeRows = async (
    message: Extract<SynthesisMessage, { kind: 'rows' }>,
    sink: BatchSink<'rows'>,
  ) => {
    if (!hasHeader) await sink.write('rows', Buffer.from(csvRecord(message.names)));
    hasHeader = true;
    preview.push(...message.preview);
    await sink.write('rows', message.csv);
    if (message.bank !== null) {
      await sink.load('transactions', message.bank.columns, message.bank.csv);
      rowsInBank += message.rows;
    }
    context.progress('generating', message.done, subject.count);
  };
  return {
    thread: { module: MODULE, input },
    rows: subject.count,
    inBank: { transactions: { batchId: subject.batches[0]!.id, rows: subject.count } },
    outputs: ['rows'],
    onMessage: async (message, sink) => {
      switch (message.kind) {
        case 'cost':
          return secret!.pay(message);
        case 'model':
          return secret!.keep(message);
        case 'rows':
          return writeRows(message, sink);
        case 'end':
      }
    },
    complete: (end, { rows }) =>
      completeSynthesis(tx, context, { ...synthesis, end, preview, rowsInBank, output: rows }),
  };
}

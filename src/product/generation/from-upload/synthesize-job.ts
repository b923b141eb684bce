import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { withLocalCopies } from '../../../platform/files/with-local-copy.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import { csvRecord } from '../../../shared/csv.ts';
import { type BatchSink, type BatchWork, runBatch } from '../../batches/run-batch.ts';
import { type Dataset, readDataset } from '../../data/read-dataset.ts';
import { completeSynthesis } from './complete-synthesis.ts';
import { type PrivateRun, privateRun } from './private/synthesize-privately.ts';
import { type Synthesis, type SynthesisSubject, synthesisOf } from './synthesis-subject.ts';
import type { SynthesisInput, SynthesisMessage } from './synthesize-thread.ts';
import type { Source } from './synthesized.ts';

type Message = Exclude<SynthesisMessage, ThreadProgress>;

const MODULE = new URL('./synthesize-thread.ts', import.meta.url);

/** Fits uploaded datasets, one or linked ones, and samples rows of their schemas. */
export function synthesizeHandler(parts: { database: Database; files: FileStore }): RunHandler {
  return async (context) => {
    const synthesis = synthesisOf(context.run.subject as SynthesisSubject);
    const datasets: Dataset[] = [];
    for (const { manifestId } of synthesis.tables)
      datasets.push(await readDataset(parts.database, context.run.tenant_id, manifestId));
    const { manifestId } = synthesis.tables[0]!;
    const { mode, settings } = synthesis;
    const secret =
      mode === 'private'
        ? await privateRun(parts, context, {
            manifestId,
            settings,
            datasets,
            links: synthesis.links,
          })
        : null;
    const modelKeys = secret?.modelKey ? [secret.modelKey] : [];
    const keys = [...datasets.map(({ version }) => fileKey(version)), ...modelKeys];
    return withLocalCopies(parts.files, keys, (paths) => {
      const input = inputOf(synthesis, { datasets, paths, secret });
      return runBatch(parts, context, async (tx) =>
        synthesisWork(tx, context, { synthesis, datasets, secret, input }),
      );
    });
  };
}

/** Returns the rows to draw of tables without a parent. */
function requestedRows({ tables, links, size, mode }: Synthesis, datasets: readonly Dataset[]) {
  // Numbers of rows are confidential too: a private model of linked tables knows noisy ones.
  if (mode === 'private' && links !== null) return {};
  const rows = tables.flatMap(({ name }, i): [string, number][] => {
    if (links?.relations.some(({ child }) => child === name)) return [];
    if ('count' in size) return [[name, size.count]];
    return [[name, Math.max(1, Math.round(Number(datasets[i]!.record_count) * size.scale))]];
  });
  return Object.fromEntries(rows);
}

function inputOf(
  synthesis: Synthesis,
  {
    datasets,
    paths,
    secret,
  }: { datasets: readonly Dataset[]; paths: readonly string[]; secret: PrivateRun | null },
): SynthesisInput {
  const { tables, links, settings, mode, given, rebalance } = synthesis;
  return {
    tables: tables.map(({ name }, i) => {
      const { names, layouts, record_count: rows, roles, entity, rules } = datasets[i]!;
      const key = links?.keys[name];
      return {
        name,
        parquetPath: paths[i]!,
        columns: names,
        layouts,
        rows: Number(rows),
        roles: key == null ? roles : { ...roles, [key]: 'key' as const },
        entity,
        rules,
      };
    }),
    relations: links?.relations ?? [],
    leaveOrphansOut: links?.leaveOrphansOut ?? false,
    rows: requestedRows(synthesis, datasets),
    scale: 'scale' in synthesis.size ? synthesis.size.scale : 1,
    seed: settings.seed,
    mode,
    privacy: secret?.privacy ?? null,
    modelPath: paths[tables.length] ?? null,
    given,
    rebalance,
  };
}

function expectedRows({ size }: Synthesis, datasets: readonly Dataset[]): number {
  if ('count' in size) return size.count;
  const rows = datasets.reduce((sum, { record_count: count }) => sum + Number(count), 0);
  return Math.round(rows * size.scale);
}

function synthesisWork(
  tx: pg.PoolClient,
  context: RunContext,
  { input, ...source }: Source & { input: SynthesisInput },
): BatchWork<Message, string, { records: number; message: string }> {
  const { synthesis, secret } = source;
  const rows = expectedRows(synthesis, source.datasets);
  const previews = new Map<string, Record<string, string | null>[]>();
  let rowsInBank = 0;
  const writeRows = async (
    message: Extract<SynthesisMessage, { kind: 'rows' }>,
    sink: BatchSink<string>,
  ) => {
    const { table } = message;
    if (!previews.has(table)) await sink.write(table, Buffer.from(csvRecord(message.names)));
    previews.set(table, [...(previews.get(table) ?? []), ...message.preview]);
    await sink.write(table, message.csv);
    if (message.bank !== null) {
      await sink.load('transactions', message.bank.columns, message.bank.csv);
      rowsInBank += message.rows;
    }
    context.progress('generating', message.done, Math.max(rows, message.done));
  };
  return {
    thread: { module: MODULE, input },
    rows,
    inBank:
      synthesis.links === null
        ? { transactions: { batchId: synthesis.tables[0]!.batchId, rows } }
        : {},
    outputs: synthesis.tables.map(({ name }) => name),
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
    complete: (end, outputs) =>
      completeSynthesis(tx, context, { ...source, end, previews, rowsInBank, outputs }),
  };
}

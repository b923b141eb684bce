import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { withLocalCopies } from '../../../platform/files/with-local-copy.ts';
import type { RunContext, RunHandler } from '../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import type { ThreadProgress } from '../../../platform/threads/thread-end.ts';
import { csvRecord } from '../../../shared/csv.ts';
import { type BatchWork, runBatch } from '../../batches/run-batch.ts';
import { type Dataset, readDataset } from '../../data/read-dataset.ts';
import { completeTables } from './complete-tables.ts';
import type { TablesInput, TablesMessage } from './synthesize-tables-thread.ts';
import type { TablesSubject } from './tables-subject.ts';

type Message = Exclude<TablesMessage, ThreadProgress>;

const MODULE = new URL('./synthesize-tables-thread.ts', import.meta.url);

export function synthesizeTablesHandler(parts: {
  database: Database;
  files: FileStore;
}): RunHandler {
  return async (context) => {
    const subject = context.run.subject as TablesSubject;
    const datasets: Dataset[] = [];
    for (const { manifestId } of subject.tables)
      datasets.push(await readDataset(parts.database, context.run.tenant_id, manifestId));
    const keys = datasets.map(({ version }) => fileKey(version));
    return withLocalCopies(parts.files, keys, (paths) => {
      const input = inputOf(subject, datasets, paths);
      return runBatch(parts, context, async (tx) =>
        tablesWork(tx, context, { subject, datasets, input }),
      );
    });
  };
}

const inputOf = (
  { tables, keys, relations, leaveOrphansOut, settings }: TablesSubject,
  datasets: readonly Dataset[],
  paths: readonly string[],
): TablesInput => ({
  tables: tables.map(({ name }, i) => {
    const { names, layouts, record_count: rows, roles } = datasets[i]!;
    return { name, parquetPath: paths[i]!, columns: names, layouts, rows: Number(rows), roles };
  }),
  keys,
  relations,
  leaveOrphansOut,
  ...settings,
});

function tablesWork(
  tx: pg.PoolClient,
  context: RunContext,
  work: { subject: TablesSubject; datasets: Dataset[]; input: TablesInput },
): BatchWork<Message, string, { records: number; message: string }> {
  const { subject, datasets, input } = work;
  const previews: Record<string, Record<string, string | null>[]> = {};
  const rows = Math.round(
    input.tables.reduce((sum, table) => sum + table.rows, 0) * subject.settings.scale,
  );
  return {
    thread: { module: MODULE, input },
    rows,
    inBank: {},
    outputs: subject.tables.map(({ name }) => name),
    onMessage: async (message, sink) => {
      if (message.kind === 'end') return;
      if (previews[message.table] === undefined) {
        previews[message.table] = message.preview;
        await sink.write(message.table, Buffer.from(csvRecord(message.names)));
      }
      await sink.write(message.table, message.csv);
      context.progress('generating', message.done, Math.max(rows, message.done));
    },
    complete: (end, outputs) =>
      completeTables(tx, context, { subject, datasets, previews, end, outputs }),
  };
}

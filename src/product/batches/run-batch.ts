import type pg from 'pg';
import type { Database } from '../../platform/database/database.ts';
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts';
import type { RunContext } from '../../platform/jobs/run-context.ts';
import { consumeMessages } from '../../platform/threads/thread-end.ts';
import { type BatchFile, openBatchFile } from './batch-file.ts';
import { type ExpectedRows, openRowLoader, type RowLoader } from './row-loader.ts';

/** Stored file that no row references yet. */
export type Output = { version: string; stored: StoredFile };

export type BatchSink<Name extends string> = {
  load: RowLoader['load'];
  write: (output: Name, bytes: Uint8Array) => Promise<void>;
};

export type BatchWork<Message extends { kind: string }, Name extends string, Result> = {
  thread: { module: URL; input: unknown };
  rows: number;
  inBank: ExpectedRows;
  outputs: readonly Name[];
  onMessage: (message: Message, sink: BatchSink<Name>) => Promise<void>;
  complete: (
    end: Extract<Message, { kind: 'end' }>,
    outputs: Record<Name, Output>,
  ) => Promise<Result>;
};

type Parts = { database: Database; files: FileStore };

/** Runs a batch: rows and files become visible in one transaction behind the run's fence. */
export async function runBatch<
  Message extends { kind: string },
  Name extends string,
  Result extends Record<string, unknown>,
>(
  parts: Parts,
  context: RunContext,
  prepare: (tx: pg.PoolClient) => Promise<BatchWork<Message, Name, Result>>,
): Promise<Result> {
  const files = new Map<Name, BatchFile>();
  try {
    const result = await parts.database.asTenant(context.run.tenant_id, async (tx) => {
      const work = await prepare(tx);
      for (const name of work.outputs) files.set(name, openBatchFile(parts.files));
      const end = await loadRows(tx, context, { work, files });
      context.progress('storing', work.rows, work.rows);
      const outputs = await finishFiles(files);
      await context.fence(tx);
      return context.complete(tx, await work.complete(end, outputs));
    });
    tidyIndexes(parts.database);
    return result;
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    await Promise.all([...files.values()].map((file) => file.abandon(reason)));
    throw error;
  }
}

/** Tidies indexes for faster reads. Failures are ignored: autovacuum does the rest. */
function tidyIndexes({ owner }: Database): void {
  owner.query('select private.tidy_bank_indexes()').catch(() => {});
}

async function loadRows<Message extends { kind: string }, Name extends string, Result>(
  tx: pg.PoolClient,
  context: RunContext,
  { work, files }: { work: BatchWork<Message, Name, Result>; files: Map<Name, BatchFile> },
): Promise<Extract<Message, { kind: 'end' }>> {
  const { tenant_id: tenantId } = context.run;
  const loader = await openRowLoader(tx, { tenantId, expected: work.inBank });
  const sink: BatchSink<Name> = {
    load: loader.load,
    write: (output, bytes) => files.get(output)!.write(bytes),
  };
  try {
    const end = await consumeMessages<Message>(context, work.thread, (message) =>
      work.onMessage(message, sink),
    );
    await loader.finish();
    return end;
  } catch (error) {
    await loader.abandon(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

async function finishFiles<Name extends string>(
  files: Map<Name, BatchFile>,
): Promise<Record<Name, Output>> {
  const finished = await Promise.all(
    Array.from(
      files,
      async ([name, file]): Promise<[Name, Output]> => [
        name,
        { version: file.version, stored: await file.finish() },
      ],
    ),
  );
  return Object.fromEntries(finished) as Record<Name, Output>;
}

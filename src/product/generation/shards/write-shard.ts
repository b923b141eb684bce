import { createReadStream } from 'node:fs';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { makeShard } from './make-shard.ts';
import { partKey, reportKey } from './shard-keys.ts';
import type { PlannedShards } from './shard-plan.ts';
import type { ShardReport } from './shard-report.ts';

type ShardAttempt = {
  planned: PlannedShards;
  shard: number;
  attempt: string;
  store: FileStore;
  folder: string;
  signal: AbortSignal;
};

/** Writes a Parquet file per table, then the report. Files of failed attempts have none. */
export async function writeShard(args: ShardAttempt): Promise<ShardReport> {
  const { planned, shard, attempt, store, folder, signal } = args;
  const check = () => signal.throwIfAborted();
  const made = await makeShard({ planned, shard, folder, check });
  const report: ShardReport = {
    format: 'sandbox-shard-report/1',
    plan: planned.plan.sha256,
    shard,
    attempt,
    tables: {},
    sums: made.sums,
  };
  for (const { name, rows, units, path } of made.tables) {
    const key = partKey({ shard, attempt, table: name });
    const { size, sha256 } = await store.put(key, createReadStream(path), { signal });
    report.tables[name] = { rows, units, bytes: size, sha256 };
  }
  const text = Buffer.from(`${JSON.stringify(report)}\n`);
  await store.put(reportKey(report), chunksOf(text), { signal });
  return report;
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}

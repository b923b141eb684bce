import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type pg from 'pg';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts';
import { withWorkFolder } from '../../../platform/files/work-folder.ts';
import { cancelledError } from '../../../platform/jobs/run-context.ts';
import type { Run } from '../../../platform/jobs/runs.ts';
import { newVersion, registerObject } from '../../../platform/storage/register-object.ts';
import { threadResult } from '../../../platform/threads/warm-thread.ts';
import { checkStored } from './commit-shards.ts';
import type { MadeShard } from './make-shard.ts';
import {
  claimShard,
  enterReport,
  holdShard,
  leaveShard,
  readShards,
  type ShardStates,
  type StoredShard,
} from './shard-claims.ts';
import { fileName } from './shard-keys.ts';
import type { ShardInput } from './shard-thread.ts';
import { type ShardedSubject, workOf } from './sharded-subject.ts';

export type ShardParts = {
  database: Database;
  files: FileStore;
  workFolder: string;
  /** Seconds between checks of external shards; ten by default. */
  secondsBetweenLooks?: number;
};

export const shardsOf = ({ database }: ShardParts, run: Run): Promise<ShardStates> =>
  database.asTenant(run.tenant_id, (tx) => readShards(tx, run.id));

/** Bucket of shard files until their batch is complete. */
export const WAITING = 'batch_shards';

const HOLD_MS = 2000;
const MODULE = new URL('./shard-thread.ts', import.meta.url);

export type ShardContent = Pick<StoredShard, 'plan' | 'sums'> & {
  tables: {
    name: string;
    rows: number;
    units: string[];
    read: () => Promise<AsyncIterable<Uint8Array>>;
    expected?: { key: string; bytes: number; sha256: string };
  }[];
};

export type ShardSource = {
  among?: readonly number[];
  open: (shard: number, folder: string, signal: AbortSignal) => Promise<ShardContent>;
};

export const madeHere = (subject: ShardedSubject): ShardSource => ({
  open: async (shard, folder, signal) => {
    const input: ShardInput = { work: workOf(subject), shards: subject.shards, shard, folder };
    const { plan, tables, sums } = await threadResult<MadeShard>(MODULE, input, { signal });
    const read = (path: string) => async () => createReadStream(path);
    return {
      plan,
      sums,
      tables: tables.map(({ path, ...table }) => ({ ...table, read: read(path) })),
    };
  },
});

type Put = { name: string; version: string; key: string; stored: StoredFile };

/** Stores the report with its files; deletes the files if the claim was lost. */
async function keep(
  { database, files }: ShardParts,
  run: Run,
  { claim, made, put }: { claim: string; made: StoredShard; put: Put[] },
): Promise<void> {
  const isKept = await database.asTenant(run.tenant_id, async (tx) => {
    if (!(await enterReport(tx, { runId: run.id, claim, made }))) return false;
    for (const { name, version, stored } of put)
      await registerObject(tx, {
        bucketId: WAITING,
        name: `${run.id}/${fileName(name, made.shard)}`,
        version,
        stored,
        mimetype: 'application/vnd.apache.parquet',
        ownerId: run.created_by,
        tenantId: run.tenant_id,
      });
    return true;
  });
  if (!isKept) for (const { key } of put) await files.remove(key);
}

async function storeClaimed(
  parts: ShardParts,
  run: Run,
  args: { source: ShardSource; shard: number; claim: string; signal: AbortSignal },
): Promise<void> {
  const { source, shard, claim, signal } = args;
  const put: Put[] = [];
  await withWorkFolder(parts.workFolder, `shard-${claim}`, async (folder) => {
    const { plan, tables, sums } = await source.open(shard, folder, signal);
    const made: StoredShard = { plan, shard, tables: {}, sums };
    try {
      for (const { name, rows, units, read, expected } of tables) {
        const { version, key } = newVersion();
        const stored = await parts.files.put(key, await read(), { signal });
        put.push({ name, version, key, stored });
        if (expected !== undefined) checkStored(expected, stored);
        made.tables[name] = { rows, units, bytes: stored.size, sha256: stored.sha256 };
      }
      await keep(parts, run, { claim, made, put });
    } catch (error) {
      for (const { key } of put) await parts.files.remove(key);
      throw error;
    }
  });
}

export async function storeNextShard(
  parts: ShardParts,
  run: Run,
  { source, signal }: { source: ShardSource; signal: AbortSignal },
): Promise<boolean> {
  const asTenant = <T>(work: (tx: pg.PoolClient) => Promise<T>) =>
    parts.database.asTenant(run.tenant_id, work);
  const claim = randomUUID();
  const shard = await asTenant((tx) => claimShard(tx, run.id, { claim, among: source.among }));
  if (shard === null) return false;
  const lost = new AbortController();
  const beat = setInterval(() => {
    asTenant((tx) => holdShard(tx, run.id, claim)).then(
      (isOurs) => isOurs || lost.abort(cancelledError()),
      // The next heartbeat may succeed; otherwise the shard is reassigned.
      () => {},
    );
  }, HOLD_MS);
  try {
    await storeClaimed(parts, run, {
      source,
      shard,
      claim,
      signal: AbortSignal.any([signal, lost.signal]),
    });
    return true;
  } catch (error) {
    await asTenant((tx) => leaveShard(tx, run.id, claim)).catch(() => {});
    throw error;
  } finally {
    clearInterval(beat);
  }
}

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Database, transaction } from '../../../platform/database/database.ts';
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts';
import { withWorkFolder } from '../../../platform/files/work-folder.ts';
import { cancelledError } from '../../../platform/jobs/run-context.ts';
import type { Run } from '../../../platform/jobs/runs.ts';
import { newVersion, registerObject } from '../../../platform/storage/register-object.ts';
import { runThread } from '../../../platform/threads/thread.ts';
import type { MadeShard } from './make-shard.ts';
import {
  claimShard,
  enterReport,
  holdShard,
  leaveShard,
  type StoredShard,
} from './shard-claims.ts';
import { fileName } from './shard-keys.ts';
import type { ShardInput } from './shard-thread.ts';
import { type ShardedSubject, workOf } from './sharded-subject.ts';

export type ShardParts = { database: Database; files: FileStore; workFolder: string };

/** Where files of shards wait until their batch is complete. */
export const WAITING = 'batch_shards';

const HOLD_MS = 2000;
const MODULE = new URL('./shard-thread.ts', import.meta.url);

async function makeInThread(input: ShardInput, signal: AbortSignal): Promise<MadeShard> {
  for await (const made of runThread<MadeShard>(MODULE, input, signal)) return made;
  throw new Error('the thread ended without its shard');
}

type Put = { name: string; version: string; key: string; stored: StoredFile };

/** Names the files and enters the report, at once; where the shard is another's by now the files go again. */
async function keep(
  { database, files }: ShardParts,
  run: Run,
  { claim, made, put }: { claim: string; made: StoredShard; put: Put[] },
): Promise<void> {
  const isKept = await transaction(database.owner, async (tx) => {
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
  { shard, claim, signal }: { shard: number; claim: string; signal: AbortSignal },
): Promise<void> {
  const subject = run.subject as ShardedSubject;
  const put: Put[] = [];
  await withWorkFolder(parts.workFolder, `shard-${claim}`, async (folder) => {
    const input = { work: workOf(subject), shards: subject.shards, shard, folder };
    const { plan, tables, sums } = await makeInThread(input, signal);
    const made: StoredShard = { plan, shard, tables: {}, sums };
    try {
      for (const { name, rows, units, path } of tables) {
        const { version, key } = newVersion();
        const stored = await parts.files.put(key, createReadStream(path), { signal });
        put.push({ name, version, key, stored });
        made.tables[name] = { rows, units, bytes: stored.size, sha256: stored.sha256 };
      }
      await keep(parts, run, { claim, made, put });
    } catch (error) {
      for (const { key } of put) await parts.files.remove(key);
      throw error;
    }
  });
}

/**
 * Makes one shard that nobody else makes, and stores it. It is given up once another has it, or the run has ended or
 * is to stop.
 *
 * @returns whether there was one
 */
export async function storeNextShard(
  parts: ShardParts,
  run: Run,
  signal: AbortSignal,
): Promise<boolean> {
  const { owner } = parts.database;
  const claim = randomUUID();
  const shard = await claimShard(owner, run.id, claim);
  if (shard === null) return false;
  const lost = new AbortController();
  const beat = setInterval(() => {
    holdShard(owner, run.id, claim).then(
      (isOurs) => isOurs || lost.abort(cancelledError()),
      // The database may be back at the next beat; if it is not, the shard goes to another.
      () => {},
    );
  }, HOLD_MS);
  try {
    await storeClaimed(parts, run, {
      shard,
      claim,
      signal: AbortSignal.any([signal, lost.signal]),
    });
    return true;
  } catch (error) {
    await leaveShard(owner, run.id, claim).catch(() => {});
    throw error;
  } finally {
    clearInterval(beat);
  }
}

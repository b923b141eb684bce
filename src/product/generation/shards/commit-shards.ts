import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SealedManifest } from '../../../engines/provenance/manifest.ts';
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts';
import { AppError } from '../../../shared/errors.ts';
import { sealShards } from './seal-shards.ts';
import { partKey, REPORTS, reportsOf } from './shard-keys.ts';
import type { PlannedShards, ShardPlan } from './shard-plan.ts';
import { type ShardReport, sameOf, shardReport } from './shard-report.ts';

/** A batch whose shards are all there: what it is, and under which keys its files lie, by table. */
type Committed = { manifest: SealedManifest; files: Record<string, string[]> };

export type CommitResult = { kind: 'missing'; shards: number[] } | ({ kind: 'whole' } & Committed);

/** Beyond it a file is no report: a shard of ten thousand units has some 3 MB. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024;

const wrong = (message: string) => new AppError('conflict', message);

/** Keys of the reports, in their order. */
export async function listReports(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(REPORTS)) keys.push(key);
  return keys.sort();
}

/** Whether an attempt at the shard has reported it. What it reported is checked at the commit. */
export async function isReported(store: FileStore, shard: number): Promise<boolean> {
  for await (const _ of store.list(reportsOf(shard))) return true;
  return false;
}

async function readReport(store: FileStore, key: string): Promise<ShardReport> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await store.get(key)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > MAX_REPORT_BYTES) throw wrong(`${key} is no report of a shard.`);
  }
  try {
    return shardReport.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch (cause) {
    throw new AppError('conflict', `${key} is no report of a shard.`, { cause });
  }
}

/**
 * One report of each shard. Of several that say the same, the one whose key comes first.
 *
 * @throws AppError where two reports of a shard differ, or one is of another plan
 */
export async function readReports(
  store: FileStore,
  plan: ShardPlan,
): Promise<Map<number, ShardReport>> {
  const keys = await listReports(store);
  const chosen = new Map<number, ShardReport>();
  for (const key of keys) {
    const report = await readReport(store, key);
    if (report.plan !== plan.sha256) throw wrong(`${key} is a report of another plan.`);
    if (plan.shards[report.shard] === undefined)
      throw wrong(`${key} is of shard ${report.shard}, which the plan has not.`);
    const before = chosen.get(report.shard);
    if (before === undefined) chosen.set(report.shard, report);
    else if (sameOf(before) !== sameOf(report))
      throw wrong(
        `Two attempts at shard ${report.shard} made different rows: ${before.attempt} and ${report.attempt}. Nothing was committed.`,
      );
  }
  return chosen;
}

type ReportedFile = { key: string; bytes: number; sha256: string };

/** @throws AppError where a file is not the one that a report names */
export function checkStored({ key, bytes, sha256 }: ReportedFile, stored: StoredFile): void {
  if (stored.size !== bytes || stored.sha256 !== sha256)
    throw wrong(`${key} is not the file that its report names: its SHA-256 is another.`);
}

/** Opens a file that a report names. @throws AppError where it is gone */
export async function readReported(store: FileStore, key: string): Promise<Readable> {
  if ((await store.stat(key)) === null)
    throw wrong(`${key} is gone, though its report says that it was stored.`);
  return store.get(key);
}

async function checkFile(store: FileStore, file: ReportedFile): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of await readReported(store, file.key)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  checkStored(file, { size, sha256: hash.digest('hex') });
}

/**
 * Looks whether the shards are all there, and what batch they make: reads every file back and compares its hash.
 * Nothing in the manifest depends on which attempts, hosts or order made it. Writes nothing.
 *
 * @throws AppError where reports differ, or a file is not what its report says
 */
export async function gatherShards(
  store: FileStore,
  planned: PlannedShards,
  { signal, progress = () => {} }: { signal: AbortSignal; progress?: (shards: number) => void },
): Promise<CommitResult> {
  const { plan } = planned;
  const found = await readReports(store, plan);
  const missing = plan.shards.map((_, shard) => shard).filter((shard) => !found.has(shard));
  if (missing.length > 0) return { kind: 'missing', shards: missing };
  const reports = plan.shards.map((_, shard) => found.get(shard)!);
  const manifest = sealShards(planned, reports);
  const files: Record<string, string[]> = {};
  for (const { shard, attempt, tables } of reports) {
    for (const [table, file] of Object.entries(tables)) {
      signal.throwIfAborted();
      const key = partKey({ shard, attempt, table });
      await checkFile(store, { key, ...file });
      files[table] = [...(files[table] ?? []), key];
    }
    progress(1);
  }
  return { kind: 'whole', manifest, files };
}

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SealedManifest } from '../../../engines/provenance/manifest.ts';
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts';
import { AppError } from '../../../shared/errors.ts';
import { sealShards } from './seal-shards.ts';
import { partKey, REPORTS, reportsOf } from './shard-keys.ts';
import type { PlannedShards, ShardPlan } from './shard-plan.ts';
import { type ShardReport, sameOf, shardReport } from './shard-report.ts';

type Committed = { manifest: SealedManifest; files: Record<string, string[]> };

export type CommitResult = { kind: 'missing'; shards: number[] } | ({ kind: 'whole' } & Committed);

/** Size limit of a report; a shard of ten thousand units has some 3 MB. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024;

const wrong = (message: string) => new AppError('conflict', message);

export async function listReports(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(REPORTS)) keys.push(key);
  return keys.sort();
}

/** Returns true if a shard was reported. The commit verifies the report. */
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
    if (size > MAX_REPORT_BYTES) throw wrong(`${key} is not a valid shard report.`);
  }
  try {
    return shardReport.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch (cause) {
    throw new AppError('conflict', `${key} is not a valid shard report.`, { cause });
  }
}

/** Reads one report per shard; throws AppError if two differ or one is of another plan. */
export async function readReports(
  store: FileStore,
  plan: ShardPlan,
): Promise<Map<number, ShardReport>> {
  const keys = await listReports(store);
  const chosen = new Map<number, ShardReport>();
  for (const key of keys) {
    const report = await readReport(store, key);
    if (report.plan !== plan.sha256) throw wrong(`${key} belongs to another plan.`);
    if (plan.shards[report.shard] === undefined)
      throw wrong(`${key} reports shard ${report.shard}, which is not in the plan.`);
    const before = chosen.get(report.shard);
    if (before === undefined) chosen.set(report.shard, report);
    else if (sameOf(before) !== sameOf(report))
      throw wrong(
        `Two attempts at shard ${report.shard} generated different rows: ${before.attempt} and ${report.attempt}. Nothing was committed.`,
      );
  }
  return chosen;
}

type ReportedFile = { key: string; bytes: number; sha256: string };

/** @throws AppError if a file is not the reported one */
export function checkStored({ key, bytes, sha256 }: ReportedFile, stored: StoredFile): void {
  if (stored.size !== bytes || stored.sha256 !== sha256)
    throw wrong(`${key} does not match the SHA-256 in its report.`);
}

export async function readReported(store: FileStore, key: string): Promise<Readable> {
  if ((await store.stat(key)) === null)
    throw wrong(`${key} is missing, although its report lists it.`);
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
 * Verifies all shards by reading every file, and builds the manifest, which does not depend on
 * attempts, hosts or order.
 * @throws AppError if reports differ, or a file does not match its report
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

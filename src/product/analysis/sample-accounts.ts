import { type ColumnRoles, rolesOf } from '../../engines/detect/index.ts';
import { cancelledError } from '../../platform/jobs/run-context.ts';
import { readTextColumns } from '../../platform/tabular/parquet/read-text-columns.ts';
import type { ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import { hashName } from '../data/hash-name.ts';
import { type RowsFile, readTable } from '../data/read-table.ts';

const GUESSED_BY = 10_000;
const BUCKETS = 65_536;
/** Minimum share of the row limit to fill with accounts; below, a uniform sample is better. */
const MIN_FILLED = 0.5;

/** Sampled file rows, counted from 0, and the account column. */
export type SampledAccounts = { rows: Uint32Array; column: string };

/**
 * Samples whole accounts, so that sequences are complete, in the order of 65,536 hash groups as
 * long as one fits. Rows without an account are sampled singly. Null without an account column, or
 * if the sample is less than half of `most` rows.
 */
export async function* sampleAccounts(
  file: RowsFile,
  signal: ThreadSignal,
  { roles, most }: { roles: ColumnRoles; most: number },
): AsyncGenerator<ThreadProgress, SampledAccounts | null> {
  const head = yield* readTable(file, signal, { most: Math.min(GUESSED_BY, most) });
  const { account, customer } = rolesOf(head, { roles });
  const column = account ?? customer;
  if (column === undefined) return null;
  const buckets = new Uint16Array(file.rows);
  let row = 0;
  for await (const chunk of readTextColumns({ parquetPath: file.parquetPath, names: [column] })) {
    if (signal.aborted) throw cancelledError();
    for (const value of chunk.columns[0]!) {
      buckets[row] = bucketOf(value || `row ${row}`);
      row++;
    }
  }
  const rows = rowsOf(buckets, takenBuckets(buckets, most));
  return rows.length < most * MIN_FILLED ? null : { rows, column };
}

/** Maps a name to a group; fmix32 of MurmurHash3 (Appleby) separates names similar under FNV-1a. */
function bucketOf(name: string): number {
  let hash = hashName(name);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

function takenBuckets(buckets: Uint16Array, most: number): Uint8Array {
  const counts = new Uint32Array(BUCKETS);
  for (const bucket of buckets) counts[bucket]!++;
  const isSampled = new Uint8Array(BUCKETS);
  let remaining = most;
  for (const [bucket, count] of counts.entries()) {
    if (count > remaining) continue;
    isSampled[bucket] = 1;
    remaining -= count;
  }
  return isSampled;
}

function rowsOf(buckets: Uint16Array, taken: Uint8Array): Uint32Array {
  let count = 0;
  for (const bucket of buckets) count += taken[bucket]!;
  const rows = new Uint32Array(count);
  let at = 0;
  for (const [row, bucket] of buckets.entries()) if (taken[bucket] === 1) rows[at++] = row;
  return rows;
}

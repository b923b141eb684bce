import type { FileStore } from '../../../platform/files/file-store.ts';
import type { RunContext } from '../../../platform/jobs/run-context.ts';
import type { Run } from '../../../platform/jobs/runs.ts';
import { AppError } from '../../../shared/errors.ts';
import { listReports, readReported, readReports } from './commit-shards.ts';
import { externalPlace, putPlan } from './external-place.ts';
import { listOf } from './list-of.ts';
import { assertNoneGivenUp, type StoredShard } from './shard-claims.ts';
import { PLAN_KEY, partKey, shardOfReport } from './shard-keys.ts';
import type { PlannedShards } from './shard-plan.ts';
import type { ShardReport } from './shard-report.ts';
import type { External } from './sharded-subject.ts';
import {
  type ShardContent,
  type ShardParts,
  type ShardSource,
  shardsOf,
  storeNextShard,
} from './store-shard.ts';

const SECONDS_BETWEEN_LOOKS = 10;

/** Checks cheaply, by listing keys and without computing the plan, if there is work to do. */
export async function hasNews(
  parts: ShardParts,
  run: Run,
  { shards, external }: { shards: number; external: External },
): Promise<boolean> {
  const place = externalPlace(parts.files, run.id);
  if ((await place.stat(PLAN_KEY)) === null || (await isOver(parts, run, external))) return true;
  const { made } = await shardsOf(parts, run);
  const stored = new Set(made.map(({ shard }) => shard));
  const keys = await listReports(place);
  return stored.size === shards || keys.some((key) => !stored.has(shardOfReport(key)));
}

export async function waitLonger(
  { secondsBetweenLooks = SECONDS_BETWEEN_LOOKS }: ShardParts,
  context: RunContext,
): Promise<Record<string, never>> {
  await context.postpone(secondsBetweenLooks);
  return {};
}

async function isOver({ database }: ShardParts, run: Run, { hours }: External): Promise<boolean> {
  const { rowCount } = await database.asTenant(run.tenant_id, (tx) =>
    tx.query(
      'select from public.runs where id = $1 and created_at < now() - make_interval(hours => $2)',
      [run.id, hours],
    ),
  );
  return rowCount === 1;
}

/** Source of externally reported shards: files are copied and verified against the reports. */
function reportedSource(place: FileStore, reports: ReadonlyMap<number, ShardReport>): ShardSource {
  return {
    among: [...reports.keys()],
    open: async (shard): Promise<ShardContent> => {
      const { plan, sums, attempt, tables } = reports.get(shard)!;
      return {
        plan,
        sums,
        tables: Object.entries(tables).map(([name, { rows, units, bytes, sha256 }]) => {
          const key = partKey({ shard, attempt, table: name });
          return {
            name,
            rows,
            units,
            read: () => readReported(place, key),
            expected: { key, bytes, sha256 },
          };
        }),
      };
    },
  };
}

/**
 * Collects external shards so far. Conflicting reports of a shard end the run.
 * @returns the completed shards once all are available; null before
 * @throws AppError on timeout, or if a file does not match its report
 */
export async function takeReported(
  parts: ShardParts,
  context: RunContext,
  { planned, external }: { planned: PlannedShards; external: External },
): Promise<StoredShard[] | null> {
  const { run, signal } = context;
  const { shards } = planned.plan;
  const place = externalPlace(parts.files, run.id);
  await putPlan(place, planned.plan);
  const reports = await readReports(place, planned.plan);
  const source = reportedSource(place, reports);
  for (;;) {
    const { made, givenUp } = await shardsOf(parts, run);
    context.progress('external shards', made.length, shards.length);
    if (made.length === shards.length) return made;
    assertNoneGivenUp(givenUp, shards.length);
    if (await storeNextShard(parts, run, { source, signal })) continue;
    if (!(await isOver(parts, run, external))) return null;
    const missing = shards.map((_, shard) => shard).filter((shard) => !reports.has(shard));
    throw new AppError(
      'unavailable',
      `${missing.length} of ${shards.length} shards are missing after ${external.hours} hours: ${listOf(missing)}. Finished shards stay in the plan's folder for a week.`,
    );
  }
}

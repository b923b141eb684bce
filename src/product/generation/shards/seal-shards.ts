import { createHash } from 'node:crypto';
import { type SealedManifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { AppError } from '../../../shared/errors.ts';
import { fileName } from './shard-keys.ts';
import type { PlannedShards } from './shard-plan.ts';
import type { ShardReport } from './shard-report.ts';

/** What a manifest needs to know of each shard, in the shards' order. */
type Made = Pick<ShardReport, 'plan' | 'shard' | 'tables' | 'sums'>;

/** The batch's own hash of a table: of its units' hashes, so that it is the same for any number of shards. */
function contentOf(reports: readonly Made[], table: string): string {
  const hash = createHash('sha256');
  for (const { tables } of reports)
    for (const unit of tables[table]!.units) hash.update(Buffer.from(unit, 'hex'));
  return hash.digest('hex');
}

function checkSums(reports: readonly Made[]): void {
  const sums = new Map<string, number>();
  for (const report of reports)
    for (const [name, sum] of Object.entries(report.sums))
      sums.set(name, (sums.get(name) ?? 0) + sum);
  for (const [name, sum] of sums)
    if (sum !== 0)
      throw new AppError('conflict', `${name} is ${sum} over all shards, and has to be 0.`);
}

export const rowsIn = (reports: readonly Made[], table: string): number =>
  reports.reduce((sum, report) => sum + report.tables[table]!.rows, 0);

/**
 * The manifest of some tables of a batch whose shards are all there. Nothing in it depends on which attempts, hosts or
 * order made them.
 *
 * @throws AppError where a sum that has to be 0 over all shards is not
 */
export function sealShards(
  { plan, work }: PlannedShards,
  reports: readonly Made[],
  {
    tables = work.tables.map(({ name }) => name),
    request = work.request,
    notes = {},
  }: {
    tables?: readonly string[];
    request?: { [name: string]: Json };
    notes?: { [name: string]: Json };
  } = {},
): SealedManifest {
  const other = reports.find((report) => report.plan !== plan.sha256);
  if (other !== undefined)
    throw new AppError(
      'conflict',
      `Shard ${other.shard} was made by another plan, or another version of the program.`,
    );
  checkSums(reports);
  return sealManifest({
    format: 'sandbox-manifest/1',
    engine: plan.engine,
    seed: plan.work.seed,
    request,
    source: work.source,
    counts: Object.fromEntries(tables.map((name) => [name, rowsIn(reports, name)])),
    files: tables.flatMap((name) =>
      reports.map(({ shard, tables: made }) => {
        const { rows, bytes, sha256 } = made[name]!;
        return { name: fileName(name, shard), rows, bytes, sha256 };
      }),
    ),
    notes: {
      ...work.facts,
      shards: plan.shards.length,
      planSha256: plan.sha256,
      writer: `${plan.writer.name} ${plan.writer.version}`,
      contentSha256: Object.fromEntries(tables.map((name) => [name, contentOf(reports, name)])),
      ...notes,
    },
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  type RunContext,
  type RunHandler,
  type RunHelper,
  throwIfCancelled,
} from '../../../platform/jobs/run-context.ts';
import type { BankTable } from '../../../shared/bank-tables.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { completeParts } from '../../batches/complete-batch.ts';
import { ensureBatches } from '../from-scratch/ensure-batches.ts';
import { hasNews, takeReported, waitLonger } from './await-external.ts';
import { rowsIn, sealShards } from './seal-shards.ts';
import { assertNoneGivenUp, enterShards, type StoredShard } from './shard-claims.ts';
import type { PlannedShards } from './shard-plan.ts';
import { planOfSubject, type ShardedSubject } from './sharded-subject.ts';
import { madeHere, type ShardParts, shardsOf, storeNextShard, WAITING } from './store-shard.ts';

const MAX_HELPERS = 16;
const LOOK_MS = 1000;
const NOT_MEASURED = 'Batches made in shards are not measured.';

/**
 * Simulates a large batch as Parquet shards, which all free workers claim. A retried run continues
 * with the missing ones. External shards are collected every few seconds.
 */
export function simulateShardsHandler(parts: ShardParts): RunHandler {
  return async (context) => {
    const { run } = context;
    const subject = run.subject as ShardedSubject;
    const { external } = subject;
    if (external && !(await hasNews(parts, run, { ...subject, external })))
      return waitLonger(parts, context);
    const planned = await planOfSubject(subject);
    const tables = planned.work.tables.map(({ name }) => name as BankTable);
    const batchIds = await ensureBatches(parts.database, context, {
      planned: subject.batches,
      tables,
    });
    await parts.database.asTenant(run.tenant_id, (tx) => enterShards(tx, run.id, subject.shards));
    const made = external
      ? await takeReported(parts, context, { planned, external })
      : await makeAll(parts, context, subject);
    if (made === null) return waitLonger(parts, context);
    context.progress('storing', subject.shards, subject.shards);
    const { entity, count } = subject;
    const rows = tables.map((table) => `${rowsIn(made, table)} ${table}`).join(', ');
    const result = {
      records: entity === 'full' ? rowsIn(made, 'transactions') : count,
      message: `Generated ${rows}, as Parquet in ${subject.shards} shards.`,
    };
    return parts.database.asTenant(run.tenant_id, async (tx) => {
      await context.fence(tx);
      for (const table of tables)
        await complete(tx, context, { planned, made, table, batchId: batchIds[table]! });
      return context.complete(tx, result);
    });
  };
}

async function makeAll(
  parts: ShardParts,
  context: RunContext,
  subject: ShardedSubject,
): Promise<StoredShard[]> {
  const { run, signal } = context;
  const { shards } = subject;
  const source = madeHere(subject);
  await context.callForHelp(Math.min(MAX_HELPERS, shards - 1));
  for (;;) {
    throwIfCancelled(signal);
    const { made, givenUp } = await shardsOf(parts, run);
    context.progress('shards', made.length, shards);
    if (made.length === shards) return made;
    assertNoneGivenUp(givenUp, shards);
    if (!(await storeNextShard(parts, run, { source, signal })))
      await sleep(LOOK_MS, undefined, { signal });
  }
}

export const shardHelper =
  (parts: ShardParts): RunHelper =>
  async (run, signal) => {
    const subject = run.subject as ShardedSubject;
    if (subject.external) return;
    const source = madeHere(subject);
    while (!signal.aborted && (await storeNextShard(parts, run, { source, signal }))) {
      // Continues with the next shard.
    }
  };

async function complete(
  tx: pg.PoolClient,
  { run }: RunContext,
  {
    planned,
    made,
    table,
    batchId,
  }: { planned: PlannedShards; made: StoredShard[]; table: BankTable; batchId: string },
): Promise<void> {
  const { entity, count, settings } = run.subject as ShardedSubject;
  const { seed: _, ...request } = settings;
  const manifest = sealShards(planned, made, {
    tables: [table],
    request: { entity, count, ...request } as { [name: string]: Json },
    notes: { privacyWithheld: NOT_MEASURED },
  });
  await completeParts(tx, {
    batchId,
    tenantId: run.tenant_id,
    records: rowsIn(made, table),
    manifest,
    waiting: { bucket: WAITING, folder: run.id },
  });
}

import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Account } from '../../platform/functions/define.ts';
import { enqueueRun, type Run } from '../../platform/jobs/runs.ts';
import type { GenerationAnswer } from '../../shared/contracts/generation.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import { completedRun } from './completed-run.ts';
import { lockAccount } from './lock-account.ts';

export type PlannedBatch = { entity: string; manifestId?: string; name?: string };

/** Time that a call waits for a small batch before it returns a run to poll. */
const ANSWER_TIMEOUT_MS = 25_000;

/** Returns a random 64-bit seed, recorded with the batch. */
export const freshSeed = (): string => randomBytes(8).readBigUInt64BE().toString();

type QueuedBatches = {
  runId: string;
  batchIds: string[];
  note?: string;
};

const ADDED =
  'The same settings and seed were used before. This batch adds to the earlier one and may repeat its ids.';
const SAME =
  'The same settings and seed were used before: this is the batch made then. Delete it, or choose another seed, to make a new one.';

type Earlier = { runId: string; batchIds: string[]; remaining: number };

/** Returns the last run of the same request, with its batches that were not deleted. */
async function findEarlier(
  tx: pg.PoolClient,
  { kind, subject }: { kind: string; subject: Record<string, unknown> },
): Promise<Earlier | undefined> {
  const content = JSON.stringify(subject);
  // Equal requests take turns, so that the second one finds the first.
  await tx.query(
    'select pg_advisory_xact_lock(hashtextextended(private.tenant_id() || $1 || $2, 0))',
    [kind, content],
  );
  const { rows } = await tx.query<Earlier>(
    `select r.id as "runId",
            array(select b ->> 'id' from json_array_elements(r.subject::json -> 'batches') b) as "batchIds",
            (select count(*)::int from public.generation_logs g
              where g.run_id = r.id and g.status <> 'deleted') as remaining
       from public.runs r
      where kind = $1 and subject::jsonb - 'batches' = $2::jsonb
        and status in ('queued', 'running', 'completed')
      order by remaining desc, created_at desc limit 1`,
    [kind, content],
  );
  return rows[0];
}

function refuseIncomplete({ batchIds, remaining }: Earlier): void {
  if (remaining === batchIds.length) return;
  throw new AppError(
    'conflict',
    `${remaining} of ${batchIds.length} batches made with the same settings and seed remain. Delete them, or choose another seed.`,
  );
}

export async function queueBatches(
  product: Product,
  account: Account,
  work: {
    kind: string;
    subject: Record<string, unknown>;
    batches: PlannedBatch[];
    /** Returns the earlier run of the same request instead of repeating its ids. */
    once?: boolean;
  },
): Promise<QueuedBatches> {
  return product.platform.database.asTenant(account.tenantId, async (tx) => {
    await lockAccount(tx, account.userId);
    const earlier = await findEarlier(tx, work);
    if (work.once && earlier && earlier.remaining > 0) {
      refuseIncomplete(earlier);
      return { runId: earlier.runId, batchIds: earlier.batchIds, note: SAME };
    }
    const batchIds = work.batches.map(() => randomUUID());
    const runId = await enqueueRun(product.boss, tx, {
      tenantId: account.tenantId,
      kind: work.kind,
      subject: {
        ...work.subject,
        batches: work.batches.map((one, i) => ({ ...one, id: batchIds[i] })),
      },
      createdBy: account.userId,
    });
    for (const [i, batch] of work.batches.entries()) {
      await tx.query(
        `insert into public.generation_logs (batch_id, tenant_id, entity_type, run_id, manifest_id, created_by, name)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [
          batchIds[i],
          account.tenantId,
          batch.entity,
          runId,
          batch.manifestId ?? null,
          account.userId,
          batch.name ?? null,
        ],
      );
    }
    return { runId, batchIds, ...(earlier && { note: ADDED }) };
  });
}

export async function answerFor(
  product: Product,
  queued: QueuedBatches,
  small: boolean,
): Promise<GenerationAnswer> {
  const batchId = queued.batchIds.at(-1)!;
  const note = queued.note === undefined ? '' : ` ${queued.note}`;
  const waiting = {
    status: 'queued' as const,
    batchId,
    runId: queued.runId,
    message: `The batch is being generated. Its progress is shown under Activity.${note}`,
  };
  if (!small) return waiting;
  const run = await completedRun(product, {
    runId: queued.runId,
    timeoutMs: ANSWER_TIMEOUT_MS,
    failed: 'Generation failed',
  });
  if (run === null) return waiting;
  return completed(run, batchId, note);
}

function completed(run: Run, batchId: string, note: string): GenerationAnswer {
  const { records, message } = run.result as { records: number; message: string };
  return { status: 'completed', batchId, runId: run.id, records, message: `${message}${note}` };
}

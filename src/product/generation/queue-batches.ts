import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Account } from '../../platform/functions/define.ts';
import { enqueueRun, type Run } from '../../platform/jobs/runs.ts';
import type { GenerationAnswer } from '../../shared/contracts/generation.ts';
import { completedRun } from '../data/completed-run.ts';
import { lockAccount } from '../data/lock-account.ts';
import type { Product } from '../product.ts';

export type PlannedBatch = { entity: string; manifestId?: string; name?: string };

/** Time that a call waits for a small batch before it returns a run to poll. */
const ANSWER_TIMEOUT_MS = 25_000;

/** Returns a random 64-bit seed, recorded with the batch. */
export const freshSeed = (): string => randomBytes(8).readBigUInt64BE().toString();

type QueuedBatches = {
  runId: string;
  batchIds: string[];
  repeats: boolean;
};

const REPEATED =
  'The same settings and seed were used before. This batch adds to the earlier one and may repeat its ids.';

async function wasAskedBefore(
  tx: pg.PoolClient,
  { kind, subject }: { kind: string; subject: Record<string, unknown> },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.runs
      where kind = $1 and subject::jsonb - 'batches' = $2::jsonb
        and status in ('queued', 'running', 'completed') limit 1`,
    [kind, JSON.stringify(subject)],
  );
  return rowCount === 1;
}

export async function queueBatches(
  product: Product,
  account: Account,
  work: { kind: string; subject: Record<string, unknown>; batches: PlannedBatch[] },
): Promise<QueuedBatches> {
  return product.platform.database.asTenant(account.tenantId, async (tx) => {
    await lockAccount(tx, account.userId);
    const repeats = await wasAskedBefore(tx, work);
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
    return { runId, batchIds, repeats };
  });
}

export async function answerFor(
  product: Product,
  queued: QueuedBatches,
  small: boolean,
): Promise<{ answer: GenerationAnswer; status: 200 | 202 }> {
  const batchId = queued.batchIds.at(-1)!;
  const note = queued.repeats ? ` ${REPEATED}` : '';
  const waiting = {
    status: 'queued' as const,
    batchId,
    runId: queued.runId,
    message: `The batch is being generated. Its progress is shown under Activity.${note}`,
  };
  if (!small) return { answer: waiting, status: 202 };
  const run = await completedRun(product, {
    runId: queued.runId,
    timeoutMs: ANSWER_TIMEOUT_MS,
    failed: 'Generation failed',
  });
  if (run === null) return { answer: waiting, status: 202 };
  return { answer: completed(run, batchId, note), status: 200 };
}

function completed(run: Run, batchId: string, note: string): GenerationAnswer {
  const { records, message } = run.result as { records: number; message: string };
  return { status: 'completed', batchId, runId: run.id, records, message: `${message}${note}` };
}

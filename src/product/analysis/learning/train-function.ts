import { randomBytes } from 'node:crypto';
import { MIN_DECISIONS } from '../../../engines/detect/ranker/ranker.ts';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../../platform/functions/define.ts';
import { enqueueRun } from '../../../platform/jobs/runs.ts';
import {
  type TrainRankerAnswer,
  trainRankerAnswer,
  trainRankerBody,
} from '../../../shared/contracts/analysis.ts';
import { AppError } from '../../../shared/errors.ts';
import { completedRun } from '../../data/completed-run.ts';
import type { Product } from '../../product.ts';
import { readDecidedRows } from './decided-rows.ts';
import { storedVersion } from './stored-rankers.ts';

const ANSWER_TIMEOUT_MS = 25_000;

async function answerFor(product: Product, runId: string): Promise<TrainRankerAnswer> {
  const run = await completedRun(product, {
    runId,
    timeoutMs: ANSWER_TIMEOUT_MS,
    failed: 'Training failed',
  });
  if (run === null) {
    const message = 'The ranker is being trained. Its progress is shown under Activity.';
    return { status: 'queued', runId, message };
  }
  const result = run.result as { rankerId?: string; governanceRunId?: string; message: string };
  return { status: 'completed', runId, ...result };
}

export const trainRanker = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'train-ranker',
    summary:
      "Trains a ranker from the organization's decisions, or trains a version again to compare hashes.",
    audience: 'session',
    body: trainRankerBody,
    answer: trainRankerAnswer,
    handle: async (call) => {
      const { tenantId, userId } = accountOf(call);
      const { rankerId, seed } = call.body;
      const runId = await product.platform.database.asTenant(tenantId, async (tx) => {
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `train-ranker ${tenantId}`,
        ]);
        if (rankerId !== undefined) await storedVersion(tx, rankerId);
        const open = await tx.query<{ id: string }>(
          `select id from public.runs
            where kind = 'train-ranker' and status in ('queued', 'running')
              and subject ->> 'rankerId' is not distinct from $1`,
          [rankerId ?? null],
        );
        if (open.rows[0]) return open.rows[0].id;
        if (rankerId === undefined) requireDecisions(await readDecidedRows(tx));
        return enqueueRun(product.boss, tx, {
          tenantId,
          kind: 'train-ranker',
          subject: { seed: String(seed ?? randomBytes(8).readBigUInt64BE()), rankerId },
          createdBy: userId,
        });
      });
      return answerFor(product, runId);
    },
  });

function requireDecisions(decided: readonly { label: 0 | 1 }[]): void {
  const confirmed = decided.filter(({ label }) => label === 1).length;
  const cleared = decided.length - confirmed;
  if (Math.min(confirmed, cleared) >= MIN_DECISIONS) return;
  throw new AppError(
    'bad_request',
    `A ranker needs at least ${MIN_DECISIONS} confirmed and ${MIN_DECISIONS} cleared rows; there are ${confirmed} and ${cleared}.`,
  );
}

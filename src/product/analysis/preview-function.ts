import {
  type Account,
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { enqueueRun } from '../../platform/jobs/runs.ts';
import {
  type PreviewThresholdAnswer,
  type PreviewThresholdBody,
  previewThresholdAnswer,
  previewThresholdBody,
} from '../../shared/contracts/analysis.ts';
import { completedRun } from '../data/completed-run.ts';
import type { Product } from '../product.ts';
import { findSource } from './find-source.ts';

const ANSWER_TIMEOUT_MS = 10_000;

/** Returns the run of the same request within the last hour, or starts one. */
async function previewRun(
  product: Product,
  account: Account,
  subject: PreviewThresholdBody & { filename: string },
): Promise<string> {
  return product.platform.database.asTenant(account.tenantId, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `preview ${subject.manifestId ?? subject.batchId}`,
    ]);
    const { rows } = await tx.query<{ id: string }>(
      `select id from public.runs
        where kind = 'preview' and status in ('queued', 'running', 'completed')
          and subject = $1::jsonb and created_at > now() - interval '1 hour'
        limit 1`,
      [JSON.stringify(subject)],
    );
    if (rows[0]) return rows[0].id;
    return enqueueRun(product.boss, tx, {
      tenantId: account.tenantId,
      kind: 'preview',
      subject,
      createdBy: account.userId,
    });
  });
}

async function answerFor(product: Product, runId: string): Promise<PreviewThresholdAnswer> {
  const run = await completedRun(product, {
    runId,
    timeoutMs: ANSWER_TIMEOUT_MS,
    failed: 'Counting failed',
  });
  if (run === null) {
    return {
      status: 'queued',
      runId,
      message: 'Still counting. Repeat the request for the result.',
    };
  }
  const { sampledFrom, ...counted } = run.result as {
    rows: number;
    sampledFrom?: number | null;
    sampledBy?: string | null;
    taken: number;
    thresholdUsed: number;
  };
  const sample = counted.sampledBy
    ? ` of a sample of accounts of a file of ${sampledFrom} rows`
    : ` of a uniform sample of ${sampledFrom}`;
  const of = sampledFrom ? sample : '';
  const message = `${counted.taken} of ${counted.rows} rows${of} would be flagged.`;
  return { status: 'completed', runId, ...counted, message };
}

export const previewThreshold = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'preview-threshold',
    summary:
      'Counts the rows of a dataset that a threshold would flag, without submitting them for review.',
    audience: 'session',
    body: previewThresholdBody,
    answer: previewThresholdAnswer,
    handle: async (call) => {
      const { filename } = await findSource(product, call);
      const subject = { ...call.body, filename };
      const runId = await previewRun(product, accountOf(call), subject);
      const answer = await answerFor(product, runId);
      return answer;
    },
  });

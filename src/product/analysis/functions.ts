import { randomBytes } from 'node:crypto';
import {
  type Account,
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import { enqueueRun } from '../../platform/jobs/runs.ts';
import {
  type AnalyzeTransactionsAnswer,
  type AnalyzeTransactionsBody,
  analyzeTransactionsAnswer,
  analyzeTransactionsBody,
} from '../../shared/contracts/analysis.ts';
import { SYNC_ANALYSIS_ROWS } from '../../shared/limits.ts';
import { completedRun } from '../data/completed-run.ts';
import type { Product } from '../product.ts';
import { findSource } from './find-source.ts';
import { trainRanker } from './learning/train-function.ts';
import { previewThreshold } from './preview-function.ts';

const ANSWER_TIMEOUT_MS = 25_000;

/** Queues an analysis, or returns the pending one of the same rows. */
async function queueAnalysis(
  product: Product,
  account: Account,
  { manifestId, batchId, threshold, windowDays, seed }: AnalyzeTransactionsBody,
  filename: string,
): Promise<string> {
  return product.platform.database.asTenant(account.tenantId, async (tx) => {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `analyze ${manifestId ?? batchId}`,
    ]);
    const { rows } = await tx.query<{ id: string }>(
      `select id from public.runs
        where kind = 'analyze' and status in ('queued', 'running')
          and coalesce(subject ->> 'manifestId', subject ->> 'batchId') = $1
          and subject -> 'threshold' = $2::jsonb
          and subject -> 'windowDays' = $3::jsonb
        limit 1`,
      [
        manifestId ?? batchId,
        JSON.stringify(threshold ?? null),
        JSON.stringify(windowDays ?? null),
      ],
    );
    if (rows[0]) return rows[0].id;
    return enqueueRun(product.boss, tx, {
      tenantId: account.tenantId,
      kind: 'analyze',
      subject: {
        manifestId,
        batchId,
        filename,
        threshold: threshold ?? null,
        windowDays: windowDays ?? null,
        seed: String(seed ?? randomBytes(8).readBigUInt64BE()),
      },
      createdBy: account.userId,
    });
  });
}

async function answerFor(
  product: Product,
  runId: string,
  waits: boolean,
): Promise<AnalyzeTransactionsAnswer> {
  const waiting: AnalyzeTransactionsAnswer = {
    status: 'queued',
    runId,
    message: 'The dataset is being analyzed. Its progress is shown under Activity.',
  };
  if (!waits) return waiting;
  const run = await completedRun(product, {
    runId,
    timeoutMs: ANSWER_TIMEOUT_MS,
    failed: 'Analysis failed',
  });
  if (run === null) return waiting;
  const result = run.result as { resultId: string; batchId?: string; message: string };
  return { status: 'completed', runId, ...result };
}

export function analysisFunctions(product: Product): FunctionDefinition[] {
  return [
    previewThreshold(product),
    trainRanker(product),
    defineFunction({
      name: 'analyze-transactions',
      summary: 'Flags unusual rows of a dataset or a generated batch for review, with reasons.',
      audience: 'session',
      body: analyzeTransactionsBody,
      answer: analyzeTransactionsAnswer,
      handle: async (call) => {
        const { filename, rows } = await findSource(product, call);
        const runId = await queueAnalysis(product, accountOf(call), call.body, filename);
        const answer = await answerFor(product, runId, rows <= SYNC_ANALYSIS_ROWS);
        return answer;
      },
    }),
  ];
}

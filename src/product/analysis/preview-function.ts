import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../platform/functions/define.ts';
import {
  type PreviewThresholdAnswer,
  previewThresholdAnswer,
  previewThresholdBody,
} from '../../shared/contracts/analysis.ts';
import { completedRun } from '../data/completed-run.ts';
import { recentRun } from '../data/recent-run.ts';
import type { Product } from '../product.ts';
import { findSource } from './find-source.ts';

const ANSWER_TIMEOUT_MS = 10_000;

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
      const source = (subject.manifestId ?? subject.batchId)!;
      const runId = await recentRun(product, accountOf(call), { kind: 'preview', source, subject });
      const answer = await answerFor(product, runId);
      return answer;
    },
  });

import { z } from 'zod';
import { MAX_CASES, MAX_PATTERN_DAYS } from '../limits.ts';
import { seed, seedText } from './seed.ts';

const thresholdChoice = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('capacity'), rows: z.int().min(1).max(MAX_CASES) }),
  z.strictObject({ method: z.literal('percentile'), share: z.number().gt(0).max(0.5) }),
  z.strictObject({ method: z.literal('peaks'), risk: z.number().gt(0).max(0.1) }),
  z.strictObject({
    method: z.literal('false-discovery'),
    alpha: z.number().gt(0).max(0.5),
    baselineId: z.uuid('Please select a valid dataset'),
  }),
  z.strictObject({ method: z.literal('score'), score: z.number().min(0).max(1) }),
]);
export type ThresholdSetting = z.infer<typeof thresholdChoice>;

const source = {
  manifestId: z.uuid('Please select a valid dataset').optional(),
  batchId: z.uuid('Please select a valid batch').optional(),
};
export type AnalysisSource = { manifestId?: string | undefined; batchId?: string | undefined };
const isOneSource = ({ manifestId, batchId }: AnalysisSource) =>
  (manifestId === undefined) !== (batchId === undefined);

export const analyzeTransactionsBody = z
  .strictObject({
    ...source,
    datasetRef: z.string().min(1).max(400),
    /** Default: the most unusual 1 % of rows, at most 500. */
    threshold: thresholdChoice.optional(),
    windowDays: z.int().min(1).max(MAX_PATTERN_DAYS).optional(),
    seed: seed.optional(),
  })
  .refine(isOneSource, 'Please select a valid dataset');
export type AnalyzeTransactionsBody = z.infer<typeof analyzeTransactionsBody>;

export const analyzeTransactionsAnswer = z.strictObject({
  status: z.enum(['completed', 'queued']),
  runId: z.uuid(),
  resultId: z.uuid().optional(),
  batchId: z.uuid().optional(),
  message: z.string(),
});
export type AnalyzeTransactionsAnswer = z.infer<typeof analyzeTransactionsAnswer>;

export const previewThresholdBody = z
  .strictObject({
    ...source,
    threshold: thresholdChoice,
    /** Analyzing with the same seed flags the same number of rows. */
    seed: seedText,
  })
  .refine(isOneSource, 'Please select a valid dataset');
export type PreviewThresholdBody = z.infer<typeof previewThresholdBody>;

export const previewThresholdAnswer = z.strictObject({
  status: z.enum(['completed', 'queued']),
  runId: z.uuid(),
  rows: z.int().optional(),
  /** Account column by which rows were sampled; null for all rows or a uniform sample. */
  sampledBy: z.string().nullable().optional(),
  taken: z.int().optional(),
  /** Score (0..1) of the last flagged row. */
  thresholdUsed: z.number().optional(),
  message: z.string(),
});
export type PreviewThresholdAnswer = z.infer<typeof previewThresholdAnswer>;

export const trainRankerBody = z.strictObject({
  seed: seed.optional(),
  /** Version to train again from its decisions, to compare hashes; a new one if absent. */
  rankerId: z.uuid('rankerId must be the id of a ranker').optional(),
});
export const trainRankerAnswer = z.strictObject({
  status: z.enum(['completed', 'queued']),
  runId: z.uuid(),
  rankerId: z.uuid().optional(),
  governanceRunId: z.uuid().optional(),
  message: z.string(),
});
export type TrainRankerAnswer = z.infer<typeof trainRankerAnswer>;

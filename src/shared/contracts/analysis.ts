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
    /** A dataset of the same columns whose rows are known to be ordinary. */
    baselineId: z.uuid('Please select a valid dataset'),
  }),
  z.strictObject({ method: z.literal('score'), score: z.number().min(0).max(1) }),
]);
export type ThresholdSetting = z.infer<typeof thresholdChoice>;

/** What is looked at: a dataset, or in its place a generated batch of transactions. */
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
    /** How many rows become exceptions; the most unusual hundredth, at most 500, by default. */
    threshold: thresholdChoice.optional(),
    /** Days within which transfers belong to one pattern; 7 by default. */
    windowDays: z.int().min(1).max(MAX_PATTERN_DAYS).optional(),
    seed: seed.optional(),
  })
  .refine(isOneSource, 'Please select a valid dataset');
export type AnalyzeTransactionsBody = z.infer<typeof analyzeTransactionsBody>;

export const analyzeTransactionsAnswer = z.strictObject({
  status: z.enum(['completed', 'queued']),
  runId: z.uuid(),
  resultId: z.uuid().optional(),
  /** Absent where nothing passed the threshold. */
  batchId: z.uuid().optional(),
  message: z.string(),
});
export type AnalyzeTransactionsAnswer = z.infer<typeof analyzeTransactionsAnswer>;

/** How many rows a threshold would take, before anything is put before a reviewer. */
export const previewThresholdBody = z
  .strictObject({
    ...source,
    threshold: thresholdChoice,
    /** The analysis that follows takes as many rows only with the same seed. */
    seed: seedText,
  })
  .refine(isOneSource, 'Please select a valid dataset');
export type PreviewThresholdBody = z.infer<typeof previewThresholdBody>;

export const previewThresholdAnswer = z.strictObject({
  status: z.enum(['completed', 'queued']),
  runId: z.uuid(),
  rows: z.int().optional(),
  /** The column of the accounts of which a sample holds all rows; null for all rows, or an even sample. */
  sampledBy: z.string().nullable().optional(),
  taken: z.int().optional(),
  /** The 0..1 score of the last row taken. */
  thresholdUsed: z.number().optional(),
  message: z.string(),
});
export type PreviewThresholdAnswer = z.infer<typeof previewThresholdAnswer>;

import { z } from 'zod';
import { BANK_PRESETS } from '../institutions.ts';
import { MAX_CALIBRATION_EPSILON } from '../limits.ts';
import { KINDS_OF_WORDS } from '../movement-kinds.ts';

const MAX_WORDS = 500;

export const calibrateDatasetBody = z.strictObject({
  manifest_id: z.uuid('Please select a valid dataset'),
  preset: z.enum(BANK_PRESETS),
  /** Columns whose words tell purchases from transfers, joined in this order. */
  kind_columns: z.array(z.string().min(1)).min(1).max(3),
  /** Kinds of words that the simulator does not know. */
  kinds: z
    .record(z.string().max(200), z.enum(KINDS_OF_WORDS))
    .refine((kinds) => Object.keys(kinds).length <= MAX_WORDS, `At most ${MAX_WORDS} words`)
    .optional(),
  /** Differential privacy of accounts; without it, aggregates are exact. */
  epsilon: z.number().gt(0).max(MAX_CALIBRATION_EPSILON).optional(),
});
export type CalibrateDatasetBody = z.infer<typeof calibrateDatasetBody>;

const figure = z.strictObject({
  name: z.string(),
  file: z.number(),
  bank: z.number().nullable(),
  ratio: z.number().nullable(),
});

const calibration = z.strictObject({
  rows: z.int(),
  accounts: z.int(),
  figures: z.array(figure),
  /** Figures more than 5 % from the file. */
  missed: z.array(z.string()),
  /** Words without a kind, which count as other, and their rows. */
  unknown: z.array(z.strictObject({ word: z.string(), rows: z.int() })),
  /** AUC of a classifier that distinguishes accounts of the file from the bank's; null with privacy. */
  auc: z.number().nullable(),
  epsilon: z.number().nullable(),
  /** Configuration of the simulator, for `sandbox simulate --configuration`. */
  configuration: z.record(z.string(), z.unknown()),
});
export type Calibration = z.infer<typeof calibration>;

export const calibrateDatasetAnswer = z.strictObject({
  status: z.enum(['completed', 'queued']),
  runId: z.uuid(),
  message: z.string(),
  calibration: calibration.optional(),
});
export type CalibrateDatasetAnswer = z.infer<typeof calibrateDatasetAnswer>;

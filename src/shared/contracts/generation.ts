import { z } from 'zod';
import { BANK_PRESETS } from '../institutions.ts';
import {
  DEFAULT_COUNT_FROM_UPLOAD,
  DEFAULT_COUNTS,
  MAX_BATCH_NAME_LENGTH,
  MAX_BLENDED_ROWS,
  MAX_FULL_BATCH_CUSTOMERS,
  MAX_GENERATED_ROWS,
  MAX_REBALANCED_ROWS,
  MAX_SHARDED_ROWS,
  MAX_SHARDS,
  MAX_WAIT_HOURS,
} from '../limits.ts';
import { byColumn } from './by-column.ts';
import { seed } from './seed.ts';

const day = z.iso.date('Must be a date, YYYY-MM-DD');

const count = (fallback: number, most: number) =>
  z
    .int('count must be a whole number')
    .min(1, 'count must be at least 1')
    .max(most, `count must be at most ${most}`)
    .default(fallback);

const simulation = {
  seed: seed.optional(),
  preset: z.enum(BANK_PRESETS).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Must be a country code of two letters')
    .optional(),
  start_date: day.optional(),
  end_date: day.optional(),
  aml_rate: z.number().min(0).max(0.2).optional(),
  executor: z.enum(['workers', 'external'], 'executor must be workers or external').optional(),
  shards: z.int().min(1).max(MAX_SHARDS, `shards must be at most ${MAX_SHARDS}`).optional(),
  /** External executor: hours to wait for shards; 24 by default. */
  wait_hours: z
    .int()
    .min(1)
    .max(MAX_WAIT_HOURS, `wait_hours must be at most ${MAX_WAIT_HOURS}`)
    .optional(),
};

export const generateCustomersBody = z.strictObject({
  count: count(DEFAULT_COUNTS.customers, MAX_SHARDED_ROWS),
  ...simulation,
});
export const generateAccountsBody = z.strictObject({
  count: count(DEFAULT_COUNTS.accounts, MAX_SHARDED_ROWS),
  ...simulation,
});
export const generateTransactionsBody = z.strictObject({
  count: count(DEFAULT_COUNTS.transactions, MAX_SHARDED_ROWS),
  ...simulation,
});
export const generateFullBody = z.strictObject({
  count: z
    .int()
    .min(1)
    .max(MAX_FULL_BATCH_CUSTOMERS, `count must be at most ${MAX_FULL_BATCH_CUSTOMERS}`)
    .optional(),
  ...simulation,
  /** Bank, insurer or credit union; by default that of the organization's kind. */
  preset: z.enum([...BANK_PRESETS, 'motor-insurer', 'life-insurer']).optional(),
});
export type SimulationBody = z.infer<typeof generateCustomersBody>;

export const generationAnswer = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('completed'),
    batchId: z.uuid(),
    records: z.int(),
    runId: z.uuid(),
    message: z.string(),
  }),
  z.strictObject({
    status: z.literal('queued'),
    batchId: z.uuid(),
    runId: z.uuid(),
    message: z.string(),
  }),
]);
export type GenerationAnswer = z.infer<typeof generationAnswer>;

export const externalJobBody = z.strictObject({
  run_id: z.uuid('run_id must be the id of a run'),
  image: z
    .string()
    .regex(/^[a-z0-9][\w./:@-]{0,254}$/, 'image must be the name of a container image')
    .optional(),
});

export const externalJobAnswer = z.strictObject({
  store: z.string(),
  shards: z.int(),
  tasks: z.int(),
  /** Shards not yet collected, in the syntax of --index; empty if complete. */
  missing: z.string(),
  slurm: z.string(),
  /** Kubernetes Indexed Job; null if the storage is a local folder. */
  kubernetes: z.record(z.string(), z.unknown()).nullable(),
});
export type ExternalJob = z.infer<typeof externalJobAnswer>;

/** Fixed values of all rows, by column, written as in the file. */
export const givenValues = byColumn(z.string().max(1000));

/** Target shares of values of one column; other values keep their proportions. */
export const rebalanced = {
  column: z.string(),
  shares: z
    .record(z.string(), z.number().min(0).max(1, 'Shares must be from 0 to 1'))
    .refine((shares) => Object.keys(shares).length > 0, 'At least one share is required')
    .refine(
      (shares) => Object.values(shares).reduce((sum, share) => sum + share, 0) <= 1 + 1e-9,
      'Shares must not exceed 1 in total',
    ),
};

export const generationMode = z.enum(['fidelity', 'balanced', 'cautious', 'private']);

/** Private mode: privacy budget, smaller protects more; 3 by default. */
export const epsilon = z
  .number()
  .positive('epsilon must be above 0')
  .max(10, 'epsilon must be at most 10: larger values give little protection')
  .optional();

export const generateFromIngestionBody = z
  .strictObject({
    manifest_id: z.uuid('Please select a valid dataset'),
    count: count(DEFAULT_COUNT_FROM_UPLOAD, MAX_GENERATED_ROWS),
    mode: generationMode.optional(),
    epsilon,
    /** Private mode: mst (faster) or aim (higher fidelity, default up to 64 columns). */
    mechanism: z.enum(['mst', 'aim'], 'mechanism must be mst or aim').optional(),
    seed: seed.optional(),
    /** Display name of the batch; source and protection by default. */
    name: z.string().trim().min(1).max(MAX_BATCH_NAME_LENGTH).optional(),
    given: givenValues.optional(),
    rebalance: z.strictObject(rebalanced).optional(),
  })
  .refine(({ rebalance, count: rows }) => rebalance === undefined || rows <= MAX_REBALANCED_ROWS, {
    message: `A rebalanced batch has at most ${MAX_REBALANCED_ROWS} rows`,
    path: ['count'],
  })
  .refine(({ mode, epsilon: budget }) => budget === undefined || mode === 'private', {
    message: 'epsilon applies only to the private mode',
    path: ['epsilon'],
  })
  .refine(({ mode, mechanism }) => mechanism === undefined || mode === 'private', {
    message: 'mechanism applies only to the private mode',
    path: ['mechanism'],
  });
export type GenerateFromIngestionBody = z.infer<typeof generateFromIngestionBody>;

export const createBlendBody = z.strictObject({
  manifest_id: z.uuid('Please select a valid dataset'),
  real_share: z
    .number()
    .min(0, 'real_share must be from 0 to 1')
    .max(1, 'real_share must be from 0 to 1'),
  count: z
    .int('count must be a whole number')
    .min(1, 'count must be at least 1')
    .max(MAX_BLENDED_ROWS, `count must be at most ${MAX_BLENDED_ROWS}`),
  seed: seed.optional(),
});

export const createBlendAnswer = z.strictObject({
  status: z.enum(['completed', 'queued']),
  manifest_id: z.uuid(),
  batchId: z.uuid(),
  runId: z.uuid(),
  records: z.int().optional(),
  message: z.string(),
});

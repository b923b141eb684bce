import { z } from 'zod';
import { BANK_TABLES } from '../bank-tables.ts';
import { EDGE_CASES } from '../edge-cases.ts';
import { BANK_PRESETS } from '../institutions.ts';
import { MAX_ADVANCE_DAYS, MAX_ENVIRONMENT_CUSTOMERS, MAX_ENVIRONMENT_HOURS } from '../limits.ts';
import { generateFullBody } from './generation.ts';

const name = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'name: expected 1 to 63 lower-case letters, digits, dots, hyphens and underscores',
  );
/** Name or id; a key of one environment may omit it. */
const environment = z.string().min(1).max(63).optional();
const lifetime = z.int().min(1).max(MAX_ENVIRONMENT_HOURS).optional();

const simulation = generateFullBody
  .omit({ executor: true, shards: true, wait_hours: true })
  .extend({
    count: z
      .int()
      .min(1)
      .max(MAX_ENVIRONMENT_CUSTOMERS, `count must be at most ${MAX_ENVIRONMENT_CUSTOMERS}`)
      .default(100),
    preset: z
      .enum(
        BANK_PRESETS,
        'preset: expected a bank; environments of other books are created from their batches',
      )
      .optional(),
  })
  .required({ seed: true });

export const createEnvironmentBody = z
  .strictObject({
    name,
    simulation: simulation.optional(),
    batches: z.array(z.uuid()).min(1).max(100).optional(),
    pin: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'pin: expected a SHA-256 in hexadecimal')
      .optional(),
    expires_in_hours: lifetime,
  })
  .refine(
    ({ simulation, batches, pin }) =>
      [simulation, batches, pin].filter((source) => source !== undefined).length === 1,
    'Expected one of simulation, batches and pin',
  );

export const branchEnvironmentBody = z.strictObject({
  environment,
  name,
  expires_in_hours: lifetime,
});
export const environmentBody = z.strictObject({ environment });

/** Seeds are 64-bit, as text. */
export const advanceEnvironmentBody = z.strictObject({
  environment,
  days: z.int().min(1).max(MAX_ADVANCE_DAYS),
  seed: z.coerce
    .string()
    .regex(/^\d{1,19}$/, 'seed: expected a whole number of at most 19 digits')
    .default('1'),
});

const row = z.record(z.string().max(63), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const overlay = z.strictObject({
  add: z.array(row).default([]),
  change: z.array(row).default([]),
  remove: z.array(z.string()).default([]),
});
export type Overlay = z.infer<typeof overlay>;

export const overlayEnvironmentBody = z.strictObject({
  environment,
  tables: z.partialRecord(z.enum(BANK_TABLES), overlay).default({}),
  edge_cases: z.array(z.enum(EDGE_CASES)).max(EDGE_CASES.length).default([]),
});

const pinnedFile = z.strictObject({
  name: z.string(),
  /** Bank table that the rows are loaded into; null for files only. */
  table: z.enum(BANK_TABLES).nullable(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});
export type PinnedFile = z.infer<typeof pinnedFile>;

export const environmentAnswer = z.strictObject({
  status: z.enum(['ready', 'queued']),
  id: z.uuid(),
  name: z.string(),
  /** SHA-256 of the canonical list of files; null while the first rows are generated. */
  pin: z.string().nullable(),
  files: z.array(pinnedFile),
  /** Tables that differ from the pin. */
  changed: z.array(z.string()),
  /** Last day lived; null until the environment is advanced. */
  clock: z.string().nullable(),
  expires_at: z.string().nullable(),
});
export type EnvironmentAnswer = z.infer<typeof environmentAnswer>;
export const deletedEnvironmentAnswer = z.strictObject({
  status: z.literal('deleted'),
  id: z.uuid(),
});

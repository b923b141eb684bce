import { z } from 'zod';
import { PERSONAL_KINDS } from '../../meaning/kinds/kinds.ts';
import { columnsSchema, notMeasuredSchema } from './quality-schema.ts';

const rate = z.number().min(0).max(1);
const count = z.number().int().nonnegative();

const copyTestSchema = z.strictObject({
  train: count,
  /** Null in the report of a private batch, like every count of real rows or people. */
  trainRows: count.nullable(),
  holdout: count.nullable(),
  holdoutRows: count.nullable(),
  pValue: rate.nullable(),
});

const attackSchema = z.strictObject({
  name: z.string(),
  /** Column whose values are inferred. Missing in reports written by version 0.1. */
  column: z.string().optional(),
  /** Excess over the control as a share of the possible gain, with a 95 % interval. */
  risk: rate,
  low: rate,
  high: rate,
  /** One-sided 95 % limit, corrected for the number of attacks; above the line: inconclusive. */
  upper: rate,
  /** Excess in the score: 0 in half of all reports without leakage. Missing in earlier reports. */
  counted: rate.optional(),
  attack: rate,
  attempts: count.nullable(),
  /** Success on control rows; null without a holdout. */
  control: rate.nullable(),
  controlAttempts: count.nullable(),
  /** Number of people attacked; absent if each row is a person. */
  people: count.optional(),
  controlPeople: count.optional(),
  /** Success of guessing without the synthetic table. */
  baseline: rate,
  /** False if the attack does no better than the baseline and is thus inconclusive. */
  stronger: z.boolean(),
});

const identitySideSchema = z.strictObject({
  rowsPerPerson: z.number().nonnegative(),
  /** Least share of persons with one value in a column; null with a single column. */
  consistent: rate.nullable(),
});

const personsSchema = z.strictObject({
  columns: z.array(
    z.strictObject({
      column: z.string(),
      kind: z.enum(PERSONAL_KINDS),
      /** Distinct drawn values, and how many of them are in the training rows. */
      values: count,
      found: count,
      /** Share of drawn rows with such a value. */
      rowShare: rate,
      /** Share of values made from public lists that are in the training rows. */
      chance: rate,
      pValue: rate,
    }),
  ),
  /** Columns of one person, the one that numbers persons first; null without persons. */
  identity: z
    .strictObject({
      columns: z.array(z.string()),
      real: identitySideSchema,
      synthetic: identitySideSchema,
    })
    .nullable(),
});

/** Privacy report of a batch learned from real rows. `reason` explains a null score. */
export const privacyReportSchema = z.strictObject({
  schema: z.literal('privacy/1'),
  engine: z.string(),
  seed: z.string(),
  /** Random salt of a private batch, so that the report's hash reveals nothing of its contents. */
  salt: z.string().optional(),
  rows: z.strictObject({
    train: count.nullable(),
    synthetic: count,
    holdout: count.nullable(),
  }),
  columns: columnsSchema,
  score: z.number().min(0).max(100).nullable(),
  verdict: z.enum(['pass', 'fail', 'withheld']),
  reason: z.string(),
  assurance: z.enum(['A0', 'A1', 'A2', 'A3']),
  cap: z.number(),
  passLine: z.number(),
  gates: z.array(z.strictObject({ name: z.string(), limit: z.number(), reason: z.string() })),
  copies: copyTestSchema,
  nearCopies: copyTestSchema,
  rareValues: copyTestSchema,
  /** Columns of personal data; missing without any, in private batches and in earlier reports. */
  persons: personsSchema.optional(),
  /** Linkage to training people; null without a holdout, missing in earlier reports. */
  linkage: z
    .strictObject({
      pValue: rate,
      /** Size of the most significant head of links, and the number of training people in it. */
      head: count,
      headTraining: count,
      /** Share of training people among all linked people. */
      trainingShare: rate,
      tested: count.nullable(),
      permutations: count,
    })
    .nullable()
    .optional(),
  distances: z
    .strictObject({
      /** Share of synthetic rows nearer to training than to as many holdout rows; ties half. */
      dcrShare: rate,
      /** Share of synthetic rows that are identical to a training row, and to a holdout row. */
      identicalTrain: rate,
      identicalHoldout: rate,
      /** Ratio of nearest to second nearest distance, 10 % quantile, training over holdout. */
      nndrRatio: z.number(),
      rows: count,
      reference: count.nullable(),
    })
    .nullable(),
  /** Files of few people: folds that the attacks were pooled over, and the largest possible excess. */
  folds: z.strictObject({ folds: count, people: count.nullable(), upper: rate }).optional(),
  attacks: z.array(attackSchema),
  positiveControl: z
    .strictObject({ planted: count, share: rate, pValue: rate, detected: z.boolean() })
    .nullable(),
  guarantee: z
    .strictObject({
      epsilon: z.number(),
      delta: z.number(),
      rho: z.number(),
      unit: z.enum(['customer', 'account', 'entity', 'row']),
      clean: z.boolean(),
      fits: count,
      budget: z.number(),
      /** Maximum excess of any attacker's true positive rate over the false positive rate. */
      worstAdvantage: rate,
    })
    .nullable(),
  /** Figures of a private batch from real rows without noise, outside its guarantee. */
  outsideGuarantee: z.array(z.string()).optional(),
  notMeasured: notMeasuredSchema,
});

export type PrivacyReport = z.infer<typeof privacyReportSchema>;
export type Persons = z.infer<typeof personsSchema>;
export type Attack = z.infer<typeof attackSchema>;

import { z } from 'zod';
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
  /** Excess over the control, of what was left to gain, with a 95 % interval. */
  risk: rate,
  low: rate,
  high: rate,
  /** One-sided 95 % limit of the excess, corrected for the number of attacks: over the line, nothing is settled. */
  upper: rate,
  /** The excess that the score is made of: its lower limit such that of attacks without any half of reports count none. Absent before. */
  counted: rate.optional(),
  attack: rate,
  attempts: count.nullable(),
  /** Success on rows that nothing was learned from; null without a holdout. */
  control: rate.nullable(),
  controlAttempts: count.nullable(),
  /** On how many people the attempts were made; absent where each row stands for one. */
  people: count.optional(),
  controlPeople: count.optional(),
  /** Success of guessing without the synthetic table. */
  baseline: rate,
  /** False where the attack does no better than the baseline: then it shows nothing either way. */
  stronger: z.boolean(),
});

/** The privacy of a batch that was learned from real rows. A score of null is withheld, and `reason` says why. */
export const privacyReportSchema = z.strictObject({
  schema: z.literal('privacy/1'),
  engine: z.string(),
  seed: z.string(),
  /** Of a private batch: random, so that the report's hash says nothing of what is in it. */
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
  /** Whether synthetic rows lead back to people learned from; null without a holdout, absent in reports from before. */
  linkage: z
    .strictObject({
      pValue: rate,
      /** How many of the surest links speak clearest, and how many of those lead to people learned from. */
      head: count,
      headTraining: count,
      /** Share of people learned from among all that rows were linked to. */
      trainingShare: rate,
      tested: count.nullable(),
      permutations: count,
    })
    .nullable()
    .optional(),
  distances: z
    .strictObject({
      /** Share of synthetic rows nearer to training rows than to as many rows of the holdout; ties half. */
      dcrShare: rate,
      /** Share of synthetic rows that are identical to a training row, and to a row of the holdout. */
      identicalTrain: rate,
      identicalHoldout: rate,
      /** Tenth smallest ratio of nearest to second nearest distance, training over holdout. */
      nndrRatio: z.number(),
      rows: count,
      reference: count.nullable(),
    })
    .nullable(),
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
      /** The most by which any attacker's true positives can exceed the false ones. */
      worstAdvantage: rate,
    })
    .nullable(),
  /** Of a private batch: the figures computed from real rows without noise, which its guarantee does not cover. */
  outsideGuarantee: z.array(z.string()).optional(),
  notMeasured: notMeasuredSchema,
});

export type PrivacyReport = z.infer<typeof privacyReportSchema>;
export type Attack = z.infer<typeof attackSchema>;

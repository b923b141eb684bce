import { z } from 'zod';

const rate = z.number().min(0).max(1).nullable();
const count = z.number().int().nonnegative();

const differenceSchema = z
  .strictObject({ value: z.number(), low: z.number(), high: z.number() })
  .nullable();

const modelSchema = z
  .strictObject({
    rows: count.nullable(),
    /** Share of real rows that the model predicts the outcome for. */
    rate,
    truePositives: rate,
    falsePositives: rate,
    accuracy: rate,
  })
  .nullable();

const modelDifferenceSchema = z.strictObject({
  rate: differenceSchema,
  /** The larger difference in true or false positive rates. */
  odds: z.number(),
});

const widenedSchema = z
  .strictObject({ high: z.string(), low: z.string(), real: z.number(), synthetic: z.number() })
  .nullable();

const groupingSchema = z.strictObject({
  columns: z.array(z.string()),
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.strictObject({
        real: count.nullable(),
        synthetic: count,
        holdout: count.nullable(),
      }),
      /** Column shapes within the group, the mean over the other columns. */
      likeness: z.strictObject({ synthetic: rate, holdout: rate }),
      /** Share of the group's rows that have the outcome. */
      outcome: z.strictObject({ real: rate, synthetic: rate, holdout: rate }).nullable(),
      /** What models say of real rows of the group, having learned from real and from synthetic ones. */
      models: z.strictObject({ real: modelSchema, synthetic: modelSchema }).nullable(),
    }),
  ),
  /** Largest difference in outcome rates between two groups, with its 95 % interval. */
  outcomeDifference: z
    .strictObject({
      real: differenceSchema,
      synthetic: differenceSchema,
      holdout: differenceSchema,
    })
    .nullable(),
  modelDifference: z
    .strictObject({ real: modelDifferenceSchema, synthetic: modelDifferenceSchema })
    .nullable(),
  /** Between which groups the synthetic data, or a model that learned from it, makes a difference wider. */
  widened: z.strictObject({ data: widenedSchema, models: widenedSchema }),
});

/** How groups of people are treated. Groups of fewer than 100 real rows are left out; a rate of too few rows is null. */
export const fairnessSchema = z.strictObject({
  sensitive: z.array(z.string()),
  declared: z.boolean(),
  outcome: z.strictObject({ column: z.string(), value: z.string() }).nullable(),
  groupings: z.array(groupingSchema),
});

export type Fairness = z.infer<typeof fairnessSchema>;
export type FairnessGrouping = z.infer<typeof groupingSchema>;

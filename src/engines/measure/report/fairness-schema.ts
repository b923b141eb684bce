import { z } from 'zod';

const rate = z.number().min(0).max(1).nullable();
const count = z.number().int().nonnegative();

const differenceSchema = z
  .strictObject({ value: z.number(), low: z.number(), high: z.number() })
  .nullable();

const modelSchema = z
  .strictObject({
    rows: count.nullable(),
    /** Share of real rows that the model predicts to have the outcome. */
    rate,
    truePositives: rate,
    falsePositives: rate,
    accuracy: rate,
  })
  .nullable();

const modelDifferenceSchema = z.strictObject({
  rate: differenceSchema,
  /** Larger of the differences in true and false positive rates. */
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
      /** Mean of column shapes within the group over the other columns. */
      likeness: z.strictObject({ synthetic: rate, holdout: rate }),
      outcome: z.strictObject({ real: rate, synthetic: rate, holdout: rate }).nullable(),
      /** Predictions for real rows of the group by models trained on real and on synthetic ones. */
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
  /** Groups between which the synthetic data, or a model trained on it, widens a difference. */
  widened: z.strictObject({ data: widenedSchema, models: widenedSchema }),
});

/** Treatment of groups of at least 100 real rows; a rate of too few rows is null. */
export const fairnessSchema = z.strictObject({
  sensitive: z.array(z.string()),
  declared: z.boolean(),
  outcome: z.strictObject({ column: z.string(), value: z.string() }).nullable(),
  groupings: z.array(groupingSchema),
});

export type Fairness = z.infer<typeof fairnessSchema>;
export type FairnessGrouping = z.infer<typeof groupingSchema>;

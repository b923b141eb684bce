import { z } from 'zod';
import { fairnessSchema } from './fairness-schema.ts';
import { pictureSchema } from './picture-schema.ts';
import { usefulnessSchema } from './usefulness-schema.ts';

const score = z.number().nullable();
const count = z.number().int().nonnegative();

export const notMeasuredSchema = z.array(
  z.strictObject({
    metric: z.string(),
    reason: z.string(),
    n: count,
    needed: count.nullable(),
  }),
);

export const columnsSchema = z.array(
  z.strictObject({
    name: z.string(),
    kind: z.enum(['number', 'datetime', 'category']),
    role: z.enum(['feature', 'key', 'reference', 'personal', 'text', 'ignored']),
  }),
);

/** Shares of a column's values that parse like the source's and match its patterns. */
const formsSchema = z.array(z.strictObject({ column: z.string(), parse: score, mask: score }));

/** Shares of the rows that a rule is about that keep it. */
const rulesSchema = z.array(
  z.strictObject({
    kind: z.enum(['formula', 'calendar', 'belonging', 'order']),
    rule: z.string(),
    real: score,
    synthetic: score,
    holdout: score,
  }),
);

const accuracySchema = z.strictObject({
  univariate: score,
  bivariate: score,
  trivariate: score,
  overall: score,
  expectedMaximum: score,
});

const sequencesSchema = z
  .strictObject({
    key: z.string(),
    sequences: z.strictObject({ real: count.nullable(), synthetic: count.nullable() }),
    lengths: score,
    columns: z.array(z.strictObject({ column: z.string(), interRow: score, statistic: score })),
    /** Means of real rows and of this side, and similarity. Missing in earlier reports. */
    histories: z
      .array(
        z.strictObject({
          measure: z.string(),
          real: z.number().nullable(),
          other: z.number().nullable(),
          similarity: score,
        }),
      )
      .optional(),
  })
  .nullable();

const sdmetrics = {
  score,
  columnShapes: score,
  columnPairTrends: score,
  scoreWithoutThresholds: score,
  columnPairTrendsWithoutThresholds: score,
  /** Numbers of both tables cut over the real range. Missing in earlier reports. */
  scoreOverRealRange: score.optional(),
  columnPairTrendsOverRealRange: score.optional(),
};

/** References of a table's rows to another table, compared with those of real rows. */
const relationSchema = z.strictObject({
  column: z.string(),
  parent: z.string(),
  parentKey: z.string(),
  /** Rows that reference a missing row. */
  orphans: z.strictObject({ real: count.nullable(), synthetic: count }),
  mean: z.strictObject({ real: z.number().nullable(), synthetic: z.number() }),
  cardinality: score,
  trends: score,
});

/** Quality report of a batch learned from a real table. Scores are 0..1; null: not measured. */
export const qualityReportSchema = z.strictObject({
  schema: z.literal('quality/1'),
  engine: z.string(),
  seed: z.string(),
  rows: z.strictObject({
    /** Null in the report of a private batch, like every count of real rows or people. */
    real: count.nullable(),
    synthetic: count,
    holdout: count.nullable(),
    /** Holdout rows of the baseline, at most those of the batch. Missing in earlier reports. */
    baseline: count.nullable().optional(),
  }),
  columns: columnsSchema,
  /** Missing in earlier reports. */
  usefulness: usefulnessSchema.optional(),
  ...sdmetrics,
  shapes: z.array(
    z.strictObject({ column: z.string(), metric: z.string(), score, holdout: score }),
  ),
  trends: z.array(
    z.strictObject({
      columns: z.tuple([z.string(), z.string()]),
      metric: z.string(),
      score,
      real: score,
      synthetic: score,
      counts: z.boolean(),
    }),
  ),
  /** Form of each column; the worst caps the score. Missing in earlier reports. */
  forms: formsSchema.optional(),
  /** Rules found in the real rows; a broken one caps the score. Missing in earlier reports. */
  rules: rulesSchema.optional(),
  diagnostic: z.strictObject({
    score,
    dataValidity: score,
    dataStructure: z.number(),
    validity: z.array(z.strictObject({ column: z.string(), metric: z.string(), score })),
  }),
  accuracy: accuracySchema,
  accuracyByColumn: z.array(
    z.strictObject({ column: z.string(), accuracy: z.number(), expectedMaximum: z.number() }),
  ),
  /** Synthetic rows against training rows, which rewards copies. */
  discriminatorAuc: score,
  /** Synthetic rows against held-out rows. Missing in earlier reports. */
  discriminatorAucHeldOut: score.optional(),
  tstr: z
    .strictObject({
      target: z.string(),
      task: z.enum(['class', 'above median']),
      synthetic: z.number(),
      real: z.number(),
      rows: count.nullable(),
    })
    .nullable(),
  /** Treatment of groups of people; null without groups, missing in earlier reports. */
  fairness: fairnessSchema.nullable().optional(),
  /** References to other tables; absent for a single table. */
  relations: z.array(relationSchema).optional(),
  /** Lengths, steps and means of customers' or accounts' sequences; null without sequences. */
  sequences: sequencesSchema,
  /** Same measures for holdout rows, which are real but not used for training. */
  holdout: z
    .strictObject({
      ...sdmetrics,
      accuracy: accuracySchema,
      discriminatorAuc: score,
      sequences: sequencesSchema,
    })
    .nullable(),
  overlays: z.array(
    z.strictObject({
      column: z.string(),
      /** Axis of numbers and dates in bins of equal width, one more edge than bins. */
      axis: z
        .strictObject({
          kind: z.enum(['number', 'datetime']),
          scale: z.enum(['linear', 'log']),
          edges: z.array(z.number()),
        })
        .optional(),
      bins: z.array(z.strictObject({ label: z.string(), real: score, synthetic: score })),
    }),
  ),
  /** Missing in earlier reports and in those of private batches. */
  pictures: z.array(pictureSchema).optional(),
  notMeasured: notMeasuredSchema,
});

export type QualityReport = z.infer<typeof qualityReportSchema>;

export type RelationQuality = z.infer<typeof relationSchema>;

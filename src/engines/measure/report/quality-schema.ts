import { z } from 'zod';
import { fairnessSchema } from './fairness-schema.ts';

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

/** How many of a column's values are read as the source's are, and look like them. */
const formsSchema = z.array(z.strictObject({ column: z.string(), parse: score, mask: score }));

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
  })
  .nullable();

const sdmetrics = {
  score,
  columnShapes: score,
  columnPairTrends: score,
  scoreWithoutThresholds: score,
  columnPairTrendsWithoutThresholds: score,
};

/** How rows of a table name rows of another, beside what real rows do. */
const relationSchema = z.strictObject({
  column: z.string(),
  parent: z.string(),
  parentKey: z.string(),
  /** Rows that name a row which is not there. */
  orphans: z.strictObject({ real: count, synthetic: count }),
  /** Rows for each row of the parent, on average. */
  mean: z.strictObject({ real: z.number(), synthetic: z.number() }),
  cardinality: score,
  trends: score,
});

/** The quality of a batch that was learned from a real table. Every score is 0..1; null is not measured. */
export const qualityReportSchema = z.strictObject({
  schema: z.literal('quality/1'),
  engine: z.string(),
  seed: z.string(),
  rows: z.strictObject({
    /** Null in the report of a private batch, like every count of real rows or people. */
    real: count.nullable(),
    synthetic: count,
    holdout: count.nullable(),
    /** Holdout rows that the baseline is measured on: at most as many as the batch has. Absent in earlier reports. */
    baseline: count.nullable().optional(),
  }),
  columns: columnsSchema,
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
  /** The form of each column; the worst caps the score. Absent in reports from before it was measured. */
  forms: formsSchema.optional(),
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
  discriminatorAuc: score,
  tstr: z
    .strictObject({
      target: z.string(),
      task: z.enum(['class', 'above median']),
      synthetic: z.number(),
      real: z.number(),
      rows: count.nullable(),
    })
    .nullable(),
  /** How groups of people are treated; null where no column tells groups, absent in reports from before. */
  fairness: fairnessSchema.nullable().optional(),
  /** Of a table of several; absent where it stands alone. */
  relations: z.array(relationSchema).optional(),
  /** Lengths, steps and means of the histories of customers or accounts; null where rows stand alone. */
  sequences: sequencesSchema,
  /** What rows of the holdout, real but never learned from, get by the same measures. */
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
      /** Of numbers and dates in equally wide bins; one edge more than bins, missing values aside. */
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
  notMeasured: notMeasuredSchema,
});

export type QualityReport = z.infer<typeof qualityReportSchema>;

export type RelationQuality = z.infer<typeof relationSchema>;

import { z } from 'zod';

/** Longest list of alerts, in characters; longer ones are scored by the command line. */
const MAX_ALERTS_TEXT = 900_000;
/** Largest batch of transactions whose ground truth is made again while the caller waits. */
export const MAX_SCORED_TRANSACTIONS = 300_000;

export const scoreAlertsBody = z.strictObject({
  batch_id: z.uuid('batch_id must be the id of a batch'),
  /** Name of the system that raised the alerts, as shown on the leaderboard. */
  system: z.string().trim().min(1).max(100),
  /** CSV with the columns id and optionally score and time. */
  alerts: z
    .string()
    .min(1)
    .max(MAX_ALERTS_TEXT, 'Send at most 900,000 characters of alerts; use sandbox score-alerts.'),
  capacities: z.array(z.int().min(1).max(1_000_000)).min(1).max(10).optional(),
  alert_cost: z.number().min(0).max(1e9).optional(),
});

const share = z.strictObject({
  count: z.number(),
  of: z.number(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
});
const interval = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
const days = z.number().nullable();
const group = z.strictObject({
  name: z.string(),
  recall: share,
  schemes: share,
  accounts: share,
  money: z.number().nullable(),
  moneyFound: z.number().nullable(),
  shareOfAlerts: z.number(),
  medianDays: days,
});

/** Scores of alerts as published: without figures of single schemes, which the truth consists of. */
const alertScores = z.strictObject({
  /** Rows of a book that the alerts name; absent for transactions. */
  subject: z.enum(['claims', 'policies', 'members']).optional(),
  transactions: z.int(),
  positives: z.int(),
  alerts: z.int(),
  baseRate: z.number(),
  precision: share,
  recall: share,
  averagePrecision: interval,
  accounts: z.strictObject({ precision: share, recall: share }),
  schemes: share,
  money: z.strictObject({ precision: interval, recall: interval }),
  medianDays: days,
  typologies: z.array(group),
  hops: z.array(group),
  lookAlikes: z.array(z.strictObject({ name: z.string(), alerted: share })),
  capacities: z.array(
    z.strictObject({
      capacity: z.int(),
      found: z.number(),
      schemes: z.int(),
      moneyFound: z.number().nullable(),
      cost: z.number().nullable(),
    }),
  ),
  baselines: z.array(
    z.strictObject({
      name: z.string(),
      precision: share,
      recall: share,
      schemes: z.number(),
      averagePrecision: z.number(),
    }),
  ),
  findings: z.array(
    z.strictObject({
      kind: z.enum(['unknown-id', 'repeated-id', 'before-the-fact', 'equals-the-label']),
      alerts: z.int(),
      examples: z.array(z.string()),
    }),
  ),
});
export type PublishedScores = z.infer<typeof alertScores>;

export const scoreAlertsAnswer = z.strictObject({ id: z.uuid(), scores: alertScores });

import { z } from 'zod';
import { meanOf } from '../statistics/mean.ts';
import { engineVersion } from '../version.ts';

/** One figure of a batch beside what was asked for. A target of one value (low = high) is a law: it holds or it does not. */
export type TargetFigure = {
  name: string;
  /** Null where there are too few rows to say. */
  value: number | null;
  target: { low: number; high: number };
  source: string;
};

/** Numbers of real people that generated identifiers must not hit, as far as that can be known. */
export type CollisionCheck = { name: string; checked: number; found: number };

const figure = z.strictObject({
  name: z.string(),
  value: z.number().nullable(),
  target: z.strictObject({ low: z.number(), high: z.number() }),
  source: z.string(),
  law: z.boolean(),
  within: z.boolean().nullable(),
  score: z.number().nullable(),
});

/** A batch that was learned from nothing: measured against its configuration, never against real data. */
export const fromScratchReportSchema = z.strictObject({
  schema: z.literal('from-scratch/1'),
  engine: z.string(),
  rows: z.number().int().nonnegative(),
  score: z.number().nullable(),
  lawsHold: z.boolean(),
  figures: z.array(figure),
  privacy: z.strictObject({
    score: z.number().nullable(),
    assurance: z.literal('A0'),
    reason: z.string(),
    collisions: z.array(
      z.strictObject({ name: z.string(), checked: z.number().int(), found: z.number().int() }),
    ),
  }),
  notMeasured: z.array(z.strictObject({ metric: z.string(), reason: z.string(), n: z.number() })),
});

export type FromScratchReport = z.infer<typeof fromScratchReportSchema>;

/** The most that a batch gets whose ledger breaks a law. */
const BROKEN = 0.5;
/** A batch that hits a real identifier has disclosed something, whatever it was made from. */
const COLLIDED = 30;

/** 1 within the target; outside, less by the distance in widths of the target, or in tenths of it where it is narrow. */
function closeness(value: number, low: number, high: number): number {
  if (value >= low && value <= high) return 1;
  if (low === high) return 0;
  const size = Math.max(high - low, Math.abs(low) / 10, Math.abs(high) / 10);
  const distance = value < low ? low - value : value - high;
  return Math.max(0, 1 - distance / size);
}

/**
 * Quality of a batch made from scratch: how near its figures are to what was configured, and whether the ledger's laws
 * hold. It never claims to be like real data. Nobody's rows went in, so its privacy is by construction, unless a
 * generated identifier is found to be somebody's.
 *
 * @param rows rows of the batch
 * @param figures what was counted, each with its target
 * @param collisions checks of generated identifiers against known ones
 */
export function fromScratchReport(
  rows: number,
  figures: readonly TargetFigure[],
  collisions: readonly CollisionCheck[] = [],
): FromScratchReport {
  const scored = figures.map(({ name, value, target, source }) => {
    const score = value === null ? null : closeness(value, target.low, target.high);
    const law = target.low === target.high;
    return { name, value, target, source, law, within: score === null ? null : score === 1, score };
  });
  const lawsHold = scored.every(({ law, within }) => !law || within !== false);
  const mean = meanOf(scored.map(({ score }) => score));
  const hits = collisions.filter(({ found }) => found > 0);
  return {
    schema: 'from-scratch/1',
    engine: engineVersion,
    rows,
    score: mean === null || lawsHold ? mean : Math.min(BROKEN, mean),
    lawsHold,
    figures: scored,
    privacy: {
      score: hits.length > 0 ? COLLIDED : 100,
      assurance: 'A0',
      reason:
        hits.length > 0
          ? `generated identifiers occur among known ones: ${hits.map(({ name }) => name).join(', ')}`
          : 'by construction: no real row went in, so no attack was run',
      collisions: collisions.map((check) => ({ ...check })),
    },
    notMeasured: [
      ...scored
        .filter(({ value }) => value === null)
        .map(({ name }) => ({ metric: name, reason: 'too few rows', n: rows })),
      { metric: 'similarity to real data', reason: 'there is no real table', n: 0 },
    ],
  };
}

import { z } from 'zod';
import { meanOf } from '../statistics/mean.ts';
import { engineVersion } from '../version.ts';

/** Figure of a batch and its target. A target of one value (low = high) is a hard rule. */
export type TargetFigure = {
  name: string;
  value: number | null;
  target: { low: number; high: number };
  source: string;
};

/** Check of generated identifiers against known numbers of real people. */
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

/** Report of a simulated batch: measured against its configuration, never against real data. */
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

const BROKEN = 0.5;
/** Score of a batch with a real identifier, which is a disclosure however it was generated. */
const COLLIDED = 30;

/** Returns 1 within the target; less by the distance in widths (or tenths if it is narrow). */
function closeness(value: number, low: number, high: number): number {
  if (value >= low && value <= high) return 1;
  if (low === high) return 0;
  const size = Math.max(high - low, Math.abs(low) / 10, Math.abs(high) / 10);
  const distance = value < low ? low - value : value - high;
  return Math.max(0, 1 - distance / size);
}

/**
 * Measures the quality of a simulated batch: closeness to configured targets and the ledger's hard
 * rules. It claims no similarity to real data. Privacy holds by construction, unless a generated
 * identifier matches a known real one.
 *
 * @param rows rows of the batch
 * @param figures counted figures with their targets
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

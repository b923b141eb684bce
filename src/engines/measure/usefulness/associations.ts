import type { ColumnPairTrend } from '../quality/shapes-and-trends/column-pair-trends.ts';
import { type Rated, type UsefulnessCheck, verdictOn, worstOf } from './check.ts';
import type { Sides } from './sides.ts';

const LIMITS = { limited: 0.25, unfit: 0.7 };
/** Weaker associations of the file are not followed. */
const MIN_ASSOCIATION = 0.3;

/** Judges the association of each related pair: Pearson's r of numbers, else Cramer's V. */
export function associations(
  synthetic: readonly ColumnPairTrend[],
  holdout: readonly ColumnPairTrend[] | null,
  { error }: Sides,
): UsefulnessCheck[] {
  return worstOf(
    synthetic.flatMap(({ columns, real, synthetic: own }, i): Rated[] => {
      if (real === null || own === null || Math.abs(real) < MIN_ASSOCIATION) return [];
      const usual = holdout?.[i]?.synthetic ?? null;
      const loss = Math.abs(own - real) - Math.abs((usual ?? real) - real);
      const beside = usual === null ? '' : `, held-out rows ${usual.toFixed(2)}`;
      return [
        {
          name: 'associations',
          column: columns.join(', '),
          synthetic: own,
          holdout: usual,
          loss,
          verdict: verdictOn(loss, LIMITS, error),
          reason: `${columns.join(' and ')} are related differently: ${own.toFixed(2)}, ${real.toFixed(2)} in the file${beside}`,
        },
      ];
    }),
  );
}

import type { ColumnPairTrend } from '../quality/shapes-and-trends/column-pair-trends.ts';
import { type Rated, type UsefulnessCheck, verdictOn, worstOf } from './check.ts';
import { correlationError } from './correlation-error.ts';
import { REAL, type Sides, SYNTHETIC } from './sides.ts';

const LIMITS = { limited: 0.25, unfit: 0.7 };
/** Weaker associations of the file are not followed. */
const MIN_ASSOCIATION = 0.3;
/** Standard errors that a difference of correlations has to exceed. */
const ERRORS = 3;

/** Returns the sampling error of the difference of a pair's correlations; 0 for categories. */
function errorOf(names: readonly string[], columns: Sides['columns']): number {
  const [a, b] = names.map((name) => columns.find((column) => column.name === name));
  if (a?.kind !== 'number' || b?.kind !== 'number') return 0;
  const errors = [REAL, SYNTHETIC].map((side) => correlationError(a.values[side], b.values[side]));
  return ERRORS * Math.hypot(...errors);
}

/** Judges the association of each related pair: Pearson's r of numbers, else Cramer's V. */
export function associations(
  synthetic: readonly ColumnPairTrend[],
  holdout: readonly ColumnPairTrend[] | null,
  { error, columns: sided }: Sides,
): UsefulnessCheck[] {
  return worstOf(
    synthetic.flatMap(({ columns, real, synthetic: own }, i): Rated[] => {
      if (real === null || own === null || Math.abs(real) < MIN_ASSOCIATION) return [];
      const usual = holdout?.[i]?.synthetic ?? null;
      const loss = Math.abs(own - real) - Math.abs((usual ?? real) - real);
      const verdict = verdictOn(loss, LIMITS, error);
      const isSettled = verdict === 'useful' || loss > errorOf(columns, sided);
      const beside = usual === null ? '' : `, held-out rows ${usual.toFixed(2)}`;
      return [
        {
          name: 'associations',
          column: columns.join(', '),
          synthetic: own,
          holdout: usual,
          loss,
          verdict: isSettled ? verdict : 'useful',
          reason: `${columns.join(' and ')} are related differently: ${own.toFixed(2)}, ${real.toFixed(2)} in the file${beside}`,
        },
      ];
    }),
  );
}

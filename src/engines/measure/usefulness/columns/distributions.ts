import type { ColumnShape } from '../../quality/shapes-and-trends/column-shapes.ts';
import { type Rated, type UsefulnessCheck, verdictOn, worstOf } from '../check.ts';
import type { Sides } from '../sides.ts';

const LIMITS = { limited: 0.1, unfit: 0.35 };

/** Judges the similarity of each column's distribution; categories only with a holdout. */
export function distributions(
  shapes: readonly ColumnShape[],
  holdout: readonly ColumnShape[] | null,
  { error }: Sides,
): UsefulnessCheck[] {
  return worstOf(
    shapes.flatMap(({ column, metric, score }, i): Rated[] => {
      const usual = holdout?.[i]?.score ?? null;
      // Sampling alone separates long lists of categories.
      if (score === null || (usual === null && metric === 'TVComplement')) return [];
      const loss = (usual ?? 1) - score;
      const beside = usual === null ? '' : `, held-out rows ${usual.toFixed(2)}`;
      return [
        {
          name: 'distributions',
          column,
          synthetic: score,
          holdout: usual,
          loss,
          verdict: verdictOn(loss, LIMITS, error),
          reason: `${column} is distributed differently: similarity ${score.toFixed(2)}${beside}`,
        },
      ];
    }),
  );
}

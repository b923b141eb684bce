import { percent, type Rated, type UsefulnessCheck, verdictOn, worstOf } from '../check.ts';
import { HOLDOUT, missingShare, REAL, type Sides, SYNTHETIC } from '../sides.ts';

const LIMITS = { limited: 0.03, unfit: 0.5 };
/** Standard errors of a difference of shares that count as chance. */
const ERRORS = 4;
/** Gaps are lost if less than this part of at least so many expected ones is left. */
const [LEFT, MIN_EXPECTED, MIN_SHARE] = [0.1, 20, 0.01];

/** Compares shares of missing values: an emptied column has no distribution to compare. */
export function missingValues({ columns, hasHoldout, independent }: Sides): UsefulnessCheck[] {
  return worstOf(
    columns.map((column): Rated => {
      const [real, synthetic] = [REAL, SYNTHETIC].map((side) => missingShare(column, side));
      const holdout = hasHoldout ? missingShare(column, HOLDOUT) : null;
      const loss = Math.abs(synthetic - real) - Math.abs((holdout ?? real) - real);
      const spread =
        (real * (1 - real)) / independent[REAL] + (real * (1 - real)) / independent[SYNTHETIC];
      const isLost =
        real >= MIN_SHARE &&
        real * independent[SYNTHETIC] >= MIN_EXPECTED &&
        synthetic < LEFT * Math.min(real, holdout ?? real);
      return {
        name: 'missing values',
        column: column.name,
        synthetic,
        holdout,
        loss,
        verdict: isLost ? 'limited' : verdictOn(loss, LIMITS, ERRORS * Math.sqrt(spread)),
        reason: `${column.name} is empty in ${percent(synthetic)} of rows, ${percent(real)} in the file`,
      };
    }),
  );
}

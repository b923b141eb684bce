/** Rows of a group, rows with the outcome, and correctness of a model's predictions. */
export type GroupRates = {
  rows: number;
  /** Share of rows with the outcome, or predicted to have it (selection rate). */
  rate: number | null;
  truePositives: number | null;
  falsePositives: number | null;
  accuracy: number | null;
};

const over = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/**
 * Computes the rates of each group as in fairlearn's MetricFrame.
 *
 * @param groups group of each row, from 0; rows below 0 are excluded
 * @param predicted 0 or 1 per row
 * @param actual true outcomes; the same array if the outcome itself is counted
 */
export function groupRates(
  groups: Int32Array,
  { count, predicted, actual }: { count: number; predicted: Uint8Array; actual: Uint8Array },
): GroupRates[] {
  const cells = Array.from({ length: count }, () => [0, 0, 0, 0]);
  groups.forEach((group, row) => {
    if (group >= 0) cells[group][2 * actual[row] + predicted[row]]++;
  });
  return cells.map(([trueNo, falseYes, falseNo, trueYes]) => {
    const rows = trueNo + falseYes + falseNo + trueYes;
    return {
      rows,
      rate: over(falseYes + trueYes, rows),
      truePositives: over(trueYes, falseNo + trueYes),
      falsePositives: over(falseYes, trueNo + falseYes),
      accuracy: over(trueNo + trueYes, rows),
    };
  });
}

const spread = (values: readonly (number | null)[]): number => {
  const measured = values.filter((value) => value !== null);
  return measured.length === 0 ? 0 : Math.max(...measured) - Math.min(...measured);
};

/** Returns the largest minus the smallest rate (fairlearn's demographic_parity_difference). */
export const parityDifference = (groups: readonly GroupRates[]): number =>
  spread(groups.map(({ rate }) => rate));

/** Returns the larger difference in true or false positive rates (equalized_odds_difference). */
export const oddsDifference = (groups: readonly GroupRates[]): number =>
  Math.max(
    spread(groups.map(({ truePositives }) => truePositives)),
    spread(groups.map(({ falsePositives }) => falsePositives)),
  );

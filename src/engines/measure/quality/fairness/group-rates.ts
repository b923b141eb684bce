/** Of one group: how many rows, how many have the outcome, and of a model's guesses how many were right and how. */
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
 * Rates of each group, as fairlearn's MetricFrame has them.
 *
 * @param groups whose group each row is of, 0 and up; rows below 0 are left out
 * @param predicted 0 or 1 a row
 * @param actual what it really is; the same array where the outcome itself is counted
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
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? 0 : Math.max(...known) - Math.min(...known);
};

/** Largest less smallest rate (fairlearn's demographic_parity_difference). */
export const parityDifference = (groups: readonly GroupRates[]): number =>
  spread(groups.map(({ rate }) => rate));

/** The larger of the differences in true and in false positive rates (fairlearn's equalized_odds_difference). */
export const oddsDifference = (groups: readonly GroupRates[]): number =>
  Math.max(
    spread(groups.map(({ truePositives }) => truePositives)),
    spread(groups.map(({ falsePositives }) => falsePositives)),
  );

const MIN_ROWS = 50;
const MIN_SHARE = 0.995;

/** Share of values above which no rule is kept by enough of the even and of the odd rows. */
export const MAX_BROKEN = 1 - MIN_SHARE;

/** Minimum evidence against values at random, as the logarithm of the probability. */
export const MIN_EVIDENCE = 12;

/** Negative logarithm of the probability that values at random all fall into a part. */
export const logOfChance = (distinct: number, part: number) => -distinct * Math.log(part);

export type CalendarOptions = {
  /** Columns that may have calendars. */
  columns: readonly number[];
  /** Column that orders sequences, whose dates stay in order; -1 for none. */
  time: number;
  entity: Int32Array | null;
  threshold: number;
};

/**
 * Returns the share of values that keep a rule; null unless 99.5 % of the even and of the odd rows
 * do, at least 50 each.
 */
export function keptShare(values: Float64Array, keeps: (row: number) => boolean): number | null {
  const parts = [0, 1].map((half) => {
    let [rows, kept] = [0, 0];
    for (let row = half; row < values.length; row += 2) {
      if (Number.isNaN(values[row])) continue;
      rows++;
      if (keeps(row)) kept++;
    }
    return { rows, kept };
  });
  if (parts.some(({ rows, kept }) => rows < MIN_ROWS || kept < MIN_SHARE * rows)) return null;
  return (parts[0]!.kept + parts[1]!.kept) / (parts[0]!.rows + parts[1]!.rows);
}

import type { BinnedColumn } from './accuracy/accuracy-bins.ts';
import type { SidedColumn } from './align-columns.ts';
import { type HistogramAxis, histogramOf } from './histogram-bins.ts';

/** Minimum real rows of a shown cell; smaller cells would disclose individuals. */
const SMALL_CELL = 5;

export type Overlay = {
  column: string;
  /** Present if bins are intervals of equal width; missing values are in the bin after them. */
  axis?: HistogramAxis;
  bins: { label: string; real: number | null; synthetic: number | null }[];
};

type Counted = { labels: readonly string[]; counts: readonly ArrayLike<number>[] };

function shares({ labels, counts }: Counted, rows: readonly number[], rename: boolean) {
  const small = (bin: number) => counts[0][bin] > 0 && counts[0][bin] < SMALL_CELL;
  const share = (side: number, bin: number) =>
    rows[side] === 0 || (side === 0 && small(bin)) ? null : counts[side][bin] / rows[side];
  return labels.map((label, bin) => ({
    // The name alone would disclose a value that so few people have.
    label: rename && small(bin) && !label.startsWith('(') ? `(rare ${bin + 1})` : label,
    real: share(0, bin),
    synthetic: share(1, bin),
  }));
}

/**
 * Returns shares of real and synthetic rows by bin for overlaid charts: numbers and dates in bins
 * of equal width, categories and few distinct numbers individually. Cells of one to four real rows
 * are null.
 *
 * @param bins of the same columns, in the same order
 */
export function overlays(
  columns: readonly SidedColumn[],
  bins: readonly BinnedColumn[],
): Overlay[] {
  return bins.map((binned, i) => {
    const column = columns[i];
    const rows = binned.codes.map(({ length }) => length);
    const histogram = column.kind === 'number' ? histogramOf(column) : null;
    if (histogram === null) return { column: binned.name, bins: shares(binned, rows, true) };
    return {
      column: binned.name,
      axis: histogram.axis,
      bins: shares(histogram, rows, false),
    };
  });
}

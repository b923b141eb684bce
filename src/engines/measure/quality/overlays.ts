import type { BinnedColumn } from './accuracy/accuracy-bins.ts';
import type { SidedColumn } from './align-columns.ts';
import { type HistogramAxis, histogramOf } from './histogram-bins.ts';

/** Cells of fewer real rows than this are not shown: they would speak of single people. */
const SMALL_CELL = 5;

export type Overlay = {
  column: string;
  /** Where bins are equally wide pieces of an axis; the bin after them holds missing values. */
  axis?: HistogramAxis;
  bins: { label: string; real: number | null; synthetic: number | null }[];
};

type Counted = { labels: readonly string[]; counts: readonly ArrayLike<number>[] };

function shares({ labels, counts }: Counted, rows: readonly number[], rename: boolean) {
  const small = (bin: number) => counts[0][bin] > 0 && counts[0][bin] < SMALL_CELL;
  const share = (side: number, bin: number) =>
    rows[side] === 0 || (side === 0 && small(bin)) ? null : counts[side][bin] / rows[side];
  return labels.map((label, bin) => ({
    // A value that so few have would disclose them by its name alone.
    label: rename && small(bin) && !label.startsWith('(') ? `(rare ${bin + 1})` : label,
    real: share(0, bin),
    synthetic: share(1, bin),
  }));
}

/**
 * Shares of real and synthetic rows by bin, to draw over each other: numbers and dates in equally wide bins, words and
 * few different numbers one by one. Cells of one to four real rows are null.
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

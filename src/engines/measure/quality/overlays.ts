import type { BinnedColumn } from './accuracy/accuracy-bins.ts';

/** Cells of fewer real rows than this are not shown: they would speak of single people. */
const SMALL_CELL = 5;

export type Overlay = {
  column: string;
  bins: { label: string; real: number | null; synthetic: number | null }[];
};

/** Shares of real and synthetic rows by bin, to draw over each other; cells of one to four rows are null. */
export function overlays(bins: readonly BinnedColumn[]): Overlay[] {
  return bins.map(({ name, codes, counts, labels }) => {
    const small = (bin: number) => counts[0][bin] > 0 && counts[0][bin] < SMALL_CELL;
    const share = (side: number, bin: number) => {
      const rows = codes[side].length;
      return rows === 0 || (side === 0 && small(bin)) ? null : counts[side][bin] / rows;
    };
    return {
      column: name,
      bins: labels.map((label, bin) => ({
        // A value that so few have would tell of them by its name alone.
        label: small(bin) && !label.startsWith('(') ? `(rare ${bin + 1})` : label,
        real: share(0, bin),
        synthetic: share(1, bin),
      })),
    };
  });
}

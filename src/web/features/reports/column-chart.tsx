import { HistogramChart } from '../../charts/histogram-chart.tsx';
import { OverlayChart } from '../../charts/overlay-chart.tsx';
import type { QualityReport } from '../../data/report-document.ts';
import { formatShare } from './verdicts.ts';

type ColumnOfReport = {
  overlay: QualityReport['overlays'][number];
  shape: QualityReport['shapes'][number] | undefined;
};

const gapOf = ({ shape }: ColumnOfReport) =>
  shape?.score == null || shape.holdout === null ? -1 : shape.holdout - shape.score;

export const columnsBySize = (quality: QualityReport): ColumnOfReport[] =>
  quality.overlays
    .map((overlay) => ({
      overlay,
      shape: quality.shapes.find(({ column }) => column === overlay.column),
    }))
    .toSorted((a, b) => gapOf(b) - gapOf(a));

/** Returns the value that all rows share on both sides, if any. */
function constantOf({ bins }: ColumnOfReport['overlay']): string | null {
  const constant = bins.find(({ real, synthetic }) => real === 1 && synthetic === 1);
  return constant?.label ?? null;
}

export function ColumnChart({ overlay, shape }: ColumnOfReport) {
  const note =
    shape?.score == null
      ? undefined
      : `similarity ${formatShare(shape.score)}${shape.holdout === null ? '' : ` (holdout ${formatShare(shape.holdout)})`}`;
  const constant = constantOf(overlay);
  if (constant !== null) {
    return (
      <div>
        <p className="figure-serif wrap-anywhere">{overlay.column}</p>
        <p className="text-ink-soft">{constant} in every row, real and synthetic</p>
      </div>
    );
  }
  const shared = { title: overlay.column, bins: overlay.bins, note };
  return overlay.axis ? (
    <HistogramChart {...shared} axis={overlay.axis} />
  ) : (
    <OverlayChart {...shared} />
  );
}

import type { QualityReport } from '../../data/report-document.ts';
import { ReportRow, ReportTable } from './report-table.tsx';

const HEADS = ['Measure', 'Synthetic', 'Real', 'Holdout', 'Similarity', 'Holdout similarity'];

const rounded = (value: number | null | undefined) => value?.toFixed(3) ?? '–';

/** Measures of rows over time with their means, beside those of held-out rows. */
export function HistoriesTable({ quality }: { quality: QualityReport }) {
  return (
    <ReportTable heads={HEADS}>
      {quality.sequences?.histories?.map(({ measure, real, other, similarity }) => {
        const kept = quality.holdout?.sequences?.histories?.find((h) => h.measure === measure);
        const figures = [other, real, kept?.other, similarity, kept?.similarity];
        return <ReportRow key={measure} name={measure} figures={figures.map(rounded)} />;
      })}
    </ReportTable>
  );
}

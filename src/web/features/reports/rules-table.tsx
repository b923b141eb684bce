import type { QualityReport } from '../../data/report-document.ts';
import { ReportRow, ReportTable } from './report-table.tsx';
import { shareOrDash } from './verdicts.ts';

const HEADS = ['Rule', 'Synthetic', 'Real', 'Holdout'];

const keptOf = ({ real, synthetic }: NonNullable<QualityReport['rules']>[number]) =>
  (synthetic ?? 1) / (real ?? 1);

/** Rules found in the real rows with the shares of rows that keep them, the most broken first. */
export function RulesTable({ rules }: { rules: NonNullable<QualityReport['rules']> }) {
  return (
    <ReportTable heads={HEADS}>
      {rules
        .toSorted((a, b) => keptOf(a) - keptOf(b))
        .map(({ rule, real, synthetic, holdout }) => (
          <ReportRow key={rule} name={rule} figures={[synthetic, real, holdout].map(shareOrDash)} />
        ))}
    </ReportTable>
  );
}

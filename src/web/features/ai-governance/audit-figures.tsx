import { approvalState } from '../../data/approval-state.ts';
import type { GovernanceRecord } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/figures.tsx';
import { type Average, averagesOf } from './averages.ts';
import { accuracyBasis, riskBasis } from './score-basis.ts';

const ACCURACIES = ['AUC', 'quality', 'agreement'];
const RISKS = ['disclosure', 'anomalies'];

const over = ({ basis, runs }: Average) =>
  [
    basis,
    `over ${formatCount(runs)} ${basis === '' ? 'scored ' : ''}${runs === 1 ? 'run' : 'runs'}`,
  ]
    .filter(Boolean)
    .join(' ');

/** One card for each basis: means of different measures are never read as one figure. */
function AverageFigures({ label, averages }: { label: string; averages: readonly Average[] }) {
  if (averages.length === 0) return <Figure label={label} value="N/A" note="No scored run yet" />;
  return averages.map((average) => (
    <Figure
      key={average.basis}
      label={label}
      value={average.mean.toFixed(2)}
      note={over(average)}
    />
  ));
}

const LABELS = {
  total: 'Total Models',
  approved: 'Production Approved',
  accuracy: 'Avg Accuracy',
  risk: 'Avg Risk Score',
};

const Unknown = () => (
  <Figures label="Models">
    {Object.values(LABELS).map((label) => (
      <Figure key={label} label={label} value={undefined} />
    ))}
  </Figures>
);

export function AuditFigures({ records }: { records: readonly GovernanceRecord[] | undefined }) {
  if (records === undefined) return <Unknown />;
  const accuracies = records.map((record) => ({
    score: record.accuracy_score,
    basis: accuracyBasis(record)?.[0] ?? '',
  }));
  const risks = records.map((record) => ({
    score: record.risk_score,
    basis: riskBasis(record)?.[0] ?? '',
  }));
  return (
    <Figures label="Models">
      <Figure label={LABELS.total} value={formatCount(records.length)} />
      <Figure
        label={LABELS.approved}
        value={formatCount(
          records.filter((record) => approvalState(record).kind === 'approved').length,
        )}
      />
      <AverageFigures label={LABELS.accuracy} averages={averagesOf(accuracies, ACCURACIES)} />
      <AverageFigures label={LABELS.risk} averages={averagesOf(risks, RISKS)} />
    </Figures>
  );
}

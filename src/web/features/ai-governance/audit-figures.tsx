import { approvalState } from '../../data/approval-state.ts';
import type { GovernanceRecord } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { Figure, Figures } from '../../ui/figures.tsx';

export function averageOf(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score): score is number => score !== null).map(Number);
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}

/** The four cards over the audit trail. */
export function AuditFigures({ records }: { records: readonly GovernanceRecord[] }) {
  const accuracy = averageOf(records.map((record) => record.accuracy_score));
  const risk = averageOf(records.map((record) => record.risk_score));
  const scored = (of: (record: GovernanceRecord) => number | null) => {
    const known = records.filter((record) => of(record) !== null).length;
    return `over ${formatCount(known)} scored ${known === 1 ? 'run' : 'runs'}`;
  };
  return (
    <Figures label="Models">
      <Figure label="Total Models" value={formatCount(records.length)} />
      <Figure
        label="Production Approved"
        value={formatCount(
          records.filter((record) => approvalState(record).kind === 'approved').length,
        )}
      />
      <Figure
        label="Avg Accuracy"
        value={accuracy === null ? 'N/A' : accuracy.toFixed(2)}
        note={scored((record) => record.accuracy_score)}
      />
      <Figure
        label="Avg Risk Score"
        value={risk === null ? 'N/A' : risk.toFixed(2)}
        note={scored((record) => record.risk_score)}
      />
    </Figures>
  );
}

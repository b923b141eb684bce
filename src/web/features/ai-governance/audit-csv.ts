import { approvalState } from '../../data/approval-state.ts';
import type { GovernanceRecord } from '../../data/rows.ts';
import { toCsv, withoutFormula } from '../../lib/csv.ts';

const AUDIT_COLUMNS = [
  'Run ID',
  'Model Type',
  'Dataset',
  'Accuracy Score',
  'Risk Score',
  'Approved',
  'Date',
] as const;

type Row = Pick<
  GovernanceRecord,
  | 'run_id'
  | 'model_type'
  | 'dataset_ref'
  | 'accuracy_score'
  | 'risk_score'
  | 'approved_for_production'
  | 'current_approvals'
  | 'created_at'
>;

const score = (value: number | null) => (value === null ? '' : Number(value).toFixed(4));

/** Formats the audit trail as CSV: exactly seven columns, scores with four decimals or empty. */
export function auditCsv(rows: readonly Row[]): string {
  return toCsv(
    AUDIT_COLUMNS,
    rows.map((row) => [
      row.run_id,
      withoutFormula(row.model_type),
      withoutFormula(row.dataset_ref),
      score(row.accuracy_score),
      score(row.risk_score),
      approvalState(row).kind === 'approved' ? 'Yes' : 'No',
      new Date(row.created_at).toISOString(),
    ]),
  );
}

export const auditFilename = (now: Date) =>
  `ai-governance-audit-${now.toISOString().slice(0, 10)}.csv`;

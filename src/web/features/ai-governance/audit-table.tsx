import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApprovalBadge } from '../../components/approval-badge.tsx';
import { ProofCell } from '../../components/proof-cell.tsx';
import { approvalState } from '../../data/approval-state.ts';
import { approvalEntriesQuery } from '../../data/proof.ts';
import type { GovernanceRecord } from '../../data/rows.ts';
import { readSort, writeSort } from '../../lib/search.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/column.ts';
import { countColumn, textColumn, timestampColumn } from '../../ui/columns.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { accuracyBadge, riskBadge, type ScoreBadge } from './score-badges.ts';
import { accuracyBasis, riskBasis } from './score-basis.ts';

function ScoreCell(props: {
  badge: ScoreBadge;
  score: number | null;
  digits: number;
  basis: [string, string] | null;
}) {
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={props.badge.tone}>{props.badge.label}</Badge>
      {props.score !== null && (
        <span className="text-xs text-ink-soft" title={props.basis?.[1]}>
          {[Number(props.score).toFixed(props.digits), props.basis?.[0]].filter(Boolean).join(' ')}
        </span>
      )}
    </span>
  );
}

const STATUS_ORDER = ['pending', 'awaiting', 'lapsed', 'approved'];

export function AuditTable(props: {
  records: readonly GovernanceRecord[];
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onOpen: (runId: string) => void;
}) {
  const { onOpen } = props;
  const entries = useQuery(approvalEntriesQuery);
  const columns = useMemo<Column<GovernanceRecord>[]>(
    () => [
      {
        id: 'model_type',
        header: 'Model Type',
        sort: (row) => row.model_type,
        cell: (row) => <LinkButton onClick={() => onOpen(row.run_id)}>{row.model_type}</LinkButton>,
      },
      textColumn('dataset_ref', 'Dataset', 'min-w-36 wrap-anywhere'),
      {
        id: 'accuracy_score',
        header: 'Accuracy',
        sort: (row) => row.accuracy_score ?? undefined,
        cell: (row) => (
          <ScoreCell
            badge={accuracyBadge(row.accuracy_score)}
            score={row.accuracy_score}
            digits={2}
            basis={accuracyBasis(row)}
          />
        ),
      },
      {
        id: 'risk_score',
        header: 'Risk',
        sort: (row) => row.risk_score ?? undefined,
        cell: (row) => (
          <ScoreCell
            badge={riskBadge(row.risk_score)}
            score={row.risk_score}
            digits={2}
            basis={riskBasis(row)}
          />
        ),
      },
      {
        id: 'approved',
        header: 'Status',
        sort: (row) => STATUS_ORDER.indexOf(approvalState(row).kind),
        cell: (row) => <ApprovalCell record={row} />,
      },
      countColumn({
        id: 'evidence',
        header: 'Evidence',
        count: (row) => row.evidence_links.length,
      }),
      {
        id: 'proof',
        header: 'Proof',
        className: 'min-w-36',
        cell: (row) =>
          entries.data && (
            <ProofCell entry={entries.data.get(row.run_id)} sha256={null} none="None" />
          ),
        sort: (row) => entries.data?.get(row.run_id)?.seq,
      },
      timestampColumn('Date'),
    ],
    [onOpen, entries.data],
  );
  return (
    <DataTable
      label="Audit trail"
      columns={columns}
      rows={props.records}
      rowKey={(row) => row.run_id}
      sort={readSort(props.sort)}
      onSort={(sort) => props.onSort(writeSort(sort))}
    />
  );
}

function ApprovalCell({ record }: { record: GovernanceRecord }) {
  const { kind, approval } = approvalState(record);
  return (
    <>
      <ApprovalBadge kind={kind} />
      {approval?.maker_checker === false && (
        <span className="block text-xs text-ink-soft">Maker-checker off</span>
      )}
    </>
  );
}

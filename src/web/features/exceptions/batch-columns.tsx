import { EXCEPTION_STATUSES } from '../../../shared/statuses.ts';
import { sourceOf } from '../../data/exception-batches.ts';
import type { ExceptionBatch } from '../../data/rows.ts';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn, timestampColumn } from '../../ui/columns.tsx';
import { StatusBadge } from './status-badge.tsx';

export const batchColumns = (onReview: (batchId: string) => void): Column<ExceptionBatch>[] => [
  textColumn('batch_name', 'Batch', 'min-w-44 wrap-anywhere'),
  {
    id: 'dataset',
    header: 'Dataset',
    sort: sourceOf,
    cell: sourceOf,
    className: 'min-w-44 wrap-anywhere',
  },
  {
    id: 'exception_count',
    header: 'Exceptions',
    sort: (row) => row.exception_count,
    cell: (row) => formatCount(row.exception_count),
    numeric: true,
  },
  {
    id: 'threshold_used',
    header: 'Threshold',
    sort: (row) => Number(row.threshold_used),
    cell: (row) => formatPercent(Number(row.threshold_used)),
    numeric: true,
  },
  {
    id: 'status',
    header: 'Status',
    sort: (row) => EXCEPTION_STATUSES.indexOf(row.status),
    cell: (row) => <StatusBadge status={row.status} />,
  },
  timestampColumn('Created'),
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => (
      <Button
        size="small"
        variant={row.status === 'pending' ? 'primary' : 'secondary'}
        onClick={() => onReview(row.id)}
      >
        {row.status === 'pending' ? 'Review' : 'View'}
        <span className="sr-only"> {row.batch_name}</span>
      </Button>
    ),
  },
];

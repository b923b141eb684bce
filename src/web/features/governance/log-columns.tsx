import { sealHash } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatScore, shortId } from '../../lib/format.ts';
import { BatchId } from '../../ui/batch-id.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn, timestampColumn } from '../../ui/columns.tsx';

const scoreColumn = (
  id: 'privacy_score' | 'quality_score',
  header: string,
): Column<GenerationLog> => ({
  id,
  header,
  cell: (row) => formatScore(row[id]),
  sort: (row) => row[id] ?? undefined,
  numeric: true,
});

export const logColumns = (onManifest: (batchId: string) => void): Column<GenerationLog>[] => [
  {
    id: 'batch_id',
    header: 'Batch ID',
    cell: (row) => <BatchId id={row.batch_id} hash={sealHash(row)} />,
  },
  textColumn('entity_type', 'Entity Type'),
  {
    id: 'project_id',
    header: 'Project ID',
    cell: (row) => row.project_id ?? 'N/A',
    sort: (row) => row.project_id,
  },
  scoreColumn('privacy_score', 'Privacy Score'),
  scoreColumn('quality_score', 'Quality Score'),
  {
    id: 'record_count',
    header: 'Records',
    cell: (row) => formatCount(row.record_count),
    sort: (row) => Number(row.record_count),
    numeric: true,
  },
  timestampColumn('Timestamp'),
  {
    id: 'actions',
    header: 'Manifest',
    cell: (row) => (
      <Button size="small" onClick={() => onManifest(row.batch_id)}>
        View Manifest<span className="sr-only"> of batch {shortId(row.batch_id)}</span>
      </Button>
    ),
  },
];

import { Link } from '@tanstack/react-router';
import { BatchDownload } from '../../components/batch-download.tsx';
import { ProofCell } from '../../components/proof-cell.tsx';
import { ScoreWord } from '../../components/score.tsx';
import { batchTitle, contentOf, isMeasured, scoreState } from '../../data/batch-facts.ts';
import { manifestHash, sealHash } from '../../data/manifest-hash.ts';
import type { LogEntry } from '../../data/proof.ts';
import type { GenerationLog, Run } from '../../data/rows.ts';
import { formatCount, formatUtc, shortId } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { BatchId } from '../../ui/batch-id.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { timestampColumn } from '../../ui/columns.tsx';

const scoreColumn = (
  id: 'privacy_score' | 'quality_score',
  header: string,
  runs: readonly Run[] | undefined,
): Column<GenerationLog> => ({
  id,
  header,
  cell: (row) => <ScoreWord state={scoreState(row, id, isMeasured(runs, row.batch_id))} />,
  sort: (row) => row[id] ?? undefined,
  numeric: true,
  // The text may wrap to two lines.
  className: 'whitespace-normal!',
});

function TwoLines({ at }: { at: string }) {
  const [day, ...rest] = formatUtc(at).split(' ');
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{day}</span>{' '}
      <span className="whitespace-nowrap">{rest.join(' ')}</span>
    </time>
  );
}

type Known = {
  runs: readonly Run[] | undefined;
  entries: ReadonlyMap<string, LogEntry> | undefined;
};

export const logColumns = (
  onManifest: (batchId: string) => void,
  { runs, entries }: Known,
): Column<GenerationLog>[] => [
  {
    id: 'batch_id',
    header: 'Batch ID',
    cell: (row) => <BatchId id={row.batch_id} hash={sealHash(row)} />,
  },
  {
    id: 'source',
    header: 'Source',
    className: 'min-w-36',
    sort: batchTitle,
    cell: (row) => (
      <>
        <Link to="/reports" search={{ batch: row.batch_id }} className="link wrap-anywhere">
          {batchTitle(row)}
        </Link>
        {row.status === 'deleted' && (
          <Badge tone="warning" className="ml-2">
            deleted
          </Badge>
        )}
      </>
    ),
  },
  {
    id: 'entity_type',
    header: 'Entity Type',
    cell: contentOf,
    sort: contentOf,
  },
  {
    id: 'project_id',
    header: 'Project ID',
    cell: (row) => row.project_id ?? 'N/A',
    sort: (row) => row.project_id,
  },
  scoreColumn('privacy_score', 'Privacy Score', runs),
  scoreColumn('quality_score', 'Quality Score', runs),
  {
    id: 'record_count',
    header: 'Records',
    cell: (row) => formatCount(row.record_count),
    sort: (row) => Number(row.record_count),
    numeric: true,
  },
  {
    ...timestampColumn('Timestamp'),
    cell: (row) => <TwoLines at={row.created_at} />,
    className: '',
  },
  {
    id: 'proof',
    header: 'Proof',
    className: 'min-w-20',
    cell: (row) =>
      entries && (
        <ProofCell
          entry={entries.get(row.batch_id)}
          sha256={manifestHash(row)}
          none={row.status === 'completed' ? 'Not sealed' : 'None'}
        />
      ),
    sort: (row) => entries?.get(row.batch_id)?.seq,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => (
      <span className="flex gap-1.5">
        <Button size="small" onClick={() => onManifest(row.batch_id)}>
          <span className="sr-only">View </span>Manifest
          <span className="sr-only"> of batch {shortId(row.batch_id)}</span>
        </Button>
        <BatchDownload batch={row} title={batchTitle(row)} size="small" isIcon />
      </span>
    ),
  },
];

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIsAdmin } from '../../data/profile.ts';
import {
  chooseRanker,
  isApproved,
  type RankerEvaluation,
  type RankerVersion,
  rankersQuery,
  trainRanker,
} from '../../data/rankers.ts';
import { formatCount } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { timestampColumn } from '../../ui/columns.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { RankerSegments } from './ranker-segments.tsx';

/** Decisions of each kind that a ranker needs. */
const MIN_DECISIONS = 5;

function useRankers() {
  const queries = useQueryClient();
  const changed = (title: string, text?: string) => {
    notice(title, text);
    return Promise.all(
      ['rankers', 'governance'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    );
  };
  const train = useMutation({
    mutationFn: trainRanker,
    onSuccess: ({ status, message }) =>
      changed(status === 'queued' ? 'Training started' : 'Training completed', message),
    onError: (error) => fail('Not trained', error),
  });
  const choose = useMutation({
    mutationFn: (version: RankerVersion | null) => chooseRanker(version?.id ?? null),
    onSuccess: (_, version) =>
      changed(
        version === null
          ? 'Next analyses rank without labels'
          : `Next analyses rank by version ${version.version}`,
      ),
    onError: (error) => fail('Not changed', error),
  });
  return { train, choose };
}

/** Versions of the ranker that learns from decisions: train, approve, use, switch back. */
export function RankerCard() {
  const rankers = useQuery(rankersQuery);
  const isAdmin = useIsAdmin();
  const { train, choose } = useRankers();
  if (!rankers.data) return null;
  const { versions, inUse, decisions } = rankers.data;
  const { confirmed, cleared, since } = decisions;
  if (versions.length === 0 && confirmed + cleared === 0) return null;
  const [newest] = versions;
  const enough = Math.min(confirmed, cleared) >= MIN_DECISIONS && since > 0;
  return (
    <Card aria-labelledby="ranker" className="mt-6">
      <CardHead
        id="ranker"
        title="Ranking by decisions"
        action={
          <Button
            disabled={!enough}
            busy={train.isPending && train.variables === undefined}
            busyLabel="Training..."
            onClick={() => train.mutate(undefined)}
          >
            Train version {(newest?.version ?? 0) + 1}
          </Button>
        }
      >
        {formatCount(confirmed)} confirmed and {formatCount(cleared)} cleared rows teach which rows
        to list first.{' '}
        {newest ? `${formatCount(since)} decided since version ${newest.version}. ` : ''}
        {enough
          ? 'A version ranks later analyses once an administrator approves it and puts it to use.'
          : `Training needs ${MIN_DECISIONS} of each, and new decisions.`}
      </CardHead>
      {newest && (
        <div className="border-t border-line">
          <DataTable
            label="Ranker versions"
            columns={columnsFor({
              inUse,
              isAdmin,
              busy: choose.isPending || train.isPending,
              onUse: choose.mutate,
              onRepeat: train.mutate,
            })}
            rows={versions}
            rowKey={(row) => row.id}
          />
          <RankerSegments version={newest} />
        </div>
      )}
    </Card>
  );
}

type Handlers = {
  inUse: string | null;
  isAdmin: boolean;
  busy: boolean;
  onUse: (version: RankerVersion | null) => void;
  onRepeat: (rankerId: string) => void;
};

const columnsFor = (handlers: Handlers): Column<RankerVersion>[] => [
  {
    id: 'version',
    header: 'Version',
    cell: (row) => (
      <Link to="/ai-governance" search={{ run: row.governance_run_id }} className="link">
        Version {row.version}
      </Link>
    ),
  },
  {
    id: 'decisions',
    header: 'Confirmed / cleared',
    cell: (row) => `${formatCount(row.confirmed)} / ${formatCount(row.cleared)}`,
    numeric: true,
  },
  {
    id: 'evaluation',
    header: 'Precision on later 30%',
    cell: (row) => <Evaluation found={row.evaluation} />,
  },
  {
    id: 'since',
    header: 'Precision since training',
    cell: (row) => <Evaluation found={row.evaluation_since} />,
  },
  {
    id: 'state',
    header: 'Status',
    cell: (row) => <State row={row} inUse={handlers.inUse} />,
  },
  timestampColumn('Trained'),
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <Actions row={row} {...handlers} />,
  },
];

function Evaluation({ found }: { found: RankerEvaluation | null }) {
  if (found === null) return <span className="text-ink-soft">Not measured</span>;
  return (
    <>
      {found.ranker.toFixed(2)}{' '}
      <span className="whitespace-nowrap text-ink-soft">
        ({found.unsupervised.toFixed(2)} without; {formatCount(found.tested)} rows)
      </span>
    </>
  );
}

function State({ row, inUse }: { row: RankerVersion; inUse: string | null }) {
  const approved = isApproved(row);
  if (row.id === inUse)
    return approved ? <Badge tone="good">In use</Badge> : <Badge tone="danger">Not approved</Badge>;
  return approved ? (
    <Badge tone="secondary">Approved</Badge>
  ) : (
    <Badge tone="warning">Proposed</Badge>
  );
}

function Actions({
  row,
  inUse,
  isAdmin,
  busy,
  onUse,
  onRepeat,
}: Handlers & { row: RankerVersion }) {
  return (
    <span className="flex flex-wrap gap-2">
      {isAdmin && row.id === inUse && (
        <Button size="small" disabled={busy} onClick={() => onUse(null)}>
          Stop using<span className="sr-only"> version {row.version}</span>
        </Button>
      )}
      {isAdmin && row.id !== inUse && isApproved(row) && (
        <Button size="small" disabled={busy} onClick={() => onUse(row)}>
          Use version {row.version}
        </Button>
      )}
      <Button size="small" variant="ghost" disabled={busy} onClick={() => onRepeat(row.id)}>
        Verify<span className="sr-only"> version {row.version}</span>
      </Button>
    </span>
  );
}

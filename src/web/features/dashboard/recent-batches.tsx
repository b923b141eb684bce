import { useQuery } from '@tanstack/react-query';
import { batchesQuery, sealHash } from '../../lib/batches.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { BatchId } from '../../ui/batch-id.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';

const SHOWN = 5;

/** The newest batches, each with its seal. */
export function RecentBatches() {
  const batches = useQuery(batchesQuery(SHOWN));
  return (
    <Card aria-labelledby="recent">
      <CardHead id="recent" title="Latest batches" />
      {batches.isPending ? (
        <SkeletonRows rows={4} />
      ) : batches.isError ? (
        <ErrorState
          title="The batches could not be loaded"
          message={messageOf(batches.error)}
          onRetry={() => void batches.refetch()}
        />
      ) : batches.data.length === 0 ? (
        <EmptyState title="No batches yet">
          Each batch gets a seal, drawn from the hash of its manifest.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {batches.data.map((batch) => (
            <li key={batch.batch_id} className="flex items-center gap-4 px-5 py-3">
              <BatchId id={batch.batch_id} hash={sealHash(batch)} size={36} />
              <div className="min-w-0 flex-1">
                <p className="truncate">
                  {formatCount(batch.record_count)} {batch.entity_type}
                </p>
                <p className="text-xs text-ink-soft">
                  <RelativeTime value={batch.created_at} title={formatUtc(batch.created_at)} />
                </p>
              </div>
              {batch.status !== 'completed' && (
                <Badge tone={batch.status === 'failed' ? 'danger' : 'secondary'}>
                  {batch.status}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

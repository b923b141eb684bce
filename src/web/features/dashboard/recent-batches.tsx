import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { batchesQuery, sealHash } from '../../data/batches.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatUtc, shortId } from '../../lib/format.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Badge } from '../../ui/badge.tsx';
import { BatchId } from '../../ui/batch-id.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { type Analyzable, useAnalyze } from './analysis.ts';
import { AnalyzeButtons } from './analyze-buttons.tsx';

const SHOWN = 5;

const ThresholdDialog = lazy(() =>
  import('./threshold-dialog.tsx').then((file) => ({ default: file.ThresholdDialog })),
);

/** A batch under the name that its analyses have. */
const analyzable = ({ batch_id, record_count }: GenerationLog): Analyzable => ({
  id: batch_id,
  filename: `Synthetic transactions ${shortId(batch_id)}`,
  record_count,
  batch: true,
});

/** The newest batches, each with its seal; batches of transactions can be analyzed. */
export function RecentBatches() {
  const batches = useQuery(batchesQuery(SHOWN));
  const analyze = useAnalyze();
  const [chosen, setChosen] = useState<Analyzable | null>(null);
  const datasets = useQuery({ ...datasetsQuery, enabled: chosen !== null });
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
            <li
              key={batch.batch_id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3"
            >
              <BatchId id={batch.batch_id} hash={sealHash(batch)} size={36} />
              <div className="min-w-0 flex-1 basis-32">
                <p className="truncate">
                  {formatCount(batch.record_count)}{' '}
                  {batch.entity_type === 'blend' ? 'blended rows' : batch.entity_type}
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
              {batch.status === 'completed' && batch.entity_type === 'transactions' && (
                <AnalyzeButtons
                  dataset={analyzable(batch)}
                  analyze={analyze}
                  onThreshold={setChosen}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <ThresholdDialog
            key={chosen.id}
            dataset={chosen}
            others={datasets.data ?? []}
            onClose={() => setChosen(null)}
            onAnalyze={(order) => {
              setChosen(null);
              analyze.mutate(order);
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

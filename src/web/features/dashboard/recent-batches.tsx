import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { BatchDownload } from '../../components/batch-download.tsx';
import { analyzedRows, batchTitle, contentOf } from '../../data/batch-facts.ts';
import { batchesQuery } from '../../data/batches.ts';
import { datasetsQuery } from '../../data/datasets.ts';
import { sealHash } from '../../data/manifest-hash.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatUtc, shortId } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Analyzable, useAnalyze } from './analysis.ts';
import { AnalyzeButtons } from './analyze-buttons.tsx';
import { type BatchGroup, batchGroups } from './batch-groups.ts';

const SHOWN = 5;
/** Rows to load: a full batch counts as three batches on one line, a book as 13 at most. */
/** Tables linked on one line; pages of more link each other. */
const MAX_LINKED = 6;
const LOADED = 13 * SHOWN;

const ThresholdDialog = lazy(() =>
  import('./threshold-dialog.tsx').then((file) => ({ default: file.ThresholdDialog })),
);

const analyzable = (batch: GenerationLog): Analyzable => ({
  id: batch.batch_id,
  filename: `Synthetic ${analyzedRows(batch)} ${shortId(batch.batch_id)}`,
  record_count: batch.record_count,
  batch: true,
});

export function RecentBatches() {
  const batches = useQuery(batchesQuery(LOADED));
  const analyze = useAnalyze();
  const [chosen, setChosen] = useState<Analyzable | null>(null);
  const datasets = useQuery({ ...datasetsQuery, enabled: chosen !== null });
  return (
    <Card aria-labelledby="recent">
      <CardHead id="recent" title="Latest batches" />
      <QueryView
        query={batches}
        errorTitle="The batches could not be loaded"
        skeletonRows={4}
        empty={
          <EmptyState title="No batches yet">
            Each batch gets a seal, drawn from the hash of its manifest.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line border-t border-line">
            {batchGroups(rows)
              .slice(0, SHOWN)
              .map((group) => (
                <GroupLine
                  key={group.key}
                  group={group}
                  analyze={analyze}
                  onThreshold={setChosen}
                />
              ))}
          </ul>
        )}
      </QueryView>
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

function GroupLine(props: {
  group: BatchGroup;
  analyze: ReturnType<typeof useAnalyze>;
  onThreshold: (chosen: Analyzable) => void;
}) {
  const { group } = props;
  const [newest] = group.batches;
  if (!newest) return null;
  const single = group.batches.length === 1;
  const booked = group.batches.find(
    (batch) => batch.status === 'completed' && analyzedRows(batch) !== null,
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <Seal hash={sealHash(newest)} size={36} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere">
          {single || group.batches.length > MAX_LINKED ? (
            <Link to="/reports" search={{ batch: newest.batch_id }} className="link">
              {group.title}
            </Link>
          ) : (
            group.title
          )}
        </p>
        <p className="text-xs text-ink-soft">
          {group.records} ·{' '}
          <RelativeTime value={newest.created_at} title={formatUtc(newest.created_at)} />
        </p>
        {!single && group.batches.length <= MAX_LINKED && (
          <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs">
            {group.batches.toReversed().map((batch) => (
              <Link
                key={batch.batch_id}
                to="/reports"
                search={{ batch: batch.batch_id }}
                className="link"
                aria-label={batchTitle(batch)}
              >
                {contentOf(batch)}
              </Link>
            ))}
          </p>
        )}
      </div>
      {newest.status !== 'completed' && (
        <Badge tone={newest.status === 'failed' ? 'danger' : 'secondary'}>{newest.status}</Badge>
      )}
      <span className="flex gap-2">
        {booked && (
          <AnalyzeButtons
            dataset={analyzable(booked)}
            analyze={props.analyze}
            onThreshold={props.onThreshold}
            isCompact
          />
        )}
        {single && <BatchDownload batch={newest} title={group.title} size="small" isIcon />}
      </span>
    </li>
  );
}

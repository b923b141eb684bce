import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { PageBody } from '../../components/page-body.tsx';
import { batchTitle } from '../../data/batch-facts.ts';
import { batchRunsQuery } from '../../data/batch-record.ts';
import { type BatchReport, reportQuery } from '../../data/reports.ts';
import { isOpen } from '../../data/runs.ts';
import { shortId } from '../../lib/format.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { usePageTitle } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { BatchHead } from './batch-head.tsx';
import { BatchNav } from './batch-nav.tsx';
import { BatchOverview } from './batch-overview.tsx';
import type { BatchTab } from './batch-tabs.ts';
import type { ReportPart } from './finding.ts';
import { LinkedBatches } from './linked-batches.tsx';
import { UnfinishedBatch } from './unfinished-batch.tsx';

const BatchData = lazy(() =>
  import('./batch-data.tsx').then((file) => ({ default: file.BatchData })),
);
const BatchReportTab = lazy(() =>
  import('./batch-report.tsx').then((file) => ({ default: file.BatchReportTab })),
);
const BatchLineage = lazy(() =>
  import('./batch-lineage.tsx').then((file) => ({ default: file.BatchLineage })),
);
const BatchApproval = lazy(() =>
  import('./batch-approval.tsx').then((file) => ({ default: file.BatchApproval })),
);

type Place = {
  batchId: string;
  tab: BatchTab;
  page: number;
  compare: string | undefined;
  onTab: (tab: BatchTab, part?: ReportPart) => void;
  onPage: (page: number) => void;
  onCompare: (batchId: string | undefined) => void;
  /** True after navigation from another page: the title gets focus once it is shown. */
  arrived: boolean;
};

export function BatchPage(props: Place) {
  const batch = useQuery(reportQuery(props.batchId));
  usePageTitle(batch.data ? batchTitle(batch.data.batch) : `Batch ${shortId(props.batchId)}`);
  return (
    <>
      <p className="no-print mb-6">
        <Link to="/reports" search={{}} className="link">
          All reports
        </Link>
      </p>
      <PageBody>
        <QueryView query={batch} errorTitle="The batch could not be loaded" skeletonRows={10}>
          {(loaded) => (loaded === null ? <NoBatch /> : <LoadedBatch {...props} loaded={loaded} />)}
        </QueryView>
      </PageBody>
    </>
  );
}

function NoBatch() {
  return (
    <Card>
      <h1 tabIndex={-1} className="sr-only">
        Batch
      </h1>
      <EmptyState
        title="Batch not found"
        action={
          <Link to="/reports" search={{}} className={buttonClasses()}>
            All reports
          </Link>
        }
      >
        It belongs to another organization, or the address is incomplete.
      </EmptyState>
    </Card>
  );
}

function LoadedBatch(props: Place & { loaded: BatchReport }) {
  const { loaded, tab, arrived } = props;
  const { batch } = loaded;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) title.current?.focus({ preventScroll: true });
  }, [arrived]);
  const runs = useQuery(batchRunsQuery(batch));
  useReloadWhenDone(batch.batch_id, runs.data);
  const measuring = runs.data?.measured && isOpen(runs.data.measured) ? runs.data.measured : null;
  const unfinished = batch.status !== 'completed' && batch.status !== 'deleted';
  return (
    <article>
      <BatchHead ref={title} loaded={loaded} made={runs.data?.made ?? null} />
      {unfinished ? (
        <UnfinishedBatch batch={batch} run={runs.data?.made ?? null} />
      ) : (
        <>
          {batch.entity_type === 'table' && <LinkedBatches batch={batch} />}
          <BatchNav batchId={batch.batch_id} />
          <Suspense fallback={<SkeletonRows rows={8} />}>
            {tab === 'overview' && (
              <BatchOverview
                loaded={loaded}
                made={runs.data?.made ?? null}
                measuring={measuring}
                onPart={(part) => props.onTab('report', part)}
                onTab={props.onTab}
              />
            )}
            {tab === 'data' && <BatchData batch={batch} page={props.page} onPage={props.onPage} />}
            {tab === 'report' && (
              <BatchReportTab
                loaded={loaded}
                measuring={measuring}
                compare={props.compare}
                onCompare={props.onCompare}
              />
            )}
            {tab === 'lineage' && <BatchLineage batch={batch} />}
            {tab === 'approval' && <BatchApproval batch={batch} />}
          </Suspense>
        </>
      )}
    </article>
  );
}

function useReloadWhenDone(
  batchId: string,
  runs: { made: { status: string } | null; measured: { status: string } | null } | undefined,
): void {
  const queries = useQueryClient();
  const states = runs && `${runs.made?.status} ${runs.measured?.status}`;
  const before = useRef(states);
  useEffect(() => {
    if (before.current !== undefined && states !== before.current) {
      void queries.invalidateQueries({ queryKey: ['batches'] });
      void queries.invalidateQueries({ queryKey: ['runs', 'batch', batchId] });
    }
    before.current = states;
  }, [states, queries, batchId]);
}

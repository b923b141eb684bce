import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { EXCEPTION_STATUS_LABELS, type ExceptionStatus } from '../../../shared/statuses.ts';
import { PageBody } from '../../components/page-body.tsx';
import { decisionsQuery } from '../../data/case-decisions.ts';
import { casesQuery } from '../../data/cases.ts';
import { exceptionBatchesQuery } from '../../data/exception-batches.ts';
import { contentsQuery } from '../../data/exception-contents.ts';
import { readSort, text, withSearch, writeSort } from '../../lib/search.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { batchColumns } from './batch-columns.tsx';
import { CasesCard } from './cases-card.tsx';
import { PrecisionCard } from './precision-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { StatusFigures } from './status-figures.tsx';

const route = getRouteApi('/session/exceptions');

export function firstQueries(search: Record<string, unknown>) {
  const { batch } = text(search, 'batch');
  return [
    exceptionBatchesQuery,
    ...(batch === undefined ? [casesQuery] : [contentsQuery(batch), decisionsQuery(batch)]),
  ];
}

const CasePage = lazy(() =>
  import('./case-page.tsx').then(({ CasePage: page }) => ({ default: page })),
);

const RankerCard = lazy(() =>
  import('./ranker-card.tsx').then(({ RankerCard: card }) => ({ default: card })),
);

export function ExceptionsPage() {
  const { case: opened } = route.useSearch();
  if (opened !== undefined)
    return (
      <PageBody>
        <Suspense fallback={<div role="status" aria-label="Loading" />}>
          <CasePage key={opened} id={opened} />
        </Suspense>
      </PageBody>
    );
  return (
    <>
      <PageHead page="/exceptions">
        Anomalies flagged by analysis, for review. Times are in UTC.
      </PageHead>
      <PageBody>
        <ExceptionBatches />
      </PageBody>
    </>
  );
}

function ExceptionBatches() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Refetch at each visit, but not twice during the first paint: after an analysis, users look for
  // its new batch.
  const batches = useQuery({ ...exceptionBatchesQuery, staleTime: 500 });
  const filterBy = (status: ExceptionStatus | undefined) =>
    void navigate({ search: (rest) => withSearch(rest, { status }) });
  const columns = useMemo(
    () => batchColumns((batch) => void navigate({ search: (rest) => withSearch(rest, { batch }) })),
    [navigate],
  );
  const reviewed = batches.data?.find((row) => row.id === search.batch);
  return (
    <>
      <StatusFigures batches={batches.data} status={search.status} onStatus={filterBy} />
      <Card aria-label="Exception batches">
        <QueryView query={batches} errorTitle="Error loading exceptions" empty={<NoExceptions />}>
          {(loaded) => {
            const shown = loaded.filter(
              (row) => search.status === undefined || row.status === search.status,
            );
            return shown.length === 0 && search.status !== undefined ? (
              <EmptyState
                title={`No batch is ${EXCEPTION_STATUS_LABELS[search.status].toLowerCase()}`}
                action={<Button onClick={() => filterBy(undefined)}>Show all</Button>}
              />
            ) : (
              <DataTable
                label="Exception batches"
                columns={columns}
                rows={shown}
                rowKey={(row) => row.id}
                sort={readSort(search.sort)}
                onSort={(sort) =>
                  void navigate({
                    replace: true,
                    search: (rest) => withSearch(rest, { sort: writeSort(sort) }),
                  })
                }
              />
            );
          }}
        </QueryView>
      </Card>
      {/* Behind an open batch, hundreds of cases would only delay it. */}
      {search.batch === undefined && <CasesCard />}
      {search.batch === undefined && (
        <Suspense>
          <RankerCard />
        </Suspense>
      )}
      <PrecisionCard />
      <ReviewDialog
        batch={reviewed}
        gone={search.batch !== undefined && !reviewed && batches.isSuccess && !batches.isFetching}
        onClose={() => void navigate({ search: (rest) => withSearch(rest, { batch: undefined }) })}
      />
    </>
  );
}

function NoExceptions() {
  return (
    <EmptyState
      title="No exceptions yet"
      action={
        <Link to="/ingestion" className={buttonClasses({ variant: 'primary' })}>
          Go to Ingestion
        </Link>
      }
    >
      Upload a dataset and analyze it from the dashboard. Flagged rows appear here.
    </EmptyState>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EXCEPTION_STATUS_LABELS, EXCEPTION_STATUSES } from '../../../shared/statuses.ts';
import { exceptionBatchesQuery, sourceOf } from '../../data/exception-batches.ts';
import type { ExceptionBatch } from '../../data/rows.ts';
import { formatCount, formatPercent, formatUtc } from '../../lib/format.ts';
import { readSort, writeSort } from '../../lib/search.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Figure, Figures } from '../../ui/figures.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PrecisionCard } from './precision-card.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { StatusBadge } from './status-badge.tsx';

const route = getRouteApi('/session/exceptions');

/** Batches of anomalies that wait for a decision, and those that have one. */
export function ExceptionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Asked for anew at each visit: whoever comes from an analysis comes for the batch it has just made.
  const batches = useQuery({ ...exceptionBatchesQuery, staleTime: 0 });
  const columns = useMemo<Column<ExceptionBatch>[]>(
    () => [
      {
        id: 'batch_name',
        header: 'Batch',
        sort: (row) => row.batch_name,
        cell: (row) => row.batch_name,
        className: 'min-w-44 wrap-anywhere',
      },
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
      {
        id: 'created_at',
        header: 'Created',
        sort: (row) => row.created_at,
        cell: (row) => <time dateTime={row.created_at}>{formatUtc(row.created_at)}</time>,
        className: 'whitespace-nowrap',
      },
      {
        id: 'actions',
        header: 'Actions',
        cell: (row) => (
          <Button
            size="small"
            variant={row.status === 'pending' ? 'primary' : 'secondary'}
            onClick={() => void navigate({ search: (rest) => ({ ...rest, batch: row.id }) })}
          >
            {row.status === 'pending' ? 'Review' : 'View'}
            <span className="sr-only"> {row.batch_name}</span>
          </Button>
        ),
      },
    ],
    [navigate],
  );
  const rows = batches.data ?? [];
  const reviewed = rows.find((row) => row.id === search.batch);
  const shown = search.status ? rows.filter((row) => row.status === search.status) : rows;
  return (
    <>
      <PageHead page="/exceptions">
        Rows an analysis found odd, in batches to approve or reject. Times are in UTC.
      </PageHead>
      <Figures label="Batches by status">
        {EXCEPTION_STATUSES.map((status) => (
          <Figure
            key={status}
            label={EXCEPTION_STATUS_LABELS[status]}
            value={rows.filter((row) => row.status === status).length}
            note={
              <button
                type="button"
                className="link min-h-6"
                aria-pressed={search.status === status}
                onClick={() =>
                  void navigate({
                    search: ({ status: current, ...rest }) =>
                      current === status ? rest : { ...rest, status },
                  })
                }
              >
                {search.status === status ? 'Show all' : 'Show only these'}
                <span className="sr-only">: {EXCEPTION_STATUS_LABELS[status]}</span>
              </button>
            }
          />
        ))}
      </Figures>
      <Card aria-label="Exception batches">
        <QueryView query={batches} errorTitle="Error loading exceptions">
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState
                title="No exceptions yet"
                action={
                  <Link to="/ingestion" className={buttonClasses({ variant: 'primary' })}>
                    Go to Ingestion
                  </Link>
                }
              >
                Upload a dataset and analyze it from the dashboard; what stands out comes here.
              </EmptyState>
            ) : shown.length === 0 ? (
              <EmptyState
                title={`No batch is ${EXCEPTION_STATUS_LABELS[search.status ?? 'pending'].toLowerCase()}`}
                action={
                  <Button
                    onClick={() =>
                      void navigate({ search: ({ status: _status, ...rest }) => rest })
                    }
                  >
                    Show all
                  </Button>
                }
              />
            ) : (
              <DataTable
                label="Exception batches"
                columns={columns}
                rows={shown}
                rowKey={(row) => row.id}
                sort={readSort(search.sort)}
                onSort={(sort) => {
                  const next = writeSort(sort);
                  void navigate({
                    replace: true,
                    search: ({ sort: _sort, ...rest }) =>
                      next === undefined ? rest : { ...rest, sort: next },
                  });
                }}
              />
            )
          }
        </QueryView>
      </Card>
      <PrecisionCard />
      <ReviewDialog
        batch={reviewed}
        gone={search.batch !== undefined && !reviewed && batches.isSuccess && !batches.isFetching}
        onClose={() => void navigate({ search: ({ batch: _batch, ...rest }) => rest })}
      />
    </>
  );
}

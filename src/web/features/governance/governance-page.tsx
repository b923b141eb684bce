import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { batchesQuery, sealHash } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatScore, formatUtc } from '../../lib/format.ts';
import { readSort, writeSort } from '../../lib/search.ts';
import { BatchId } from '../../ui/batch-id.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ManifestDialog } from './manifest-dialog.tsx';

const route = getRouteApi('/session/governance');
const PAGE_SIZE = 50;

/** Every generation log, with its manifest. */
export function GovernancePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const logs = useQuery(batchesQuery(null));
  const columns = useMemo<Column<GenerationLog>[]>(
    () => [
      {
        id: 'batch_id',
        header: 'Batch ID',
        cell: (row) => <BatchId id={row.batch_id} hash={sealHash(row)} />,
      },
      {
        id: 'entity_type',
        header: 'Entity Type',
        cell: (row) => row.entity_type,
        sort: (row) => row.entity_type,
      },
      {
        id: 'project_id',
        header: 'Project ID',
        cell: (row) => row.project_id ?? 'N/A',
        sort: (row) => row.project_id,
      },
      {
        id: 'privacy_score',
        header: 'Privacy Score',
        cell: (row) => formatScore(row.privacy_score),
        sort: (row) => row.privacy_score ?? undefined,
        numeric: true,
      },
      {
        id: 'quality_score',
        header: 'Quality Score',
        cell: (row) => formatScore(row.quality_score),
        sort: (row) => row.quality_score ?? undefined,
        numeric: true,
      },
      {
        id: 'record_count',
        header: 'Records',
        cell: (row) => formatCount(row.record_count),
        sort: (row) => Number(row.record_count),
        numeric: true,
      },
      {
        id: 'created_at',
        header: 'Timestamp',
        cell: (row) => <time dateTime={row.created_at}>{formatUtc(row.created_at)}</time>,
        sort: (row) => row.created_at,
        className: 'whitespace-nowrap',
      },
      {
        id: 'actions',
        header: 'Manifest',
        cell: (row) => (
          <Button
            size="small"
            onClick={() => void navigate({ search: (rest) => ({ ...rest, batch: row.batch_id }) })}
          >
            View Manifest<span className="sr-only"> of batch {row.batch_id.slice(0, 8)}</span>
          </Button>
        ),
      },
    ],
    [navigate],
  );
  const pages = Math.ceil((logs.data?.length ?? 0) / PAGE_SIZE);
  const page = Math.min(search.page ?? 1, Math.max(1, pages));
  return (
    <>
      <PageHead page="/governance">
        What was generated, when, from what, and how it scored. Times are in UTC.
      </PageHead>
      <Card aria-label="Generation logs">
        <QueryView query={logs} errorTitle="Error loading audit entries" skeletonRows={8}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title="No generation logs yet"
                action={
                  <Link to="/dashboard" className={buttonClasses({ variant: 'primary' })}>
                    Generate on the Dashboard
                  </Link>
                }
              >
                Each batch leaves a log with its manifest: seed, versions, counts and hashes.
              </EmptyState>
            ) : (
              <>
                <DataTable
                  label="Generation logs"
                  columns={columns}
                  rows={rows}
                  rowKey={(row) => row.batch_id}
                  sort={readSort(search.sort)}
                  onSort={(sort) => {
                    const next = writeSort(sort);
                    void navigate({
                      replace: true,
                      search: ({ sort: _sort, page: _page, ...rest }) =>
                        next === undefined ? rest : { ...rest, sort: next },
                    });
                  }}
                  from={(page - 1) * PAGE_SIZE}
                  size={PAGE_SIZE}
                />
                {rows.length > PAGE_SIZE && (
                  <Pager
                    page={page}
                    size={PAGE_SIZE}
                    total={rows.length}
                    onPage={(next) =>
                      void navigate({
                        search: ({ page: _page, ...rest }) =>
                          next > 1 ? { ...rest, page: next } : rest,
                      })
                    }
                  />
                )}
              </>
            )
          }
        </QueryView>
      </Card>
      <ManifestDialog
        batchId={search.batch}
        logs={logs.data}
        onClose={() => void navigate({ search: ({ batch: _batch, ...rest }) => rest })}
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LogState } from '../../components/log-state.tsx';
import { PendingPacks } from '../../components/pending-packs.tsx';
import { batchesQuery } from '../../data/batches.ts';
import { batchEntriesQuery } from '../../data/proof.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { runsQuery } from '../../data/runs.ts';
import { readSort, withSearch, writeSort } from '../../lib/search.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ListFilters } from '../../ui/list-filters.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { filterLogs, KIND_LABELS } from './filter-logs.ts';
import { logColumns } from './log-columns.tsx';
import { ManifestDialog } from './manifest-dialog.tsx';
import { PeriodPack } from './period-pack.tsx';

const route = getRouteApi('/session/governance');
const PAGE_SIZE = 50;

export function GovernancePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const logs = useQuery(batchesQuery(null));
  const filter = (changes: Parameters<typeof withSearch<typeof search>>[1]) =>
    void navigate({ replace: true, search: (rest) => withSearch(rest, changes) });
  return (
    <>
      <PageHead page="/governance" action={<PeriodPack />}>
        Every generated batch: its source, scores, manifest and proof. Times are in UTC.
      </PageHead>
      <LogState />
      <PendingPacks />
      <ListFilters
        search={{
          label: 'Search by name, source or batch ID',
          typed: search.q ?? '',
          onTyped: (typed) => filter({ q: typed || undefined, page: undefined }),
        }}
        choice={{
          label: 'Kind of batch',
          all: 'All batches',
          labels: KIND_LABELS,
          value: search.kind,
          onChoose: (kind) => filter({ kind, page: undefined }),
        }}
      />
      <Card aria-label="Generation logs">
        <QueryView
          query={logs}
          errorTitle="Error loading audit entries"
          skeletonRows={8}
          empty={<NoLogs />}
        >
          {(rows) => {
            const filtered = filterLogs(rows, { typed: search.q ?? '', kind: search.kind });
            return filtered.length > 0 ? (
              <Logs rows={filtered} />
            ) : (
              <EmptyState
                title="No batch matches"
                action={
                  <Button onClick={() => filter({ q: undefined, kind: undefined })}>
                    Clear filters
                  </Button>
                }
              />
            );
          }}
        </QueryView>
      </Card>
      <ManifestDialog
        batchId={search.batch}
        logs={logs.data}
        onClose={() => void navigate({ search: (rest) => withSearch(rest, { batch: undefined }) })}
      />
    </>
  );
}

function Logs({ rows }: { rows: readonly GenerationLog[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const runs = useQuery(runsQuery);
  const entries = useQuery(batchEntriesQuery);
  const columns = useMemo(
    () =>
      logColumns((batch) => void navigate({ search: (rest) => withSearch(rest, { batch }) }), {
        runs: runs.data,
        entries: entries.data,
      }),
    [navigate, runs.data, entries.data],
  );
  const page = Math.min(search.page ?? 1, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)));
  return (
    <>
      <DataTable
        label="Generation logs"
        dense
        columns={columns}
        rows={rows}
        rowKey={(row) => row.batch_id}
        sort={readSort(search.sort)}
        onSort={(sort) =>
          void navigate({
            replace: true,
            search: (rest) => withSearch(rest, { sort: writeSort(sort), page: undefined }),
          })
        }
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
              search: (rest) => withSearch(rest, { page: next > 1 ? next : undefined }),
            })
          }
        />
      )}
    </>
  );
}

function NoLogs() {
  return (
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
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { PageBody } from '../../components/page-body.tsx';
import { isMeasured } from '../../data/batch-facts.ts';
import { batchRecordQuery } from '../../data/batch-record.ts';
import { batchesQuery } from '../../data/batches.ts';
import { reportQuery, SHOWN_BATCHES } from '../../data/reports.ts';
import { runsQuery } from '../../data/runs.ts';
import { text } from '../../lib/search.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BatchCard } from './batch-card.tsx';
import { BatchPage } from './batch-page.tsx';
import { batchTab } from './batch-tabs.ts';

const route = getRouteApi('/session/reports');

export function firstQueries(search: Record<string, unknown>) {
  const { batch } = text(search, 'batch');
  return batch === undefined
    ? [batchesQuery(SHOWN_BATCHES)]
    : [reportQuery(batch), batchRecordQuery(batch)];
}

export function ReportsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { batch } = search;
  const [opened] = useState(batch);
  const here = useRef(batch);
  useEffect(() => {
    if (here.current === batch) return;
    here.current = batch;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [batch]);
  return batch === undefined ? (
    <BatchList />
  ) : (
    <BatchPage
      key={batch}
      batchId={batch}
      tab={batchTab(search.tab)}
      page={search.page ?? 1}
      compare={search.compare}
      arrived={batch !== opened}
      onTab={(tab, part) =>
        void navigate({
          search: tab === 'overview' ? { batch } : { batch, tab },
          ...(part !== undefined && { hash: part }),
        })
      }
      onPage={(page) =>
        void navigate({ search: page > 1 ? { batch, tab: 'data', page } : { batch, tab: 'data' } })
      }
      onCompare={(compare) =>
        void navigate({
          search:
            compare === undefined ? { batch, tab: 'report' } : { batch, tab: 'report', compare },
        })
      }
    />
  );
}

function BatchList() {
  return (
    <>
      <PageHead page="/reports">
        Quality and privacy of the latest {SHOWN_BATCHES} generation batches.
      </PageHead>
      <PageBody>
        <BatchCards />
      </PageBody>
    </>
  );
}

function BatchCards() {
  const batches = useQuery(batchesQuery(SHOWN_BATCHES));
  const runs = useQuery(runsQuery);
  return (
    <QueryView query={batches} errorTitle="The reports could not be loaded" skeletonRows={8}>
      {(rows) =>
        rows.length === 0 ? (
          <Card>
            <EmptyState
              title="No reports yet"
              action={
                <Link to="/dashboard" className={buttonClasses({ variant: 'primary' })}>
                  Generate on the Dashboard
                </Link>
              }
            >
              Each batch appears here with its scores as soon as it is generated.
            </EmptyState>
          </Card>
        ) : (
          <ul className="grid gap-5 md:grid-cols-2">
            {rows.map((row) => (
              <BatchCard
                key={row.batch_id}
                batch={row}
                measuring={isMeasured(runs.data, row.batch_id)}
              />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

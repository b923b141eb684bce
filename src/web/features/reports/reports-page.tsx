import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { batchesQuery } from '../../data/batches.ts';
import { SHOWN_BATCHES } from '../../data/reports.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BatchCard } from './batch-card.tsx';
import { ReportPage } from './report-page.tsx';

const route = getRouteApi('/session/reports');

/** The latest batches with their scores; with a batch in the address, its report. */
export function ReportsPage() {
  const { batch } = route.useSearch();
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
    <ReportPage batchId={batch} arrived={batch !== opened} />
  );
}

function BatchList() {
  const batches = useQuery(batchesQuery(SHOWN_BATCHES));
  return (
    <>
      <PageHead page="/reports">
        Quality and privacy of the latest {SHOWN_BATCHES} generation batches.
      </PageHead>
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
                Each batch shows here with its scores as soon as it is made.
              </EmptyState>
            </Card>
          ) : (
            <ul className="grid gap-5 md:grid-cols-2">
              {rows.map((row) => (
                <BatchCard key={row.batch_id} batch={row} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}

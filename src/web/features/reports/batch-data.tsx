import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_BROWSED_ROWS } from '../../../shared/limits.ts';
import { PageOfRows } from '../../components/page-of-rows.tsx';
import { partsOf, rowsWithTruth } from '../../data/batch-facts.ts';
import { batchRowsQuery } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BatchAccount } from './batch-account.tsx';
import { BatchParts } from './batch-parts.tsx';
import { GroundTruthCard } from './ground-truth-card.tsx';
import { SideTablesCard } from './side-tables-card.tsx';
import { useHasLedger } from './use-has-ledger.ts';

const PAGE_SIZE = 50;

export function BatchData(props: {
  batch: GenerationLog;
  page: number;
  onPage: (page: number) => void;
}) {
  const { batch, page } = props;
  const inParts = partsOf(batch).length > 0;
  const hasLedger = useHasLedger(batch);
  if (!batch.csv_url && !inParts) {
    return (
      <Card>
        <EmptyState title="No rows to show">
          {batch.deleted_at
            ? `Rows and file were deleted on ${formatUtc(batch.deleted_at)}.`
            : 'This batch has no file.'}
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <BatchParts batch={batch} />
      {rowsWithTruth(batch) !== null && batch.entity_type === 'transactions' && (
        <SideTablesCard batchId={batch.batch_id} />
      )}
      {rowsWithTruth(batch) !== null && (
        <GroundTruthCard
          batchId={batch.batch_id}
          hasSchemes={batch.entity_type === 'transactions'}
        />
      )}
      {hasLedger && <BatchAccount batchId={batch.batch_id} />}
      <Rows batch={batch} page={page} onPage={props.onPage} />
    </>
  );
}

function Rows({ batch, page, onPage }: Parameters<typeof BatchData>[0]) {
  const [typed, setTyped] = useState('');
  const offset = (page - 1) * PAGE_SIZE;
  const rows = useQuery(batchRowsQuery(batch.batch_id, offset, PAGE_SIZE));
  const total = Number(batch.record_count);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        Rows of this batch, as stored in its {batch.csv_url ? 'file' : 'files'}
        {total > MAX_BROWSED_ROWS &&
          `; the first ${formatCount(MAX_BROWSED_ROWS)} of ${formatCount(total)} can be browsed`}
        . Filter and sort apply to the {PAGE_SIZE} rows shown.
      </p>
      <SearchField label="Filter the rows shown" value={typed} onChange={setTyped} />
      <Card aria-label="Rows of the batch">
        <QueryView query={rows} errorTitle="The rows could not be loaded" skeletonRows={10}>
          {(data) => (
            <>
              <PageOfRows label="Rows of the batch" {...{ data, offset, typed }} />
              <Pager
                page={page}
                size={PAGE_SIZE}
                total={Math.min(total, MAX_BROWSED_ROWS)}
                onPage={onPage}
                canJump
              />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}

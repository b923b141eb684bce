import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BatchRows } from '../../../shared/contracts/batches.ts';
import { MAX_BROWSED_ROWS } from '../../../shared/limits.ts';
import { partsOf } from '../../data/batch-facts.ts';
import { batchRowsQuery } from '../../data/batches.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BatchParts } from './batch-parts.tsx';

const PAGE_SIZE = 50;

type Row = { place: number; values: (string | null)[] };

export function BatchData(props: {
  batch: GenerationLog;
  page: number;
  onPage: (page: number) => void;
}) {
  const { batch, page } = props;
  const inParts = partsOf(batch).length > 0;
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
      <Rows batch={batch} page={page} onPage={props.onPage} />
    </>
  );
}

function Rows({ batch, page, onPage }: Parameters<typeof BatchData>[0]) {
  const offset = (page - 1) * PAGE_SIZE;
  const rows = useQuery(batchRowsQuery(batch.batch_id, offset, PAGE_SIZE));
  const total = Number(batch.record_count);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        Rows of this batch, as stored in its {batch.csv_url ? 'file' : 'files'}
        {total > MAX_BROWSED_ROWS &&
          `; the first ${formatCount(MAX_BROWSED_ROWS)} of ${formatCount(total)} can be browsed`}
        .
      </p>
      <Card aria-label="Rows of the batch">
        <QueryView query={rows} errorTitle="The rows could not be loaded" skeletonRows={10}>
          {(data) => (
            <>
              <PageOfRows data={data} offset={offset} />
              <Pager
                page={page}
                size={PAGE_SIZE}
                total={Math.min(total, MAX_BROWSED_ROWS)}
                onPage={onPage}
              />
            </>
          )}
        </QueryView>
      </Card>
    </>
  );
}

const isNumeric = (value: string | null) => value === null || /^[-+]?[\d.,\s]+$/.test(value);

function PageOfRows({ data, offset }: { data: BatchRows; offset: number }) {
  const columns = useMemo(
    () =>
      data.columns.map((name, i): Column<Row> => {
        const numeric =
          data.rows.some(({ [i]: value }) => value !== null) &&
          data.rows.every((row) => isNumeric(row[i] ?? null));
        return {
          id: `${i}`,
          header: name,
          cell: (row) => row.values[i] ?? <span className="text-ink-soft">–</span>,
          className: 'whitespace-nowrap',
          ...(numeric && { numeric }),
        };
      }),
    [data],
  );
  return (
    <DataTable
      label="Rows of the batch"
      columns={columns}
      rows={data.rows.map((values, i) => ({ place: offset + i, values }))}
      rowKey={({ place }) => String(place)}
    />
  );
}

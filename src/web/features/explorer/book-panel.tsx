import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tableWords } from '../../../shared/institutions.ts';
import { EXPLORER_ROWS } from '../../../shared/limits.ts';
import { BatchDownload } from '../../components/batch-download.tsx';
import { PageOfRows } from '../../components/page-of-rows.tsx';
import { batchRowsQuery } from '../../data/batches.ts';
import type { BookTable } from '../../data/newest-book.ts';
import { capitalized, formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';

const PAGE_SIZE = 10;

/** First rows of a table of an insurer or credit union, from the file of its batch. */
export function BookPanel(props: {
  batch: BookTable;
  typed: string;
  page: number;
  onPage: (page: number) => void;
  onClearSearch: () => void;
}) {
  const { batch, typed } = props;
  const rows = useQuery(batchRowsQuery(batch.batch_id, 0, EXPLORER_ROWS));
  const title = capitalized(tableWords(batch.table));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
        <h2 className="text-base">
          {title}{' '}
          <Link to="/reports" search={{ batch: batch.batch_id }} className="link text-sm">
            {formatCount(batch.record_count)} rows in this batch
          </Link>
        </h2>
        <BatchDownload batch={batch} title={title} />
      </div>
      <div className="border-t border-line">
        <QueryView query={rows} errorTitle={`${title} could not be loaded`} skeletonRows={10}>
          {({ columns, rows: loaded }) => {
            const needle = typed.trim().toLowerCase();
            const found = loaded.filter((row) =>
              row.some((value) => (value ?? '').toLowerCase().includes(needle)),
            );
            if (loaded.length === 0) return <EmptyState title="This table has no rows" />;
            if (found.length === 0)
              return (
                <EmptyState
                  title={`None of the ${loaded.length} loaded rows contains “${typed}”`}
                  action={<Button onClick={props.onClearSearch}>Clear search</Button>}
                />
              );
            const page = Math.min(props.page, Math.ceil(found.length / PAGE_SIZE));
            const from = (page - 1) * PAGE_SIZE;
            return (
              <>
                <PageOfRows
                  label={title}
                  data={{ columns, rows: found.slice(from, from + PAGE_SIZE) }}
                  offset={from}
                />
                <Pager page={page} size={PAGE_SIZE} total={found.length} onPage={props.onPage} />
              </>
            );
          }}
        </QueryView>
      </div>
    </>
  );
}

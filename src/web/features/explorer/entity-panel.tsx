import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { BankTable } from '../../../shared/bank-tables.ts';
import type { EntityRow } from '../../data/entity-rows.ts';
import { readSort, writeSort } from '../../lib/search.ts';
import { searchRows } from '../../lib/search-rows.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ENTITIES } from './entities.tsx';
import { exportCsv } from './export-csv.ts';

const PAGE_SIZE = 10;

export function EntityPanel(props: {
  tab: BankTable;
  rows: UseQueryResult<EntityRow[]>;
  typed: string;
  page: number;
  sort: string | undefined;
  onPage: (page: number) => void;
  onSort: (sort: string | undefined) => void;
  onClearSearch: () => void;
}) {
  const { tab, rows, typed } = props;
  const [exporting, setExporting] = useState(false);
  const entity = ENTITIES[tab];
  const matches = searchRows(rows.data ?? [], typed);
  const page = Math.min(props.page, Math.max(1, Math.ceil(matches.length / PAGE_SIZE)));

  const runExport = async () => {
    setExporting(true);
    await exportCsv(tab);
    setExporting(false);
  };

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
        <h2 className="text-base">{entity.label}</h2>
        <Button busy={exporting} busyLabel="Exporting..." onClick={() => void runExport()}>
          <Download aria-hidden />
          Export CSV
        </Button>
      </div>
      <div className="border-t border-line">
        {rows.isPending ? (
          <SkeletonRows rows={10} />
        ) : rows.isError ? (
          <ErrorState
            title={`The ${tab} could not be loaded`}
            message={messageOf(rows.error)}
            busy={rows.isFetching}
            onRetry={() => void rows.refetch()}
          />
        ) : rows.data.length === 0 ? (
          <EmptyState
            title={`No ${tab} yet`}
            action={
              <Link to="/dashboard" className={buttonClasses({ variant: 'primary' })}>
                Generate on the Dashboard
              </Link>
            }
          >
            Rows appear here as soon as a batch is generated.
          </EmptyState>
        ) : matches.length === 0 ? (
          <EmptyState
            title={`None of the ${rows.data.length} loaded rows contains “${typed}”`}
            action={<Button onClick={props.onClearSearch}>Clear search</Button>}
          />
        ) : (
          <>
            <DataTable
              label={entity.label}
              columns={entity.columns}
              rows={matches}
              rowKey={(row) => String((row as Record<string, unknown>).seq)}
              sort={readSort(props.sort)}
              onSort={(sort) => props.onSort(writeSort(sort))}
              from={(page - 1) * PAGE_SIZE}
              size={PAGE_SIZE}
            />
            <Pager page={page} size={PAGE_SIZE} total={matches.length} onPage={props.onPage} />
          </>
        )}
      </div>
    </>
  );
}

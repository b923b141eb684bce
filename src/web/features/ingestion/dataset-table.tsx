import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { DatasetKind } from '../../../shared/statuses.ts';
import type { Dataset } from '../../data/rows.ts';
import { formatCount } from '../../lib/format.ts';
import { readSort, writeSort } from '../../lib/search.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { dayColumn } from '../../ui/columns.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { type Origin, OriginMark } from '../../ui/origin-mark.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { DeleteDataset } from './delete-dataset.tsx';
import { useGenerateFrom } from './use-generate-from.ts';

const ORIGIN: Record<DatasetKind, Origin> = {
  upload: 'real',
  synthetic: 'synthetic',
  blend: 'blend',
};

/** Every dataset, with what can be done with it. */
export function DatasetTable(props: {
  datasets: UseQueryResult<Dataset[]>;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onPreview: (id: string) => void;
  /** To generate with another protection than the default. */
  onOptions: (id: string) => void;
}) {
  const { datasets, onPreview, onOptions } = props;
  const generate = useGenerateFrom();
  const [doomed, setDoomed] = useState<Dataset | null>(null);
  const columns = useMemo<Column<Dataset>[]>(
    () => [
      {
        id: 'filename',
        header: 'Filename',
        className: 'min-w-48',
        sort: (row) => row.filename,
        cell: (row) => (
          <span className="flex flex-col gap-0.5">
            <span className="wrap-anywhere">{row.filename}</span>
            <OriginMark origin={ORIGIN[row.kind] ?? 'real'} />
          </span>
        ),
      },
      {
        id: 'record_count',
        header: 'Records',
        sort: (row) => Number(row.record_count),
        cell: (row) => formatCount(row.record_count),
        numeric: true,
      },
      {
        id: 'columns',
        header: 'Columns',
        sort: (row) => Object.keys(row.schema).length,
        cell: (row) => Object.keys(row.schema).length,
        numeric: true,
      },
      dayColumn('Uploaded'),
      {
        id: 'actions',
        header: 'Actions',
        cell: (row) => (
          <span className="flex flex-wrap gap-1.5 xl:flex-nowrap">
            <Button size="small" onClick={() => onPreview(row.id)}>
              Preview<span className="sr-only"> {row.filename}</span>
            </Button>
            <Button
              size="small"
              busy={generate.isPending && generate.variables.manifestId === row.id}
              busyLabel="Generating..."
              disabled={generate.isPending && generate.variables.manifestId !== row.id}
              onClick={() => generate.mutate({ manifestId: row.id })}
            >
              Generate Synthetic<span className="sr-only"> from {row.filename}</span>
            </Button>
            <Button size="small" variant="ghost" onClick={() => onOptions(row.id)}>
              Protection<span className="sr-only"> of rows made from {row.filename}</span>
            </Button>
            <DeleteButton name={row.filename} onClick={() => setDoomed(row)} />
          </span>
        ),
      },
    ],
    [generate, onPreview, onOptions],
  );
  return (
    <Card aria-labelledby="datasets">
      <CardHead id="datasets" title="Datasets" />
      <div className="border-t border-line">
        {datasets.isPending ? (
          <SkeletonRows rows={4} />
        ) : datasets.isError ? (
          <ErrorState
            title="Error loading manifests"
            message={messageOf(datasets.error)}
            busy={datasets.isFetching}
            onRetry={() => void datasets.refetch()}
          />
        ) : datasets.data.length === 0 ? (
          <EmptyState title="No datasets yet">
            Upload a file above, or try one of the sample templates first.
          </EmptyState>
        ) : (
          <DataTable
            label="Datasets"
            columns={columns}
            rows={datasets.data}
            rowKey={(row) => row.id}
            sort={readSort(props.sort)}
            onSort={(sort) => props.onSort(writeSort(sort))}
          />
        )}
      </div>
      <DeleteDataset dataset={doomed} onClose={() => setDoomed(null)} />
    </Card>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useHasFunction } from '../../data/host-functions.ts';
import { useInstitution } from '../../data/profile.ts';
import type { Dataset } from '../../data/rows.ts';
import { readSort, writeSort } from '../../lib/search.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { datasetColumns } from './dataset-columns.tsx';
import { DeleteDataset } from './delete-dataset.tsx';
import { EXAMPLES } from './example-file.ts';

export function DatasetTable(props: {
  datasets: UseQueryResult<Dataset[]>;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onPreview: (id: string) => void;
  onGenerate: (id: string) => void;
  onCalibrate: (id: string) => void;
}) {
  const { onPreview, onGenerate, onCalibrate } = props;
  const [pendingDelete, setPendingDelete] = useState<Dataset | null>(null);
  const { data } = props.datasets;
  const institution = useInstitution();
  const example = EXAMPLES[institution];
  const canCalibrate = useHasFunction('calibrate-dataset') && institution === 'bank';
  const columns = useMemo(() => {
    const names = (data ?? []).map(({ filename }) => filename);
    const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
    return datasetColumns({
      onPreview,
      onGenerate,
      onCalibrate: canCalibrate ? onCalibrate : null,
      onDelete: setPendingDelete,
      isShared,
    });
  }, [onPreview, onGenerate, onCalibrate, canCalibrate, data]);
  return (
    <Card aria-labelledby="datasets">
      <CardHead id="datasets" title="Datasets" />
      <div className="border-t border-line">
        <QueryView
          query={props.datasets}
          errorTitle="Error loading manifests"
          skeletonRows={4}
          empty={
            <EmptyState title="No datasets yet">
              Upload a file above. To try it first, use {example.content}.
            </EmptyState>
          }
        >
          {(rows) => (
            <DataTable
              label="Datasets"
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
              sort={readSort(props.sort)}
              onSort={(sort) => props.onSort(writeSort(sort))}
            />
          )}
        </QueryView>
      </div>
      <DeleteDataset dataset={pendingDelete} onClose={() => setPendingDelete(null)} />
    </Card>
  );
}

import type { DatasetKind } from '../../../shared/statuses.ts';
import type { Dataset } from '../../data/rows.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { dayColumn } from '../../ui/columns.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { type Origin, OriginMark } from '../../ui/origin-mark.tsx';

const ORIGIN: Record<DatasetKind, Origin> = {
  upload: 'real',
  synthetic: 'synthetic',
  blend: 'blend',
};

export type DatasetActions = {
  onPreview: (id: string) => void;
  onGenerate: (id: string) => void;
  /** Null if the simulator can't be calibrated. */
  onCalibrate: ((id: string) => void) | null;
  onDelete: (dataset: Dataset) => void;
  /** True for a name that several datasets have. */
  isShared: (filename: string) => boolean;
};

const columnCount = (row: Dataset) => Object.keys(row.schema).length;

export const datasetColumns = (actions: DatasetActions): Column<Dataset>[] => [
  {
    id: 'filename',
    header: 'Filename',
    className: 'min-w-48',
    sort: (row) => row.filename,
    cell: (row) => (
      <span className="flex flex-col gap-0.5">
        <span className="wrap-anywhere">{row.filename}</span>
        {actions.isShared(row.filename) && (
          <span className="text-xs text-ink-soft">
            uploaded {formatUtc(row.created_at)}, {row.id.slice(0, 8)}
          </span>
        )}
        <OriginMark origin={ORIGIN[row.kind] ?? 'real'} />
        {row.table_name !== null && (
          <span className="text-xs text-ink-soft">linked table {row.table_name}</span>
        )}
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
  { id: 'columns', header: 'Columns', sort: columnCount, cell: columnCount, numeric: true },
  dayColumn('Uploaded'),
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <RowActions dataset={row} {...actions} />,
  },
];

function RowActions(props: DatasetActions & { dataset: Dataset }) {
  const { dataset } = props;
  return (
    <span className="flex flex-wrap gap-1.5 xl:flex-nowrap">
      <Button size="small" onClick={() => props.onPreview(dataset.id)}>
        Preview<span className="sr-only"> {dataset.filename}</span>
      </Button>
      <Button size="small" onClick={() => props.onGenerate(dataset.id)}>
        Generate Synthetic<span className="sr-only"> from {dataset.filename}</span>
      </Button>
      {props.onCalibrate !== null && dataset.kind === 'upload' && (
        <Button size="small" variant="ghost" onClick={() => props.onCalibrate?.(dataset.id)}>
          Calibrate<span className="sr-only"> the simulator to {dataset.filename}</span>
        </Button>
      )}
      {dataset.table_set_id === null && (
        <DeleteButton name={dataset.filename} onClick={() => props.onDelete(dataset)} />
      )}
    </span>
  );
}

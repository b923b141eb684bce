import { useMemo } from 'react';
import type { BatchRows } from '../../shared/contracts/batches.ts';
import type { Column } from '../ui/column.ts';
import { DataTable } from '../ui/data-table.tsx';

type Row = { place: number; values: (string | null)[] };

/** Value that orders a cell; numbers are read without their grouping. */
const sortable = (value: string | null, numeric: boolean): string | number =>
  numeric && value !== null ? Number(value.replace(/[,\s](?=\d{3})/g, '')) || 0 : (value ?? '');

const isNumeric = (value: string | null) => value === null || /^[-+]?[\d.,\s]+$/.test(value);

export function PageOfRows(props: {
  label: string;
  data: Pick<BatchRows, 'columns' | 'rows'>;
  offset: number;
  /** Shows rows that contain this text. */
  typed?: string;
}) {
  const { label, data, offset, typed = '' } = props;
  const wanted = typed.trim().toLowerCase();
  const rows = data.rows
    .map((values, i) => ({ place: offset + i, values }))
    .filter(({ values }) => values.some((value) => (value ?? '').toLowerCase().includes(wanted)));
  const columns = useMemo(
    () =>
      data.columns.map((name, i): Column<Row> => {
        const numeric =
          data.rows.some(({ [i]: value }) => value !== null) &&
          data.rows.every((row) => isNumeric(row[i] ?? null));
        return {
          id: `${i}`,
          header: name,
          sort: (row) => sortable(row.values[i] ?? null, numeric),
          cell: (row) => row.values[i] ?? <span className="text-ink-soft">–</span>,
          className: 'whitespace-nowrap',
          ...(numeric && { numeric }),
        };
      }),
    [data],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      sticky
      rowKey={({ place }) => String(place)}
    />
  );
}

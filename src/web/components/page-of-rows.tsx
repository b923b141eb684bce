import { useMemo } from 'react';
import type { BatchRows } from '../../shared/contracts/batches.ts';
import type { Column } from '../ui/column.ts';
import { DataTable } from '../ui/data-table.tsx';

type Row = { place: number; values: (string | null)[] };

const isNumeric = (value: string | null) => value === null || /^[-+]?[\d.,\s]+$/.test(value);

export function PageOfRows(props: {
  label: string;
  data: Pick<BatchRows, 'columns' | 'rows'>;
  offset: number;
}) {
  const { label, data, offset } = props;
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
      label={label}
      columns={columns}
      rows={data.rows.map((values, i) => ({ place: offset + i, values }))}
      rowKey={({ place }) => String(place)}
    />
  );
}

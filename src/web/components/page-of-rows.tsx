import { useMemo } from 'react';
import type { BatchRows } from '../../shared/contracts/batches.ts';
import type { Column } from '../ui/column.ts';
import { DataTable } from '../ui/data-table.tsx';

type Row = { place: number; values: (string | null)[] };

/** Times that text does not put in order, such as 31.12.2025 and 12/31/2025. */
const DAY_BEFORE_YEAR = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/;

/** Returns the order of a column's values: of plain numbers or of text; null if neither is sure. */
function orderOf(values: readonly (string | null)[]): ((value: string) => string | number) | null {
  const present = values.filter((value) => value !== null);
  if (present.every((value) => value.trim() !== '' && Number.isFinite(Number(value))))
    return Number;
  if (present.some((value) => DAY_BEFORE_YEAR.test(value))) return null;
  if (!present.every(isNumeric)) return (value) => value;
  // 5803,30 is a number with a decimal comma; 5,803 may be either.
  const hasComma = present.every((value) => /^[-+]?\d+(,\d+)?$/.test(value));
  const isSure = present.some((value) => /,(?!\d{3}$)\d+$/.test(value));
  return hasComma && isSure ? (value) => Number(value.replace(',', '.')) : null;
}

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
        const order = orderOf(data.rows.map((row) => row[i] ?? null));
        return {
          id: `${i}`,
          header: name,
          ...(order && {
            sort: (row: Row) => (row.values[i] == null ? null : order(row.values[i])),
          }),
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

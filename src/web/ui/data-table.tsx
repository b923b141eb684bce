import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import { classes } from './classes.ts';
import { compareValues, type SortValue } from './compare-values.ts';
import { DataCards } from './data-cards.tsx';
import { ScrollFrame } from './scroll-frame.tsx';
import { SortButton } from './sort-button.tsx';
import { useMedia } from './use-media.ts';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the column sorts by; without it the column can't be sorted. */
  sort?: (row: Row) => SortValue;
  numeric?: boolean;
  className?: string;
};

export type Sort = { id: string; desc: boolean } | undefined;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** A table of rows that compare. Below 640 pixels each row becomes a card of its own. */
export function DataTable<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Where only a window of the sorted rows is shown. */
  from?: number;
  size?: number;
  className?: string;
}) {
  const narrow = useMedia('(max-width: 639px)');
  const [ownSort, setOwnSort] = useState<Sort>(undefined);
  const sort = props.onSort ? props.sort : ownSort;
  const setSort = props.onSort ?? setOwnSort;
  const { columns, rows, rowKey } = props;

  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: Record<string, unknown>) => column.sort?.(row as unknown as Row),
        enableSorting: column.sort !== undefined,
        sortUndefined: 'last' as const,
        sortFn: (
          a: { getValue: (id: string) => unknown },
          b: { getValue: (id: string) => unknown },
          id: string,
        ) => compareValues(a.getValue(id) as SortValue, b.getValue(id) as SortValue),
      })),
    [columns],
  );
  const sorting = useMemo<SortingState>(() => (sort ? [sort] : []), [sort]);
  const table = useTable({
    features,
    data: rows as unknown as Record<string, unknown>[],
    columns: definitions,
    getRowId: (row) => rowKey(row as unknown as Row),
    state: { sorting },
    enableSortingRemoval: true,
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      setSort(next[0]);
    },
  });
  const from = props.from ?? 0;
  const shown = table
    .getRowModel()
    .rows.slice(from, props.size === undefined ? undefined : from + props.size)
    .map((row) => row.original as unknown as Row);

  if (narrow) {
    return <DataCards label={props.label} columns={columns} rows={shown} rowKey={rowKey} />;
  }
  return (
    <ScrollFrame
      label={`${props.label}, table`}
      {...(props.className ? { className: props.className } : {})}
    >
      <table className="w-full border-collapse text-left">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={
                  sort?.id === column.id ? (sort.desc ? 'descending' : 'ascending') : undefined
                }
                className={classes(
                  'label-caps border-b border-line px-4 py-2.5 font-normal whitespace-nowrap first:pl-5 last:pr-5',
                  column.numeric && 'text-right',
                )}
              >
                {column.sort ? (
                  <SortButton
                    label={column.header}
                    direction={sort?.id === column.id ? (sort.desc ? 'desc' : 'asc') : null}
                    onPress={() => table.getColumn(column.id)?.toggleSorting()}
                    flip={column.numeric ?? false}
                  />
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-b-0 hover:bg-sunk">
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={classes(
                    'px-4 py-2.5 align-middle first:pl-5 last:pr-5',
                    column.numeric && 'text-right whitespace-nowrap',
                    column.className,
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

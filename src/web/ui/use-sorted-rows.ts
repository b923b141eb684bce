import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, Sort } from './column.ts';
import { compareValues, type SortValue } from './compare-values.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export type SortedRows<Row> = {
  rows: readonly Row[];
  sort: Sort;
  /** Cycles ascending, descending, unsorted. */
  toggleSort: (columnId: string) => void;
};

/** Sorts rows by a column; keeps the order here unless `onSort` stores it. */
export function useSortedRows<Row>(options: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}): SortedRows<Row> {
  const [ownSort, setOwnSort] = useState<Sort>(undefined);
  const sort = options.onSort ? options.sort : ownSort;
  const setSort = options.onSort ?? setOwnSort;
  const { columns, rows, rowKey } = options;
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
  return {
    rows: table.getRowModel().rows.map((row) => row.original as unknown as Row),
    sort,
    toggleSort: (columnId) => table.getColumn(columnId)?.toggleSorting(),
  };
}

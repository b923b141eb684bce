import type { ReactNode } from 'react';
import type { SortValue } from './compare-values.ts';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Sort value; without it the column can't be sorted. */
  sort?: (row: Row) => SortValue;
  numeric?: boolean;
  className?: string;
};

export type Sort = { id: string; desc: boolean } | undefined;

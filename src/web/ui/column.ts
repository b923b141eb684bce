import type { ReactNode } from 'react';
import type { SortValue } from './compare-values.ts';

/** What the columns of tables and of their cards have in common. */
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

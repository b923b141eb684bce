import type { ReactNode } from 'react';
import { formatUtc } from '../lib/format.ts';
import type { Column } from './column.ts';
import type { SortValue } from './compare-values.ts';
import { Day } from './day.tsx';

export const textColumn = <Id extends string, Row extends Record<Id, SortValue & ReactNode>>(
  id: Id,
  header: string,
  className?: string,
): Column<Row> => ({
  id,
  header,
  sort: (row) => row[id],
  cell: (row) => row[id],
  ...(className === undefined ? {} : { className }),
});

export const timestampColumn = <Row extends { created_at: string }>(
  header: string,
): Column<Row> => ({
  id: 'created_at',
  header,
  sort: (row) => row.created_at,
  cell: (row) => <time dateTime={row.created_at}>{formatUtc(row.created_at)}</time>,
  className: 'whitespace-nowrap',
});

export const dayColumn = <Row extends { created_at: string }>(header: string): Column<Row> => ({
  id: 'created_at',
  header,
  sort: (row) => row.created_at,
  cell: (row) => <Day at={row.created_at} />,
  className: 'whitespace-nowrap',
});

export const countColumn = <Row,>(options: {
  id: string;
  header: string;
  count: (row: Row) => number;
}): Column<Row> => ({
  id: options.id,
  header: options.header,
  sort: options.count,
  cell: (row) => options.count(row) || 'None',
  numeric: true,
});

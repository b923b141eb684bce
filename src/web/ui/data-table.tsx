import { classes } from './classes.ts';
import type { Column, Sort } from './column.ts';
import { DataCards } from './data-cards.tsx';
import { ScrollFrame } from './scroll-frame.tsx';
import { SortButton } from './sort-button.tsx';
import { useMedia } from './use-media.ts';
import { useSortedRows } from './use-sorted-rows.ts';

export function DataTable<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  from?: number;
  size?: number;
  className?: string;
  /** True for many columns: narrower spacing and wrapped headers. */
  dense?: boolean;
  /** True for long tables: rows scroll below their header. */
  sticky?: boolean;
}) {
  const narrow = useMedia('(max-width: 767px)');
  const { columns, rowKey, from = 0, size, dense = false } = props;
  const { rows, sort, toggleSort } = useSortedRows(props);
  const shown = rows.slice(from, size === undefined ? undefined : from + size);
  if (narrow) {
    return <DataCards label={props.label} columns={columns} rows={shown} rowKey={rowKey} />;
  }
  return (
    <ScrollFrame
      label={`${props.label}, table`}
      className={classes(
        props.className,
        props.sticky &&
          'max-h-[70dvh] [&_thead]:sticky [&_thead]:top-0 [&_thead]:z-10 [&_thead]:bg-surface',
      )}
    >
      <table className="w-full border-collapse text-left">
        <TableHead columns={columns} sort={sort} onToggle={toggleSort} dense={dense} />
        <tbody>
          {shown.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line last:border-b-0 hover:bg-sunk">
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={classes(
                    'py-2.5 align-middle first:pl-5 last:pr-5',
                    dense ? 'px-3' : 'px-4',
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

function TableHead<Row>(props: {
  columns: readonly Column<Row>[];
  sort: Sort;
  onToggle: (columnId: string) => void;
  dense: boolean;
}) {
  const { sort } = props;
  return (
    <thead>
      <tr>
        {props.columns.map((column) => {
          const sorted = sort?.id === column.id ? sort : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={sorted && (sorted.desc ? 'descending' : 'ascending')}
              className={classes(
                'label-caps border-b border-line py-2.5 font-normal first:pl-5 last:pr-5',
                props.dense ? 'px-3' : 'px-4 whitespace-nowrap',
                column.numeric && 'text-right',
              )}
            >
              {column.sort ? (
                <SortButton
                  label={column.header}
                  direction={sorted ? (sorted.desc ? 'desc' : 'asc') : null}
                  onPress={() => props.onToggle(column.id)}
                  flip={column.numeric ?? false}
                />
              ) : (
                column.header
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

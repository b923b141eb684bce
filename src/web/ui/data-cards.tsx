import type { Column } from './data-table.tsx';

/** Rows as a list of cards, for narrow screens: the first column is the card's title. */
export function DataCards<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const [title, ...rest] = props.columns;
  return (
    <ul aria-label={props.label} className="divide-y divide-line">
      {props.rows.map((row) => (
        <li key={props.rowKey(row)} className="px-5 py-3.5">
          <div className="mb-1.5 break-words">{title?.cell(row)}</div>
          <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
            {rest.map((column) => (
              <div key={column.id} className="contents">
                <dt className="text-xs leading-5 text-ink-soft">{column.header}</dt>
                <dd className="min-w-0 text-right break-words">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

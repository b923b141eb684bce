import type { Column } from './column.ts';

export function DataCards<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const [title, ...others] = props.columns;
  const rest = others.filter(({ id }) => id !== 'actions');
  const actions = others.find(({ id }) => id === 'actions');
  return (
    <ul aria-label={props.label} className="divide-y divide-line">
      {props.rows.map((row) => (
        <li key={props.rowKey(row)} className="px-5 py-3.5">
          <div className="mb-1.5 wrap-anywhere">{title?.cell(row)}</div>
          <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
            {rest.map((column) => (
              <div key={column.id} className="contents">
                <dt className="text-xs leading-5 text-ink-soft">{column.header}</dt>
                <dd className="min-w-0 text-right wrap-anywhere">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
          {actions && <div className="mt-2.5">{actions.cell(row)}</div>}
        </li>
      ))}
    </ul>
  );
}

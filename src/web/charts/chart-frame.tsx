import { type ReactNode, useState } from 'react';

export function ChartFrame(props: {
  title: string;
  note?: ReactNode;
  header: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
}) {
  const [table, setTable] = useState(false);
  return (
    <figure>
      <figcaption className="mb-3 flex items-start justify-between gap-4">
        <span className="min-w-0">
          <span className="figure-serif block wrap-anywhere">{props.title}</span>
          {props.note && <span className="block text-xs text-ink-soft">{props.note}</span>}
        </span>
        <button
          type="button"
          aria-pressed={table}
          onClick={() => setTable(!table)}
          className="link no-print min-h-6 shrink-0 text-xs"
        >
          {table ? 'View as chart' : 'View as table'}
        </button>
      </figcaption>
      {table ? (
        <table className="w-full border-collapse text-left">
          <thead>
            <tr>
              {props.header.map((name, i) => (
                <th
                  key={name}
                  scope="col"
                  className={`label-caps border-b border-line py-1.5 font-normal ${i > 0 ? 'text-right' : ''}`}
                >
                  {name === '' ? <span className="sr-only">Group</span> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.rows.map((row) => (
              <tr key={row[0]} className="border-b border-line">
                {row.map((cell, i) => (
                  <td key={i} className={`py-1 ${i > 0 ? 'text-right' : ''}`}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <>
          {props.children}
          <p className="sr-only">The figures are in the table view.</p>
        </>
      )}
    </figure>
  );
}

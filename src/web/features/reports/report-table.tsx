import type { ReactNode } from 'react';

/** Table of a report: a first column of names, then figures. */
export function ReportTable({
  heads,
  children,
}: {
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <table className="w-full max-w-4xl border-collapse text-left">
      <thead>
        <tr>
          {heads.map((name, i) => (
            <th
              key={name}
              scope="col"
              className={`label-caps border-b border-line py-2 font-normal ${i > 0 ? 'pl-4 text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Row of a report's table, below a rule. */
export function ReportRow({ name, figures }: { name: ReactNode; figures: readonly ReactNode[] }) {
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className="py-2.5 wrap-anywhere">{name}</td>
      {figures.map((figure, i) => (
        <td key={i} className="pl-4 text-right">
          {figure}
        </td>
      ))}
    </tr>
  );
}

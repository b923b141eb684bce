import type { RankerVersion, Segment } from '../../data/rankers.ts';
import { formatCount, formatPercent } from '../../lib/format.ts';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';

const share = (part: number, { rows }: Segment) =>
  `${formatCount(part)} (${formatPercent(rows === 0 ? 0 : part / rows)})`;

const COLUMNS: Column<Segment>[] = [
  { id: 'column', header: 'Column', cell: (row) => row.column },
  { id: 'value', header: 'Segment', cell: (row) => row.value },
  { id: 'rows', header: 'Rows', cell: (row) => formatCount(row.rows), numeric: true },
  { id: 'listed', header: 'Listed', cell: (row) => share(row.listed, row), numeric: true },
  {
    id: 'before',
    header: 'Listed without ranker',
    cell: (row) => share(row.listedBefore, row),
    numeric: true,
  },
];

/** Difference by segment: rows that the newest version lists, and those listed without it. */
export function RankerSegments({ version }: { version: RankerVersion }) {
  if (version.segments.length === 0) return null;
  return (
    <details className="border-t border-line px-5 py-2">
      <summary className="link min-h-6">Difference by segment of version {version.version}</summary>
      <DataTable
        label="Difference by segment"
        columns={COLUMNS}
        rows={version.segments}
        rowKey={(row) => `${row.column} ${row.value}`}
      />
    </details>
  );
}

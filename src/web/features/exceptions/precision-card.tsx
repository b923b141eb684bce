import { useQuery } from '@tanstack/react-query';
import { type BandRow, readPrecision } from '../../data/exception-batches.ts';
import { formatCount, formatPercent } from '../../lib/format.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';

const RANGES: Record<string, string> = {
  Critical: '99.9% and above',
  High: '99% to 99.9%',
  Medium: '95% to 99%',
  Low: 'below 95%',
};

const columns: Column<BandRow>[] = [
  {
    id: 'band',
    header: 'Score Band',
    cell: ({ band }) => (
      <>
        {band} {RANGES[band] && <span className="text-ink-soft">({RANGES[band]})</span>}
      </>
    ),
  },
  { id: 'decided', header: 'Reviewed', cell: (row) => formatCount(row.decided), numeric: true },
  {
    id: 'confirmed',
    header: 'Confirmed',
    cell: (row) => formatCount(row.confirmed),
    numeric: true,
  },
  {
    id: 'precision',
    header: 'Precision',
    cell: (row) =>
      Number(row.decided) === 0
        ? 'Not reviewed'
        : formatPercent(Number(row.confirmed) / Number(row.decided)),
    numeric: true,
  },
  {
    id: 'unreviewed',
    header: 'Not reviewed',
    cell: (row) => formatCount(row.unreviewed),
    numeric: true,
  },
];

export function PrecisionCard() {
  const precision = useQuery({ queryKey: ['exceptions', 'precision'], queryFn: readPrecision });
  if (!precision.data || precision.data.length === 0) return null;
  return (
    <Card aria-labelledby="precision" className="mt-6">
      <CardHead id="precision" title="Review outcomes by score band">
        Confirmed = rejected. Precision counts individually reviewed cases; cases that only followed
        the batch decision count as not reviewed.
      </CardHead>
      <div className="border-t border-line">
        <DataTable
          label="Precision by score band"
          columns={columns}
          rows={precision.data}
          rowKey={(row) => row.band}
        />
      </div>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CaseRow, casesQuery } from '../../data/cases.ts';
import { formatCount } from '../../lib/format.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { timestampColumn } from '../../ui/columns.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { CaseStatusBadge } from './case-status-badge.tsx';

const SHOWN = 25;

const columns: Column<CaseRow>[] = [
  {
    id: 'subject',
    header: 'Account or customer',
    cell: (row) => (
      <Link to="/exceptions" search={{ case: row.id }} className="link wrap-anywhere">
        {row.subject}
      </Link>
    ),
    className: 'min-w-40',
  },
  {
    id: 'rows',
    header: 'Flagged rows',
    cell: (row) => formatCount(row.rows.length),
    numeric: true,
  },
  {
    id: 'reason',
    header: 'Strongest reason',
    cell: (row) => row.reasons[0]?.sentence ?? '',
    className: 'min-w-64',
  },
  { id: 'status', header: 'Status', cell: (row) => <CaseStatusBadge row={row} /> },
  timestampColumn('Opened'),
];

/** Cases of the organization: flagged rows by account, those that wait first. */
export function CasesCard() {
  const cases = useQuery(casesQuery);
  if (!cases.data || cases.data.length === 0) return null;
  const waiting = cases.data.filter(({ status }) => status !== 'closed').length;
  return (
    <Card aria-labelledby="cases" className="mt-6">
      <CardHead id="cases" title="Cases by account">
        {formatCount(waiting)} open, most evidence first. A case contains all flagged rows of an
        account over all analyses of its data.
        {cases.data.length > SHOWN && ` The first ${SHOWN} are listed.`}
      </CardHead>
      <div className="border-t border-line">
        <DataTable
          label="Cases by account"
          columns={columns}
          rows={cases.data.slice(0, SHOWN)}
          rowKey={(row) => row.id}
        />
      </div>
    </Card>
  );
}

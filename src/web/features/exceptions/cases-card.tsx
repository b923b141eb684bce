import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CaseRow, caseCapacityQuery, casesQuery } from '../../data/cases.ts';
import { useIsAdmin } from '../../data/profile.ts';
import { formatCount } from '../../lib/format.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { timestampColumn } from '../../ui/columns.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ageText, medianDecision } from './case-ages.ts';
import { CaseCapacity } from './case-capacity.tsx';
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
  {
    id: 'age',
    header: 'Age',
    cell: (row) => ageText(row, Date.now()),
    className: 'whitespace-nowrap',
  },
  timestampColumn('Opened'),
];

/** Cases of the organization: flagged rows by account, those that wait first. */
export function CasesCard() {
  const cases = useQuery(casesQuery);
  const isAdmin = useIsAdmin();
  const capacity = useQuery(caseCapacityQuery).data ?? null;
  if (!cases.data || cases.data.length === 0) return null;
  const waiting = cases.data.filter(({ status }) => status !== 'closed').length;
  const most = capacity ?? SHOWN;
  const decided = medianDecision(cases.data);
  return (
    <Card aria-labelledby="cases" className="mt-6">
      <CardHead
        id="cases"
        title="Cases by account"
        action={isAdmin && <CaseCapacity key={capacity} capacity={capacity} />}
      >
        {formatCount(waiting)} open, most evidence first. A case contains all flagged rows of an
        account over all analyses of its data.
        {cases.data.length > most &&
          ` The first ${formatCount(most)} are listed${capacity === null ? '' : ', the capacity of a day'}.`}
        {decided !== null && ` Half of the closed ones were decided within ${decided}.`}
      </CardHead>
      <div className="border-t border-line">
        <DataTable
          label="Cases by account"
          columns={columns}
          rows={cases.data.slice(0, most)}
          rowKey={(row) => row.id}
        />
      </div>
    </Card>
  );
}

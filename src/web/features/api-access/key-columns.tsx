import { type ApiKey, keyState } from '../../data/api-keys.ts';
import { formatCount, formatDay, formatUtc } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn } from '../../ui/columns.tsx';

const TONE = { active: 'good', expired: 'warning', revoked: 'secondary' } as const;

export const keyColumns = (onRevoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  textColumn('name', 'Name'),
  {
    id: 'prefix',
    header: 'Key',
    cell: (row) => <code className="font-mono text-xs">{row.prefix}…</code>,
  },
  { id: 'scopes', header: 'Scopes', cell: (row) => row.scopes.join(', ') },
  { id: 'tables', header: 'Tables', cell: (row) => row.tables.join(', ') || '—' },
  {
    id: 'state',
    header: 'Status',
    cell: (row) => {
      const state = keyState(row, Date.now());
      return <Badge tone={TONE[state]}>{state}</Badge>;
    },
  },
  {
    id: 'expires_at',
    header: 'Expires',
    sort: (row) => row.expires_at,
    cell: (row) => (row.expires_at ? formatDay(row.expires_at) : 'Never'),
    className: 'whitespace-nowrap',
  },
  {
    id: 'last_used_at',
    header: 'Last used',
    sort: (row) => row.last_used_at,
    cell: (row) => (row.last_used_at ? formatUtc(row.last_used_at) : 'Never'),
    className: 'whitespace-nowrap',
  },
  {
    id: 'requests',
    header: 'Requests',
    sort: (row) => row.requests,
    cell: (row) => `${formatCount(row.requests)} (max ${formatCount(row.rate_limit)}/min)`,
    className: 'whitespace-nowrap',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) =>
      row.revoked_at === null ? (
        <Button size="small" onClick={() => onRevoke(row)}>
          Revoke<span className="sr-only"> {row.name}</span>
        </Button>
      ) : null,
  },
];

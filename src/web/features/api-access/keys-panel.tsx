import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type ApiKey, apiKeysQuery, keyState, revokeApiKey } from '../../data/api-keys.ts';
import { useIsAdmin } from '../../data/profile.ts';
import { formatDay, formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { KeyDialog } from './key-dialog.tsx';

const TONE = { active: 'good', expired: 'warning', revoked: 'secondary' } as const;

/** Keys are made, listed and revoked by administrators; everybody else is told whom to ask. */
export function KeysPanel() {
  return useIsAdmin() ? (
    <AdminKeys />
  ) : (
    <Card aria-labelledby="keys">
      <CardHead id="keys" title="API keys">
        Ask an administrator for a key
      </CardHead>
    </Card>
  );
}

function AdminKeys() {
  const keys = useQuery(apiKeysQuery);
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [doomed, setDoomed] = useState<ApiKey | null>(null);
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => revokeApiKey(key.id),
    onSuccess: (_, key) => {
      notice('Key revoked', key.name);
      setDoomed(null);
    },
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  const columns = useMemo<Column<ApiKey>[]>(
    () => [
      { id: 'name', header: 'Name', sort: (row) => row.name, cell: (row) => row.name },
      {
        id: 'prefix',
        header: 'Key',
        cell: (row) => <code className="font-mono text-xs">{row.prefix}…</code>,
      },
      { id: 'tables', header: 'Tables', cell: (row) => row.tables.join(', ') },
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
        id: 'actions',
        header: 'Actions',
        cell: (row) =>
          row.revoked_at === null ? (
            <Button size="small" onClick={() => setDoomed(row)}>
              Revoke<span className="sr-only"> {row.name}</span>
            </Button>
          ) : null,
      },
    ],
    [],
  );
  return (
    <Card aria-labelledby="keys">
      <CardHead
        id="keys"
        title="API keys"
        action={
          <Button variant="primary" onClick={() => setAdding(true)}>
            Create Key
          </Button>
        }
      >
        A key is shown once, when it is made. Revoking one takes effect at once.
      </CardHead>
      <div className="border-t border-line">
        <QueryView query={keys} errorTitle="The keys could not be loaded" skeletonRows={3}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No keys yet">
                Make one for each program, so that each can be revoked.
              </EmptyState>
            ) : (
              <DataTable label="API keys" columns={columns} rows={rows} rowKey={(row) => row.id} />
            )
          }
        </QueryView>
      </div>
      <KeyDialog open={adding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={`Revoke key “${doomed?.name ?? ''}”?`}
        confirmLabel="Revoke key"
        busy={revoke.isPending}
        onConfirm={() => doomed && revoke.mutate(doomed)}
      >
        <p>Programs that use it are refused from now on. A revoked key can’t be brought back.</p>
      </ConfirmDialog>
    </Card>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type ApiKey, apiKeysQuery, revokeApiKey } from '../../data/api-keys.ts';
import { useIsAdmin } from '../../data/profile.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { keyColumns } from './key-columns.tsx';
import { KeyDialog } from './key-dialog.tsx';

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
  const [adding, setAdding] = useState(false);
  const [pendingRevoke, setPendingRevoke] = useState<ApiKey | null>(null);
  const columns = useMemo(() => keyColumns(setPendingRevoke), []);
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
        A key is shown only once, when you create it. Revoking takes effect immediately.
      </CardHead>
      <div className="border-t border-line">
        <QueryView
          query={keys}
          errorTitle="The keys could not be loaded"
          skeletonRows={3}
          empty={
            <EmptyState title="No keys yet">
              Create one key per application, so that you can revoke each separately.
            </EmptyState>
          }
        >
          {(rows) => (
            <DataTable label="API keys" columns={columns} rows={rows} rowKey={(row) => row.id} />
          )}
        </QueryView>
      </div>
      <KeyDialog open={adding} onClose={() => setAdding(false)} />
      <RevokeDialog apiKey={pendingRevoke} onClose={() => setPendingRevoke(null)} />
    </Card>
  );
}

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => revokeApiKey(key.id),
    onSuccess: (_, key) => {
      notice('Key revoked', key.name);
      onClose();
    },
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  return (
    <ConfirmDialog
      open={apiKey !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke key “${apiKey?.name ?? ''}”?`}
      confirmLabel="Revoke key"
      busy={revoke.isPending}
      onConfirm={() => apiKey && revoke.mutate(apiKey)}
    >
      <p>Applications that use it lose access immediately. A revoked key can’t be restored.</p>
    </ConfirmDialog>
  );
}

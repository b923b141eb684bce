import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deletedOrganizationsQuery,
  type PendingDeletion,
  pendingDeletionsQuery,
  saveOrganization,
  saveReceipt,
  withdrawDeletion,
} from '../../data/organization-deletions.ts';
import { profileQuery } from '../../data/profile.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Day } from '../../ui/day.tsx';
import { ConfirmDeletionDialog } from './confirm-deletion-dialog.tsx';

/** Deletions that await a second superadmin, and receipts of deleted organizations. */
export function DeletionsPart() {
  const pending = useQuery(pendingDeletionsQuery);
  const deleted = useQuery(deletedOrganizationsQuery);
  const [confirming, setConfirming] = useState<PendingDeletion | null>(null);
  return (
    <>
      {pending.data && pending.data.length > 0 && (
        <section aria-label="Requested deletions" className="border-t border-line">
          <ul className="divide-y divide-line">
            {pending.data.map((deletion) => (
              <PendingRow key={deletion.org_id} deletion={deletion} onConfirm={setConfirming} />
            ))}
          </ul>
        </section>
      )}
      {deleted.data && deleted.data.length > 0 && (
        <section aria-label="Deleted organizations" className="border-t border-line px-5 py-3.5">
          <h3 className="text-sm text-ink-soft">Deleted organizations</h3>
          <ul className="mt-1 space-y-1">
            {deleted.data.map((row) => (
              <li key={row.org_id} className="flex flex-wrap items-center gap-3">
                <Day at={row.deleted_at} />
                <span className="font-mono text-xs">{row.org_id.slice(0, 8)}</span>
                <Button size="small" onClick={() => saveReceipt(row)}>
                  Receipt<span className="sr-only"> of {row.org_id.slice(0, 8)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {confirming && (
        <ConfirmDeletionDialog deletion={confirming} onClose={() => setConfirming(null)} />
      )}
    </>
  );
}

function PendingRow(props: {
  deletion: PendingDeletion;
  onConfirm: (deletion: PendingDeletion) => void;
}) {
  const { deletion, onConfirm } = props;
  const { data: profile } = useQuery(profileQuery);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveOrganization(deletion.org_id),
    onError: (error) => fail('Export Failed', error),
  });
  const withdraw = useMutation({
    mutationFn: () => withdrawDeletion(deletion.org_id),
    onSuccess: () => notice('Deletion withdrawn', deletion.name),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: pendingDeletionsQuery.queryKey }),
  });
  const isOwn = profile?.id === deletion.requested_by;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3.5">
      <p className="min-w-0 wrap-anywhere">
        Deletion of <strong>{deletion.name}</strong> requested by {deletion.requested_email} on{' '}
        <Day at={deletion.requested_at} />: {deletion.reason}
        {isOwn && <span className="block text-ink-soft">Another superadmin must confirm it.</span>}
      </p>
      <span className="flex flex-wrap gap-2">
        {!isOwn && (
          <>
            <Button
              size="small"
              busy={save.isPending}
              busyLabel="Exporting..."
              onClick={() => save.mutate()}
            >
              Export<span className="sr-only"> {deletion.name}</span>
            </Button>
            <Button size="small" variant="danger" onClick={() => onConfirm(deletion)}>
              Confirm deletion<span className="sr-only"> of {deletion.name}</span>
            </Button>
          </>
        )}
        <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw<span className="sr-only"> the deletion of {deletion.name}</span>
        </Button>
      </span>
    </li>
  );
}

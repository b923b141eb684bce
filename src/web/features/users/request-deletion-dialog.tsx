import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { requestDeletion } from '../../data/organization-deletions.ts';
import { organizationsQuery } from '../../data/organizations.ts';
import type { Organization } from '../../data/rows.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** Requests the deletion of an organization; nothing is deleted until a second superadmin confirms. */
export function RequestDeletionDialog(props: { organization: Organization; onClose: () => void }) {
  const { organization, onClose } = props;
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const request = useMutation({
    mutationFn: () => requestDeletion(organization.id, reason),
    onSuccess: () => {
      notice('Deletion requested', `Another superadmin must confirm it: ${organization.name}`);
      onClose();
    },
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete organization “${organization.name}”?`}
      description="Another superadmin must confirm. Until then nothing is deleted, and either of you can withdraw the request."
    >
      <form noValidate onSubmit={submit} className="space-y-4 pt-1">
        <p>
          Deleted: members, datasets, batches, models, analyses, cases, evidence, API keys and all
          their files. Kept: entries of the log and events of the audit trail, without values, and
          global documents that other organizations link.
        </p>
        <ReasonField
          hint="Required; it is deleted with the organization."
          value={reason}
          onChange={setReason}
        />
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={request.isPending} busyLabel="Requesting...">
            Request deletion
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

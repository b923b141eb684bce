import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  confirmDeletion,
  type PendingDeletion,
  saveReceipt,
} from '../../data/organization-deletions.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** Confirms a requested deletion by the organization's name, and saves the receipt. */
export function ConfirmDeletionDialog(props: { deletion: PendingDeletion; onClose: () => void }) {
  const { deletion, onClose } = props;
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => confirmDeletion(deletion.org_id, name),
    onSuccess: ({ receipt }) => {
      saveReceipt({ org_id: deletion.org_id, receipt });
      notice('Organization deleted', 'The receipt was saved, and its hash is on the log.');
      onClose();
    },
    onError: (error) => fail('Delete failed', error),
    onSettled: () => queries.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === deletion.name) confirm.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete organization “${deletion.name}”?`}
      description={`Requested by ${deletion.requested_email}: ${deletion.reason}`}
    >
      <form noValidate onSubmit={submit} className="space-y-4 pt-1">
        <p>
          Everything of this organization is deleted, and can be restored only from a backup. Export
          it first if somebody still needs it.
        </p>
        <Field label="Name of the organization" hint={`Type ${deletion.name} to confirm.`}>
          {(wiring) => (
            <Input
              {...wiring}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            disabled={name !== deletion.name}
            busy={confirm.isPending}
            busyLabel="Deleting..."
          >
            Delete organization
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

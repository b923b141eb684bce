import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type DeletedPerson,
  deletedPersonsQuery,
  type Erasure,
  erasePerson,
} from '../../data/deleted-persons.ts';
import { formatCount } from '../../lib/format.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** Erases the person of a deleted account, and shows what the sandbox removed. */
export function ErasePersonDialog(props: { person: DeletedPerson; onClose: () => void }) {
  const { person, onClose } = props;
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const erase = useMutation({
    mutationFn: () => erasePerson(person.id, reason),
    onError: (error) => fail('Erase failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: deletedPersonsQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim().length >= 3) erase.mutate();
  };
  const name = person.email ?? person.name;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={erase.isSuccess ? 'Person erased' : `Erase “${name}”?`}
      description={
        erase.isSuccess
          ? 'Evidence packs from now on list this person as erased.'
          : 'For requests of persons to be forgotten. It can’t be undone.'
      }
    >
      {erase.isSuccess ? (
        <ErasureFacts erasure={erase.data} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={submit} className="space-y-4 pt-1">
          <p>
            Erased: name and email address in the audit trail, in histories of decisions and behind
            the entries of the log.
          </p>
          <p>
            Kept: the entries and their proofs, as hashes that nothing opens; notes and reasons,
            which are the organization’s record; packs and exports that were handed out; backups
            until they expire.
          </p>
          <ReasonField
            hint="Required, without the person’s name: it is kept."
            value={reason}
            onChange={setReason}
          />
          <div className="flex justify-end gap-2 pt-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              variant="danger"
              disabled={reason.trim().length < 3}
              busy={erase.isPending}
              busyLabel="Erasing..."
            >
              Erase person
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function ErasureFacts({ erasure, onClose }: { erasure: Erasure; onClose: () => void }) {
  const rows = [
    ['Entries of the log', erasure.log_entries],
    ['Events of the audit trail', erasure.audit_events],
    ['Decisions on exceptions', erasure.decisions],
  ] as const;
  return (
    <>
      <p className="pt-1">The person is no longer named in:</p>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {rows.map(([label, count]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-end pt-5">
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

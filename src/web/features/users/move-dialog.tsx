import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { organizationsQuery } from '../../data/organizations.ts';
import { type User, updateUser } from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';

export function MoveDialog(props: { user: User | null; onClose: () => void }) {
  const { user } = props;
  return (
    <Dialog
      open={user !== null}
      onOpenChange={(open) => !open && props.onClose()}
      title="Change organization"
      description={user?.email ?? ''}
    >
      {user && <MoveForm key={user.id} user={user} onClose={props.onClose} />}
    </Dialog>
  );
}

function MoveForm(props: { user: User; onClose: () => void }) {
  const { user, onClose } = props;
  const organizations = useQuery(organizationsQuery);
  const queries = useQueryClient();
  const [orgId, setOrgId] = useState(user.org_id ?? '');
  const move = useMutation({
    mutationFn: () => updateUser(user.id, { org_id: orgId }),
    onSuccess: () => {
      notice('Organization changed', user.email);
      onClose();
    },
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <div className="space-y-4 pt-1">
      <SelectField
        label="Organization"
        value={orgId}
        options={(organizations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="Select an organization"
        onChange={setOrgId}
      />
      <p className="text-ink-soft">
        {user.org_id === null
          ? 'The user’s own rows move to the organization, where every member sees them.'
          : 'Existing data of the user stays with the current organization.'}
      </p>
      <div className="flex justify-end gap-2 pt-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={orgId === '' || orgId === user.org_id}
          busy={move.isPending}
          onClick={() => move.mutate()}
        >
          Change Organization
        </Button>
      </div>
    </div>
  );
}

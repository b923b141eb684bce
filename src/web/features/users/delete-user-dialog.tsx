import type { ReactNode } from 'react';
import type { User } from '../../data/users.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type Ending = 'delete' | 'withdraw';

const WORDS: Record<
  Ending,
  { title: (email: string) => string; confirmLabel: string; effect: ReactNode }
> = {
  delete: {
    title: (email) => `Delete user “${email}”?`,
    confirmLabel: 'Delete user',
    effect: (
      <>
        <p>Deleted permanently: sign-in and profile.</p>
        <p>
          Kept: what the user made stays with the organization, and the audit trail stays readable.
        </p>
      </>
    ),
  },
  withdraw: {
    title: (email) => `Withdraw the invitation to “${email}”?`,
    confirmLabel: 'Withdraw invitation',
    effect: (
      <p>Its link stops working and the account is deleted. You can invite this address again.</p>
    ),
  },
};

export function DeleteUserDialog(props: {
  ending: Ending;
  user: User | null;
  busy: boolean;
  onConfirm: (user: User) => void;
  onClose: () => void;
}) {
  const { user } = props;
  const words = WORDS[props.ending];
  return (
    <ConfirmDialog
      open={user !== null}
      onOpenChange={(open) => !open && props.onClose()}
      title={words.title(user?.email ?? '')}
      confirmLabel={words.confirmLabel}
      busy={props.busy}
      onConfirm={() => user && props.onConfirm(user)}
    >
      {words.effect}
    </ConfirmDialog>
  );
}

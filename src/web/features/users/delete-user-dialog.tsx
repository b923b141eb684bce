import type { User } from '../../data/users.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before a user goes, and says what goes and what stays. */
export function DeleteUserDialog(props: {
  user: User | null;
  busy: boolean;
  onConfirm: (user: User) => void;
  onClose: () => void;
}) {
  const { user } = props;
  return (
    <ConfirmDialog
      open={user !== null}
      onOpenChange={(open) => !open && props.onClose()}
      title={`Delete user “${user?.email ?? ''}”?`}
      confirmLabel="Delete user"
      busy={props.busy}
      onConfirm={() => user && props.onConfirm(user)}
    >
      <p>Gone for good: sign-in and profile.</p>
      <p>
        Kept: what the user made stays with the organization, and the audit trail stays readable.
      </p>
    </ConfirmDialog>
  );
}

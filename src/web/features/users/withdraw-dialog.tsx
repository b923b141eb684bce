import type { User } from '../../data/users.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before an invitation ends, with the account it opened. */
export function WithdrawDialog(props: {
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
      title={`Withdraw the invitation to “${user?.email ?? ''}”?`}
      confirmLabel="Withdraw invitation"
      busy={props.busy}
      onConfirm={() => user && props.onConfirm(user)}
    >
      <p>Its link stops working and the account is deleted. You can invite this address again.</p>
    </ConfirmDialog>
  );
}

import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

const VERB = { approve: 'Approve', reject: 'Reject' };

export function ConfirmUnreviewed(props: {
  action: keyof typeof VERB | null;
  unreviewed: { cases: number; critical: number };
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const { cases, critical } = props.unreviewed;
  const verb = VERB[props.action ?? 'approve'];
  return (
    <ConfirmDialog
      open={props.action !== null}
      onOpenChange={(open) => !open && props.onClose()}
      title={`${verb} ${formatCount(cases)} unreviewed ${cases === 1 ? 'case' : 'cases'}${critical > 0 ? `, ${formatCount(critical)} of them Critical` : ''}?`}
      confirmLabel={`${verb} all`}
      danger={props.action === 'reject' || critical > 0}
      busy={props.busy}
      onConfirm={props.onConfirm}
    >
      <p>{props.children}</p>
    </ConfirmDialog>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmModelApproval } from '../data/governance.ts';
import { profileQuery } from '../data/profile.ts';
import type { Approval, GovernanceRecord } from '../data/rows.ts';
import { fail, notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';

/** Confirmation by a second administrator, without which an exception takes no effect. */
export function ConfirmApproval(props: { record: GovernanceRecord; approval: Approval }) {
  const { record, approval } = props;
  const profile = useQuery(profileQuery);
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => confirmModelApproval(record.run_id),
    onSuccess: () => notice('Approved for production', record.model_type),
    onError: (error) => fail('Approval failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['governance'] }),
  });
  return (
    <div className="space-y-3 border-t border-line pt-4">
      {profile.data?.id === approval.approved_by ? (
        <p className="text-ink-soft">
          Another administrator must confirm the exception before the approval takes effect.
        </p>
      ) : (
        <>
          <p className="text-ink-soft">
            Confirming approves the use, the audience and the exception above.
          </p>
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Confirm as second approver
          </Button>
        </>
      )}
    </div>
  );
}

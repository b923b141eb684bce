import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmModelApproval } from '../data/governance.ts';
import { profileQuery } from '../data/profile.ts';
import type { Approval, GovernanceRecord } from '../data/rows.ts';
import { fail, notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';

/** For the second administrator: an exception takes effect only with them. */
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
          Another administrator confirms the exception; until then nothing is approved.
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

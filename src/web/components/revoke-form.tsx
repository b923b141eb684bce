import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { revokeModelRun } from '../data/governance.ts';
import type { GovernanceRecord } from '../data/rows.ts';
import { fail, notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/input.tsx';

export function RevokeForm({ record }: { record: GovernanceRecord }) {
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeModelRun(record.run_id, reason),
    onSuccess: () => {
      notice('Approval revoked', record.model_type);
      setReason('');
    },
    onError: (error) => fail('Revocation failed', error),
    onSettled: () => {
      setAsking(false);
      return queries.invalidateQueries({ queryKey: ['governance'] });
    },
  });
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Field label="Reason for revoking" hint="Required; it stays on the audit trail.">
        {(wiring) => (
          <TextArea
            {...wiring}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Button variant="secondary" busy={revoke.isPending} onClick={() => setAsking(true)}>
        Revoke approval
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke the approval of ${record.model_type}?`}
        confirmLabel="Revoke approval"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate()}
      >
        <p>The record returns to Pending; the approval and its reason stay on the audit trail.</p>
      </ConfirmDialog>
    </div>
  );
}

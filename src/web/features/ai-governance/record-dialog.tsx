import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { approveModelRun, revokeModelRun } from '../../data/governance.ts';
import { useIsAdmin } from '../../data/profile.ts';
import type { GovernanceRecord } from '../../data/rows.ts';
import { formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyId } from '../../ui/copy-id.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/input.tsx';
import { ScrollFrame } from '../../ui/scroll-frame.tsx';
import { accuracyBasis, riskBasis } from './score-basis.ts';

/** One record: what it says of itself, and its approval for production. */
export function RecordDialog(props: {
  record: GovernanceRecord | undefined;
  /** Asked for, and not there. */
  gone: boolean;
  onClose: () => void;
}) {
  const { record, gone } = props;
  return (
    <Dialog
      open={gone || record !== undefined}
      onOpenChange={(open) => !open && props.onClose()}
      width={gone ? 'normal' : 'wide'}
      title={
        record ? `${record.model_type} on ${record.dataset_ref}` : 'This record is not on the trail'
      }
      description={
        record
          ? `Recorded ${formatUtc(record.created_at)}`
          : 'It may belong to another organization.'
      }
    >
      {record && <RecordBody key={record.run_id} record={record} />}
    </Dialog>
  );
}

function RecordBody({ record }: { record: GovernanceRecord }) {
  const admin = useIsAdmin();
  const linked = record.evidence_links.length;
  const accuracy = accuracyBasis(record);
  const risk = riskBasis(record);
  return (
    <div className="space-y-6">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact label="Run ID">
          <CopyId id={record.run_id} what="run id" />
        </Fact>
        <Fact label="Status">
          {record.approved_for_production ? (
            <Badge tone="good">Approved</Badge>
          ) : (
            <Badge tone="secondary">Pending</Badge>
          )}
          {record.approved_at && ` since ${formatUtc(record.approved_at)}`}
        </Fact>
        <Fact label="Evidence">
          {linked === 0 ? 'None' : `${linked} linked`} ·{' '}
          <Link to={'/evidence-vault'} className="link">
            Open Evidence Vault
          </Link>
        </Fact>
        {record.approval_notes && <Fact label="Notes">{record.approval_notes}</Fact>}
        {record.accuracy_score !== null && (
          <Fact label="Accuracy">
            {Number(record.accuracy_score).toFixed(2)}
            {accuracy && `: ${accuracy[1]}`}
          </Fact>
        )}
        {record.risk_score !== null && (
          <Fact label="Risk, 0 to 4">
            {Number(record.risk_score).toFixed(2)}
            {risk && `: ${risk}`}
          </Fact>
        )}
      </dl>
      {record.manifest && (
        <ScrollFrame
          label="Record's manifest"
          className="max-h-56 rounded-md border border-line bg-sunk"
        >
          <pre className="p-4 font-mono text-xs leading-5">
            {JSON.stringify(record.manifest, null, 2)}
          </pre>
        </ScrollFrame>
      )}
      {admin ? (
        <ApprovalForm record={record} />
      ) : (
        <p className="text-ink-soft">An administrator approves a record for production.</p>
      )}
    </div>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{props.label}</dt>
      <dd className="mt-0.5 break-words">{props.children}</dd>
    </div>
  );
}

function ApprovalForm({ record }: { record: GovernanceRecord }) {
  const [notes, setNotes] = useState('');
  const queries = useQueryClient();
  const approved = record.approved_for_production;
  const decide = useMutation({
    mutationFn: () =>
      approved ? revokeModelRun(record.run_id, notes) : approveModelRun(record.run_id, notes),
    onSuccess: () => {
      notice(approved ? 'Approval revoked' : 'Approved for production', record.model_type);
      setNotes('');
    },
    onError: (error) => fail(approved ? 'Revocation failed' : 'Approval failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['governance'] }),
  });
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Field
        label={approved ? 'Reason for revoking' : 'Approval notes'}
        hint={
          approved
            ? 'Needed; it stays on the audit trail'
            : 'At least one evidence document has to be linked'
        }
      >
        {(wiring) => (
          <TextArea {...wiring} value={notes} onChange={(event) => setNotes(event.target.value)} />
        )}
      </Field>
      <Button
        variant={approved ? 'danger' : 'primary'}
        busy={decide.isPending}
        onClick={() => decide.mutate()}
      >
        {approved ? 'Revoke approval' : 'Approve for production'}
      </Button>
    </div>
  );
}

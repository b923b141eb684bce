import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { memberQuery } from '../data/batch-record.ts';
import { approveModelRun, revokeModelRun } from '../data/governance.ts';
import type { GovernanceRecord } from '../data/rows.ts';
import { formatUtc } from '../lib/format.ts';
import { fail, notice } from '../lib/notices.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea } from '../ui/input.tsx';

/** Who ran the model, who approved it, when, with which notes and on which evidence. */
export function ApprovalFacts({ record }: { record: GovernanceRecord }) {
  const maker = useQuery(memberQuery(record.created_by));
  const approver = useQuery(memberQuery(record.approved_by));
  const documents = record.evidence_links.map(
    ({ evidence_documents: document, document_id: id }) => document?.filename ?? id,
  );
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact label="Status">
        {record.approved_for_production ? (
          <Badge tone="good">Approved</Badge>
        ) : (
          <Badge tone="secondary">Pending</Badge>
        )}
      </Fact>
      <Fact label="Run ID">
        <CopyId id={record.run_id} what="run id" />
      </Fact>
      <Fact label="Run by">
        {maker.data ?? 'An account that is gone'}, {formatUtc(record.created_at)}
      </Fact>
      {record.approved_for_production && (
        <Fact label="Approved by">
          {approver.data ?? 'An account that is gone'}, {formatUtc(record.approved_at)}
        </Fact>
      )}
      <Fact label="Evidence">
        {documents.length === 0 ? 'None' : documents.join(', ')} ·{' '}
        <Link to={'/evidence-vault'} className="link">
          Open Evidence Vault
        </Link>
      </Fact>
      {record.approval_notes && <Fact label="Notes">{record.approval_notes}</Fact>}
    </dl>
  );
}

export function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{props.label}</dt>
      <dd className="mt-0.5 break-words">{props.children}</dd>
    </div>
  );
}

/** Approves a model for production, or revokes that with a reason. */
export function ApprovalForm({ record }: { record: GovernanceRecord }) {
  const [notes, setNotes] = useState('');
  const [revoking, setRevoking] = useState(false);
  const queries = useQueryClient();
  const approved = record.approved_for_production;
  const noEvidence = !approved && record.evidence_links.length === 0;
  const decide = useMutation({
    mutationFn: () =>
      approved ? revokeModelRun(record.run_id, notes) : approveModelRun(record.run_id, notes),
    onSuccess: () => {
      notice(approved ? 'Approval revoked' : 'Approved for production', record.model_type);
      setNotes('');
    },
    onError: (error) => fail(approved ? 'Revocation failed' : 'Approval failed', error),
    onSettled: () => {
      setRevoking(false);
      return queries.invalidateQueries({ queryKey: ['governance'] });
    },
  });
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Field
        label={approved ? 'Reason for revoking' : 'Approval notes'}
        hint={
          approved
            ? 'Required; it stays on the audit trail.'
            : noEvidence
              ? 'Link at least one evidence document first.'
              : 'They stay on the record and the audit trail.'
        }
      >
        {(wiring) => (
          <TextArea {...wiring} value={notes} onChange={(event) => setNotes(event.target.value)} />
        )}
      </Field>
      <Button
        variant={approved ? 'secondary' : 'primary'}
        busy={decide.isPending}
        disabled={noEvidence}
        onClick={() => (approved ? setRevoking(true) : decide.mutate())}
      >
        {approved ? 'Revoke approval' : 'Approve for production'}
      </Button>
      <ConfirmDialog
        open={revoking}
        onOpenChange={setRevoking}
        title={`Revoke the approval of ${record.model_type}?`}
        confirmLabel="Revoke approval"
        busy={decide.isPending}
        onConfirm={() => decide.mutate()}
      >
        <p>The record goes back to Pending; the approval and its reason stay on the audit trail.</p>
      </ConfirmDialog>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { USEFULNESS_WORDS } from '../../shared/report-sentences/usefulness-words.ts';
import { MAKER_CHECKER_OFF } from '../../shared/stored-approval.ts';
import { approvalState } from '../data/approval-state.ts';
import { memberQuery } from '../data/batch-record.ts';
import { revokeModelRun } from '../data/governance.ts';
import { useIsAdmin } from '../data/profile.ts';
import type { Approval, GovernanceRecord } from '../data/rows.ts';
import { formatUtc } from '../lib/format.ts';
import { CopyId } from '../ui/copy-id.tsx';
import { ApprovalBadge } from './approval-badge.tsx';
import { ApprovalChecks } from './approval-checks.tsx';
import { ApprovalForm } from './approval-form.tsx';
import { ConfirmApproval } from './confirm-approval.tsx';
import { ReasonButton } from './reason-dialog.tsx';

export function ApprovalPanel({ record }: { record: GovernanceRecord }) {
  const isAdmin = useIsAdmin();
  const { kind, approval } = approvalState(record);
  const isOpen = kind === 'pending' || kind === 'lapsed';
  return (
    <>
      <ApprovalFacts record={record} />
      {isAdmin && kind === 'awaiting' && approval && (
        <ConfirmApproval record={record} approval={approval} />
      )}
      {isOpen && (
        <ApprovalChecks record={record}>
          {(checks) => isAdmin && <ApprovalForm record={record} checks={checks} />}
        </ApprovalChecks>
      )}
      {isAdmin && kind !== 'pending' && (
        <p className="border-t border-line pt-4">
          <ReasonButton
            draft={`revoke ${record.run_id}`}
            label="Revoke approval"
            title={`Revoke the approval of ${record.model_type}?`}
            hint="The record returns to Pending; the approval and its reason stay on the audit trail."
            done={['Approval revoked', record.model_type]}
            onConfirm={(reason) => revokeModelRun(record.run_id, reason)}
          />
        </p>
      )}
    </>
  );
}

function ApprovalFacts({ record }: { record: GovernanceRecord }) {
  const { kind, approval, because } = approvalState(record);
  const linked = record.evidence_links.map(
    ({ evidence_documents: document, document_id: id }) => document?.filename ?? id,
  );
  const usefulness = record.generation_logs?.usefulness;
  const documents = approval?.evidence.map(({ filename }) => filename) ?? linked;
  const notes = approval ? approval.notes : record.approval_notes;
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact label="Status">
        <ApprovalBadge kind={kind} />
        {because && <p className="mt-1">{because}</p>}
      </Fact>
      <Fact label="Run ID">
        <CopyId id={record.run_id} what="run id" />
      </Fact>
      {usefulness && <Fact label="Usefulness">{USEFULNESS_WORDS[usefulness]}</Fact>}
      <Fact label="Run by">
        <Member id={record.created_by} />, {formatUtc(record.created_at)}
      </Fact>
      {approval ? (
        <TermFacts approval={approval} />
      ) : (
        record.approved_for_production && (
          <Fact label="Approved by">
            <Member id={record.approved_by} />, {formatUtc(record.approved_at)}
          </Fact>
        )
      )}
      <Fact label="Evidence">
        {documents.length === 0 ? 'None' : documents.join(', ')} ·{' '}
        <Link to={'/evidence-vault'} className="link">
          Open Evidence Vault
        </Link>
      </Fact>
      {record.declined_at && kind !== 'approved' ? (
        <Fact label="Declined by">
          <Member id={record.declined_by} />, {formatUtc(record.declined_at)}: {notes}
        </Fact>
      ) : (
        notes && <Fact label="Notes">{notes}</Fact>
      )}
    </dl>
  );
}

function TermFacts({ approval }: { approval: Approval }) {
  return (
    <>
      <Fact label="Approved by">
        <Member id={approval.approved_by} />, {formatUtc(approval.approved_at)}
      </Fact>
      <Fact label="Intended use">{approval.intended_use}</Fact>
      <Fact label="Audience">{approval.audience}</Fact>
      <Fact label="Expires">{approval.expires_on}, at the end of the day (UTC)</Fact>
      {approval.exception_name && (
        <Fact label="Exception">
          {approval.exception_name}: {approval.exception_reason}
        </Fact>
      )}
      {approval.confirmed_by && (
        <Fact label="Confirmed by">
          <Member id={approval.confirmed_by} />, {formatUtc(approval.confirmed_at)}
        </Fact>
      )}
      {approval.maker_checker === false && <Fact label="Maker-checker">{MAKER_CHECKER_OFF}</Fact>}
      <Fact label="SHA-256 of the approval">
        <CopyId
          id={approval.sha256}
          shown={approval.sha256.slice(0, 12)}
          what="hash of the approval"
        />
      </Fact>
    </>
  );
}

function Member({ id }: { id: string | null }) {
  const member = useQuery(memberQuery(id));
  return <>{member.data ?? 'Deleted account'}</>;
}

export function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-soft">{props.label}</dt>
      <dd className="mt-0.5 break-words">{props.children}</dd>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ApprovalCheck, approvalChecksQuery } from '../data/governance.ts';
import { useProfile } from '../data/profile.ts';
import type { GovernanceRecord } from '../data/rows.ts';
import { counted } from '../lib/format.ts';
import { QueryView } from '../ui/query-view.tsx';
import { AddEvidence } from './add-evidence.tsx';

/** Returns why a batch can only be approved as an exception; null if it needs none. */
export function exceptionOf({ detail, exception }: ApprovalCheck): string | null {
  if (!exception) return null;
  return detail === 'unfit'
    ? 'The report judges this batch unfit.'
    : 'This batch has no privacy score.';
}

const TITLES: Record<ApprovalCheck['subject'], string> = {
  tests: 'Tests',
  evidence: 'Evidence',
  approver: 'Approver',
};

function sentenceOf(check: ApprovalCheck, isOwn: boolean): string {
  const { subject, holds, detail } = check;
  if (!holds) return detail ?? 'This check failed.';
  if (subject === 'approver')
    return isOwn
      ? 'You ran it yourself; maker-checker is off, and the approval records it.'
      : 'Another person ran it.';
  if (subject === 'evidence')
    return `${counted(Number(detail), 'document is', 'documents are')} linked and readable.`;
  if (detail === null) return 'Nothing was sampled from this record, so no test applies.';
  const exception = exceptionOf(check);
  return exception ? `${exception} Only an exception can approve it.` : 'All tests passed.';
}

function Mark({ holds, exception }: ApprovalCheck) {
  if (!holds) return <CircleAlert aria-label="Open" className="text-danger" />;
  if (exception) return <TriangleAlert aria-label="Exception" className="text-warning" />;
  return <CircleCheck aria-label="Holds" className="text-good" />;
}

/** Checklist before an approval, and its rest once each point holds. */
export function ApprovalChecks(props: {
  record: GovernanceRecord;
  children: (checks: readonly ApprovalCheck[]) => ReactNode;
}) {
  const { record } = props;
  const checks = useQuery(approvalChecksQuery(record.run_id));
  const profile = useProfile();
  const isOwn = profile.data?.id === record.created_by;
  return (
    <QueryView query={checks} errorTitle="The checks could not be loaded" skeletonRows={3}>
      {(found) => (
        <>
          <section aria-labelledby="approval-checks" className="border-t border-line pt-4">
            <h3 id="approval-checks" className="mb-2 text-base">
              Before approval
            </h3>
            <ul className="divide-y divide-line">
              {found.map((check) => (
                <li
                  key={check.subject}
                  className="flex items-start gap-3 py-2.5 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0"
                >
                  <Mark {...check} />
                  <div className="min-w-0 flex-1">
                    <p className="wrap-anywhere">
                      <span className="text-ink-soft">{TITLES[check.subject]}: </span>
                      {sentenceOf(check, isOwn)}
                    </p>
                    {check.subject === 'evidence' && <AddEvidence record={record} />}
                  </div>
                </li>
              ))}
            </ul>
          </section>
          {props.children(found)}
        </>
      )}
    </QueryView>
  );
}

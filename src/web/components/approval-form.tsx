import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import {
  type ApprovalCheck,
  type ApprovalTerms,
  approveModelRun,
  declineModelRun,
} from '../data/governance.ts';
import type { GovernanceRecord } from '../data/rows.ts';
import { notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Input, TextArea } from '../ui/input.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { type Issue, useIssue } from '../ui/use-issue.ts';
import { exceptionOf } from './approval-checks.tsx';
import { ReasonButton } from './reason-dialog.tsx';

const MAX_MONTHS = 24;
const PROPOSED_MONTHS = 12;

/** Returns the UTC date a number of months from now, clamped to the last day of the month. */
function dayIn(months: number): string {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = new Date(Date.UTC(year, month, Math.min(now.getUTCDate(), last)));
  return day.toISOString().slice(0, 10);
}

type Fields = Omit<ApprovalTerms, 'exception'> & { name: string; reason: string };
const empty = (): Fields => ({
  intendedUse: '',
  audience: '',
  expiresOn: dayIn(PROPOSED_MONTHS),
  notes: '',
  name: '',
  reason: '',
});

type FieldName = keyof Fields;

function useApprove(record: GovernanceRecord, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, reason, ...terms }: Fields) =>
      approveModelRun(record.run_id, {
        ...terms,
        exception: name || reason ? { name, reason } : null,
      }),
    onSuccess: (_, { name }) => {
      onDone();
      notice(name ? 'Awaiting a second approver' : 'Approved for production', record.model_type);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['governance'] }),
  });
}

const isShort = (text: string) => text.trim().length < 3;

/** Returns the first fault of the form, at its field. */
function faultOf(fields: Fields, needsException: boolean): Issue<FieldName> | null {
  if (isShort(fields.intendedUse))
    return { field: 'intendedUse', message: 'State the intended use, in 3 to 500 characters' };
  if (isShort(fields.audience))
    return { field: 'audience', message: 'State the audience, in 3 to 200 characters' };
  if (fields.expiresOn < dayIn(0) || fields.expiresOn > dayIn(MAX_MONTHS))
    return { field: 'expiresOn', message: 'State an expiry date from today to 24 months ahead' };
  if (needsException && isShort(fields.name))
    return { field: 'name', message: 'Name the exception, in 3 to 120 characters' };
  if (needsException && isShort(fields.reason))
    return { field: 'reason', message: 'State the reason for the exception' };
  return null;
}

/** Terms of an approval, shown once its checks hold; what was typed stays in the tab. */
export function ApprovalForm(props: {
  record: GovernanceRecord;
  checks: readonly ApprovalCheck[];
}) {
  const { record, checks } = props;
  const { fields, change, forget } = useDraft(`approval ${record.run_id}`, empty);
  const approve = useApprove(record, forget);
  const { issueAt, mark } = useIssue<FieldName>();
  const exception = checks.map(exceptionOf).find((reason) => reason !== null) ?? null;
  const open = checks.filter(({ holds }) => !holds).length;
  const bind = (name: FieldName) => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf(fields, exception !== null);
    mark(fault);
    if (fault === null) approve.mutate(fields);
  };
  const decline = (
    <ReasonButton
      draft={`decline ${record.run_id}`}
      label="Decline"
      title={`Decline ${record.model_type}?`}
      hint="The record stays Pending with your reason, and can be approved later."
      done={['Declined', record.model_type]}
      onConfirm={(reason) => declineModelRun(record.run_id, reason)}
    />
  );
  if (open > 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-ink-soft">
          {open === 1 ? 'One point is' : `${open} points are`} open. The form appears when all hold.
        </p>
        {decline}
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="space-y-4 border-t border-line pt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Intended use"
          hint="Permitted use of the data or the model."
          issue={issueAt('intendedUse')}
        >
          {(wiring) => <Input {...wiring} {...bind('intendedUse')} maxLength={500} />}
        </Field>
        <Field
          label="Audience"
          hint="Permitted recipients, such as a team or a vendor."
          issue={issueAt('audience')}
        >
          {(wiring) => <Input {...wiring} {...bind('audience')} maxLength={200} />}
        </Field>
        <Field
          label="Expires on"
          hint={`The last day (UTC), at most ${MAX_MONTHS} months ahead.`}
          issue={issueAt('expiresOn')}
        >
          {(wiring) => (
            <Input
              {...wiring}
              {...bind('expiresOn')}
              type="date"
              min={dayIn(0)}
              max={dayIn(MAX_MONTHS)}
            />
          )}
        </Field>
      </div>
      {exception && (
        <fieldset className="space-y-4 rounded-md border border-line p-4">
          <legend className="px-1 text-sm">Exception</legend>
          <p className="mt-0! text-sm text-ink-soft">
            {exception} It can be approved as an exception, which takes effect when a second
            administrator confirms it.
          </p>
          <Field label="Name of the exception" issue={issueAt('name')}>
            {(wiring) => <Input {...wiring} {...bind('name')} maxLength={120} />}
          </Field>
          <Field label="Reason for the exception" issue={issueAt('reason')}>
            {(wiring) => <TextArea {...wiring} {...bind('reason')} maxLength={2000} />}
          </Field>
        </fieldset>
      )}
      <Field label="Approval notes" hint="They stay on the record and the audit trail.">
        {(wiring) => <TextArea {...wiring} {...bind('notes')} />}
      </Field>
      <FormError error={approve.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={approve.isPending}>
          Approve for production
        </Button>
        {decline}
      </div>
    </form>
  );
}

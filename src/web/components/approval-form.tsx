import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApprovalTerms, approveModelRun } from '../data/governance.ts';
import type { GovernanceRecord } from '../data/rows.ts';
import { fail, notice } from '../lib/notices.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input, TextArea } from '../ui/input.tsx';

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

function useApprove(record: GovernanceRecord) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, reason, ...terms }: Fields) =>
      approveModelRun(record.run_id, {
        ...terms,
        exception: name || reason ? { name, reason } : null,
      }),
    onSuccess: (_, { name }) =>
      notice(name ? 'Awaiting a second approver' : 'Approved for production', record.model_type),
    onError: (error) => fail('Approval failed', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['governance'] }),
  });
}

/** Returns why a batch can only be approved as an exception; null if it needs none. */
function exceptionOf({ generation_logs: batch }: GovernanceRecord): string | null {
  if (batch === null) return null;
  if (batch.privacy_score === null) return 'This batch has no privacy score.';
  return batch.usefulness === 'unfit' ? 'The report judges this batch unfit.' : null;
}

export function ApprovalForm({ record }: { record: GovernanceRecord }) {
  const [fields, setFields] = useState(empty);
  const approve = useApprove(record);
  const noEvidence = record.evidence_links.length === 0;
  const exception = exceptionOf(record);
  const bind = (name: keyof Fields) => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: target.value })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    approve.mutate(fields);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4 border-t border-line pt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Intended use" hint="Permitted use of the data or the model.">
          {(wiring) => <Input {...wiring} {...bind('intendedUse')} maxLength={500} />}
        </Field>
        <Field label="Audience" hint="Permitted recipients, such as a team or a vendor.">
          {(wiring) => <Input {...wiring} {...bind('audience')} maxLength={200} />}
        </Field>
        <Field label="Expires on" hint={`The last day (UTC), at most ${MAX_MONTHS} months ahead.`}>
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
          <Field label="Name of the exception">
            {(wiring) => <Input {...wiring} {...bind('name')} maxLength={120} />}
          </Field>
          <Field label="Reason for the exception">
            {(wiring) => <TextArea {...wiring} {...bind('reason')} maxLength={2000} />}
          </Field>
        </fieldset>
      )}
      <Field
        label="Approval notes"
        hint={
          noEvidence
            ? 'Link at least one evidence document first.'
            : 'They stay on the record and the audit trail.'
        }
      >
        {(wiring) => <TextArea {...wiring} {...bind('notes')} />}
      </Field>
      <Button type="submit" variant="primary" busy={approve.isPending} disabled={noEvidence}>
        Approve for production
      </Button>
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { organizationsQuery, setRetention } from '../../data/organizations.ts';
import type { Organization } from '../../data/rows.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { ReasonField } from './reason-field.tsx';

const MAX_DAYS = 36_500;

export function RetentionDialog(props: { organization: Organization; onClose: () => void }) {
  const { organization, onClose } = props;
  const [days, setDays] = useState(organization.retention_days?.toString() ?? '');
  const [legalHold, setLegalHold] = useState(organization.legal_hold);
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const isWhole = days === '' || (/^[1-9]\d{0,4}$/.test(days) && Number(days) <= MAX_DAYS);
  const change = useMutation({
    mutationFn: () =>
      setRetention(organization.id, { days: days === '' ? null : Number(days), legalHold, reason }),
    onSuccess: () => {
      notice('Retention changed', organization.name);
      onClose();
    },
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) change.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Retention of ${organization.name}`}
      description="Datasets, batches, reports, models and evidence can’t be deleted by anyone before they are this old. Each change is on the log."
    >
      <form noValidate onSubmit={submit} className="space-y-4 pt-1">
        <Field
          label="Retention in days"
          hint="Leave empty for no minimum."
          error={isWhole ? undefined : `Whole days from 1 to ${MAX_DAYS}.`}
        >
          {(wiring) => (
            <Input
              {...wiring}
              inputMode="numeric"
              value={days}
              onChange={({ target }) => setDays(target.value.trim())}
            />
          )}
        </Field>
        <Checkbox
          label="Legal hold: nothing can be deleted until it is lifted"
          checked={legalHold}
          onChange={({ target }) => setLegalHold(target.checked)}
        />
        <ReasonField
          hint="Required; it stays on the audit trail."
          value={reason}
          onChange={setReason}
        />
        <div className="flex justify-end gap-2 pt-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

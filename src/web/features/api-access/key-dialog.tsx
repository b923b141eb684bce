import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BANK_TABLES, type BankTable } from '../../../shared/bank-tables.ts';
import { MAX_API_KEY_NAME_LENGTH } from '../../../shared/limits.ts';
import { tooLong } from '../../../shared/refusals.ts';
import { apiKeysQuery, createApiKey, type NewKey } from '../../data/api-keys.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useIssue } from '../../ui/use-issue.ts';

export function KeyDialog(props: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: createApiKey,
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  const close = () => {
    // The server creates the key even if the dialog closes; it would never be shown.
    if (create.isPending) return;
    create.reset();
    props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && close()}
      held={!create.isIdle}
      title="Create API key"
      description="Read-only access to the selected tables of your organization."
    >
      {create.data ? (
        <div className="space-y-4 pt-1">
          <p>This is the only time the key is shown. Copy it now.</p>
          <CodeBlock label="API key" code={create.data.key} />
          <div className="flex justify-end">
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <KeyForm busy={create.isPending} onCreate={create.mutate} onClose={close} />
      )}
    </Dialog>
  );
}

function nameIssue(name: string): string | null {
  if (name === '') return 'Name is required';
  return name.length > MAX_API_KEY_NAME_LENGTH ? tooLong('Name', MAX_API_KEY_NAME_LENGTH) : null;
}

function KeyForm(props: { busy: boolean; onCreate: (key: NewKey) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const { issueAt, refuse } = useIssue<'name'>();
  const [expiry, setExpiry] = useState('');
  const [tables, setTables] = useState<readonly BankTable[]>(BANK_TABLES);
  const submit = () => {
    const problem = nameIssue(name.trim());
    if (problem !== null) return refuse({ field: 'name', message: problem });
    if (tables.length === 0) return fail('Validation Error', 'Choose at least one table');
    props.onCreate({
      name: name.trim(),
      tables: [...tables],
      expires_at: expiry === '' ? null : `${expiry}T23:59:59Z`,
    });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="space-y-4 pt-1"
    >
      <Field label="Name" hint="The application that will use it" issue={issueAt('name')}>
        {(wiring) => (
          <Input {...wiring} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field
        label="Expires"
        hint="At the end of this day in UTC; if empty, the key does not expire"
      >
        {(wiring) => (
          <Input
            {...wiring}
            type="date"
            value={expiry}
            onChange={(event) => setExpiry(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
        <legend className="mb-1.5">Tables</legend>
        {BANK_TABLES.map((table) => (
          <Checkbox
            key={table}
            label={table}
            checked={tables.includes(table)}
            onChange={(event) =>
              setTables(
                event.target.checked
                  ? [...tables, table]
                  : tables.filter((other) => other !== table),
              )
            }
          />
        ))}
      </fieldset>
      <div className="flex justify-end gap-2 pt-2">
        <Button onClick={props.onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={props.busy} busyLabel="Creating...">
          Create Key
        </Button>
      </div>
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { apiKeysQuery, createApiKey } from './api-keys.ts';
import { QUERY_TABLES, type QueryTable } from './query-examples.ts';

/** Makes a key: name, tables, expiry. Then shows it, this one time. */
export function KeyDialog(props: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Create API key"
      description="It reads the tables you choose, of your organization, until it expires or is revoked."
    >
      <KeyForm onClose={props.onClose} />
    </Dialog>
  );
}

function KeyForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState('');
  const [tables, setTables] = useState<readonly QueryTable[]>(QUERY_TABLES);
  const create = useMutation({
    mutationFn: () =>
      createApiKey({
        name: name.trim(),
        tables: [...tables],
        expires_at: expiry === '' ? null : new Date(`${expiry}T23:59:59`).toISOString(),
      }),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  const submit = () => {
    if (name.trim() === '') return fail('Validation Error', 'Name is required');
    if (tables.length === 0) return fail('Validation Error', 'Choose at least one table');
    create.mutate();
  };

  if (create.data) {
    return (
      <div className="space-y-4 pt-1">
        <p>This is the only time the key is shown. Copy it now.</p>
        <CodeBlock label="API key" code={create.data.key} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="space-y-4 pt-1"
    >
      <Field label="Name" hint="What will use it">
        {(wiring) => (
          <Input {...wiring} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field label="Expires" hint="Left empty, it does not expire">
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
        {QUERY_TABLES.map((table) => (
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
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={create.isPending} busyLabel="Creating...">
          Create Key
        </Button>
      </div>
    </form>
  );
}

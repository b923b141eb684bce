import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BANK_TABLES, type BankTable } from '../../../shared/bank-tables.ts';
import {
  DEFAULT_KEY_RATE,
  KEY_SCOPES,
  type KeyScope,
  MAX_KEY_RATE,
  SCOPE_HINTS,
} from '../../../shared/key-scopes.ts';
import { MAX_API_KEY_NAME_LENGTH } from '../../../shared/limits.ts';
import { tooLong } from '../../../shared/refusals.ts';
import { apiKeysQuery, createApiKey, type NewKey } from '../../data/api-keys.ts';
import { environmentsQuery } from '../../data/environments.ts';
import { fail } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SelectField } from '../../ui/select-field.tsx';
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
      description="A key can do only what its scopes allow, in your organization."
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

function Choices<Value extends string>(props: {
  legend: string;
  options: readonly Value[];
  labelOf?: (option: Value) => string;
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
}) {
  const { options, chosen, labelOf = (option) => option } = props;
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
      <legend className="mb-1.5">{props.legend}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={labelOf(option)}
          checked={chosen.includes(option)}
          onChange={(event) =>
            props.onChange(
              options.filter((one) =>
                one === option ? event.target.checked : chosen.includes(one),
              ),
            )
          }
        />
      ))}
    </fieldset>
  );
}

function nameIssue(name: string): string | null {
  if (name === '') return 'Name is required';
  return name.length > MAX_API_KEY_NAME_LENGTH ? tooLong('Name', MAX_API_KEY_NAME_LENGTH) : null;
}

function KeyForm(props: { busy: boolean; onCreate: (key: NewKey) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const { issueAt, refuse } = useIssue<'name' | 'rate'>();
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const [rate, setRate] = useState(String(DEFAULT_KEY_RATE));
  const [environment, setEnvironment] = useState('');
  const environments = useQuery(environmentsQuery);
  const reads = scopes.includes('read');
  const [expiry, setExpiry] = useState('');
  const [tables, setTables] = useState<readonly BankTable[]>(BANK_TABLES);
  const submit = () => {
    const problem = nameIssue(name.trim());
    if (problem !== null) return refuse({ field: 'name', message: problem });
    if (scopes.length === 0) return fail('Validation Error', 'Choose at least one scope');
    if (reads && tables.length === 0) return fail('Validation Error', 'Choose at least one table');
    const limit = Number(rate);
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_KEY_RATE) {
      return refuse({ field: 'rate', message: `A whole number from 1 to ${MAX_KEY_RATE}` });
    }
    props.onCreate({
      name: name.trim(),
      tables: reads ? [...tables] : [],
      scopes: [...scopes],
      rate_limit: limit,
      ...(environment !== '' && { environment }),
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
      <Field label="Requests per minute" issue={issueAt('rate')}>
        {(wiring) => (
          <Input
            {...wiring}
            inputMode="numeric"
            value={rate}
            onChange={(event) => setRate(event.target.value)}
          />
        )}
      </Field>
      {(environments.data ?? []).length > 0 && (
        <SelectField
          label="Environment"
          hint="Limits the key to one environment"
          value={environment}
          options={(environments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Organization"
          onChange={setEnvironment}
        />
      )}
      <Choices
        legend="Scopes"
        options={KEY_SCOPES}
        labelOf={(scope) => `${scope}: ${SCOPE_HINTS[scope].toLowerCase()}`}
        chosen={scopes}
        onChange={setScopes}
      />
      {reads && (
        <Choices legend="Tables" options={BANK_TABLES} chosen={tables} onChange={setTables} />
      )}
      <div className="flex justify-end gap-2 pt-2">
        <Button onClick={props.onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={props.busy} busyLabel="Creating...">
          Create Key
        </Button>
      </div>
    </form>
  );
}

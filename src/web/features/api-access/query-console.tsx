import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BANK_TABLES } from '../../../shared/bank-tables.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select, TextArea } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { useIssue } from '../../ui/use-issue.ts';
import { parseQuery, type QueryBody } from './query-examples.ts';

type Answered = { status: number; milliseconds: number; body: string };

/** Sends the request as a program would: with the API key, never with the page's session. */
async function send(url: string, key: string, body: QueryBody): Promise<Answered> {
  const from = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - from),
    body: pretty(text),
  };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export function QueryConsole({ url }: { url: string }) {
  const [values, setValues] = useState({ key: '', table: 'customers', limit: '10', filters: '{}' });
  const { issueAt, mark, refuse } = useIssue<'key' | 'limit' | 'filters'>();
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const run = useMutation({ mutationFn: (body: QueryBody) => send(url, values.key.trim(), body) });
  const submit = () => {
    const parsed = parseQuery(values);
    if (values.key.trim() === '') return refuse({ field: 'key', message: 'Enter an API key' });
    if (parsed.kind === 'issue') return refuse(parsed.issue);
    mark(null);
    run.mutate(parsed.body);
  };
  return (
    <Card aria-labelledby="console">
      <CardHead id="console" title="Console">
        Sends a real request with the key you enter. The key stays in this page.
      </CardHead>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="grid gap-6 border-t border-line px-5 py-5 lg:grid-cols-2"
      >
        <div className="space-y-4">
          <Field label="API key" issue={issueAt('key')}>
            {(wiring) => (
              <PasswordInput
                {...wiring}
                value={values.key}
                onChange={set('key')}
                autoComplete="off"
                data-secret
              />
            )}
          </Field>
          <div className="grid grid-cols-2 gap-4">
            <Field label="table">
              {(wiring) => (
                <Select {...wiring} value={values.table} onChange={set('table')}>
                  {BANK_TABLES.map((table) => (
                    <option key={table}>{table}</option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="limit" issue={issueAt('limit')}>
              {(wiring) => (
                <Input
                  {...wiring}
                  inputMode="numeric"
                  value={values.limit}
                  onChange={set('limit')}
                />
              )}
            </Field>
          </div>
          <Field
            label="filters"
            hint={'Such as {"risk_segment": "high"}'}
            issue={issueAt('filters')}
          >
            {(wiring) => (
              <TextArea
                {...wiring}
                className="font-mono text-xs!"
                value={values.filters}
                onChange={set('filters')}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" busy={run.isPending} busyLabel="Sending...">
            Send Request
          </Button>
        </div>
        <div className="min-w-0" aria-live="polite">
          {run.isError && <p className="text-danger">{messageOf(run.error)}</p>}
          {run.data && (
            <>
              <p className="mb-2">
                <span className={run.data.status < 400 ? 'text-good' : 'text-danger'}>
                  {run.data.status}
                </span>{' '}
                <span className="text-ink-soft">in {run.data.milliseconds} ms</span>
              </p>
              <CodeBlock label="Answer" code={run.data.body} />
            </>
          )}
          {run.isIdle && <p className="text-ink-soft">The answer appears here.</p>}
        </div>
      </form>
    </Card>
  );
}

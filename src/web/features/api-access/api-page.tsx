import { useQuery } from '@tanstack/react-query';
import { bankTableList } from '../../../shared/bank-tables.ts';
import { DEFAULT_QUERY_ROWS, MAX_QUERY_ROWS } from '../../../shared/limits.ts';
import { newestTransactionQuery } from '../../data/newest-transaction.ts';
import { profileQuery, rolesQuery } from '../../data/profile.ts';
import { messageOf } from '../../lib/service-error.ts';
import { Card, CardHead } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { EnvironmentsPanel } from './environments-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { QueryConsole } from './query-console.tsx';
import { exampleOf } from './query-examples.ts';
import { Reference } from './reference.tsx';
import { WebhooksPanel } from './webhooks-panel.tsx';

export function ApiPage() {
  const profile = useQuery(profileQuery);
  const roles = useQuery(rolesQuery);
  if (profile.isError || roles.isError) {
    return (
      <ErrorState
        title="Your role could not be checked"
        message={messageOf(profile.error ?? roles.error)}
        onRetry={() => {
          void profile.refetch();
          void roles.refetch();
        }}
      />
    );
  }
  if (profile.isPending || roles.isPending) return <p role="status">Loading...</p>;
  if (profile.data?.status !== 'active' || roles.data.length === 0) {
    return (
      <>
        <h1 tabIndex={-1} className="sr-only">
          API Access
        </h1>
        <EmptyState title="Access Denied">
          You do not have permission to access this page.
        </EmptyState>
      </>
    );
  }
  return <Documentation />;
}

const url = `${window.location.origin}/functions/v1/sandbox-query`;

function Documentation() {
  const newest = useQuery(newestTransactionQuery);
  const example = exampleOf(newest.data ?? null);
  return (
    <>
      <PageHead page="/api">
        Read, generate and download your organization’s data from programs, with a key of your own.
      </PageHead>
      <div className="space-y-8">
        <KeysPanel />
        <EnvironmentsPanel />
        <WebhooksPanel />
        <Card aria-labelledby="query">
          <CardHead id="query" title="POST /functions/v1/sandbox-query">
            Send a key as bearer token. The same key works in the published client (supabase-js,
            supabase-py) for rows, files and functions of its scopes.
          </CardHead>
          <div className="grid gap-6 border-t border-line px-5 py-5 lg:grid-cols-2">
            <Fields />
            <div className="min-w-0 space-y-5">
              <CodeTabs url={url} body={example.body} />
              <div>
                <h3 className="mb-1.5 text-ink-soft">Response</h3>
                <p className="mb-2 text-xs text-ink-soft">
                  A call returns at most {MAX_QUERY_ROWS} rows, newest first. If more follow, the
                  answer has <code>next</code>: send it as <code>cursor</code> with the same table
                  and filters until it is absent.
                </p>
                <CodeBlock label="Response" code={JSON.stringify(example.answer, null, 2)} />
              </div>
            </div>
          </div>
        </Card>
        <QueryConsole url={url} />
        <Reference />
      </div>
    </>
  );
}

const FIELDS = [
  { name: 'table', text: bankTableList('or') },
  {
    name: 'limit',
    text: `rows to return; ${DEFAULT_QUERY_ROWS} by default, at most ${MAX_QUERY_ROWS}`,
  },
  {
    name: 'filters',
    text: 'an object of columns with values or comparisons (eq, neq, gt, gte, lt, lte, like, in); rows must match all of them',
  },
];

function Fields() {
  return (
    <div>
      <h3 className="mb-1.5 text-ink-soft">Body</h3>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1.5">
        {FIELDS.map((field) => (
          <div key={field.name} className="contents">
            <dt className="font-mono text-xs leading-5">{field.name}</dt>
            <dd>{field.text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-ink-soft">
        The response holds status, count (the rows in data) and data. Too many requests with one key
        answer 429 with Retry-After.
      </p>
    </div>
  );
}

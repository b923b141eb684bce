import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentsQuery } from '../../data/environments.ts';
import { useIsAdmin } from '../../data/profile.ts';
import { changeWebhook, createWebhook, type Webhook, webhooksQuery } from '../../data/webhooks.ts';
import { counted, formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn } from '../../ui/columns.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';

type Verb = Parameters<typeof changeWebhook>[0]['verb'];

function lastDelivery({ webhook_deliveries: [last] }: Webhook): string {
  if (last === undefined) return 'None yet';
  if (last.delivered_at !== null) return `Delivered ${formatUtc(last.delivered_at)}`;
  if (last.last_error === null) return 'Pending';
  return `Failed after ${counted(last.attempts, 'attempt', 'attempts')}: ${last.last_error}`;
}

const columnsFor = (
  environmentOf: (id: string) => string,
  onChange: (verb: Verb, webhook: Webhook) => void,
): Column<Webhook>[] => [
  textColumn('url', 'Address'),
  {
    id: 'environment',
    header: 'Environment',
    cell: (row) => (row.environment_id ? environmentOf(row.environment_id) : 'All'),
  },
  { id: 'events', header: 'Events', cell: (row) => row.events.join(', ') },
  { id: 'last', header: 'Last delivery', cell: lastDelivery },
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => (
      <div className="flex gap-2">
        {(['replay', 'delete'] as const).map((verb) => (
          <Button key={verb} size="small" onClick={() => onChange(verb, row)}>
            {verb === 'replay' ? 'Send again' : 'Delete'}
            <span className="sr-only"> {row.url}</span>
          </Button>
        ))}
      </div>
    ),
  },
];

/** Lists and creates webhooks; for administrators. */
export function WebhooksPanel() {
  return useIsAdmin() ? <AdminWebhooks /> : null;
}

function AdminWebhooks() {
  const queries = useQueryClient();
  const [pendingDelete, setPendingDelete] = useState<Webhook | null>(null);
  const webhooks = useQuery(webhooksQuery);
  const environments = useQuery(environmentsQuery).data ?? [];
  const refresh = () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const change = useMutation({
    mutationFn: changeWebhook,
    onSuccess: ({ queued }, { verb }) => {
      if (verb === 'replay')
        return notice('Undelivered events are sent again', counted(queued ?? 0, 'event', 'events'));
      setPendingDelete(null);
      notice('Webhook deleted');
    },
    onError: (error) => fail('Error', error),
    onSettled: refresh,
  });
  const columns = columnsFor(
    (id) => environments.find((environment) => environment.id === id)?.name ?? id,
    (verb, webhook) => {
      if (verb === 'delete') setPendingDelete(webhook);
      else change.mutate({ verb, webhook });
    },
  );
  return (
    <Card aria-labelledby="webhooks">
      <CardHead id="webhooks" title="Webhooks">
        Signed messages about finished batches and the days of environments, to hosts that your
        operator allows.
      </CardHead>
      <NewWebhook environments={environments} onCreated={refresh} />
      <div className="border-t border-line">
        <QueryView
          query={webhooks}
          errorTitle="The webhooks could not be loaded"
          skeletonRows={2}
          empty={<EmptyState title="No webhooks yet">Create one for an address.</EmptyState>}
        >
          {(rows) => (
            <DataTable label="Webhooks" columns={columns} rows={rows} rowKey={(row) => row.id} />
          )}
        </QueryView>
      </div>
      <ConfirmDialog
        open={pendingDelete !== null}
        onOpenChange={(open) => !open && setPendingDelete(null)}
        title={`Delete the webhook to ${pendingDelete?.url ?? ''}?`}
        confirmLabel="Delete webhook"
        busy={change.isPending}
        onConfirm={() => pendingDelete && change.mutate({ verb: 'delete', webhook: pendingDelete })}
      >
        <p>Its secret and its deliveries are deleted. Events of the past are not sent again.</p>
      </ConfirmDialog>
    </Card>
  );
}

function NewWebhook(props: {
  environments: { id: string; name: string }[];
  onCreated: () => void;
}) {
  const [url, setUrl] = useState('');
  const [environment, setEnvironment] = useState('');
  const create = useMutation({
    mutationFn: createWebhook,
    onError: (error) => fail('Error', error),
    onSettled: props.onCreated,
  });
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3 border-t border-line px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ url: url.trim(), ...(environment !== '' && { environment }) });
      }}
    >
      <Field label="Address">
        {(wiring) => (
          <Input {...wiring} value={url} onChange={(event) => setUrl(event.target.value)} />
        )}
      </Field>
      <SelectField
        label="Events of"
        value={environment}
        options={props.environments.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder="Organization"
        onChange={setEnvironment}
      />
      <Button type="submit" busy={create.isPending} busyLabel="Creating...">
        Create Webhook
      </Button>
      {create.data && (
        <div className="w-full space-y-2">
          <p>This is the only time the secret of the signatures is shown. Copy it now.</p>
          <CodeBlock label="Secret" code={create.data.secret} />
        </div>
      )}
    </form>
  );
}

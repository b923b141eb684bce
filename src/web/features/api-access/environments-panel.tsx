import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  changeEnvironment,
  createEnvironment,
  type Environment,
  environmentsQuery,
} from '../../data/environments.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { textColumn } from '../../ui/columns.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';

type Verb = Parameters<typeof changeEnvironment>[0]['verb'];

const DONE: Record<Verb, string> = {
  reset: 'Environment reset',
  freeze: 'Environment pinned',
  delete: 'Environment deleted',
};

const rowsOf = ({ files }: Environment) => files.reduce((sum, { rows }) => sum + rows, 0);

const columnsFor = (
  onChange: (verb: Verb, environment: Environment) => void,
): Column<Environment>[] => [
  textColumn('name', 'Name'),
  { id: 'rows', header: 'Rows', sort: rowsOf, cell: (row) => formatCount(rowsOf(row)) },
  {
    id: 'pin',
    header: 'Pin (SHA-256)',
    cell: (row) => <code className="font-mono text-xs">{row.pin?.slice(0, 12) ?? 'none'}</code>,
  },
  { id: 'changed', header: 'Changed', cell: (row) => row.changed.join(', ') || '—' },
  {
    id: 'expires_at',
    header: 'Expires',
    cell: (row) => (row.expires_at ? formatUtc(row.expires_at) : 'Never'),
    className: 'whitespace-nowrap',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => (
      <div className="flex gap-2">
        {(['reset', 'freeze', 'delete'] as const).map((verb) => (
          <Button key={verb} size="small" onClick={() => onChange(verb, row)}>
            {verb[0]!.toUpperCase() + verb.slice(1)}
            <span className="sr-only"> {row.name}</span>
          </Button>
        ))}
      </div>
    ),
  },
];

/** Lists the organization's environments, and creates them from a seed. */
export function EnvironmentsPanel() {
  const queries = useQueryClient();
  const environments = useQuery(environmentsQuery);
  const [pendingDelete, setPendingDelete] = useState<Environment | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: environmentsQuery.queryKey });
  const change = useMutation({
    mutationFn: changeEnvironment,
    onSuccess: (_, { verb, environment }) => {
      notice(DONE[verb], environment.name);
      setPendingDelete(null);
    },
    onError: (error) => fail('Error', error),
    onSettled: refresh,
  });
  const columns = columnsFor((verb, environment) => {
    if (verb === 'delete') setPendingDelete(environment);
    else change.mutate({ verb, environment });
  });
  return (
    <Card aria-labelledby="environments">
      <CardHead id="environments" title="Environments">
        Isolated copies of data with a pin to which a reset returns. Create one from a seed here;
        batches, pins, branches and edge cases by function or command.
      </CardHead>
      <NewEnvironment onCreated={refresh} />
      <div className="border-t border-line">
        <QueryView
          query={environments}
          errorTitle="The environments could not be loaded"
          skeletonRows={2}
          empty={<EmptyState title="No environments yet">Create one from a seed.</EmptyState>}
        >
          {(rows) => (
            <DataTable
              label="Environments"
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
            />
          )}
        </QueryView>
      </div>
      <ConfirmDialog
        open={pendingDelete !== null}
        onOpenChange={(open) => !open && setPendingDelete(null)}
        title={`Delete environment “${pendingDelete?.name ?? ''}”?`}
        confirmLabel="Delete environment"
        busy={change.isPending}
        onConfirm={() =>
          pendingDelete && change.mutate({ verb: 'delete', environment: pendingDelete })
        }
      >
        <p>
          Its rows, batches and keys are deleted. Its pin remains if another environment has it.
        </p>
      </ConfirmDialog>
    </Card>
  );
}

function NewEnvironment({ onCreated }: { onCreated: () => void }) {
  const [name, setName] = useState('');
  const [seed, setSeed] = useState('1');
  const [customers, setCustomers] = useState('100');
  const create = useMutation({
    mutationFn: createEnvironment,
    onSuccess: ({ status }) =>
      status === 'ready'
        ? notice('Environment created', name)
        : notice('Environment is being generated', 'Create it again to follow it.'),
    onError: (error) => fail('Error', error),
    onSettled: onCreated,
  });
  const fields = [
    ['Name', name, setName],
    ['Seed', seed, setSeed],
    ['Customers', customers, setCustomers],
  ] as const;
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3 border-t border-line px-5 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ name: name.trim(), simulation: { seed, count: Number(customers) } });
      }}
    >
      {fields.map(([label, value, set]) => (
        <Field key={label} label={label}>
          {(wiring) => (
            <Input {...wiring} value={value} onChange={(event) => set(event.target.value)} />
          )}
        </Field>
      ))}
      <Button type="submit" busy={create.isPending} busyLabel="Creating...">
        Create Environment
      </Button>
    </form>
  );
}

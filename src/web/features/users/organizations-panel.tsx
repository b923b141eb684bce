import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  type OrganizationRule,
  organizationsQuery,
  seedDemoData,
  setRule,
} from '../../data/organizations.ts';
import type { Organization } from '../../data/rows.ts';
import { peopleQuery } from '../../data/users.ts';
import { fail, notice } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import type { Column } from '../../ui/column.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Day } from '../../ui/day.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { OrganizationDialog } from './organization-dialog.tsx';

const RULES: { rule: OrganizationRule; words: string }[] = [
  { rule: 'four_eyes', words: 'Four eyes' },
  { rule: 'require_second_factor', words: 'Second factor' },
];

export function OrganizationsPanel() {
  const organizations = useQuery(organizationsQuery);
  const people = useQuery(peopleQuery);
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const seed = useMutation({
    mutationFn: (organization: Organization) => seedDemoData(organization.id),
    onSuccess: (_, organization) =>
      notice(
        'Demo data seeded',
        `${organization.name} has 20 customers, 50 accounts and 200 transactions.`,
      ),
    onError: (error) => fail('Generation failed', error),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['runs'] }),
  });
  const change = useMutation({
    mutationFn: (wanted: { organization: Organization; on: boolean } & (typeof RULES)[number]) =>
      setRule(wanted.organization.id, wanted.rule, wanted.on),
    onSuccess: (_, { organization, words, on }) =>
      notice(`${words} ${on ? 'on' : 'off'}`, organization.name),
    onError: (error) => fail('Error', error),
    onSettled: () => queries.invalidateQueries({ queryKey: organizationsQuery.queryKey }),
  });

  const columns = useMemo<Column<Organization>[]>(
    () => [
      { id: 'name', header: 'Name', sort: (row) => row.name, cell: (row) => row.name },
      {
        id: 'domain',
        header: 'Domain',
        sort: (row) => row.domain,
        cell: (row) => row.domain,
        className: 'min-w-40 wrap-anywhere',
      },
      {
        id: 'members',
        header: 'Members',
        numeric: true,
        cell: (row) => people.data?.filter((person) => person.org_id === row.id).length ?? '–',
      },
      ...RULES.map(({ rule, words }) => ({
        id: rule,
        header: words,
        cell: (row: Organization) => (
          <Switch
            label={`${words} for ${row.name}`}
            checked={row[rule]}
            disabled={change.isPending}
            onChange={(on) => change.mutate({ organization: row, on, rule, words })}
          />
        ),
      })),
      {
        id: 'created_at',
        header: 'Created',
        sort: (row) => row.created_at,
        cell: (row) => <Day at={row.created_at} />,
        className: 'whitespace-nowrap',
      },
      {
        id: 'actions',
        header: 'Actions',
        cell: (row) => (
          <Button
            size="small"
            busy={seed.isPending && seed.variables.id === row.id}
            busyLabel="Seeding..."
            onClick={() => seed.mutate(row)}
          >
            Seed Demo Data<span className="sr-only"> for {row.name}</span>
          </Button>
        ),
      },
    ],
    [people.data, change, seed],
  );

  return (
    <Card aria-labelledby="organizations">
      <CardHead
        id="organizations"
        title="Organizations"
        action={<Button onClick={() => setAdding(true)}>Create Organization</Button>}
      >
        With four eyes on, whoever ran an analysis can’t approve what came of it. With second factor
        on, members without one see nothing until they have added it in Settings.
      </CardHead>
      <div className="border-t border-line">
        <QueryView query={organizations} errorTitle="Failed to load organizations" skeletonRows={3}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                title="No organizations yet"
                action={
                  <Button variant="primary" onClick={() => setAdding(true)}>
                    Create the first one
                  </Button>
                }
              >
                Users need an organization before they can be created.
              </EmptyState>
            ) : (
              <DataTable
                label="Organizations"
                columns={columns}
                rows={rows}
                rowKey={(row) => row.id}
              />
            )
          }
        </QueryView>
      </div>
      <OrganizationDialog open={adding} onClose={() => setAdding(false)} />
    </Card>
  );
}

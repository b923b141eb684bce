import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { organizationsQuery } from '../../data/organizations.ts';
import type { Organization } from '../../data/rows.ts';
import { usersQuery } from '../../data/users.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DeletionsPart } from './deletions-part.tsx';
import { organizationColumns } from './organization-columns.tsx';
import { OrganizationDialog } from './organization-dialog.tsx';
import { RequestDeletionDialog } from './request-deletion-dialog.tsx';
import { RetentionDialog } from './retention-dialog.tsx';
import { useOrganizationChanges } from './use-organization-changes.ts';

export function OrganizationsPanel() {
  const organizations = useQuery(organizationsQuery);
  const { data: users } = useQuery(usersQuery);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Organization | null>(null);
  const [retaining, setRetaining] = useState<Organization | null>(null);
  const { seed, change, kind } = useOrganizationChanges();
  const columns = useMemo(
    () =>
      organizationColumns({
        membersOf: ({ id }) => users?.filter((user) => user.org_id === id).length,
        rulesBusy: change.isPending,
        onRule: change.mutate,
        onKind: (organization, chosen) => kind.mutate({ organization, kind: chosen }),
        seedingId: seed.isPending ? seed.variables.id : undefined,
        onSeed: seed.mutate,
        onRetention: setRetaining,
        onDelete: setDeleting,
      }),
    [users, change, seed, kind],
  );
  return (
    <Card aria-labelledby="organizations">
      <CardHead
        id="organizations"
        title="Organizations"
        action={<Button onClick={() => setAdding(true)}>Create Organization</Button>}
      >
        Maker-checker: the person who ran an analysis can’t decide on its exceptions, and the person
        who ran a model can’t approve it. Second factor: members see no data until they add one.
      </CardHead>
      <div className="border-t border-line">
        <QueryView
          query={organizations}
          errorTitle="Failed to load organizations"
          skeletonRows={3}
          empty={
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
          }
        >
          {(rows) => (
            <DataTable
              label="Organizations"
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
            />
          )}
        </QueryView>
      </div>
      <DeletionsPart />
      {deleting && (
        <RequestDeletionDialog organization={deleting} onClose={() => setDeleting(null)} />
      )}
      {retaining && <RetentionDialog organization={retaining} onClose={() => setRetaining(null)} />}
      <OrganizationDialog open={adding} onClose={() => setAdding(false)} />
    </Card>
  );
}

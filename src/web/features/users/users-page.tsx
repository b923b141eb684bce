import { useQuery } from '@tanstack/react-query';
import { titleOf } from '../../../shared/pages.ts';
import { superadminQuery } from '../../data/profile.ts';
import { PageHead, usePageTitle } from '../../ui/page-head.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { OrganizationsPanel } from './organizations-panel.tsx';
import { UsersPanel } from './users-panel.tsx';

export function UsersPage() {
  usePageTitle(titleOf('/users'));
  const superadmin = useQuery({ ...superadminQuery, refetchInterval: 30_000 });
  if (superadmin.data === false) {
    return (
      <>
        <h1 tabIndex={-1} className="sr-only">
          Users
        </h1>
        <EmptyState title="Access Denied">
          You do not have permission to access this page.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHead page="/users">
        Organizations and the people in them. Every change here is on the audit trail.
      </PageHead>
      <div className="space-y-8">
        <OrganizationsPanel />
        <UsersPanel />
      </div>
    </>
  );
}

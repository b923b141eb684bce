import { queryOptions } from '@tanstack/react-query';
import { saveFile } from '../lib/save-file.ts';
import { check, unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

/** Requested deletion of an organization, which another superadmin confirms. */
export type PendingDeletion = {
  org_id: string;
  name: string;
  requested_by: string;
  requested_email: string;
  reason: string;
  requested_at: string;
};

export type DeletedOrganization = {
  org_id: string;
  deleted_at: string;
  receipt: string;
  sha256: string;
};

const REFRESH_MS = 30_000;

/** Returns the rows of a procedure without arguments. */
export async function rowsOf<Row>(procedure: string): Promise<Row[]> {
  const client = await openClient();
  return (unwrap(await client.rpc(procedure)) as Row[] | null) ?? [];
}

export const pendingDeletionsQuery = queryOptions({
  queryKey: ['organizations', 'deletions'],
  queryFn: () => rowsOf<PendingDeletion>('list_organization_deletions'),
  refetchInterval: REFRESH_MS,
});

export const deletedOrganizationsQuery = queryOptions({
  queryKey: ['organizations', 'deleted'],
  queryFn: () => rowsOf<DeletedOrganization>('list_deleted_organizations'),
});

export async function requestDeletion(id: string, reason: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('request_organization_deletion', { p_org_id: id, p_reason: reason }));
}

export async function withdrawDeletion(id: string): Promise<void> {
  const client = await openClient();
  check(await client.rpc('withdraw_organization_deletion', { p_org_id: id }));
}

export const confirmDeletion = (id: string, name: string): Promise<{ receipt: string }> =>
  callFunction<{ receipt: string }>('delete-organization', { org_id: id, name });

export async function saveOrganization(id: string): Promise<void> {
  const archive = await callFunction<Blob>('export-organization', { org_id: id });
  saveFile(new Blob([archive], { type: 'application/zip' }), `organization-${id.slice(0, 8)}.zip`);
}

export const saveReceipt = ({ org_id, receipt }: Pick<DeletedOrganization, 'org_id' | 'receipt'>) =>
  saveFile(receipt, `deleted-organization-${org_id.slice(0, 8)}.json`, 'application/json');

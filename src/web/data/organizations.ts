import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { requireChanged } from './require-changed.ts';
import type { Organization } from './rows.ts';

/** Organizations by name. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async (): Promise<Organization[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('organizations')
        .select('id,name,domain,four_eyes,require_second_factor,created_at')
        .order('name')
        .returns<Organization[]>(),
    );
    return rows ?? [];
  },
});

export async function createOrganization(values: { name: string; domain: string }): Promise<void> {
  const client = await openClient();
  unwrap(await client.from('organizations').insert(values));
}

export type OrganizationRule = 'four_eyes' | 'require_second_factor';

export async function setRule(id: string, rule: OrganizationRule, on: boolean): Promise<void> {
  const client = await openClient();
  requireChanged(
    unwrap(
      await client
        .from('organizations')
        .update({ [rule]: on })
        .eq('id', id)
        .select('id'),
    ),
  );
}

export async function seedDemoData(organization: string): Promise<void> {
  const client = await openClient();
  unwrap(await client.rpc('seed_org_demo_data', { target_org_id: organization }));
}

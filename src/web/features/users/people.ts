import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../../../shared/roles.ts';
import { openClient } from '../../lib/client.ts';
import type { Organization, Profile } from '../../lib/rows.ts';
import { ServiceError, unwrap } from '../../lib/service-error.ts';

export type Person = Profile & { created_at: string; user_roles: { role: Role }[] };

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

/** Profiles with the name of their organization and their roles. */
export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: async (): Promise<Person[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('profiles')
        .select(
          'id,email,full_name,org_id,status,settings,created_at,organizations(name),user_roles(role)',
        )
        .order('email')
        .returns<Person[]>(),
    );
    return rows ?? [];
  },
});

export async function createOrganization(values: { name: string; domain: string }): Promise<void> {
  const client = await openClient();
  const answer = await client.from('organizations').insert(values);
  if (answer.error?.code === '23505') {
    throw new ServiceError('There is an organization of this name or domain already.');
  }
  unwrap(answer);
}

async function changed(rows: { id: string }[] | null): Promise<void> {
  if (!rows || rows.length === 0) {
    throw new ServiceError('You do not have permission to change this.');
  }
}

export type OrganizationRule = 'four_eyes' | 'require_second_factor';

export async function setRule(id: string, rule: OrganizationRule, on: boolean): Promise<void> {
  const client = await openClient();
  await changed(
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

export async function updateProfile(
  id: string,
  values: { status?: Profile['status']; org_id?: string },
): Promise<void> {
  const client = await openClient();
  await changed(unwrap(await client.from('profiles').update(values).eq('id', id).select('id')));
}

export async function deleteProfile(id: string): Promise<void> {
  const client = await openClient();
  await changed(unwrap(await client.from('profiles').delete().eq('id', id).select('id')));
}

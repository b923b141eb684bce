import { queryOptions } from '@tanstack/react-query';
import type { InstitutionKind } from '../../shared/institutions.ts';
import { check, unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import { requireChanged } from './require-changed.ts';
import type { Organization } from './rows.ts';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async (): Promise<Organization[]> => {
    const client = await openClient();
    const rows = unwrap(
      await client
        .from('organizations')
        .select(
          'id,name,domain,kind,four_eyes,require_second_factor,retention_days,legal_hold,created_at',
        )
        .order('name')
        .returns<Organization[]>(),
    );
    return rows ?? [];
  },
});

export async function createOrganization(values: {
  name: string;
  domain: string;
  kind?: InstitutionKind;
}): Promise<void> {
  const client = await openClient();
  unwrap(await client.from('organizations').insert(values));
}

export type OrganizationRule = 'four_eyes' | 'require_second_factor';

export const setRule = (id: string, rule: OrganizationRule, on: boolean): Promise<void> =>
  change(id, { [rule]: on });

export const setKind = (id: string, kind: InstitutionKind): Promise<void> => change(id, { kind });

async function change(id: string, values: Record<string, unknown>): Promise<void> {
  const client = await openClient();
  requireChanged(
    unwrap(await client.from('organizations').update(values).eq('id', id).select('id')),
  );
}

export type Retention = { days: number | null; legalHold: boolean; reason: string };

export async function setRetention(id: string, retention: Retention): Promise<void> {
  const client = await openClient();
  check(
    await client.rpc('set_retention', {
      p_org_id: id,
      p_days: retention.days,
      p_legal_hold: retention.legalHold,
      p_reason: retention.reason,
    }),
  );
}

export async function seedDemoData(organization: string): Promise<void> {
  const client = await openClient();
  unwrap(await client.rpc('seed_org_demo_data', { target_org_id: organization }));
}

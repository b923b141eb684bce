import type { Browsing } from '../support/browsing.ts';
import { call, signedIn } from '../support/users.ts';

const SECOND = { email: 'second@bank.example', password: 'a long good password' };
const LEAVER = { email: 'leaver@harbor.example', password: 'a long good password' };

function linkedTables(): FormData {
  const form = new FormData();
  const clients = Array.from({ length: 60 }, (_, i) => `C${i},${['Ulm', 'Jena'][i % 2]}\n`);
  const claims = Array.from({ length: 240 }, (_, i) => `K${i},C${i % 60},${(i * 7919) % 997}\n`);
  form.append('file', new Blob([`client_id,city\n${clients.join('')}`]), 'clients.csv');
  form.append('file', new Blob([`claim_id,client_id,paid\n${claims.join('')}`]), 'claims.csv');
  return form;
}

/** Creates the records that only some dialogs of the long run show. */
export async function createDialogRecords(fixtures: Browsing, manifest: string): Promise<void> {
  const { user, admin, superadmin, orgId } = fixtures;
  await call(user, 'generate-synthetic-from-ingestion', {
    manifest_id: manifest,
    count: 60,
    seed: 2,
  });
  await call(user, 'parse-ingested-tables', linkedTables());
  await call(admin, 'create-environment', {
    name: 'nightly',
    simulation: { seed: '1', count: 20 },
  });
  await call(admin, 'create-webhook', { url: 'https://localhost/events' });
  await call(user, 'analyze-transactions', {
    manifestId: manifest,
    datasetRef: 'movements.csv',
    seed: 1,
  });
  await call(superadmin, 'superadmin-reset-password', { ...SECOND, role: 'superadmin' });
  const second = await signedIn(fixtures.sandbox, SECOND);
  const { data: pier } = await superadmin
    .from('organizations')
    .insert({ name: 'Pier', domain: 'pier.example' })
    .select('id')
    .single<{ id: string }>()
    .throwOnError();
  await second
    .rpc('request_organization_deletion', { p_org_id: pier.id, p_reason: 'Contract ended' })
    .throwOnError();
  const { user_id } = await call<{ user_id: string }>(superadmin, 'create-user', {
    ...LEAVER,
    org_id: orgId,
    role: 'pilot_user',
  });
  await superadmin.from('profiles').delete().eq('id', user_id).throwOnError();
}

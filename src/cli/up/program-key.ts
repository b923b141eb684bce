import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BANK_TABLES } from '../../shared/bank-tables.ts';
import { KEY_SCOPES } from '../../shared/key-scopes.ts';
import { password } from '../demo/accounts.ts';
import { type Account, call, clientOf, signedIn } from '../demo/client.ts';
import { writeWhole } from '../hashed-file.ts';
import type { Running } from './background.ts';

const ORGANIZATION = 'Programs';

type Access = { superadmin: Account; admin: Account; key: string | null };

const newAccess = (): Access => ({
  superadmin: { email: 'superadmin@programs.example', password: password() },
  admin: { email: 'admin@programs.example', password: password() },
  key: null,
});

/**
 * Returns a key with all scopes, for `up --key`. The first call creates an organization with its
 * administrator and writes their passwords to programs.json; an interrupted one is completed.
 */
export async function programKey(running: Running): Promise<string> {
  const file = join(running.dataDir, 'programs.json');
  const access = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Access)
    : newAccess();
  if (access.key !== null) return access.key;
  writeWhole(file, `${JSON.stringify(access)}\n`);
  const { superadmin, admin } = access;
  const own = await signedIn(running, admin).catch(() => newAdministrator(running, access));
  const { id } = (await own.auth.getUser()).data.user!;
  await own.rpc('set_truth_reader', { p_user_id: id, p_may_read: true }).throwOnError();
  const { key } = await call<{ key: string }>(own, 'create-api-key', {
    name: 'sandbox up --key',
    scopes: KEY_SCOPES,
    tables: BANK_TABLES,
  });
  writeWhole(file, `${JSON.stringify({ superadmin, admin, key })}\n`);
  return key;
}

async function newAdministrator(running: Running, { superadmin, admin }: Access) {
  await call(
    clientOf(running),
    'admin-upsert-superadmin',
    { ...superadmin, role: 'superadmin' },
    { 'x-admin-setup-token': readFileSync(running.setupTokenFile, 'utf8').trim() },
  );
  const client = await signedIn(running, superadmin);
  const organizations = client.from('organizations');
  const found = await organizations.select('id').eq('name', ORGANIZATION).throwOnError();
  const { id } = (found.data[0] ??
    (
      await organizations
        .insert({ name: ORGANIZATION, domain: 'programs.example' })
        .select('id')
        .single()
        .throwOnError()
    ).data) as { id: string };
  await call(client, 'create-user', { ...admin, org_id: id, role: 'admin' });
  return signedIn(running, admin);
}

import { readFileSync } from 'node:fs';
import type { Running } from '../up/background.ts';
import type { Demo } from './accounts.ts';
import { call, clientOf, signedIn } from './client.ts';
import { fillBank } from './fill-bank.ts';

const CREDIT_UNION_CUSTOMERS = 60;

/** Fills an empty sandbox through the functions that its pages call. */
export async function fillDemo(
  sandbox: Running,
  { accounts }: Demo,
  onStage: (stage: string) => void,
): Promise<void> {
  onStage('creating organizations and users');
  const { superadmin: root } = accounts;
  await call(
    clientOf(sandbox),
    'admin-upsert-superadmin',
    { email: root.email, password: root.password, role: 'superadmin' },
    { 'x-admin-setup-token': readFileSync(sandbox.setupTokenFile, 'utf8').trim() },
  );
  const superadmin = await signedIn(sandbox, root);
  const organization = async (name: string, domain: string) => {
    const row = superadmin.from('organizations').insert({ name, domain });
    return (await row.select('id').single<{ id: string }>().throwOnError()).data.id;
  };
  const [bank, union] = await Promise.all([
    organization(accounts.analyst.organization!, 'harbor.example'),
    organization(accounts.member.organization!, 'lakeside.example'),
  ]);
  const user = async (name: 'analyst' | 'approver' | 'member', org_id: string) => {
    const { email, password, role } = accounts[name];
    const body = { email, password, org_id, role: role === 'Admin' ? 'admin' : 'pilot_user' };
    await call(superadmin, 'create-user', body);
    return signedIn(sandbox, accounts[name]);
  };
  const [analyst, approver, member] = await Promise.all([
    user('analyst', bank),
    user('approver', bank),
    user('member', union),
  ]);
  await Promise.all([
    fillBank({ analyst, approver, organization: bank, onStage }),
    superadmin.rpc('seed_org_demo_data', { target_org_id: union }).throwOnError(),
    call(member, 'generate-full', {
      count: CREDIT_UNION_CUSTOMERS,
      preset: 'us-credit-union',
      seed: 11,
    }),
  ]);
}

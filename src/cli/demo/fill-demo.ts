import { readFileSync } from 'node:fs';
import type { InstitutionKind } from '../../shared/institutions.ts';
import type { Running } from '../up/background.ts';
import type { Demo } from './accounts.ts';
import { call, clientOf, signedIn } from './client.ts';
import { fillBank } from './fill-bank.ts';
import { fillInsurer } from './fill-insurer.ts';

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
  const organization = async (name: string, domain: string, kind: InstitutionKind) => {
    const row = superadmin.from('organizations').insert({ name, domain, kind });
    return (await row.select('id').single<{ id: string }>().throwOnError()).data.id;
  };
  const [bank, insurer] = await Promise.all([
    organization(accounts.analyst.organization!, 'harbor.example', 'bank'),
    organization(accounts.member.organization!, 'lakeside.example', 'insurer'),
  ]);
  // The insurer has a single user, who also decides.
  const alone = superadmin.from('organizations').update({ four_eyes: false }).eq('id', insurer);
  await alone.throwOnError();
  const user = async (name: 'analyst' | 'approver' | 'member', org_id: string) => {
    const { email, password, role } = accounts[name];
    const body = { email, password, org_id, role: role === 'Admin' ? 'admin' : 'pilot_user' };
    await call(superadmin, 'create-user', body);
    return signedIn(sandbox, accounts[name]);
  };
  const [analyst, approver, member] = await Promise.all([
    user('analyst', bank),
    user('approver', bank),
    user('member', insurer),
  ]);
  await Promise.all([
    fillBank({ analyst, approver, organization: bank, onStage }),
    fillInsurer(member),
  ]);
}

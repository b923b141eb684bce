import type { SupabaseClient } from '@supabase/supabase-js';
import { call, clientOf, signedIn } from '../../src/cli/demo/client.ts';
import type { Sandbox } from './sandbox.ts';

export const SUPERADMIN = { email: 'root@bank.example', password: 'correct horse battery' };

export { call, clientOf, signedIn };

export async function setUpSuperadmin(sandbox: Sandbox): Promise<SupabaseClient> {
  await call(
    clientOf(sandbox),
    'admin-upsert-superadmin',
    { ...SUPERADMIN, role: 'superadmin' },
    {
      'x-admin-setup-token': sandbox.setupToken,
    },
  );
  return signedIn(sandbox, SUPERADMIN);
}

/** Creates an organization with one user, as the superadmin. */
export async function makeUser(
  sandbox: Sandbox,
  superadmin: SupabaseClient,
  user: {
    email: string;
    password: string;
    organization: string;
    role?: 'admin' | 'pilot_user';
    makerChecker?: boolean;
    readsTruth?: boolean;
  },
): Promise<{ client: SupabaseClient; orgId: string; userId: string }> {
  const answer = await superadmin
    .from('organizations')
    .select('id')
    .eq('name', user.organization)
    .maybeSingle();
  const orgId =
    (answer.data as { id: string } | null)?.id ??
    (
      (await superadmin
        .from('organizations')
        .insert({
          name: user.organization,
          domain: `${user.organization.toLowerCase().replaceAll(' ', '-')}.example`,
        })
        .select('id')
        .single()
        .throwOnError()) as { data: { id: string } }
    ).data.id;
  if (answer.data === null) {
    // In most tests one user plays several roles, so maker-checker is off by default.
    await superadmin
      .from('organizations')
      .update({ four_eyes: user.makerChecker ?? false })
      .eq('id', orgId)
      .throwOnError();
  }
  const { user_id: userId } = await call<{ user_id: string }>(superadmin, 'create-user', {
    email: user.email,
    password: user.password,
    org_id: orgId,
    role: user.role ?? 'pilot_user',
  });
  if (user.readsTruth)
    await superadmin
      .rpc('set_truth_reader', { p_user_id: userId, p_may_read: true })
      .throwOnError();
  return { client: await signedIn(sandbox, user), orgId, userId };
}

export async function makeStrangers(
  sandbox: Sandbox,
): Promise<{ user: SupabaseClient; stranger: SupabaseClient }> {
  const superadmin = await setUpSuperadmin(sandbox);
  const make = async (email: string, organization: string) =>
    (
      await makeUser(sandbox, superadmin, {
        email,
        password: 'a good password',
        organization,
        readsTruth: true,
      })
    ).client;
  return {
    user: await make('user@one.example', 'One'),
    stranger: await make('user@two.example', 'Two'),
  };
}

import type { SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import { preparedFolder, withoutDiskWaits } from './prepared.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';
import { clientOf, makeUser, SUPERADMIN, setUpSuperadmin, signedIn } from './users.ts';

export const USER = { email: 'ada@harbor.example', password: 'ada ada ada' };
export const ADMIN = { email: 'max@harbor.example', password: 'max max max' };

export type AuthFixtures = {
  sandbox: Sandbox;
  superadmin: SupabaseClient;
  user: SupabaseClient;
  admin: SupabaseClient;
  service: SupabaseClient;
  orgId: string;
  userId: string;
};

type Ids = { orgId: string; userId: string };

async function makeFixtures(dataDir: string): Promise<Ids> {
  const sandbox = await startSandbox({ dataDir, keep: true });
  try {
    const superadmin = await setUpSuperadmin(sandbox);
    const user = await makeUser(sandbox, superadmin, { ...USER, organization: 'Harbor' });
    await makeUser(sandbox, superadmin, { ...ADMIN, organization: 'Harbor', role: 'admin' });
    await superadmin.auth.signOut();
    return { orgId: user.orgId, userId: user.userId };
  } finally {
    await sandbox.stop();
  }
}

/**
 * @param made folder with earlier users, or for the next file; there is no shared folder outside of
 * tests
 */
export async function startAuthFixtures(
  env: Record<string, string> = {},
  made: string = inject('fixturesFolder'),
): Promise<AuthFixtures> {
  const { dataDir, facts: ids } = await preparedFolder(made, 'auth-fixtures', makeFixtures);
  withoutDiskWaits(dataDir);
  const sandbox = await startSandbox({ dataDir, env });
  const [superadmin, user, admin] = await Promise.all(
    [SUPERADMIN, USER, ADMIN].map((account) => signedIn(sandbox, account)),
  );
  return {
    sandbox,
    superadmin: superadmin!,
    user: user!,
    admin: admin!,
    service: clientOf(sandbox, sandbox.secretKey),
    ...ids,
  };
}

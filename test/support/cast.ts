import type { SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import { clientOf, makeUser, SUPERADMIN, setUpSuperadmin, signedIn } from './people.ts';
import { preparedFolder } from './prepared.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

export const ADA = { email: 'ada@harbor.example', password: 'ada ada ada' };
export const MAX = { email: 'max@harbor.example', password: 'max max max' };

/** A sandbox with people in it: a superadmin, and a user and an admin of one organization. */
export type Cast = {
  sandbox: Sandbox;
  superadmin: SupabaseClient;
  user: SupabaseClient;
  admin: SupabaseClient;
  service: SupabaseClient;
  orgId: string;
  userId: string;
};

type Ids = { orgId: string; userId: string };

/** Makes the cast in a data folder, as a superadmin would, and stops the sandbox in good order. */
async function makeCast(dataDir: string): Promise<Ids> {
  const sandbox = await startSandbox({ dataDir, keep: true });
  try {
    const superadmin = await setUpSuperadmin(sandbox);
    const ada = await makeUser(sandbox, superadmin, { ...ADA, organization: 'Harbor' });
    await makeUser(sandbox, superadmin, { ...MAX, organization: 'Harbor', role: 'admin' });
    await superadmin.auth.signOut();
    return { orgId: ada.orgId, userId: ada.userId };
  } finally {
    await sandbox.stop();
  }
}

/** @param made where a cast made before lies, or is left for the next; outside of tests there is no common place */
export async function startCast(
  env: Record<string, string> = {},
  made: string = inject('castFolder'),
): Promise<Cast> {
  const { dataDir, facts: ids } = await preparedFolder(made, 'cast', makeCast);
  const sandbox = await startSandbox({ dataDir, env });
  const [superadmin, user, admin] = await Promise.all(
    [SUPERADMIN, ADA, MAX].map((person) => signedIn(sandbox, person)),
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
